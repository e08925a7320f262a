//! Which set after a play is which set of before: ids stay while sets stay.

use alloc::{vec, vec::Vec};

use super::{PlacedSet, Round};
use crate::{SetId, TableSet};

/// Gives each set an id: the one of the old set that it still is tile for tile; else the one that the player says it goes
/// on from, if they share a tile; else that of the old set with which it shares most tiles, two at least; else a new one.
pub(super) fn assign(round: &Round, sets: Vec<TableSet>, wished: &[Option<SetId>]) -> Vec<PlacedSet> {
    let mut ids: Vec<Option<SetId>> = vec![None; sets.len()];
    let counts: Vec<_> = sets.iter().map(TableSet::counts).collect();
    let mut free: Vec<&PlacedSet> = round.table.iter().collect();
    for (i, id) in ids.iter_mut().enumerate() {
        if let Some(at) = free.iter().position(|old| old.set.counts() == counts[i]) {
            *id = Some(free.swap_remove(at).id);
        }
    }
    for (i, id) in ids.iter_mut().enumerate().filter(|(_, id)| id.is_none()) {
        let wish = wished.get(i).copied().flatten().and_then(|w| round.set_with(w));
        let at = wish.and_then(|old| free.iter().position(|f| f.id == old.id));
        if let Some(at) = at.filter(|&at| !free[at].set.counts().intersection(&counts[i]).is_empty()) {
            *id = Some(free.swap_remove(at).id);
        }
    }
    for (i, id) in ids.iter_mut().enumerate().filter(|(_, id)| id.is_none()) {
        let shared = |old: &PlacedSet| old.set.counts().intersection(&counts[i]).total();
        // `swap_remove` disturbs the order, so equal overlaps are decided by the older id.
        let best = (0..free.len()).max_by_key(|&at| (shared(free[at]), core::cmp::Reverse(free[at].id)));
        if let Some(at) = best.filter(|&at| shared(free[at]) >= 2) {
            *id = Some(free.swap_remove(at).id);
        }
    }
    let mut next = round.next_set;
    sets.into_iter()
        .zip(ids)
        .map(|(set, id)| {
            let id = id.unwrap_or_else(|| {
                next += 1;
                SetId(next - 1)
            });
            PlacedSet { id, set }
        })
        .collect()
}
