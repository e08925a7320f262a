//! What is laid in a turn.

use alloc::vec::Vec;

use sarja_rules::{
    Face, FaceCounts, LaidSet, Ruleset, Seat, Table,
    rommikubbi::{DealView, Laying, OwnedSet, Take, Turn, TurnPosition, TurnStep, TurnVerdict, judge_turn},
};

use super::{CLOSE_TO_OUT, discard, melds};

/// A hand in its turn.
#[derive(Clone, Copy)]
pub(super) struct Hand<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) view: &'a DealView,
    pub(super) seat: Seat,
    pub(super) opened: bool,
    /// Without what was taken.
    pub(super) before: &'a FaceCounts,
    /// With it.
    pub(super) held: &'a FaceCounts,
    /// From the bottom to the top.
    pub(super) taken: &'a [Face],
}

/// Whether the top of the pile can be laid in a new set, with all that an opening asks for.
pub(super) fn lays_top(hand: Hand<'_>, top: Face) -> bool {
    let opening = if hand.opened { 0 } else { hand.ruleset.opening.min_points };
    melds::best(hand.held, melds::Wanted { with: Some(top), opening }).is_some()
}

/// The best legal end of the turn; `None` only where a pile was taken that cannot be used.
pub(super) fn best(hand: Hand<'_>) -> Option<Laying> {
    let old: Vec<LaidSet> = hand
        .view
        .table
        .iter()
        .map(|placed| LaidSet::declared(placed.set.tiles().to_vec(), placed.set.kind()))
        .collect();
    let top = hand.taken.last().copied().filter(|_| hand.view.step == TurnStep::TookPile);
    let opening = if hand.opened { 0 } else { hand.ruleset.opening.min_points };
    let new = melds::best(hand.held, melds::Wanted { with: top, opening });
    let mut candidates = Vec::new();
    if let Some(new) = new {
        let laid: FaceCounts = new.iter().flat_map(|set| &set.tiles).collect();
        let left = hand.held.minus(&laid);
        let sets: Vec<LaidSet> = old.iter().cloned().chain(new).collect();
        candidates.push(hand.with_additions(sets.clone(), left.clone(), true));
        candidates.push(hand.ended(sets, &left));
    }
    if top.is_none() {
        if hand.opened {
            candidates.push(hand.with_additions(old.clone(), hand.held.clone(), false));
        }
        candidates.push(hand.ended(old, hand.held));
    }
    candidates.into_iter().flatten().find(|laying| hand.judge(laying).is_legal())
}

impl Hand<'_> {
    fn judge(&self, laying: &Laying) -> TurnVerdict {
        let table: Vec<OwnedSet> = self.view.table.iter().map(|placed| placed.set.clone()).collect();
        let (hand, take) = match (self.view.step, self.taken) {
            (TurnStep::TookStock, [face]) => (self.before, Take::Stock(*face)),
            (TurnStep::TookPile, tiles) => (self.before, Take::Pile(tiles)),
            _ => (self.held, Take::Nothing),
        };
        let position = TurnPosition {
            ruleset: self.ruleset,
            table: &table,
            hand,
            seat: self.seat,
            opened: self.opened,
            first_turn: self.view.step == TurnStep::First,
            take,
        };
        judge_turn(position, Turn { table: &laying.table.sets, discard: laying.discard })
    }

    /// Adds what fits to own sets, and to those of others if that leaves few tiles; one tile is kept to be discarded.
    fn with_additions(&self, mut sets: Vec<LaidSet>, mut left: FaceCounts, has_new: bool) -> Option<Laying> {
        let own =
            |place: usize| self.view.table.get(place).is_none_or(|placed| placed.set.owner() == self.seat);
        for others_too in [false, true] {
            if others_too && left.total() > CLOSE_TO_OUT {
                break;
            }
            // A tile may make room for the next one.
            while let Some((place, set, face)) = self.addition(&sets, &left, |place| own(place) || others_too)
            {
                if left.total() == 1 || !left.take(face) {
                    break;
                }
                sets[place] = set;
            }
        }
        let is_more =
            has_new || sets.iter().zip(&self.view.table).any(|(set, old)| set.tiles != old.set.tiles());
        if is_more { self.ended(sets, &left) } else { None }
    }

    /// A tile that can be added to a set of the table: which set, how it lies then, and the tile.
    fn addition(
        &self,
        sets: &[LaidSet],
        left: &FaceCounts,
        may: impl Fn(usize) -> bool,
    ) -> Option<(usize, LaidSet, Face)> {
        let tiles =
            || left.iter().filter(|(face, count)| *count > 0 && !face.is_joker()).map(|(face, _)| face);
        let old = 0..self.view.table.len().min(sets.len());
        old.filter(|&place| may(place)).find_map(|place| {
            tiles().find_map(|face| {
                let with = |first: bool| {
                    let mut set = sets[place].clone();
                    set.tiles.insert(if first { 0 } else { set.tiles.len() }, face);
                    OwnedSet::read(self.seat, &set).is_some().then_some((place, set, face))
                };
                with(false).or_else(|| with(true)).filter(|(place, set, _)| self.is_still(*place, set))
            })
        })
    }

    /// Whether a set lies as the old one with more.
    fn is_still(&self, place: usize, set: &LaidSet) -> bool {
        let Some(old) = self.view.table.get(place) else { return false };
        let is_run =
            |tiles: &[Face]| tiles.windows(old.set.tiles().len()).any(|part| part == old.set.tiles());
        match old.set.kind() {
            sarja_rules::Kind::Run => is_run(&set.tiles),
            sarja_rules::Kind::Group => true,
        }
    }

    /// The end of the turn with these sets, if a tile is left to discard.
    fn ended(&self, sets: Vec<LaidSet>, left: &FaceCounts) -> Option<Laying> {
        let discard = discard::worst(left)?;
        let ids = self.view.table.iter().map(|placed| Some(placed.id)).collect();
        Some(Laying { table: Table { sets, ids }, discard: Some(discard) })
    }
}
