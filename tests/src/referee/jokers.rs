//! The jokers of the old table (rules.md §4) under one history and one reading of every set.

use super::choice::Choice;
use super::face::{Face, count};
use super::history::Origin;
use super::position::OldJoker;
use super::ruleset::{JokerSets, Release, Reuse};
use std::collections::BTreeSet;

/// What has become of a joker of the old table.
struct Fate<'a> {
    old: &'a OldJoker,
    /// The set in which it now lies. None if it is gone, which is a fault of its own (`tile_taken_from_table`).
    set: Option<usize>,
    is_kept: bool,
}

/// A joker that has been retrieved, in the set in which it now lies.
struct Retrieved<'a> {
    old: &'a OldJoker,
    set: usize,
}

/// A tile that may have replaced a joker.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Replacement {
    /// The set in which it lies, where that is decided.
    set: Option<usize>,
    is_from_rack: bool,
}

/// For every way to say what each retrieved joker stood for and which tile replaced it: the faults.
pub(super) fn fault_sets(choice: &Choice<'_>) -> Vec<BTreeSet<&'static str>> {
    let fates: Vec<Fate<'_>> = choice.position.old_jokers.iter().map(|old| fate(choice, old)).collect();
    let retrieved: Vec<Retrieved<'_>> = fates
        .iter()
        .filter(|fate| !fate.is_kept)
        .filter_map(|fate| fate.set.map(|set| Retrieved { old: fate.old, set }))
        .collect();
    let mut everywhere = BTreeSet::new();
    let reuse = choice.position.ruleset.reuse;
    for joker in &retrieved {
        if reuse == Reuse::NewSet
            && (0..choice.position.old.len()).any(|old| is_old(choice, &fates, joker.set, old))
        {
            everywhere.insert("joker_not_in_new_set");
        }
        if reuse == Reuse::OtherSet && is_old(choice, &fates, joker.set, joker.old.set) {
            everywhere.insert("joker_not_in_other_set");
        }
    }
    let mut fault_sets = Vec::new();
    let mut replaced_once = false;
    for faces in faces_stood_for(&retrieved) {
        let is_broken = choice.position.ruleset.joker_sets == JokerSets::Locked
            && is_a_joker_set_broken(choice, &fates, &retrieved, &faces);
        for tiles in replacements(choice, &faces) {
            let is_replaced =
                choice.position.ruleset.release == Release::Any || tiles.iter().all(Option::is_some);
            let mut faults = everywhere.clone();
            if is_broken {
                faults.insert("joker_set_broken");
            }
            if !is_replaced {
                faults.insert("joker_not_replaced");
            }
            if lacks_rack_tiles_beside(choice, &retrieved, &tiles) {
                faults.insert("joker_needs_rack_tiles_beside");
            }
            replaced_once |= is_replaced;
            fault_sets.push(faults);
        }
    }
    if replaced_once {
        // The tiles are there: to overlook one is no way to read the play.
        fault_sets.retain(|faults| !faults.contains("joker_not_replaced"));
    }
    fault_sets
}

/// Kept is a joker that stands for the same tile in a set of the same kind, beside a real tile that it stood beside.
fn fate<'a>(choice: &Choice<'_>, old: &'a OldJoker) -> Fate<'a> {
    let Some((set, tile)) = choice.history.place_of(Origin::Table { set: old.set, tile: old.tile }) else {
        return Fate { old, set: None, is_kept: false };
    };
    let tiles = &choice.position.after[set].tiles;
    let number = count(&tiles[..tile], Face::Joker);
    let stands_for_the_same =
        choice.readings[set].is_some_and(|reading| reading.roles[number].is_same_tile(old.role));
    let has_company = tiles.iter().zip(&choice.history.origins[set]).any(|(&face, origin)| {
        face != Face::Joker && matches!(origin, Origin::Table { set, .. } if *set == old.set)
    });
    Fate { old, set: Some(set), is_kept: stands_for_the_same && has_company }
}

/// Whether a set counts as an old one: it holds all that is left of that set without its retrieved jokers, two tiles
/// or more; or it has exactly the tiles of that set. Equal tiles are the same tile here.
fn is_old(choice: &Choice<'_>, fates: &[Fate<'_>], set: usize, old: usize) -> bool {
    let old_tiles = &choice.position.old[old].tiles;
    let new_tiles = &choice.position.after[set].tiles;
    let mut left = old_tiles.clone();
    left.retain(|&face| face != Face::Joker);
    let kept = fates.iter().filter(|fate| fate.old.set == old && fate.is_kept);
    left.extend(kept.map(|_| Face::Joker));
    let is_same = holds(new_tiles, old_tiles) && holds(old_tiles, new_tiles);
    is_same || left.len() >= 2 && holds(new_tiles, &left)
}

/// Whether there are as many tiles of each face as there are among the others.
fn holds(tiles: &[Face], others: &[Face]) -> bool {
    others.iter().all(|&face| count(others, face) <= count(tiles, face))
}

/// Every way to say which faces the jokers stood for. Two jokers of one group stood for two colours.
fn faces_stood_for(retrieved: &[Retrieved<'_>]) -> Vec<Vec<Face>> {
    let mut ways: Vec<Vec<Face>> = vec![Vec::new()];
    for (index, joker) in retrieved.iter().enumerate() {
        let mut longer = Vec::new();
        for way in &ways {
            for face in joker.old.role.faces() {
                let is_taken =
                    (0..index).any(|other| retrieved[other].old.set == joker.old.set && way[other] == face);
                if !is_taken {
                    longer.push(way.iter().copied().chain([face]).collect());
                }
            }
        }
        ways = longer;
    }
    ways
}

/// Every way to find a tile of its own for each of the faces; None where there is none, or none is owed.
fn replacements(choice: &Choice<'_>, faces: &[Face]) -> Vec<Vec<Option<Replacement>>> {
    let mut ways: Vec<Vec<Option<Replacement>>> = vec![Vec::new()];
    for (index, &face) in faces.iter().enumerate() {
        let tiles = eligible(choice, face);
        let mut longer: Vec<Vec<Option<Replacement>>> = Vec::new();
        for way in &ways {
            let mut left = tiles.clone();
            for used in (0..index).filter(|&other| faces[other] == face).filter_map(|other| way[other]) {
                if let Some(place) = left.iter().position(|&tile| tile == used) {
                    left.remove(place);
                }
            }
            let mut options: Vec<Option<Replacement>> = Vec::new();
            for tile in left {
                if !options.contains(&Some(tile)) {
                    options.push(Some(tile));
                }
            }
            if options.is_empty() {
                options.push(None);
            }
            longer.extend(options.into_iter().map(|option| way.iter().copied().chain([option]).collect()));
        }
        ways = longer;
    }
    ways
}

/// The tiles of a face that may replace a joker: under `exact` all that lie on the table after the play, under
/// `exact_rack` those from the rack.
fn eligible(choice: &Choice<'_>, face: Face) -> Vec<Replacement> {
    let release = choice.position.ruleset.release;
    let mut tiles = Vec::new();
    if release == Release::Any {
        return tiles;
    }
    for (set, laid) in choice.position.after.iter().enumerate() {
        for (&tile, &origin) in laid.tiles.iter().zip(&choice.history.origins[set]) {
            let is_from_rack = origin == Origin::Rack;
            if tile == face && origin != Origin::Open && (is_from_rack || release == Release::Exact) {
                tiles.push(Replacement { set: Some(set), is_from_rack });
            }
            if tile == face && origin == Origin::Open && release == Release::Exact {
                tiles.push(Replacement { set: None, is_from_rack: false });
            }
        }
    }
    if release == Release::ExactRack {
        let spare = choice.history.spare.get(&face).copied().unwrap_or(0);
        tiles.extend(vec![Replacement { set: None, is_from_rack: true }; spare]);
    }
    tiles
}

fn lacks_rack_tiles_beside(
    choice: &Choice<'_>,
    retrieved: &[Retrieved<'_>],
    replacements: &[Option<Replacement>],
) -> bool {
    retrieved.iter().zip(replacements).any(|(joker, replacement)| {
        let tiles = &choice.position.after[joker.set].tiles;
        let from_rack = tiles
            .iter()
            .zip(&choice.history.origins[joker.set])
            .filter(|&(&face, &origin)| face != Face::Joker && origin == Origin::Rack)
            .count();
        let set_aside = replacement.is_some_and(|tile| tile.is_from_rack && tile.set == Some(joker.set));
        from_rack - usize::from(set_aside) < choice.position.ruleset.rack_tiles_beside
    })
}

/// Whether some old set with jokers no longer lies together: its tiles, its kept jokers, and for each retrieved joker
/// a tile of the face that it stood for, which no other such set has as its own.
fn is_a_joker_set_broken(
    choice: &Choice<'_>,
    fates: &[Fate<'_>],
    retrieved: &[Retrieved<'_>],
    stood_for: &[Face],
) -> bool {
    let is_joker_set = |old: usize| choice.position.old[old].tiles.contains(&Face::Joker);
    let mut needed: Vec<(usize, Face)> = Vec::new();
    for old in (0..choice.position.old.len()).filter(|&old| is_joker_set(old)) {
        let tiles = &choice.position.old[old].tiles;
        let no_joker = |&tile: &usize| tiles[tile] != Face::Joker;
        let places: Vec<Option<usize>> = (0..tiles.len())
            .filter(no_joker)
            .map(|tile| choice.history.place_of(Origin::Table { set: old, tile }).map(|place| place.0))
            .collect();
        let Some(&Some(set)) = places.first() else { return true };
        let kept_lie_there =
            fates.iter().filter(|fate| fate.old.set == old && fate.is_kept).all(|fate| fate.set == Some(set));
        if !kept_lie_there || places.iter().any(|&place| place != Some(set)) {
            return true;
        }
        let gone = retrieved.iter().zip(stood_for).filter(|(joker, _)| joker.old.set == old);
        needed.extend(gone.map(|(_, &face)| (set, face)));
    }
    needed.iter().any(|&(set, face)| {
        let free = choice.position.after[set].tiles.iter().zip(&choice.history.origins[set]).filter(
            |&(&tile, &origin)| {
                let is_held = matches!(origin, Origin::Table { set, .. } if is_joker_set(set));
                tile == face && !is_held
            },
        );
        free.count() < needed.iter().filter(|&&other| other == (set, face)).count()
    })
}
