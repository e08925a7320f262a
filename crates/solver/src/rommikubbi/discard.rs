//! Which tile goes worst with the others.

use sarja_rules::{Face, FaceCounts};

/// What a joker is worth to keep: more than anything else.
const JOKER: i32 = 1_000;

/// The tile that is discarded from what is left of a hand.
pub(super) fn worst(left: &FaceCounts) -> Option<Face> {
    left.iter().filter(|(_, count)| *count > 0).map(|(face, _)| face).min_by_key(|&face| {
        // Of tiles that are as little use the dearest, which costs most in the hand.
        (use_of(face, left), core::cmp::Reverse(face.number()))
    })
}

/// How well a tile goes with the others: neighbours of its colour and its number in other colours.
fn use_of(face: Face, left: &FaceCounts) -> i32 {
    let Some((colour, number)) = face.parts() else { return JOKER };
    if left.of(face) > 1 {
        return -1;
    }
    left.iter()
        .filter(|(other, count)| *count > 0 && *other != face)
        .filter_map(|(other, _)| other.parts())
        .map(|(c, n)| match (c == colour, distance(number.get(), n.get())) {
            (true, 1) => 3,
            (true, 2) | (false, 0) => 2,
            _ => 0,
        })
        .sum()
}

/// How far two numbers are apart, where 1 also follows 13.
fn distance(a: u8, b: u8) -> u8 {
    let high = |n: u8| if n == 1 { 14 } else { n };
    a.abs_diff(b).min(high(a).abs_diff(high(b)))
}
