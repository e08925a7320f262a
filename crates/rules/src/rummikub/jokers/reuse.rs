//! `joker.reuse`: where a retrieved joker may not lie (rules.md §4).

use alloc::vec::Vec;

use super::{
    placed::{Fate, Placed},
    search::Search,
};
use crate::{
    Reuse,
    rummikub::{reason::Reason, shape::Shape},
};

/// What is left of a set is the old set still if it has so many tiles.
const REMAINDER_TILES_MIN: u32 = 2;

/// The retrieved jokers that lie in a set that is not new, or in their own old one.
pub(super) fn faults(search: &Search<'_>, placed: &[Placed]) -> Vec<Reason> {
    let reuse = search.position.ruleset.joker.reuse;
    placed
        .iter()
        .filter(|p| p.fate == Fate::Retrieved)
        .filter_map(|p| {
            let set = search.shapes[p.slot.set];
            let place = p.place();
            match reuse {
                Reuse::NewSet => (0..search.olds.len())
                    .any(|old| is_old(search, placed, set, old))
                    .then_some(Reason::JokerNotInNewSet { place }),
                Reuse::OtherSet => {
                    is_old(search, placed, set, p.joker.old).then_some(Reason::JokerNotInOtherSet { place })
                }
                Reuse::Anywhere => None,
            }
        })
        .collect()
}

/// Whether a set holds all that is left of an old one without its retrieved jokers, or is exactly it.
fn is_old(search: &Search<'_>, placed: &[Placed], set: Shape, old: usize) -> bool {
    let retrieved = placed.iter().filter(|p| p.fate == Fate::Retrieved && p.joker.old == old).count();
    let whole = search.olds[old].shape;
    let left = whole.without_jokers(retrieved as u8);
    (left.len() >= REMAINDER_TILES_MIN && left.is_subset_of(set)) || whole == set
}
