//! What has happened in a deal.
//!
//! No event names a tile that is hidden: what was drawn, and what lies below the top of the pile, the state knows from its
//! order.

use alloc::vec::Vec;

use crate::{
    Face, Points, Seat, SetId, TurnNumber,
    rommikubbi::{Finish, OwnedSet},
};

/// Why a turn ended, or a tile was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum TurnCause {
    /// The player did it.
    Chosen,
    /// Time ran out.
    TimeRanOut,
    /// The player has left.
    Gone,
}

/// What the draft was when time ran out (rules.md §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum LayingFate {
    /// There was none, or it laid and discarded nothing.
    None,
    /// It was no complete legal turn.
    NotLegal,
    /// It was a complete legal turn, and stands.
    Stands,
    /// It was a complete legal turn, but the ruleset takes it back.
    Reverted,
}

/// A set on the table with its id.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlacedOwnedSet {
    /// Its id; sets never part, so it stays for the deal.
    pub id: SetId,
    /// The set and its owner.
    pub set: OwnedSet,
}

/// Something that has happened in a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "type", rename_all = "snake_case")
)]
pub enum DealEvent {
    /// It is somebody's turn.
    TurnStarted {
        /// The turn.
        turn: TurnNumber,
        /// Whose it is.
        seat: Seat,
    },
    /// The time of a turn ran out. What became of it is told by the next events.
    TimeRanOut {
        /// The turn.
        turn: TurnNumber,
        /// Whose it was.
        seat: Seat,
        /// What the last draft was.
        draft: LayingFate,
    },
    /// The stock was empty: the pile was turned over and is the stock now.
    PileTurnedOver {
        /// How many tiles it has.
        tiles: u8,
    },
    /// A tile was taken from the stock.
    StockTaken {
        /// The turn.
        turn: TurnNumber,
        /// Who took it.
        seat: Seat,
        /// Why.
        cause: TurnCause,
    },
    /// The whole pile was taken.
    PileTaken {
        /// The turn.
        turn: TurnNumber,
        /// Who took it.
        seat: Seat,
        /// How many tiles it had.
        tiles: u8,
    },
    /// Tiles were laid; the table is as given.
    SetsLaid {
        /// The turn.
        turn: TurnNumber,
        /// Who laid them.
        seat: Seat,
        /// The whole table after it.
        table: Vec<PlacedOwnedSet>,
        /// What came from the hand.
        from_hand: Vec<Face>,
        /// What the opening was worth, in points, if this was the opening.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        opening_points: Option<u16>,
    },
    /// A tile was discarded, and the turn is over.
    TileDiscarded {
        /// The turn.
        turn: TurnNumber,
        /// Who discarded it.
        seat: Seat,
        /// The tile.
        tile: Face,
        /// Why.
        cause: TurnCause,
    },
    /// A pile was given back as it was, which costs points, and the turn is over.
    PileGivenBack {
        /// The turn.
        turn: TurnNumber,
        /// Who gave it back.
        seat: Seat,
        /// Why.
        cause: TurnCause,
    },
    /// A player has left: the seat keeps its place in the order.
    PlayerLeft {
        /// The seat.
        seat: Seat,
    },
    /// A player who had left is back, or a bot has taken over.
    PlayerReturned {
        /// The seat.
        seat: Seat,
    },
    /// The deal is over.
    DealEnded {
        /// Who finished, if somebody did.
        finish: Option<Finish>,
        /// What it brought each seat.
        points: Vec<Points>,
        /// Every hand as it was, in the order of seats.
        hands: Vec<Vec<Face>>,
    },
}
