//! What a deal brings (rules.md §8).

use alloc::vec::Vec;

use super::OwnedSet;
use crate::{FaceCounts, Points, Ruleset, Seat};

/// What a player who never opened loses if somebody finishes, and what a pile that is given back costs.
const FINE: Points = 100;

/// How somebody went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum GoingOut {
    /// The last turn laid new sets only, and the hands and fines of the others count twice.
    NewSetsOnly,
    /// With additions, or with nothing but the discard.
    Otherwise,
}

impl GoingOut {
    /// What it brings, in points.
    pub const fn points(self) -> Points {
        match self {
            Self::NewSetsOnly => 100,
            Self::Otherwise => 50,
        }
    }
}

/// Who finished a deal, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Finish {
    /// The seat whose hand is empty.
    pub seat: Seat,
    /// How it went out.
    pub how: GoingOut,
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealEnd {
    /// Somebody went out.
    Finished(Finish),
    /// There was nothing to draw any more.
    NobodyFinished,
}

/// A player at the end of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalHand {
    /// What is left in the hand.
    pub hand: FaceCounts,
    /// Whether the player has opened.
    pub opened: bool,
    /// How many piles were taken and given back.
    pub given_back: u8,
}

/// The points of each seat: the own sets, minus the hand, with the fines and what going out brings.
pub fn score_deal(
    ruleset: &Ruleset,
    table: &[OwnedSet],
    players: &[FinalHand],
    finish: Option<Finish>,
) -> Vec<Points> {
    let twice = finish.is_some_and(|finish| finish.how == GoingOut::NewSetsOnly);
    let score = |(seat, player): (u8, &FinalHand)| {
        let own = table.iter().filter(|set| set.owner() == Seat(seat));
        let sets: Points = own.map(|set| Points::from(set.score())).sum();
        let finished = finish.filter(|finish| finish.seat == Seat(seat));
        let unopened = if finish.is_some() && !player.opened { FINE } else { 0 };
        let minus = hand_value(ruleset, &player.hand) + unopened;
        let minus = if twice && finished.is_none() { 2 * minus } else { minus };
        let bonus = finished.map_or(0, |finish| finish.how.points());
        sets - minus - FINE * Points::from(player.given_back) + bonus
    };
    (0u8..).zip(players).map(score).collect()
}

/// What a hand costs: each tile its number, a 1 as 1, and a joker what the ruleset says.
fn hand_value(ruleset: &Ruleset, hand: &FaceCounts) -> Points {
    let joker = Points::from(ruleset.joker.rack_points);
    hand.tiles().map(|tile| tile.number().map_or(joker, |number| Points::from(number.get()))).sum()
}
