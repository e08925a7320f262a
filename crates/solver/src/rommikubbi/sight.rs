//! A turn as its seat sees it.

use alloc::vec::Vec;

use sarja_rules::{
    Face, FaceCounts, Ruleset, Seat, Standing,
    rommikubbi::{
        DealPlayerView, DealView, Laying, OwnedSet, Take, Turn, TurnPosition, TurnStep, TurnVerdict,
        judge_turn,
    },
};

use super::lying::Lying;

/// A turn in progress in the eyes of the seat whose turn it is: made of its [`DealView`], which has no place for what is
/// hidden from it.
#[derive(Clone, Debug)]
pub(super) struct Sight<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) view: &'a DealView,
    pub(super) seat: Seat,
    pub(super) opened: bool,
    /// The hand with what was taken.
    pub(super) held: FaceCounts,
    /// From the bottom to the top; empty before something is taken.
    pub(super) taken: &'a [Face],
}

impl<'a> Sight<'a> {
    /// The turn in the eyes of this seat; `None` if it is not the turn of this seat.
    pub(super) fn of(ruleset: &'a Ruleset, view: &'a DealView, seat: Seat) -> Option<Self> {
        let held = view.hand.as_ref()?.iter().collect();
        if view.seat != seat || view.end.is_some() {
            return None;
        }
        let opened = view.players.get(seat.index())?.opened;
        let taken = view.taken.as_deref().unwrap_or_default();
        Some(Self { ruleset, view, seat, opened, held, taken })
    }

    /// The top of a pile that was taken, which has to lie in a new set.
    pub(super) fn top(&self) -> Option<Face> {
        self.taken.last().copied().filter(|_| self.view.step == TurnStep::TookPile)
    }

    /// What new sets have to be worth, with a run among them; `None` after the opening.
    pub(super) fn opening(&self) -> Option<u16> {
        (!self.opened).then_some(self.ruleset.opening.min_points)
    }

    /// The sets of the table, in their order.
    pub(super) fn table(&self) -> Vec<Lying> {
        self.view.table.iter().map(|placed| Lying::of(&placed.set)).collect()
    }

    /// The others who are still at the table, the next one first.
    pub(super) fn others(&self) -> impl Iterator<Item = &DealPlayerView> {
        let (before, after) = self.view.players.split_at(self.seat.index());
        after.iter().skip(1).chain(before).filter(|player| player.standing == Standing::Playing)
    }

    /// The fewest tiles that another player holds; none where nobody else plays.
    pub(super) fn fewest_of_others(&self) -> Option<usize> {
        self.others().map(|player| player.tiles).min()
    }

    /// Whether the turn may end so.
    pub(super) fn allows(&self, laying: &Laying) -> bool {
        self.judge(laying).is_legal()
    }

    fn judge(&self, laying: &Laying) -> TurnVerdict {
        let table: Vec<OwnedSet> = self.view.table.iter().map(|placed| placed.set.clone()).collect();
        let before = self.held.minus(&self.taken.iter().collect());
        let (hand, take) = match (self.view.step, self.taken) {
            (TurnStep::TookStock, [face]) => (&before, Take::Stock(*face)),
            (TurnStep::TookPile, tiles) => (&before, Take::Pile(tiles)),
            _ => (&self.held, Take::Nothing),
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
}
