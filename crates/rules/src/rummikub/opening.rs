//! The opening (rules.md §3).

use alloc::{vec, vec::Vec};
use core::cmp::Reverse;

use crate::{
    FaceCounts, LaidSet, Reading, Readings, TableSet, TableUse,
    rummikub::{
        play::{Position, set_faults},
        reason::Reason,
        shape::{Shape, faces_of},
    },
};

/// A set that may count for the opening, and what it is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) shape: Shape,
    pub(crate) value: u16,
}

/// How many collections of sets are tried at most. A table of real tiles needs a few dozen; only a message full of
/// invented tiles, which is refused whatever it opens with, comes near.
const COLLECTIONS_TRIED_MAX: u32 = 20_000;

/// The most that valid sets made wholly of rack tiles are worth together, each at its dearest reading; `None` if there is
/// no such set.
///
/// Sets of the old table that stay are none of them, where all have to; a joker set that stays keeps its reading, and is
/// not taken for a new set of the same tiles.
pub(crate) fn points(
    position: Position<'_>,
    after: &[LaidSet],
    readings: &[Readings],
    from_rack: &FaceCounts,
) -> Option<u16> {
    let staying: Vec<Staying<'_>> = after
        .iter()
        .zip(readings)
        .map(|(laid, open)| Staying { shape: Shape::of(&laid.tiles), readings: open.as_slice() })
        .collect();
    let all_stay = position.ruleset.opening.table_use == TableUse::NextTurn
        && first_disturbed(position.table, &staying).is_none();
    let need = position.ruleset.opening.min_points;
    // Where the play opens with the table left as it was, it is left so; else nothing is said about which tile is which.
    let beside_table =
        all_stay.then(|| new_sets_worth(position, after, readings, from_rack, |_| true)).flatten();
    let jokers_only = || new_sets_worth(position, after, readings, from_rack, |old| old.jokers() > 0);
    beside_table.filter(|&worth| worth >= need).or_else(jokers_only)
}

/// What the sets are worth that are none of the old ones which count as staying.
fn new_sets_worth(
    position: Position<'_>,
    after: &[LaidSet],
    readings: &[Readings],
    from_rack: &FaceCounts,
    stays: impl Fn(Shape) -> bool,
) -> Option<u16> {
    let mut shaped: Vec<(Shape, &Readings, usize)> = after
        .iter()
        .zip(readings)
        .filter(|(laid, open)| set_faults(position.ruleset, laid, open).next().is_none())
        .map(|(laid, open)| (Shape::of(&laid.tiles), open, laid.tiles.len()))
        .collect();
    for old in position.table {
        let shape = Shape::of(old.tiles());
        let same = |(s, open, _): &(Shape, &Readings, usize)| {
            *s == shape && open.as_slice().contains(&old.reading())
        };
        if let Some(at) = shaped.iter().position(same).filter(|_| stays(shape)) {
            shaped.remove(at);
        }
    }
    let candidates = shaped.into_iter().filter_map(|(shape, open, tiles)| {
        Some(Candidate { shape, value: open.dearest(tiles)?.value(tiles) })
    });
    worth(candidates, from_rack)
}

/// How many ways to open are looked at where it matters which sets make the opening.
const OPENINGS_MAX: usize = 256;

/// Sets that make an opening together, and what they are worth.
pub(crate) struct Opening {
    /// The sets, by the number that their candidate was given.
    pub(crate) sets: Vec<usize>,
    pub(crate) worth: u16,
}

/// The collections of sets that can be made of these tiles at once and are worth `need` together, at least one set each;
/// the dearest first.
pub(crate) fn openings(candidates: &[(usize, Candidate)], from_rack: &FaceCounts, need: u16) -> Vec<Opening> {
    let mut found = Vec::new();
    collect(candidates, from_rack, need, &mut Opening { sets: Vec::new(), worth: 0 }, &mut found);
    found.sort_by_key(|opening| Reverse(opening.worth));
    found
}

fn collect(
    candidates: &[(usize, Candidate)],
    left: &FaceCounts,
    need: u16,
    chosen: &mut Opening,
    found: &mut Vec<Opening>,
) {
    let rest: u32 = candidates.iter().map(|(_, c)| u32::from(c.value)).sum();
    if found.len() >= OPENINGS_MAX || rest + u32::from(chosen.worth) < u32::from(need) {
        return;
    }
    let Some(((set, candidate), others)) = candidates.split_first() else {
        if !chosen.sets.is_empty() {
            found.push(Opening { sets: chosen.sets.clone(), worth: chosen.worth });
        }
        return;
    };
    let mut with = left.clone();
    if candidate.shape.is_within(left) && take(&mut with, candidate.shape) {
        chosen.sets.push(*set);
        chosen.worth += candidate.value;
        collect(others, &with, need, chosen, found);
        chosen.worth -= candidate.value;
        chosen.sets.pop();
    }
    collect(others, left, need, chosen, found);
}

/// The most that sets among the candidates are worth which can all be made of these tiles at once; `None` if none can.
pub(crate) fn worth(candidates: impl Iterator<Item = Candidate>, from_rack: &FaceCounts) -> Option<u16> {
    let mut fitting: Vec<Candidate> = candidates.filter(|c| c.shape.is_within(from_rack)).collect();
    if fitting.is_empty() {
        return None;
    }
    let mut left = from_rack.clone();
    if fitting.iter().all(|c| take(&mut left, c.shape)) {
        return Some(fitting.iter().map(|c| c.value).sum());
    }
    fitting.sort_by_key(|c| (Reverse(c.value), c.shape.faces()));
    let mut worth_from: Vec<u16> = fitting
        .iter()
        .rev()
        .scan(0u16, |sum, c| {
            *sum = sum.saturating_add(c.value);
            Some(*sum)
        })
        .collect();
    worth_from.reverse();
    let mut packing =
        Packing { candidates: &fitting, worth_from: &worth_from, best: 0, tries_left: COLLECTIONS_TRIED_MAX };
    packing.fill(0, from_rack, 0);
    Some(packing.best)
}

/// The search for the dearest collection where equal tiles of table and rack could both have made a set.
struct Packing<'a> {
    candidates: &'a [Candidate],
    /// What this candidate and all after it are worth.
    worth_from: &'a [u16],
    best: u16,
    tries_left: u32,
}

impl Packing<'_> {
    fn fill(&mut self, next: usize, left: &FaceCounts, sum: u16) {
        self.best = self.best.max(sum);
        let (Some(candidate), Some(&rest)) = (self.candidates.get(next), self.worth_from.get(next)) else {
            return;
        };
        let at_most = sum.saturating_add(rest).min(sum + tile_worth(left));
        if self.tries_left == 0 || at_most <= self.best {
            return;
        }
        self.tries_left -= 1;
        let mut with = left.clone();
        if candidate.shape.is_within(left) && take(&mut with, candidate.shape) {
            self.fill(next + 1, &with, sum + candidate.value);
        }
        // Without this set, without its equals too: they would only be tried again.
        let same = |c: &&Candidate| c.shape == candidate.shape;
        let skip = self.candidates[next..].iter().take_while(same).count();
        self.fill(next + skip, left, sum);
    }
}

/// More than any sets of these tiles can be worth.
fn tile_worth(counts: &FaceCounts) -> u16 {
    counts.iter().map(|(face, n)| u16::from(n) * face.number().map_or(13, |n| u16::from(n.get()))).sum()
}

/// Takes the tiles of a set away; `false` if they are not all there (then some may be gone).
fn take(left: &mut FaceCounts, shape: Shape) -> bool {
    let jokers = core::iter::repeat_n(crate::Face::JOKER, usize::from(shape.jokers()));
    faces_of(shape.faces()).chain(jokers).all(|face| left.take(face))
}

/// A set after the play, with the readings that it may be said to have.
#[derive(Clone, Copy)]
pub(crate) struct Staying<'a> {
    pub(crate) shape: Shape,
    pub(crate) readings: &'a [Reading],
}

/// The first set of the old table that does not stay as it was, joker sets with their reading.
pub(crate) fn first_disturbed(table: &[TableSet], after: &[Staying<'_>]) -> Option<usize> {
    let mut free = vec![true; after.len()];
    table.iter().position(|old| {
        let shape = Shape::of(old.tiles());
        let stays = |set: &Staying<'_>| {
            set.shape == shape && (shape.jokers() == 0 || set.readings.contains(&old.reading()))
        };
        // The one that can be least else, so that a set with the same tiles finds one too.
        let place = (0..after.len())
            .filter(|&at| free[at] && stays(&after[at]))
            .min_by_key(|&at| after[at].readings.len());
        place.map(|at| free[at] = false).is_none()
    })
}

/// What is wrong with the play of a player who has not opened, given what its sets of rack tiles are worth (`None`: there
/// is none) and how the sets may be read.
pub(crate) fn faults(
    position: Position<'_>,
    worth: Option<u16>,
    after: &[Staying<'_>],
) -> impl Iterator<Item = Reason> + use<> {
    let need = position.ruleset.opening.min_points;
    let low = worth
        .is_none_or(|have| have < need)
        .then(|| Reason::OpeningTooLow { have: worth.unwrap_or(0), need });
    let used = match position.ruleset.opening.table_use {
        TableUse::SameTurn => None,
        TableUse::NextTurn => {
            first_disturbed(position.table, after).map(|old| Reason::OpeningUsesTable { old })
        }
    };
    low.into_iter().chain(used)
}
