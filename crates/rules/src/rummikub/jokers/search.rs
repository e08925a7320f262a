//! The search for the reading of the sets and the matching of the jokers under which a play has the fewest faults.

use alloc::{vec, vec::Vec};

use super::{
    budget::Budget,
    combinations, dues, locked,
    placed::{Fate, Old, OldJoker, Placed, Slot},
    provenance, reuse,
};
use crate::{
    FaceCounts, LaidSet, Number, Reading, Readings, Release, TableSet,
    rummikub::{
        opening::{self, Candidate, Opening, Staying},
        play::{Opened, Position},
        reason::Reason,
        shape::Shape,
    },
};

/// The readings under which the play has the fewest faults, and those faults.
pub(crate) struct Found {
    pub(crate) readings: Vec<Reading>,
    pub(crate) reasons: Vec<Reason>,
    /// What the opening is worth at most where opening and jokers are in order; `None` if they never are.
    pub(crate) opening_points: Option<u16>,
}

/// A play whose sets can all be read and whose tiles are all there: what remains is how to read and match its jokers.
pub(crate) struct Search<'a> {
    pub(super) position: Position<'a>,
    after: &'a [LaidSet],
    open: &'a [Readings],
    pub(super) olds: Vec<Old>,
    pub(super) shapes: Vec<Shape>,
    /// The tiles of the old table.
    pub(super) before: &'a FaceCounts,
    /// The tiles that the play lays from the rack.
    pub(super) played: &'a FaceCounts,
    jokers: Vec<OldJoker>,
    pub(super) budget: Budget,
    best: Option<Best>,
    /// No opening is worth more than this.
    opening_points_max: u16,
    opening_points: Option<u16>,
}

struct Best {
    cost: Cost,
    combination: Vec<Reading>,
    reasons: Vec<Reason>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        position: Position<'a>,
        after: &'a [LaidSet],
        open: &'a [Readings],
        before: &'a FaceCounts,
        played: &'a FaceCounts,
        opening_points_max: u16,
    ) -> Self {
        let olds: Vec<Old> = position
            .table
            .iter()
            .map(|s| Old { shape: Shape::of(s.tiles()), reading: s.reading() })
            .collect();
        let jokers = position
            .table
            .iter()
            .enumerate()
            .filter(|_| before.jokers() > 0)
            .flat_map(|(old, set)| set.jokers().map(move |stand| OldJoker { old, stand }))
            .collect();
        let shapes = after.iter().map(|s| Shape::of(&s.tiles)).collect();
        Self {
            position,
            after,
            open,
            olds,
            shapes,
            before,
            played,
            jokers,
            budget: Budget::whole(),
            best: None,
            opening_points_max,
            opening_points: None,
        }
    }

    /// Finds the best readings and matching.
    pub(crate) fn run(mut self) -> Found {
        self.look();
        match self.best {
            Some(best) => Found {
                readings: best.combination,
                reasons: best.reasons,
                opening_points: self.opening_points,
            },
            None => {
                unreachable!("all tiles are there, so each old joker has a place; the first is always judged")
            }
        }
    }

    pub(super) fn look(&mut self) {
        let combinations =
            combinations::all(self.position.table, self.after, self.open, &self.olds, &self.shapes);
        for combination in combinations {
            self.match_all(&combination);
            if self.is_done() {
                break;
            }
        }
    }

    fn match_all(&mut self, combination: &[Reading]) {
        let mut slots = Vec::new();
        if !self.jokers.is_empty() {
            for (set, (laid, &reading)) in self.after.iter().zip(combination).enumerate() {
                if self.shapes[set].jokers() > 0 {
                    let read = TableSet::new(&laid.tiles, reading);
                    let places = joker_places(laid, reading);
                    slots.extend(read.jokers().zip(places).map(|(stand, laid)| Slot { set, laid, stand }));
                }
            }
        }
        let mut used = vec![false; slots.len()];
        self.place_next(combination, &slots, &mut used, 0, &mut Vec::with_capacity(self.jokers.len()));
    }

    /// Gives the next joker each place from `first` on that is left, those first in which it is kept.
    fn place_next(
        &mut self,
        combination: &[Reading],
        slots: &[Slot],
        used: &mut [bool],
        first: usize,
        placed: &mut Vec<Placed>,
    ) {
        let Some(&joker) = self.jokers.get(placed.len()) else {
            self.judge(combination, placed);
            return;
        };
        let next = self.jokers.get(placed.len() + 1);
        let twin_follows = next.is_some_and(|n| n.is_twin_of(joker));
        for fate in [Fate::Kept, Fate::Retrieved] {
            for at in first..slots.len() {
                if self.is_done() {
                    return;
                }
                // Equal places of one group are one choice, not several.
                let tried = (first..at).any(|i| !used[i] && slots[i].is_twin_of(slots[at]));
                if used[at] || tried || !self.may_be(joker, slots[at], combination, fate) {
                    continue;
                }
                used[at] = true;
                placed.push(Placed { joker, slot: slots[at], fate });
                // Twins take their places in order: the other way round they would only be tried again.
                let first = if twin_follows { at + 1 } else { 0 };
                self.place_next(combination, slots, used, first, placed);
                placed.pop();
                used[at] = false;
            }
        }
    }

    fn is_done(&self) -> bool {
        let settled =
            self.position.opened == Opened::Yes || self.opening_points >= Some(self.opening_points_max);
        self.best.as_ref().is_some_and(|b| self.budget.is_spent() || (b.reasons.is_empty() && settled))
    }

    /// Whether the joker can be said to have met this fate in this place.
    fn may_be(&self, joker: OldJoker, slot: Slot, combination: &[Reading], fate: Fate) -> bool {
        let same = self.stands_the_same(joker, slot, combination);
        match fate {
            Fate::Kept => same,
            // Beside the same faces as the same tile it is kept, unless those are other copies of them.
            Fate::Retrieved => !same || provenance::all_have_another_copy(self, joker.old, slot.set),
        }
    }

    /// Whether the joker would be kept there beside the tiles of its old set: as the same tile, in a set of the same kind,
    /// with a face that it stood beside.
    pub(super) fn stands_the_same(&self, joker: OldJoker, slot: Slot, combination: &[Reading]) -> bool {
        let old = &self.olds[joker.old];
        old.reading.kind() == combination[slot.set].kind()
            && joker.stand.agrees_with(slot.stand)
            && old.shape.shared_faces(self.shapes[slot.set]) != 0
    }

    fn judge(&mut self, combination: &[Reading], placed: &[Placed]) {
        let reuse = reuse::faults(self, placed);
        let (worth, opening) = match self.position.opened {
            Opened::Yes => (0, Vec::new()),
            Opened::No => self.opening_faults(combination, placed),
        };
        // What the jokers owe takes a search of its own, and can only add to the faults.
        let known = [reuse.as_slice(), &opening].concat();
        if !self.could_be_best(cost(&known)) {
            return;
        }
        for way in self.ways_to_open(combination, placed, worth) {
            let mut reasons = reuse.clone();
            match dues::faults(self, combination, placed, &way.sets, &known) {
                Some(dues) => reasons.extend(dues),
                // Once the budget is spent the first matching will do: something has to be judged.
                None if self.budget.spend() || self.best.is_some() => continue,
                None => {}
            }
            reasons.extend(opening.iter().cloned());
            if reasons.is_empty() {
                self.opening_points = self.opening_points.max(Some(way.worth));
            }
            let cost = cost(&reasons);
            if self.best.as_ref().is_none_or(|b| cost < b.cost) {
                self.best = Some(Best { cost, combination: combination.to_vec(), reasons });
            }
            if cost == Cost::default() {
                // The other ways to open are worth less.
                return;
            }
        }
    }

    /// Whether it matters to know more of a story whose faults cost so much at least: they may be fewer than the fewest so
    /// far; and of stories without any fault, who has not opened is told the one that opens with most.
    pub(super) fn could_be_best(&self, cost: Cost) -> bool {
        let opens = self.position.opened == Opened::No && cost == Cost::default();
        self.best.as_ref().is_none_or(|b| cost < b.cost || opens)
    }

    /// The sets that may count for an opening: a set with a joker of the old table is not made of rack tiles.
    fn candidates(&self, combination: &[Reading], placed: &[Placed]) -> Vec<(usize, Candidate)> {
        let most = self.position.ruleset.joker.per_set.unwrap_or(u8::MAX);
        (0..self.shapes.len())
            .filter(|&set| self.shapes[set].jokers() <= most && placed.iter().all(|p| p.slot.set != set))
            .map(|set| {
                let shape = self.shapes[set];
                (set, Candidate { shape, value: combination[set].value(shape.len() as usize) })
            })
            .collect()
    }

    /// Each way in which the play can be an opening, the dearest first: the tiles of its sets have to come from the rack.
    /// One way that asks nothing for who has opened, or does not open with it.
    fn ways_to_open(&self, combination: &[Reading], placed: &[Placed], worth: u16) -> Vec<Opening> {
        let any = || vec![Opening { sets: Vec::new(), worth }];
        if self.position.opened == Opened::Yes || placed.is_empty() {
            return any();
        }
        let candidates = self.candidates(combination, placed);
        let ways = opening::openings(&candidates, self.played, self.position.ruleset.opening.min_points);
        if ways.is_empty() { any() } else { ways }
    }

    /// What the opening is worth, and what it lacks.
    fn opening_faults(&self, combination: &[Reading], placed: &[Placed]) -> (u16, Vec<Reason>) {
        let candidates = self.candidates(combination, placed).into_iter().map(|(_, candidate)| candidate);
        let worth = opening::worth(candidates, self.played);
        let staying: Vec<_> = self
            .shapes
            .iter()
            .zip(combination)
            .map(|(&shape, reading)| Staying { shape, readings: core::slice::from_ref(reading) })
            .collect();
        (worth.unwrap_or(0), opening::faults(self.position, worth, &staying).collect())
    }

    /// Whether the ruleset asks which face a retrieved joker stood for.
    pub(super) fn asks_for_faces(&self) -> bool {
        self.position.ruleset.joker.release != Release::Any || locked::applies(self)
    }
}

/// Where the jokers of a set lie as it was sent, in the order of the numbers that they stand for.
fn joker_places(laid: &LaidSet, reading: Reading) -> Vec<usize> {
    let mut places: Vec<usize> =
        laid.tiles.iter().enumerate().filter(|(_, f)| f.is_joker()).map(|(place, _)| place).collect();
    if let (Reading::Run { start, .. }, Some((at, number))) = (reading, first_number(laid)) {
        let offset = usize::from(number.get().saturating_sub(start.get()));
        if offset != at && offset + at + 1 == laid.tiles.len() {
            // It lies backwards.
            places.reverse();
        }
    }
    places
}

fn first_number(laid: &LaidSet) -> Option<(usize, Number)> {
    laid.tiles.iter().enumerate().find_map(|(at, f)| Some((at, f.number()?)))
}

/// How bad some faults are: distinct codes first, which makes the smallest fault set in the sense of judge-format.md; then
/// faults; then jokers not replaced, since a joker is taken to be replaced where that can be said.
pub(super) type Cost = (usize, usize, usize);

pub(super) fn cost<'a>(reasons: impl IntoIterator<Item = &'a Reason, IntoIter: Clone>) -> Cost {
    let reasons = reasons.into_iter();
    let codes = reasons.clone().fold(0u32, |codes, r| codes | 1 << r.code() as u32);
    let not_replaced = reasons.clone().filter(|r| matches!(r, Reason::JokerNotReplaced { .. })).count();
    (codes.count_ones() as usize, reasons.count(), not_replaced)
}
