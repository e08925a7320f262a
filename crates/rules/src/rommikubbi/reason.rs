//! Why a turn may not end as it is laid.

use alloc::vec::Vec;

use crate::{Face, SetFault};

/// One fault of a turn: what, where, and the figures that explain it. Sets are counted from 0 as they were sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnReason {
    /// A tile has to be taken from the stock or the pile, or none may be.
    TakeNotAllowed,
    /// `count` tiles of this face lay on the table and are not there any more.
    TileTakenFromTable {
        /// The missing face.
        tile: Face,
        /// How many are missing.
        count: u8,
    },
    /// `count` tiles of this face are laid or discarded that the hand does not hold.
    TileNotInRack {
        /// The face.
        tile: Face,
        /// How many too many there are.
        count: u8,
    },
    /// The top of the pile that was taken lies in no new set.
    PileTopNotInNewSet {
        /// The top.
        tile: Face,
    },
    /// A set is wrong in itself.
    Set {
        /// Which one.
        set: usize,
        /// What is wrong.
        fault: SetFault,
    },
    /// A set of the table was taken apart or changed otherwise than by adding to it.
    SetRearranged {
        /// Which one.
        set: usize,
    },
    /// A joker was taken out of a set without the tile that it stood for.
    JokerNotReplaced {
        /// Of which set.
        set: usize,
        /// What the jokers of that set stand for.
        faces: Vec<Face>,
    },
    /// Sets of the table were used before the opening is worth enough.
    OpeningFirst,
    /// The new sets are worth too little for an opening.
    OpeningTooLow {
        /// What they are worth.
        have: u16,
        /// What the ruleset asks for.
        need: u16,
    },
    /// None of the new sets that count for the opening is a run.
    OpeningNeedsRun,
    /// Tiles are left in the hand, and none is discarded.
    DiscardMissing,
    /// Every tile was laid, and none is left to be discarded.
    NoTileLeftToDiscard,
}

impl TurnReason {
    /// The set that it concerns, counted from 0 in the order in which the turn was judged; `None` if it is the whole turn.
    pub const fn set(&self) -> Option<usize> {
        match self {
            Self::Set { set, .. } | Self::SetRearranged { set } | Self::JokerNotReplaced { set, .. } => {
                Some(*set)
            }
            _ => None,
        }
    }

    /// The code as it is written on the wire and in referee cases.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TakeNotAllowed => "take_not_allowed",
            Self::TileTakenFromTable { .. } => "tile_taken_from_table",
            Self::TileNotInRack { .. } => "tile_not_in_rack",
            Self::PileTopNotInNewSet { .. } => "pile_top_not_in_new_set",
            Self::Set { fault: SetFault::TooShort { .. }, .. } => "set_too_short",
            Self::Set { fault: SetFault::NotASet { .. }, .. } => "not_a_set",
            Self::Set { fault: SetFault::TooManyJokers { .. }, .. } => "too_many_jokers",
            Self::SetRearranged { .. } => "set_rearranged",
            Self::JokerNotReplaced { .. } => "joker_not_replaced",
            Self::OpeningFirst => "opening_first",
            Self::OpeningTooLow { .. } => "opening_too_low",
            Self::OpeningNeedsRun => "opening_needs_run",
            Self::DiscardMissing => "discard_missing",
            Self::NoTileLeftToDiscard => "no_tile_left_to_discard",
        }
    }
}
