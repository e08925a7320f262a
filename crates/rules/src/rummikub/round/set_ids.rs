//! Which set after a play is which set of before: ids stay while sets stay.

use alloc::{vec, vec::Vec};

use super::{PlacedSet, Round};
use crate::{FaceCounts, SetId, TableSet};

/// How many tiles a set shares with an old one at least to go on from it unasked.
const SHARED_TILES_MIN: usize = 2;

/// Gives each set an id: the one of the old set that it still is tile for tile; else the one that the player says it goes
/// on from, if they share a tile; else that of the old set with which it shares most tiles, two at least; else a new one.
///
/// Of several equal old sets it is the one that the player means, else one with the same reading, else the oldest.
pub(super) fn assign(round: &Round, sets: Vec<TableSet>, wished: &[Option<SetId>]) -> Vec<PlacedSet> {
    let mut free: Vec<OldSet<'_>> = round.table.iter().map(|old| (old, old.set.counts())).collect();
    free.sort_by_key(|(old, _)| old.id);
    let counts = sets.iter().map(TableSet::counts).collect();
    let mut open = Open { ids: vec![None; sets.len()], counts, free };
    let wish = |i: usize| wished.get(i).copied().flatten();
    open.give(|i, counts, (old, old_counts)| counts == old_counts && wish(i) == Some(old.id));
    open.give(|i, _, (old, _)| sets[i] == old.set);
    open.give(|_, counts, (_, old_counts)| counts == old_counts);
    open.give(|i, counts, (old, old_counts)| {
        wish(i) == Some(old.id) && !counts.intersection(old_counts).is_empty()
    });
    open.give_to_the_most_alike();
    let mut next = round.next_set;
    sets.into_iter()
        .zip(open.ids)
        .map(|(set, id)| {
            let id = id.unwrap_or_else(|| {
                let new = SetId(next);
                next = next.saturating_add(1);
                new
            });
            PlacedSet { id, set }
        })
        .collect()
}

type OldSet<'a> = (&'a PlacedSet, FaceCounts);

/// Sets that are given ids, and the old sets whose ids are still free, the oldest first.
struct Open<'a> {
    ids: Vec<Option<SetId>>,
    counts: Vec<FaceCounts>,
    free: Vec<OldSet<'a>>,
}

impl<'a> Open<'a> {
    /// Gives each set without an id that of the first free old set that fits.
    fn give(&mut self, fits: impl Fn(usize, &FaceCounts, &OldSet<'a>) -> bool) {
        for (i, id) in self.ids.iter_mut().enumerate().filter(|(_, id)| id.is_none()) {
            let at = self.free.iter().position(|old| fits(i, &self.counts[i], old));
            *id = at.map(|at| self.free.remove(at).0.id);
        }
    }

    fn give_to_the_most_alike(&mut self) {
        for (i, id) in self.ids.iter_mut().enumerate().filter(|(_, id)| id.is_none()) {
            let shared = |at: usize| self.counts[i].intersection(&self.free[at].1).total();
            let best = (0..self.free.len()).max_by_key(|&at| {
                // Among equals the older id.
                (shared(at), core::cmp::Reverse(self.free[at].0.id))
            });
            let best = best.filter(|&at| shared(at) >= SHARED_TILES_MIN);
            *id = best.map(|at| self.free.remove(at).0.id);
        }
    }
}
