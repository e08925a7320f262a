//! Which of two equal tiles is which: any answer will do, but it must be one answer for the whole play.
//!
//! A joker is kept if it stands for the same tile beside a real tile that it stood beside before. Where there are two
//! equal tiles, one of them may be said to be that tile, or the other. What has been said of each joker holds only if the
//! tiles can all be said to have come from somewhere so that it is true.

use alloc::{vec, vec::Vec};

use super::{
    placed::{Fate, Placed},
    search::Search,
};
use crate::{Face, Reading, rummikub::shape::faces_of};

/// An old set and a new one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pair {
    old: usize,
    new: usize,
}

/// Whether there is a second tile of each face that the two sets share on the table after the play: without one, a tile cannot be said
/// to be another.
pub(super) fn all_have_another_copy(search: &Search<'_>, old: usize, new: usize) -> bool {
    faces_of(shared(search, Pair { old, new })).all(|f| copies(search, f) >= 2)
}

/// Whether the equal tiles can be told apart so that each joker has met its fate.
pub(super) fn are_coherent(search: &Search<'_>, combination: &[Reading], placed: &[Placed]) -> bool {
    // A kept joker: some tile went from the old set to the new one.
    let linked = pairs(placed.iter().filter(|p| p.fate == Fate::Kept));
    // A retrieved one that stands for the same tile: none did.
    let apart = pairs(
        placed
            .iter()
            .filter(|p| p.fate == Fate::Retrieved && search.stands_the_same(p.joker, p.slot, combination)),
    );
    if linked.iter().any(|pair| apart.contains(pair)) {
        return false;
    }
    if apart.is_empty() && linked.len() < 2 {
        return true;
    }
    claim(search, &linked, &apart, &mut Vec::with_capacity(linked.len()))
}

fn pairs<'a>(placed: impl Iterator<Item = &'a Placed>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for p in placed {
        let pair = Pair { old: p.joker.old, new: p.slot.set };
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs
}

/// Gives each linked pair a face of which a tile went from the one to the other; no tile goes two ways.
fn claim(search: &Search<'_>, linked: &[Pair], apart: &[Pair], claimed: &mut Vec<(Pair, u64)>) -> bool {
    if !search.budget.spend() {
        return true;
    }
    let Some(&pair) = linked.get(claimed.len()) else {
        let faces = apart.iter().fold(0, |bits, &p| bits | shared(search, p));
        return faces_of(faces).all(|face| the_rest_goes_round(search, face, apart, claimed));
    };
    let taken = claimed
        .iter()
        .filter(|(other, _)| other.old == pair.old || other.new == pair.new)
        .fold(0, |bits, (_, bit)| bits | bit);
    faces_of(shared(search, pair) & !taken).any(|face| {
        claimed.push((pair, 1 << face.index()));
        let done = claim(search, linked, apart, claimed);
        claimed.pop();
        done
    })
}

fn shared(search: &Search<'_>, pair: Pair) -> u64 {
    search.olds[pair.old].shape.shared_faces(search.shapes[pair.new])
}

/// How many tiles of the face lie on the table after the play.
fn copies(search: &Search<'_>, face: Face) -> u8 {
    search.before.of(face).saturating_add(search.played.of(face))
}

/// Whether the tiles of this face that are not claimed can have come from somewhere without linking a pair that is apart.
fn the_rest_goes_round(search: &Search<'_>, face: Face, apart: &[Pair], claimed: &[(Pair, u64)]) -> bool {
    let bit = 1u64 << face.index();
    let claims = || claimed.iter().filter(|(_, b)| *b == bit).map(|(pair, _)| *pair);
    let from: Vec<usize> = (0..search.olds.len())
        .filter(|&old| search.olds[old].shape.faces() & bit != 0 && claims().all(|c| c.old != old))
        .collect();
    let to: Vec<usize> = (0..search.shapes.len())
        .filter(|&new| search.shapes[new].faces() & bit != 0 && claims().all(|c| c.new != new))
        .collect();
    // What comes from the rack may go anywhere, so the tiles of the old table alone have to find places.
    let mut held: Vec<Option<usize>> = vec![None; to.len()];
    from.iter().all(|&old| find_place(old, &to, apart, &mut held, &mut vec![false; to.len()]))
}

/// Finds a new set for the tile of an old set, moving others on where they have somewhere else to go.
fn find_place(
    old: usize,
    to: &[usize],
    apart: &[Pair],
    held: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for place in 0..to.len() {
        if seen[place] || apart.contains(&Pair { old, new: to[place] }) {
            continue;
        }
        seen[place] = true;
        let free = match held[place] {
            None => true,
            Some(other) => find_place(other, to, apart, held, seen),
        };
        if free {
            held[place] = Some(old);
            return true;
        }
    }
    false
}
