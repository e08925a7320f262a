//! Which sets of a rack to lay: an exact search where it is small, the best that was seen where it is not.

use alloc::vec::Vec;

use crate::{
    Colour, Face, FaceCounts, Number, Reading, Ruleset, TableSet,
    rummikub::{Opened, Position},
};

/// How many choices of sets are looked at; beyond, the best so far is taken. A full rack of 14 needs some hundred.
const CHOICES_MAX: u32 = 4_000;

/// The longest run that is tried: longer ones are made of shorter ones.
const RUN_TRIED_MAX: u8 = 5;

/// Finds sets of the rack that lay as many tiles as possible, with as few jokers as possible.
pub(super) struct Chooser<'a> {
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
    pub(super) fn new(position: Position<'a>) -> Self {
        let need = match position.opened {
            Opened::Yes => 0,
            Opened::No => position.ruleset.opening.min_points.max(1),
        };
        let candidates = candidates(position.ruleset, position.rack);
        Self { position, candidates, need, looked: 0, best: Vec::new(), best_worth: Worth::default() }
    }

    /// The best choice; empty if no set is worth laying, or none opens.
    pub(super) fn best(mut self) -> Vec<TableSet> {
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
