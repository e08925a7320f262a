//! The opening (rules.md §3) under one history and one reading of every set.

use super::choice::Choice;
use super::face::Face;
use super::history::Origin;
use std::collections::BTreeMap;

/// Marks the sets that lay on the table before, if every one of those stays as it was, tile for tile, a set with jokers
/// also in its reading.
///
/// If they do, all tiles of the old table lie where they lay, and all other sets are wholly from the rack.
pub(super) fn sets_that_stayed(choice: &Choice<'_>) -> Option<Vec<bool>> {
    let mut stayed = no_sets(choice);
    for old in 0..choice.position.old.len() {
        let place = (0..stayed.len()).find(|&set| !stayed[set] && is_old_set(choice, set, old))?;
        stayed[place] = true;
    }
    Some(stayed)
}

/// Marks no set.
pub(super) fn no_sets(choice: &Choice<'_>) -> Vec<bool> {
    vec![false; choice.position.after.len()]
}

fn is_old_set(choice: &Choice<'_>, set: usize, old: usize) -> bool {
    let old_set = &choice.position.old[old];
    if !same_tiles(&choice.position.after[set].tiles, &old_set.tiles) {
        return false;
    }
    let origins = &choice.history.origins[set];
    if origins.contains(&Origin::Open) {
        // Nothing depends on the origins in this set; its tiles may be those of the old set, unless one of them
        // is known to lie elsewhere.
        return (0..old_set.tiles.len())
            .all(|tile| choice.history.place_of(Origin::Table { set: old, tile }).is_none())
            && (!old_set.tiles.contains(&Face::Joker) || choice.readings[set] == Some(&old_set.reading));
    }
    origins.iter().all(|origin| matches!(origin, Origin::Table { set, .. } if *set == old))
        && (!old_set.tiles.contains(&Face::Joker) || choice.readings[set] == Some(&old_set.reading))
}

fn same_tiles(one: &[Face], other: &[Face]) -> bool {
    let (mut one, mut other) = (one.to_vec(), other.to_vec());
    one.sort_unstable();
    other.sort_unstable();
    one == other
}

/// The most that sets made wholly of rack tiles are worth together, apart from those that stayed. A set that is not
/// valid, or has too many jokers, counts nothing.
pub(super) fn points(choice: &Choice<'_>, stayed: &[bool]) -> u32 {
    let mut certain = 0;
    let mut possible = Vec::new();
    for (set, laid) in choice.position.after.iter().enumerate() {
        let Some(reading) = choice.readings[set] else { continue };
        if stayed[set] || choice.position.has_too_many_jokers(laid) {
            continue;
        }
        let origins = &choice.history.origins[set];
        if origins.contains(&Origin::Open) {
            possible.push((&laid.tiles[..], reading.value));
        } else if origins.iter().all(|&origin| origin == Origin::Rack) {
            certain += reading.value;
        }
    }
    certain + most(&possible, &choice.history.spare)
}

/// The most that some of these sets are worth, if together they have no more tiles of a face than there are to spare.
fn most(sets: &[(&[Face], u32)], spare: &BTreeMap<Face, usize>) -> u32 {
    let Some(((tiles, value), rest)) = sets.split_first() else { return 0 };
    let without = most(rest, spare);
    let mut left = spare.clone();
    for face in *tiles {
        match left.get_mut(face) {
            Some(number) if *number > 0 => *number -= 1,
            _ => return without,
        }
    }
    without.max(value + most(rest, &left))
}
