//! What a seat, or its clock, asks of a deal, and why it may be refused.

use alloc::{boxed::Box, vec::Vec};

use crate::{Face, Seat, Table, TurnNumber, rommikubbi::TurnVerdict};

/// The end of a turn as a player lays it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Laying {
    /// The whole table, each set of before with its id; a set without one is new, or the old one that it holds.
    pub table: Table,
    /// The tile that is discarded.
    pub discard: Option<Face>,
}

/// What the referee says of a turn as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedLaying {
    /// The verdict, in whose order the sets of the table come first.
    pub verdict: TurnVerdict,
    /// For each set in that order its place in the table that was sent; `None` for a set of the table that is not there.
    pub places: Vec<Option<usize>>,
}

/// What is asked of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealAction {
    /// Take a tile from the stock.
    TakeStock,
    /// Take the whole pile.
    TakePile,
    /// Lay, discard, and end the turn.
    EndTurn(Laying),
    /// Give the pile back that was taken; the turn is over.
    GiveBack,
    /// Time has run out; this is the last draft that the server has, if any.
    RunOutOfTime(Option<Laying>),
}

/// Why a deal refuses an action. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealRefusal {
    /// The deal is over.
    #[error("the deal is over")]
    DealOver,
    /// It is another seat's turn.
    #[error("it is the turn of seat {seat}")]
    NotYourTurn {
        /// Whose turn it is.
        seat: Seat,
    },
    /// The action was meant for another turn.
    #[error("turn {meant} is not the one in progress, turn {now} is")]
    StaleTurn {
        /// The turn that was meant.
        meant: TurnNumber,
        /// The turn in progress.
        now: TurnNumber,
    },
    /// A tile or the pile has been taken already, or it is the starter's first turn, in which nothing is taken.
    #[error("nothing more can be taken in this turn")]
    TakeNotAllowed,
    /// Nothing has been taken yet.
    #[error("take a tile or the pile first")]
    TakeFirst,
    /// There is no pile.
    #[error("the pile is empty")]
    PileEmpty,
    /// No pile was taken.
    #[error("no pile was taken in this turn")]
    NoPileToGiveBack,
    /// The turn may not end as it is laid.
    #[error("the turn is illegal")]
    IllegalTurn(Box<JudgedLaying>),
}
