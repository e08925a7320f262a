//! The search for the reading of the sets and the matching of the jokers under which a play has the fewest faults.

use alloc::{vec, vec::Vec};
use core::cmp::Reverse;

use crate::{
    FaceCounts, JokerStand, LaidSet, Reading, Readings, Release, Reuse, TableSet,
    rummikub::{
        jokers::{dues, labels, locked, preferred},
        opening::{self, Candidate},
        play::{Opened, Position},
        reason::{Place, Reason},
        shape::Shape,
    },
};

/// How many matchings of jokers are judged at most in a play. Four jokers, the most that any ruleset has, need fewer than
/// 10,000 even where every set can be read in several ways; a table made up of more is judged by the best found so far.
const MATCHINGS_MAX: u32 = 20_000;
/// How many combinations of readings are looked at. Four jokers allow 16.
const COMBINATIONS_MAX: usize = 256;

/// A set of the old table.
pub(super) struct Old {
    pub(super) shape: Shape,
    pub(super) reading: Reading,
}

/// A joker of the old table.
#[derive(Clone, Copy)]
pub(super) struct OldJoker {
    /// The old set in which it lay.
    pub(super) old: usize,
    /// What it stood for.
    pub(super) stand: JokerStand,
}

/// A place for a joker on the table after the play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) set: usize,
    /// The place of the joker in the set as it was sent.
    pub(super) laid: usize,
    pub(super) stand: JokerStand,
}

/// What became of a joker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Kept,
    Retrieved,
}

/// An old joker, where it lies now, and what became of it.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub(super) joker: OldJoker,
    pub(super) slot: Slot,
    pub(super) fate: Fate,
}

impl Placed {
    /// Where it lies in the table as it was sent.
    pub(super) fn place(&self) -> Place {
        Place { set: self.slot.set, tile: Some(self.slot.laid) }
    }
}

/// The readings under which the play has the fewest faults, and those faults.
pub(crate) struct Found {
    pub(crate) readings: Vec<Reading>,
    pub(crate) reasons: Vec<Reason>,
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
    matchings_left: u32,
    best: Option<Best>,
}

struct Best {
    /// Distinct codes first, then faults: the smallest fault set in the sense of judge-format.md.
    cost: (usize, usize),
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
            matchings_left: MATCHINGS_MAX,
            best: None,
        }
    }

    /// Finds the best readings and matching.
    pub(crate) fn run(mut self) -> Found {
        for combination in self.combinations() {
            self.match_all(&combination);
            if self.matchings_left == 0 || self.best.as_ref().is_some_and(|b| b.reasons.is_empty()) {
                break;
            }
        }
        match self.best {
            Some(best) => Found { readings: best.combination, reasons: best.reasons },
            // Every play has a matching: all its tiles are there, so each old joker has a place.
            None => Found { readings: Vec::new(), reasons: vec![Reason::NoRackTilePlayed] },
        }
    }

    /// All combinations of readings, the best liked first: old sets keep theirs, then the highest value, then runs.
    fn combinations(&self) -> Vec<Vec<Reading>> {
        let mut all: Vec<Vec<Reading>> = vec![Vec::with_capacity(self.after.len())];
        for (laid, open) in self.after.iter().zip(self.open) {
            let liked = preferred(self.position.table, laid, open);
            let choices: &[Reading] = if all.len() * open.as_slice().len() > COMBINATIONS_MAX {
                liked.as_slice()
            } else {
                open.as_slice()
            };
            if let [only] = choices {
                all.iter_mut().for_each(|c| c.push(*only));
                continue;
            }
            all = all
                .iter()
                .flat_map(|c| choices.iter().map(move |&r| c.iter().copied().chain([r]).collect()))
                .collect();
        }
        if all.len() > 1 {
            all.sort_by_cached_key(|c| Reverse(self.liking(c)));
        }
        all
    }

    fn liking(&self, combination: &[Reading]) -> (usize, u32, usize) {
        let sets = || combination.iter().zip(&self.shapes);
        let staying = sets()
            .filter(|&(r, shape)| {
                shape.jokers() > 0 && self.olds.iter().any(|o| o.shape == *shape && o.reading == *r)
            })
            .count();
        let value = sets().map(|(r, shape)| u32::from(r.value(shape.len() as usize))).sum();
        let runs = combination.iter().filter(|r| matches!(r, Reading::Run { .. })).count();
        (staying, value, runs)
    }

    fn match_all(&mut self, combination: &[Reading]) {
        let mut slots = Vec::new();
        for (set, (laid, &reading)) in self.after.iter().zip(combination).enumerate() {
            if self.shapes[set].jokers() > 0 && !self.jokers.is_empty() {
                let places =
                    laid.tiles.iter().enumerate().filter(|(_, f)| f.is_joker()).map(|(place, _)| place);
                let read = TableSet::new(&laid.tiles, reading);
                slots.extend(read.jokers().zip(places).map(|(stand, laid)| Slot { set, laid, stand }));
            }
        }
        let mut used = vec![false; slots.len()];
        self.place_next(combination, &slots, &mut used, &mut Vec::with_capacity(self.jokers.len()));
    }

    /// Gives the next joker each place that is left, those first in which it is kept.
    fn place_next(
        &mut self,
        combination: &[Reading],
        slots: &[Slot],
        used: &mut [bool],
        placed: &mut Vec<Placed>,
    ) {
        let Some(&joker) = self.jokers.get(placed.len()) else {
            self.judge(combination, placed);
            return;
        };
        for fate in [Fate::Kept, Fate::Retrieved] {
            for at in 0..slots.len() {
                if self.matchings_left == 0 || self.best.as_ref().is_some_and(|b| b.reasons.is_empty()) {
                    return;
                }
                // Equal places of one group are one choice, not several.
                let twin = (0..at).any(|i| !used[i] && same_place(slots[i], slots[at]));
                if used[at] || twin || !self.may_be(joker, slots[at], combination, fate) {
                    continue;
                }
                used[at] = true;
                placed.push(Placed { joker, slot: slots[at], fate });
                self.place_next(combination, slots, used, placed);
                placed.pop();
                used[at] = false;
            }
        }
    }

    /// Whether the joker can be said to have met this fate in this place.
    fn may_be(&self, joker: OldJoker, slot: Slot, combination: &[Reading], fate: Fate) -> bool {
        let old = &self.olds[joker.old];
        let beside = old.shape.shared_faces(self.shapes[slot.set]);
        let kept = old.reading.kind() == combination[slot.set].kind()
            && joker.stand.agrees_with(slot.stand)
            && beside != 0;
        match fate {
            Fate::Kept => kept,
            // Beside the same faces as the same tile it is kept, unless those are other copies of them.
            Fate::Retrieved => !kept || labels::all_have_another_copy(self, beside),
        }
    }

    fn judge(&mut self, combination: &[Reading], placed: &[Placed]) {
        self.matchings_left = self.matchings_left.saturating_sub(1);
        if !labels::are_coherent(self, placed) {
            return;
        }
        let mut reasons = self.reuse_faults(placed);
        reasons.extend(dues::faults(self, placed));
        if self.position.opened == Opened::No {
            reasons.extend(self.opening_faults(combination, placed));
        }
        let cost = cost(&reasons);
        if self.best.as_ref().is_none_or(|b| cost < b.cost) {
            self.best = Some(Best { cost, combination: combination.to_vec(), reasons });
        }
    }

    /// `joker.reuse`: where a retrieved joker may not lie.
    fn reuse_faults(&self, placed: &[Placed]) -> Vec<Reason> {
        let reuse = self.position.ruleset.joker.reuse;
        if reuse == Reuse::Anywhere || placed.iter().all(|p| p.fate == Fate::Kept) {
            return Vec::new();
        }
        let is_old = |after: Shape, old: usize| {
            let taken = placed.iter().filter(|p| p.fate == Fate::Retrieved && p.joker.old == old).count();
            let left = self.olds[old].shape.without_jokers(taken as u8);
            (left.len() >= 2 && left.is_subset_of(after)) || self.olds[old].shape == after
        };
        placed
            .iter()
            .filter(|p| p.fate == Fate::Retrieved)
            .filter_map(|p| {
                let shape = self.shapes[p.slot.set];
                match reuse {
                    Reuse::NewSet => (0..self.olds.len())
                        .any(|old| is_old(shape, old))
                        .then(|| Reason::JokerNotInNewSet { place: p.place() }),
                    Reuse::OtherSet => {
                        is_old(shape, p.joker.old).then(|| Reason::JokerNotInOtherSet { place: p.place() })
                    }
                    Reuse::Anywhere => None,
                }
            })
            .collect()
    }

    fn opening_faults(
        &self,
        combination: &[Reading],
        placed: &[Placed],
    ) -> impl Iterator<Item = Reason> + use<> {
        let most = self.position.ruleset.joker.per_set.unwrap_or(u8::MAX);
        let candidates = (0..self.shapes.len())
            // A set with a joker of the old table is not made of rack tiles.
            .filter(|&set| self.shapes[set].jokers() <= most && placed.iter().all(|p| p.slot.set != set))
            .map(|set| {
                let shape = self.shapes[set];
                Candidate { shape, value: combination[set].value(shape.len() as usize) }
            });
        let low = opening::too_low(self.position, opening::worth(candidates, self.played));
        let after: Vec<_> = self.shapes.iter().copied().zip(combination.iter().map(|&r| Some(r))).collect();
        low.into_iter().chain(opening::uses_table(self.position, &after))
    }

    /// Whether the ruleset asks which face a retrieved joker stood for.
    pub(super) fn asks_for_faces(&self) -> bool {
        self.position.ruleset.joker.release != Release::Any || locked::applies(self)
    }
}

/// Distinct codes, then faults.
pub(super) fn cost(reasons: &[Reason]) -> (usize, usize) {
    let codes = reasons.iter().fold(0u32, |codes, r| codes | 1 << r.code() as u32);
    (codes.count_ones() as usize, reasons.len())
}

/// Whether two places differ in nothing but where they lie in a group.
fn same_place(a: Slot, b: Slot) -> bool {
    a.set == b.set && a.stand.number == b.stand.number && a.stand.colours == b.stand.colours
}
