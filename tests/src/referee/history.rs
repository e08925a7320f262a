//! Where each tile of the table after the play may have come from.
//!
//! Equal tiles cannot be told apart, so that there are many histories of one play: many ways to say which tile is
//! which. This module goes through all of them, as far as they differ in what a verdict can depend on.

use super::face::Face;
use super::position::Position;
use super::ruleset::JokerSets;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Where a tile came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// A set of the old table, and the place in it.
    Table { set: usize, tile: usize },
    /// The player's rack.
    Rack,
    /// Neither: the play shows a tile that the player does not have.
    Nowhere,
    /// Not decided, because nothing depends on it: any of the equal tiles that are left.
    Open,
}

/// One way to say which tile is which.
pub(super) struct History {
    /// For each set of the table after the play the origins of its tiles, in their order.
    pub(super) origins: Vec<Vec<Origin>>,
    /// How many tiles of each face the rack gave to tiles whose origin is open.
    pub(super) spare: BTreeMap<Face, usize>,
}

impl History {
    /// The history in which no origin is decided.
    pub(super) fn undecided(position: &Position) -> Self {
        let spare = position.faces().into_iter().map(|face| (face, position.counts(face).played)).collect();
        let origins = position.after.iter().map(|laid| vec![Origin::Open; laid.tiles.len()]).collect();
        Self { origins, spare }
    }

    /// The set in which a tile of the old table now lies, and its place there, if that is decided.
    pub(super) fn place_of(&self, origin: Origin) -> Option<(usize, usize)> {
        self.origins.iter().enumerate().find_map(|(set, origins)| {
            origins.iter().position(|&other| other == origin).map(|tile| (set, tile))
        })
    }
}

/// Shows every history to a visitor until that breaks off. The origins are decided at the places that are
/// marked so.
pub(super) fn visit(
    position: &Position,
    decided: &[Vec<bool>],
    visitor: &mut dyn FnMut(&History) -> ControlFlow<()>,
) {
    let mut supply = supply(position);
    let mut places = Vec::new();
    for (set, laid) in position.after.iter().enumerate() {
        let tiles = laid.tiles.iter().enumerate().filter(|&(tile, _)| decided[set][tile]);
        places.extend(tiles.map(|(tile, &face)| (face, set, tile)));
    }
    let mut history = History::undecided(position);
    // Whether the visitor broke off means nothing here: it has seen what it wanted.
    let _: ControlFlow<()> = fill(&places, &mut supply, &mut history, visitor);
}

fn fill(
    places: &[(Face, usize, usize)],
    supply: &mut BTreeMap<Face, Vec<Origin>>,
    history: &mut History,
    visitor: &mut dyn FnMut(&History) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((&(face, set, tile), rest)) = places.split_first() else {
        let left = |origins: &Vec<Origin>| origins.iter().filter(|&&origin| origin == Origin::Rack).count();
        history.spare = supply.iter().map(|(&face, origins)| (face, left(origins))).collect();
        return visitor(history);
    };
    let choices = supply.get(&face).cloned().unwrap_or_default();
    for (index, &origin) in choices.iter().enumerate() {
        if choices[..index].contains(&origin) {
            continue;
        }
        let mut others = choices.clone();
        others.remove(index);
        supply.insert(face, others);
        history.origins[set][tile] = origin;
        fill(rest, supply, history, visitor)?;
    }
    supply.insert(face, choices);
    history.origins[set][tile] = Origin::Open;
    ControlFlow::Continue(())
}

/// The origins that the tiles of each face have, taken together.
fn supply(position: &Position) -> BTreeMap<Face, Vec<Origin>> {
    let mut supply: BTreeMap<Face, Vec<Origin>> = BTreeMap::new();
    for (set, old) in position.old.iter().enumerate() {
        for (tile, &face) in old.tiles.iter().enumerate() {
            supply.entry(face).or_default().push(Origin::Table { set, tile });
        }
    }
    for face in position.faces() {
        let counts = position.counts(face);
        let origins = supply.entry(face).or_default();
        origins.extend(vec![Origin::Rack; counts.played]);
        let missing = counts.after.saturating_sub(counts.before + counts.played);
        origins.extend(vec![Origin::Nowhere; missing]);
    }
    supply
}

/// The places where the origin of a tile can matter, set by set.
///
/// Nothing does unless the old table had jokers. Then it is the sets with jokers that are looked into, and where old sets
/// with jokers have to stay together, also those that hold the faces of such a set.
pub(super) fn places_that_matter(position: &Position) -> Vec<Vec<bool>> {
    let is_locked = position.ruleset.joker_sets == JokerSets::Locked;
    let companions = |&face: &Face| {
        let mut sets = position.old_jokers.iter().map(|joker| &position.old[joker.set].tiles);
        sets.any(|tiles| tiles.contains(&face))
    };
    let holds_a_joker_set = |tiles: &[Face]| {
        position.old_jokers.iter().any(|joker| {
            let old = &position.old[joker.set].tiles;
            old.iter().all(|face| *face == Face::Joker || tiles.contains(face))
        })
    };
    // Tiles from the rack are counted, or whole sets have to stay.
    let is_every_tile_asked_for = !position.opened || is_locked || position.ruleset.rack_tiles_beside > 0;
    let mut places = Vec::new();
    for (laid, readings) in position.after.iter().zip(&position.readings) {
        let is_looked_into = !position.old_jokers.is_empty()
            && (laid.jokers() > 0 || is_locked && holds_a_joker_set(&laid.tiles));
        // Otherwise it is only asked whether a joker has kept company, which it has not in what is no set.
        let matters = |face: &Face| {
            let keeps_company = *face == Face::Joker || !readings.is_empty() && companions(face);
            is_looked_into && (is_every_tile_asked_for || keeps_company)
        };
        places.push(laid.tiles.iter().map(matters).collect());
    }
    places
}
