//! Whether a set that is known tile by tile may lie as it is (rules.md §4).

use sarja_rules::Face;

use super::Search;
use crate::{
    case::{Class, Remainder},
    special::Special,
    supply::bit,
};

/// The fewest tiles of a set.
const SET_TILES_MIN: u8 = 3;

/// What is left of an old set is the old set still if it has so many tiles.
const REMAINDER_TILES_MIN: u32 = 2;

/// A set as the joker rules see it.
#[derive(Clone, Copy)]
struct Shape {
    faces: u64,
    jokers: u8,
    /// Faces of which a rack tile lies in it.
    marked: u64,
    spare: u8,
}

/// Whether a run may end with a number.
pub(super) fn run(search: &Search<'_>, run: Special, end: u8, spare: u8) -> bool {
    let tiles = end + 1 - run.start();
    if tiles < SET_TILES_MIN || run.is_bare() || run.jokers() >= tiles {
        return false;
    }
    let colour = run.colour();
    let mut shape = Shape { faces: 0, jokers: run.jokers(), marked: 0, spare };
    for number in (run.start()..=end).filter(|&n| run.joker_at(n).is_none()) {
        shape.faces |= bit(colour, number);
        if run.marks() & 1 << number != 0 {
            shape.marked |= bit(colour, number);
        }
    }
    let complete = |i: usize| run.bundles() & 1 << i == 0 || search.case.bundles[i].high <= end;
    (0..search.case.bundles.len()).all(complete)
        && run.each_joker().filter(|j| j.0 <= end).all(|(_, class)| joker(search, class, shape))
}

/// Whether a group of a number may lie, with these colours and with jokers of these classes.
pub(super) fn group(
    search: &Search<'_>,
    number: u8,
    colours: u8,
    classes: &[usize],
    marked: u8,
    spare: u8,
) -> bool {
    let faces = |colours: u8| {
        (0..4).filter(|c| colours & 1 << c != 0).fold(0, |bits, colour| bits | bit(colour, number))
    };
    let shape = Shape { faces: faces(colours), jokers: classes.len() as u8, marked: faces(marked), spare };
    classes.iter().all(|&class| match search.case.classes[class].0 {
        Class::InGroup { old, .. } => {
            // Some colour fits before and after: one that both lack.
            shape.jokers <= search.case.jokers_max
                && shape.faces & search.olds[old].faces != 0
                && shape.faces | search.olds[old].faces != faces(0b1111)
        }
        _ => joker(search, class, shape),
    })
}

/// Whether a joker of a class may lie in a set.
fn joker(search: &Search<'_>, class: usize, shape: Shape) -> bool {
    let case = search.case;
    if shape.jokers > case.jokers_max {
        return false;
    }
    match case.classes[class].0 {
        Class::Free => true,
        Class::InRun { old, .. } | Class::InGroup { old, .. } => search.olds[old].faces & shape.faces != 0,
        Class::Retrieved { not_in, replaced_by } => {
            let concerned = case.remainders.iter().filter(|r| not_in.is_none_or(|old| old == r.old));
            concerned.into_iter().all(|r| !is_old(r, shape))
                && rack_tiles_beside(shape, class, replaced_by) >= case.beside
        }
    }
}

/// Whether a set holds all that is left of an old one without its retrieved jokers, or is exactly it.
fn is_old(old: &Remainder, shape: Shape) -> bool {
    let jokers_left = old.jokers - old.retrieved;
    let left = old.faces.count_ones() + u32::from(jokers_left);
    let holds = old.faces & !shape.faces == 0 && jokers_left <= shape.jokers;
    (left >= REMAINDER_TILES_MIN && holds) || (old.faces == shape.faces && old.jokers == shape.jokers)
}

/// How many rack tiles count beside a joker.
fn rack_tiles_beside(shape: Shape, class: usize, replaced_by: Option<Face>) -> u8 {
    let own = replaced_by.filter(|_| shape.spare & 1 << class == 0).map_or(0, |face| 1 << face.index());
    (shape.marked & !own).count_ones() as u8
}
