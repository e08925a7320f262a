//! The easy bot: it lays new sets and adds to its own, and overlooks some of its tiles.
//!
//! It takes the pile only where two tiles of its hand make a set with the top.

use sarja_rules::{Face, FaceCounts, rommikubbi::Laying};

use super::{
    discard, medium,
    melds::{self, Wanted},
    plan::Plan,
    sight::Sight,
};
use crate::bot::Chance;

/// Of so many tiles of its hand it overlooks one.
const OVERLOOKS_ONE_IN: u64 = 6;

/// Whether the pile is to be taken: its top makes a set without jokers, with what is noticed, after the opening.
pub(super) fn wants_pile(sight: &Sight<'_>, chance: &mut Chance) -> bool {
    let Some(top) = sight.view.pile_top.filter(|top| sight.opened && !top.is_joker()) else { return false };
    let mut with = noticed(&sight.held, chance);
    while with.take(Face::JOKER) {}
    with.add(top);
    melds::best(&with, Wanted { with: Some(top), opening: None }, sight.seat).is_some()
}

/// The end of the turn; `None` only where a pile was taken that cannot be used.
pub(super) fn lay(sight: &Sight<'_>, chance: &mut Chance) -> Option<Laying> {
    // Who has taken the pile looks for the set that its top makes until it is found.
    let seen = noticed(&sight.held, chance);
    with_tiles(sight, &seen).or_else(|| with_tiles(sight, &sight.held)).or_else(|| medium::lay(sight))
}

fn noticed(hand: &FaceCounts, chance: &mut Chance) -> FaceCounts {
    hand.tiles().filter(|_| !chance.hits_one_in(OVERLOOKS_ONE_IN)).collect()
}

/// The end of the turn with what can be laid of these tiles of the hand.
fn with_tiles(sight: &Sight<'_>, seen: &FaceCounts) -> Option<Laying> {
    let wanted = Wanted { with: sight.top(), opening: sight.opening() };
    let new = melds::best(seen, wanted, sight.seat);
    if new.is_none() && wanted.with.is_some() {
        return None;
    }
    let opens = new.is_some();
    let mut plan = Plan::new(sight);
    plan.left = seen.clone();
    plan.lay(new.into_iter().flatten());
    if sight.opened || opens {
        plan.add(|set, face| set.owner == sight.seat && !face.is_joker());
    }
    plan.left.extend(sight.held.minus(seen).tiles());
    Some(plan.ended(sight, discard::worst(&plan.left)?)).filter(|laying| sight.allows(laying))
}
