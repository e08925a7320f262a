//! Which of two equal tiles is which: any answer will do, but it must be one answer.

use alloc::vec::Vec;

use super::search::{Fate, Placed, Search};
use crate::rummikub::shape::faces_of;

/// Whether there is a second tile of each of these faces on the table after the play.
pub(super) fn all_have_another_copy(search: &Search<'_>, faces: u64) -> bool {
    faces_of(faces).all(|f| search.before.of(f) + search.played.of(f) >= 2)
}

/// Whether the tiles beside the kept jokers can all be the ones that they stood beside before: one tile of an old set
/// cannot lie in two sets, nor can one tile in a set come from two.
pub(super) fn are_coherent(search: &Search<'_>, placed: &[Placed]) -> bool {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for p in placed.iter().filter(|p| p.fate == Fate::Kept) {
        if !pairs.contains(&(p.joker.old, p.slot.set)) {
            pairs.push((p.joker.old, p.slot.set));
        }
    }
    let torn = |p: &Placed| {
        p.fate == Fate::Retrieved
            && p.joker.stand.agrees_with(p.slot.stand)
            && pairs.contains(&(p.joker.old, p.slot.set))
    };
    if placed.iter().any(torn) {
        // Beside the same tile, one joker of a set cannot be kept there and its twin be new.
        return false;
    }
    pairs.len() < 2 || can_claim(search, &pairs, &mut Vec::with_capacity(pairs.len()))
}

/// Gives each pair of an old and a new set a face that went from the one to the other.
fn can_claim(search: &Search<'_>, pairs: &[(usize, usize)], claimed: &mut Vec<(usize, usize, u64)>) -> bool {
    let Some(&(old, new)) = pairs.get(claimed.len()) else {
        return true;
    };
    let taken = claimed.iter().filter(|c| c.0 == old || c.1 == new).fold(0, |bits, c| bits | c.2);
    let free = search.olds[old].shape.shared_faces(search.shapes[new]) & !taken;
    faces_of(free).any(|face| {
        claimed.push((old, new, 1 << face.index()));
        let done = can_claim(search, pairs, claimed);
        claimed.pop();
        done
    })
}
