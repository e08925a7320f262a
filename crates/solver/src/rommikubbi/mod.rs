//! Bots that play Rommikubbi (rules.md §8): what to take, what to lay, what to discard.
//!
//! [`choose_in_deal`] sees what its seat sees and nothing else; it has no memory, and what it costs is bounded by how many
//! collections of sets are looked at. What it chooses is legal.

mod discard;
mod easy;
mod hard;
mod lying;
mod medium;
mod melds;
mod plan;
mod sight;

use sarja_rules::{
    Ruleset, Seat,
    rommikubbi::{DealAction, DealView},
};

use crate::{Skill, bot::Chance};
use sight::Sight;

/// What a bot of this skill does next in its turn; `None` where it is not the turn of this seat.
///
/// The same view, skill and chance give the same action. A pile that was taken by another mind and whose top makes no new set
/// is given back.
pub fn choose_in_deal(
    ruleset: &Ruleset,
    view: &DealView,
    seat: Seat,
    skill: Skill,
    chance: u64,
) -> Option<DealAction> {
    let sight = Sight::of(ruleset, view, seat)?;
    let mut chance = Chance::new(chance);
    if view.taken.is_none() {
        let takes_pile = match skill {
            Skill::Easy => easy::wants_pile(&sight, &mut chance),
            Skill::Medium => medium::wants_pile(&sight),
            Skill::Hard => hard::wants_pile(&sight),
        };
        return Some(if takes_pile { DealAction::TakePile } else { DealAction::TakeStock });
    }
    let laying = match skill {
        Skill::Easy => easy::lay(&sight, &mut chance),
        Skill::Medium => medium::lay(&sight),
        Skill::Hard => hard::lay(&sight),
    };
    // A turn in which nothing is laid is legal, unless the pile was taken.
    let laying = laying.or_else(|| sight.top().is_none().then(|| plan::nothing(&sight)).flatten());
    Some(laying.map_or(DealAction::GiveBack, DealAction::EndTurn))
}
