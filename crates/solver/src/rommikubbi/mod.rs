//! A bot that plays Rommikubbi (rules.md §8): what to take, what to lay, what to discard.
//!
//! It sees what its seat sees and nothing else, and looks at one turn: it takes the pile where its top makes a set, lays the new
//! sets that are worth most, adds to its own sets, to those of others only where that brings it close to going out, and
//! discards what goes worst with what it keeps.

mod discard;
mod laying;
mod melds;

use sarja_rules::{
    Face, FaceCounts, Ruleset, Seat,
    rommikubbi::{DealAction, DealView, Laying},
};

use laying::Hand;

/// The largest pile that is taken while somebody else is about to go out.
const PILE_LATE_MAX: usize = 3;

/// With so few tiles in a hand its player is about to go out.
const CLOSE_TO_OUT: usize = 4;

/// What a bot does next in its turn; `None` where it is not this seat's turn.
pub fn choose_in_deal(ruleset: &Ruleset, view: &DealView, seat: Seat) -> Option<DealAction> {
    let held: FaceCounts = view.hand.as_ref()?.iter().collect();
    if view.seat != seat || view.end.is_some() {
        return None;
    }
    let opened = view.players.get(seat.index())?.opened;
    let Some(taken) = &view.taken else {
        let is_worth_it = view.pile_top.is_some_and(|top| wants_pile(ruleset, view, seat, &held, top));
        return Some(if is_worth_it { DealAction::TakePile } else { DealAction::TakeStock });
    };
    let before = held.minus(&taken.iter().collect());
    let hand = Hand { ruleset, view, seat, opened, before: &before, held: &held, taken };
    // A pile whose top makes no set any more is given back; that was seen before it was taken.
    Some(laying::best(hand).map_or(DealAction::GiveBack, |laying: Laying| DealAction::EndTurn(laying)))
}

/// Whether the pile is to be taken: its top makes a new set, enough of them for an opening, and its other tiles are not too many for
/// what is left of the deal.
fn wants_pile(ruleset: &Ruleset, view: &DealView, seat: Seat, held: &FaceCounts, top: Face) -> bool {
    let others = view.players.iter().enumerate().filter(|(other, _)| *other != seat.index());
    let is_late = others.map(|(_, player)| player.tiles).min().unwrap_or(0) <= CLOSE_TO_OUT;
    if is_late && view.pile > PILE_LATE_MAX {
        return false;
    }
    let Some(player) = view.players.get(seat.index()) else { return false };
    let mut with = held.clone();
    with.add(top);
    let taken = [top];
    let hand = Hand { ruleset, view, seat, opened: player.opened, before: held, held: &with, taken: &taken };
    laying::lays_top(hand, top)
}
