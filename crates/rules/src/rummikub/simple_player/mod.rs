//! A player that never rearranges: it lays sets of its rack and adds single tiles to sets of the table.
//!
//! It sees what any player sees, the table and its own rack, and every table that it sends was judged before: it is never
//! refused.

mod chooser;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use self::chooser::Chooser;
use super::{Action, Opened, PlacedSet, Position, judge_play};
use crate::{Colour, Face, FaceCounts, Kind, LaidSet, Number, Reading, Ruleset, Table, TableSet, TableUse};

/// What the player sees at the start of its turn.
#[derive(Clone, Copy, Debug)]
pub struct SeenPosition<'a> {
    /// The rules that are played.
    pub ruleset: &'a Ruleset,
    /// The table.
    pub table: &'a [PlacedSet],
    /// The own rack.
    pub rack: &'a FaceCounts,
    /// Whether the player has opened.
    pub opened: Opened,
    /// How many tiles are left to draw.
    pub pool: usize,
}

/// What the simple player does: it plays if it finds a legal play, else it draws, or passes where nothing is left.
pub fn choose_simply(seen: SeenPosition<'_>) -> Action {
    let old: Vec<TableSet> = seen.table.iter().map(|placed| placed.set.clone()).collect();
    let position = Position { ruleset: seen.ruleset, table: &old, rack: seen.rack, opened: seen.opened };
    let mut play = Play::untouched(seen.table);
    play.lay_sets(position);
    let may_add = seen.opened == Opened::Yes
        || seen.ruleset.opening.table_use == TableUse::SameTurn && !play.laid.is_empty();
    if may_add {
        play.add_tiles(position);
    }
    if play.is_legal(position) {
        Action::Play(play.table)
    } else if seen.pool > 0 {
        Action::Draw
    } else {
        Action::Pass
    }
}

/// A table in the making.
#[derive(Clone)]
struct Play {
    table: Table,
    /// How each set of `table` is read, to find what fits to it.
    sets: Vec<TableSet>,
    /// What came from the rack.
    laid: FaceCounts,
}

impl Play {
    fn untouched(table: &[PlacedSet]) -> Self {
        Self {
            table: Table {
                sets: table.iter().map(|placed| placed.set.to_laid()).collect(),
                ids: table.iter().map(|placed| Some(placed.id)).collect(),
            },
            sets: table.iter().map(|placed| placed.set.clone()).collect(),
            laid: FaceCounts::EMPTY,
        }
    }

    fn is_legal(&self, position: Position<'_>) -> bool {
        judge_play(position, &self.table.sets).is_legal()
    }

    fn with_set(&self, set: &TableSet) -> Self {
        let mut more = self.clone();
        more.table.sets.push(set.to_laid());
        more.table.ids.push(None);
        more.sets.push(set.clone());
        more.laid.extend(set.tiles().iter().copied());
        more
    }

    /// Lays the best choice of sets of the rack, if there is a legal one.
    fn lay_sets(&mut self, position: Position<'_>) {
        let chosen = Chooser::new(position).best();
        let all = chosen.iter().fold(self.clone(), |play, set| play.with_set(set));
        if all.is_legal(position) {
            *self = all;
        } else if position.opened == Opened::Yes {
            for set in &chosen {
                let more = self.with_set(set);
                if more.is_legal(position) {
                    *self = more;
                }
            }
        }
    }

    /// Adds single tiles to sets until none fits.
    fn add_tiles(&mut self, position: Position<'_>) {
        while let Some(more) = self.with_a_tile(position) {
            *self = more;
        }
    }

    fn with_a_tile(&self, position: Position<'_>) -> Option<Self> {
        let rack = position.rack.minus(&self.laid);
        // A joker is worth more later, unless it is the last tile.
        let tiles = rack.iter().map(|(face, _)| face).filter(|face| !face.is_joker() || rack.total() == 1);
        tiles
            .flat_map(|tile| (0..self.sets.len()).map(move |at| (tile, at)))
            .filter_map(|(tile, at)| self.with_tile(position.ruleset, tile, at))
            .find(|more| more.is_legal(position))
    }

    fn with_tile(&self, ruleset: &Ruleset, tile: Face, at: usize) -> Option<Self> {
        let old = self.sets.get(at)?;
        let set = lengthened(old, tile, ruleset.tiles.numbers)?;
        let mut more = self.clone();
        more.table.sets[at] = set.to_laid();
        more.sets[at] = set;
        more.laid.add(tile);
        Some(more)
    }
}

/// The set with this tile at its end, if it fits there.
fn lengthened(set: &TableSet, tile: Face, numbers: u8) -> Option<TableSet> {
    let mut tiles = set.tiles().to_vec();
    let reading = match set.reading() {
        Reading::Group { number } => {
            let fits = tile.is_joker()
                || tile.number() == Some(number) && tiles.iter().all(|held| held.colour() != tile.colour());
            if !fits || tiles.len() >= Colour::ALL.len() {
                return None;
            }
            Reading::Group { number }
        }
        Reading::Run { colour, start } => {
            let after = start.get() + tiles.len() as u8;
            let fits = |at: u8| tile.is_joker() || tile.parts() == Number::new(at).map(|n| (colour, n));
            if after <= numbers && fits(after) {
                Reading::Run { colour, start }
            } else if start.get() > 1 && fits(start.get() - 1) {
                Reading::Run { colour, start: Number::new(start.get() - 1)? }
            } else {
                return None;
            }
        }
    };
    tiles.push(tile);
    Some(TableSet::new(&tiles, reading))
}

/// A table as somebody else knows it, put into the form that [`choose_simply`] takes; sets that are none are left out.
///
/// Each item is a set's id, kind and tiles, as the wire tells them.
pub fn placed_sets(
    sets: impl IntoIterator<Item = (crate::SetId, Kind, Vec<Face>)>,
    ruleset: &Ruleset,
) -> Vec<PlacedSet> {
    let read = |(id, kind, tiles): (_, _, Vec<Face>)| {
        let set = TableSet::read(&LaidSet::declared(tiles, kind), ruleset.tiles.numbers)?;
        Some(PlacedSet { id, set })
    };
    sets.into_iter().filter_map(read).collect()
}
