//! The medium bot: it lays whenever it can, what is worth most.
//!
//! It looks at one turn: it takes the pile where its top makes a set, lays the new sets that are worth most, adds to its own
//! sets, to those of others only where that brings it close to going out, and discards what goes worst with what it keeps.

use alloc::vec::Vec;

use sarja_rules::{Face, FaceCounts, Seat, rommikubbi::Laying};

use super::{
    discard,
    lying::Lying,
    melds::{self, Wanted},
    plan::Plan,
    sight::Sight,
};

/// The largest pile that is taken while somebody else is about to go out.
const PILE_LATE_MAX: usize = 3;

/// With so few tiles in a hand its player is about to go out.
const CLOSE_TO_OUT: usize = 4;

/// Whether the pile is to be taken: its top makes a new set, enough of them for an opening, and its other tiles are not too
/// many for what is left of the deal.
pub(super) fn wants_pile(sight: &Sight<'_>) -> bool {
    let Some(top) = sight.view.pile_top else { return false };
    let is_late = sight.fewest_of_others().is_some_and(|tiles| tiles <= CLOSE_TO_OUT);
    if is_late && sight.view.pile > PILE_LATE_MAX {
        return false;
    }
    can_lay(sight, top)
}

/// Whether the hand makes a new set with the top of the pile, with all that an opening asks for.
pub(super) fn can_lay(sight: &Sight<'_>, top: Face) -> bool {
    new_sets(sight, &with_top(&sight.held, top), Some(top)).is_some()
}

fn with_top(hand: &FaceCounts, top: Face) -> FaceCounts {
    let mut with = hand.clone();
    with.add(top);
    with
}

/// The new sets of these tiles that are worth most, with this one among them.
fn new_sets(sight: &Sight<'_>, tiles: &FaceCounts, with: Option<Face>) -> Option<Vec<Lying>> {
    melds::best(tiles, Wanted { with, opening: sight.opening() }, sight.seat)
}

/// The end of the turn; `None` only where a pile was taken that cannot be used.
pub(super) fn lay(sight: &Sight<'_>) -> Option<Laying> {
    let mut plan = Plan::new(sight);
    let top = sight.top();
    let new = new_sets(sight, &sight.held, top).or_else(|| {
        // So many tiles came with the pile that the search did not find what was seen before it was taken.
        let top = top?;
        new_sets(sight, &with_top(&sight.held.minus(&sight.taken.iter().collect()), top), Some(top))
    });
    if new.is_none() && top.is_some() {
        return None;
    }
    let opens = new.is_some();
    plan.lay(new.into_iter().flatten());
    if sight.opened || opens {
        add(&mut plan, sight.seat);
    }
    Some(plan.ended(sight, discard::worst(&plan.left)?)).filter(|laying| sight.allows(laying))
}

/// Adds what fits to own sets, and to those of others if that leaves few tiles; jokers are kept.
fn add(plan: &mut Plan, seat: Seat) {
    let own = |set: &Lying| set.owner == seat;
    plan.add(|set, face| own(set) && !face.is_joker());
    if plan.left.total() <= CLOSE_TO_OUT {
        plan.add(|_, face| !face.is_joker());
    }
}
