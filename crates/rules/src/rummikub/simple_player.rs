//! A player that never rearranges: it lays sets of its rack and adds single tiles to sets of the table.
//!
//! It sees what any player sees, the table and its own rack, and every table that it sends was judged before: it is never
//! refused.

use alloc::vec::Vec;

use super::{Action, Opened, PlacedSet, Position, Table, judge_play};
use crate::{Colour, Face, FaceCounts, Kind, LaidSet, Number, Reading, Ruleset, TableSet, TableUse};

/// How many choices of sets are looked at; beyond, the best so far is taken. A full rack of 14 needs some hundred.
const CHOICES_MAX: u32 = 4_000;

/// The longest run that is tried: longer ones are made of shorter ones.
const RUN_TRIED_MAX: u8 = 5;

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

/// Finds sets of the rack that lay as many tiles as possible, with as few jokers as possible.
struct Chooser<'a> {
    position: Position<'a>,
    /// What may be laid, in the order in which it is tried.
    candidates: Vec<TableSet>,
    need: u16,
    looked: u32,
    best: Vec<usize>,
    best_worth: Worth,
}

/// How good a choice is; the later parts count among equals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    opens: bool,
    real_tiles: usize,
    jokers_kept: usize,
    points: u16,
}

impl<'a> Chooser<'a> {
    fn new(position: Position<'a>) -> Self {
        let need = match position.opened {
            Opened::Yes => 0,
            Opened::No => position.ruleset.opening.min_points.max(1),
        };
        let candidates = candidates(position.ruleset, position.rack);
        Self { position, candidates, need, looked: 0, best: Vec::new(), best_worth: Worth::default() }
    }

    fn best(mut self) -> Vec<TableSet> {
        self.search(0, &self.position.rack.clone(), 0, &mut Vec::new());
        self.best.iter().map(|&i| self.candidates[i].clone()).collect()
    }

    fn search(&mut self, from: usize, left: &FaceCounts, points: u16, chosen: &mut Vec<usize>) {
        self.looked += 1;
        if !chosen.is_empty() && points >= self.need {
            let worth = self.worth(left, points);
            if worth > self.best_worth {
                self.best_worth = worth;
                self.best.clone_from(chosen);
            }
        }
        for next in from..self.candidates.len() {
            if self.looked >= CHOICES_MAX {
                return;
            }
            let counts = self.candidates[next].counts();
            if !counts.is_subset_of(left) {
                continue;
            }
            let value = self.candidates[next].value();
            chosen.push(next);
            // The same set may be laid twice: the search goes on from it, not from the one after.
            self.search(next, &left.minus(&counts), points + value, chosen);
            chosen.pop();
        }
    }

    fn worth(&self, left: &FaceCounts, points: u16) -> Worth {
        let jokers = usize::from(left.jokers());
        let laid = self.position.rack.total() - left.total();
        let jokers_laid = usize::from(self.position.rack.jokers()) - jokers;
        // A joker that ends the round is well spent.
        let jokers_kept = if left.is_empty() { usize::MAX } else { jokers };
        Worth { opens: true, real_tiles: laid - jokers_laid, jokers_kept, points }
    }
}

/// The sets that can be made of the rack, those without jokers first, dear ones first among them.
fn candidates(ruleset: &Ruleset, rack: &FaceCounts) -> Vec<TableSet> {
    let jokers = rack.jokers().min(ruleset.joker.per_set.unwrap_or(u8::MAX));
    let mut sets = Vec::new();
    for colour in Colour::ALL {
        for start in 1..=ruleset.tiles.numbers {
            runs_from(ruleset, rack, jokers, colour, start, &mut sets);
        }
    }
    for number in (1..=ruleset.tiles.numbers).filter_map(Number::new) {
        groups_of(rack, jokers, number, &mut sets);
    }
    sets.sort_by_key(|set| {
        let jokers = set.tiles().iter().filter(|face| face.is_joker()).count();
        (jokers, core::cmp::Reverse(set.value()))
    });
    sets
}

fn runs_from(
    ruleset: &Ruleset,
    rack: &FaceCounts,
    jokers: u8,
    colour: Colour,
    start: u8,
    sets: &mut Vec<TableSet>,
) {
    let Some(first) = Number::new(start) else { return };
    let mut tiles = Vec::new();
    let mut used = 0;
    for number in (start..=ruleset.tiles.numbers).take(usize::from(RUN_TRIED_MAX)).filter_map(Number::new) {
        let face = Face::new(colour, number);
        if rack.of(face) > 0 {
            tiles.push(face);
        } else if used < jokers {
            used += 1;
            tiles.push(Face::JOKER);
        } else {
            return;
        }
        if tiles.len() >= 3 && tiles.iter().any(|tile| !tile.is_joker()) {
            sets.push(TableSet::new(&tiles, Reading::Run { colour, start: first }));
        }
    }
}

fn groups_of(rack: &FaceCounts, jokers: u8, number: Number, sets: &mut Vec<TableSet>) {
    for colours in 1..1_u8 << Colour::ALL.len() {
        let chosen = Colour::ALL.into_iter().enumerate().filter(|(i, _)| colours & (1 << i) != 0);
        let mut tiles: Vec<Face> = chosen.map(|(_, colour)| Face::new(colour, number)).collect();
        if tiles.iter().any(|&face| rack.of(face) == 0) {
            continue;
        }
        for _ in 0..=jokers {
            if (3..=Colour::ALL.len()).contains(&tiles.len()) {
                sets.push(TableSet::new(&tiles, Reading::Group { number }));
            }
            tiles.push(Face::JOKER);
        }
    }
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

#[cfg(test)]
mod tests {
    use alloc::{string::ToString, vec::Vec};

    use super::*;
    use crate::SetId;

    fn faces(text: &str) -> Vec<Face> {
        text.split_whitespace().map(|face| face.parse().unwrap()).collect()
    }

    fn table(sets: &[(&str, Kind)]) -> Vec<PlacedSet> {
        let numbered = sets.iter().zip(1..).map(|(&(tiles, kind), id)| (SetId(id), kind, faces(tiles)));
        placed_sets(numbered, &Ruleset::default())
    }

    fn choice(rack: &str, on_table: &[(&str, Kind)], opened: Opened, pool: usize) -> Action {
        let ruleset = Ruleset::default();
        let rack: FaceCounts = faces(rack).into_iter().collect();
        let table = table(on_table);
        choose_simply(SeenPosition { ruleset: &ruleset, table: &table, rack: &rack, opened, pool })
    }

    fn laid(action: &Action) -> Vec<alloc::string::String> {
        let Action::Play(table) = action else { panic!("{action:?}") };
        let mut sets: Vec<_> = table
            .sets
            .iter()
            .map(|set| set.tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        sets.sort();
        sets
    }

    #[test]
    fn opens_when_the_rack_holds_enough() {
        let action = choice("R10 B10 K10 R1 B5", &[("O1 O2 O3", Kind::Run)], Opened::No, 10);
        assert_eq!(laid(&action), ["O1 O2 O3", "R10 B10 K10"]);
    }

    #[test]
    fn spends_a_joker_on_an_opening_only_where_it_is_needed() {
        assert_eq!(laid(&choice("R10 B10 K10 J R1", &[], Opened::No, 10)), ["R10 B10 K10"]);
        assert_eq!(laid(&choice("R12 B12 J R1", &[], Opened::No, 10)), ["R12 B12 J"]);
    }

    #[test]
    fn draws_when_the_opening_is_too_low_and_passes_when_nothing_is_left() {
        assert_eq!(choice("R9 B9 K9 R1", &[], Opened::No, 10), Action::Draw);
        assert_eq!(choice("R9 B9 K9 R1", &[], Opened::No, 0), Action::Pass);
    }

    #[test]
    fn does_not_touch_the_table_before_the_next_turn() {
        let action = choice("R10 B10 K10 O4", &[("O1 O2 O3", Kind::Run)], Opened::No, 10);
        assert_eq!(laid(&action), ["O1 O2 O3", "R10 B10 K10"]);
    }

    #[test]
    fn adds_single_tiles_to_runs_and_groups() {
        let sets = [("O2 O3 O4", Kind::Run), ("R9 B9 K9", Kind::Group)];
        let action = choice("O1 O5 O6 O9 R13", &sets, Opened::Yes, 10);
        assert_eq!(laid(&action), ["O1 O2 O3 O4 O5 O6", "R9 B9 K9 O9"]);
    }

    #[test]
    fn keeps_the_ids_of_the_sets_it_adds_to() {
        let Action::Play(table) = choice("O5 R13", &[("O2 O3 O4", Kind::Run)], Opened::Yes, 10) else {
            panic!("a tile fits")
        };
        assert_eq!(table.ids, [Some(SetId(1))]);
    }

    #[test]
    fn lays_the_last_joker_to_go_out() {
        let action = choice("J", &[("O2 O3 O4", Kind::Run)], Opened::Yes, 10);
        assert_eq!(laid(&action).len(), 1);
    }
}
