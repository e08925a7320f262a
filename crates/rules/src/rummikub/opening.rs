//! The opening (rules.md §3).

use alloc::vec::Vec;

use crate::{
    FaceCounts, LaidSet, Reading, Readings, Ruleset, TableSet, TableUse,
    rummikub::{
        play::{Opened, Position, set_faults},
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

/// The most that valid sets made wholly of rack tiles are worth together, each at its dearest reading, and whether
/// there is any.
pub(crate) fn points(
    ruleset: &Ruleset,
    after: &[LaidSet],
    readings: &[Readings],
    from_rack: &FaceCounts,
) -> (u16, Option<()>) {
    let candidates = after
        .iter()
        .zip(readings)
        .filter(|(laid, open)| set_faults(ruleset, laid, open).next().is_none())
        .filter_map(|(laid, open)| {
            let value = open.dearest(laid.tiles.len())?.value(laid.tiles.len());
            Some(Candidate { shape: Shape::of(&laid.tiles), value })
        });
    let best = worth(candidates, from_rack);
    (best.unwrap_or(0), best.map(|_| ()))
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
    fitting.sort_by_key(|c| core::cmp::Reverse(c.value));
    let mut packing = Packing { candidates: &fitting, best: 0, tries_left: COLLECTIONS_TRIED_MAX };
    packing.fill(0, from_rack, 0);
    Some(packing.best)
}

/// The search for the dearest collection where equal tiles of table and rack could both have made a set.
struct Packing<'a> {
    candidates: &'a [Candidate],
    best: u16,
    tries_left: u32,
}

impl Packing<'_> {
    fn fill(&mut self, next: usize, left: &FaceCounts, sum: u16) {
        self.best = self.best.max(sum);
        let rest: u16 = self.candidates[next..].iter().fold(0, |sum, c| sum.saturating_add(c.value));
        if self.tries_left == 0
            || sum.saturating_add(rest) <= self.best
            || sum + tile_worth(left) <= self.best
        {
            return;
        }
        self.tries_left -= 1;
        let Some(candidate) = self.candidates.get(next) else {
            return;
        };
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

/// The first set of the old table that does not stay as it was, joker sets with their reading.
pub(crate) fn first_disturbed(table: &[TableSet], after: &[(Shape, Option<Reading>)]) -> Option<usize> {
    let mut free: Vec<bool> = after.iter().map(|_| true).collect();
    table.iter().position(|old| {
        let shape = Shape::of(old.tiles());
        let place = after.iter().zip(&free).position(|(&(s, reading), &free)| {
            free && s == shape && (shape.jokers() == 0 || reading == Some(old.reading()))
        });
        match place {
            Some(place) => {
                free[place] = false;
                false
            }
            None => true,
        }
    })
}

/// What the opening lacks, given what its sets are worth (`None`: no set made wholly of rack tiles).
pub(crate) fn too_low(position: Position<'_>, worth: Option<u16>) -> Option<Reason> {
    let need = position.ruleset.opening.min_points;
    match worth {
        Some(have) if have >= need => None,
        other => Some(Reason::OpeningTooLow { have: other.unwrap_or(0), need }),
    }
}

/// Whether sets of the old table were used where they may not be yet.
pub(crate) fn uses_table(position: Position<'_>, after: &[(Shape, Option<Reading>)]) -> Option<Reason> {
    match position.ruleset.opening.table_use {
        TableUse::SameTurn => None,
        TableUse::NextTurn => {
            first_disturbed(position.table, after).map(|old| Reason::OpeningUsesTable { old })
        }
    }
}

/// The faults of the opening where the jokers need not, or cannot, be matched: each set at its dearest reading.
pub(crate) fn faults_without_search(
    position: Position<'_>,
    after: &[LaidSet],
    readings: &[Option<Reading>],
    from_rack: &FaceCounts,
) -> Vec<Reason> {
    if position.opened == Opened::Yes {
        return Vec::new();
    }
    let shaped: Vec<_> = after.iter().zip(readings).map(|(laid, &r)| (Shape::of(&laid.tiles), r)).collect();
    let candidates = after.iter().zip(readings).filter_map(|(laid, reading)| {
        let per_set = position.ruleset.joker.per_set;
        let value = (*reading)?.value(laid.tiles.len());
        per_set
            .is_none_or(|most| laid.jokers() <= usize::from(most))
            .then(|| Candidate { shape: Shape::of(&laid.tiles), value })
    });
    too_low(position, worth(candidates, from_rack)).into_iter().chain(uses_table(position, &shaped)).collect()
}
