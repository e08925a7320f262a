//! What has happened in a round.
//!
//! No event names a tile that was drawn: the state knows it from the order of the pool, and so the log holds nothing
//! that is hidden.

use alloc::vec::Vec;

use crate::{
    Face, FaceCounts, Points, RoundEnd, RoundScore, Seat, SetId, TableSet, TurnNumber, rummikub::ReasonCode,
};

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
        pub enum $name { $($(#[$variant_meta])* $variant,)* }
    };
}

words! {
    /// Why sets were laid.
    PlayCause {
        /// The player confirmed them.
        Played,
        /// Time ran out, and the draft was legal.
        TimeRanOut,
    }
}

words! {
    /// Why tiles were drawn.
    DrawCause {
        /// The player drew.
        Chosen,
        /// Time ran out and no old set had been touched.
        TimeRanOut,
        /// Time ran out and old sets had been touched.
        Rearranged,
        /// An illegal play was sent, where that costs tiles.
        IllegalPlay,
        /// The player has left.
        Gone,
    }
}

words! {
    /// Why a turn was passed.
    PassCause {
        /// The player passed.
        Chosen,
        /// Time ran out.
        TimeRanOut,
        /// An illegal play was sent, where that costs tiles; the pool had none.
        IllegalPlay,
        /// The player has left.
        Gone,
    }
}

words! {
    /// What the draft was when time ran out (rules.md §5).
    DraftFate {
        /// There was none, or it left the old table as it was and laid nothing.
        None,
        /// It was not legal and touched no old set.
        Untouched,
        /// It was not legal and touched old sets.
        Rearranged,
        /// It was legal and stands.
        Stands,
        /// It was legal, but the ruleset takes it back.
        Reverted,
    }
}

/// A set on the table with its id.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlacedSet {
    /// Its id; it stays while the set does.
    pub id: SetId,
    /// The set.
    pub set: TableSet,
}

/// Something that has happened in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "type", rename_all = "snake_case")
)]
pub enum Event {
    /// It is somebody's turn.
    TurnStarted {
        /// The turn.
        turn: TurnNumber,
        /// Whose it is.
        seat: Seat,
        /// Whether the rack held an opening, where the score may depend on it. Hidden: it tells of the rack.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        holds_opening: Option<bool>,
    },
    /// Tiles of the rack were laid; the table is as given.
    SetsPlayed {
        /// The turn.
        turn: TurnNumber,
        /// Who played.
        seat: Seat,
        /// The whole table after it.
        table: Vec<PlacedSet>,
        /// What came from the rack.
        from_rack: Vec<Face>,
        /// What the opening was worth, if this play was the opening.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        opening_points: Option<u16>,
        /// Why.
        cause: PlayCause,
    },
    /// Tiles were drawn and the turn is over.
    TilesDrawn {
        /// The turn.
        turn: TurnNumber,
        /// Who drew.
        seat: Seat,
        /// How many; fewer than owed if the pool held no more.
        count: u8,
        /// Why.
        cause: DrawCause,
    },
    /// The turn was passed.
    TurnPassed {
        /// The turn.
        turn: TurnNumber,
        /// Who passed.
        seat: Seat,
        /// Why.
        cause: PassCause,
    },
    /// Time ran out; what follows tells what it cost.
    TimeRanOut {
        /// The turn.
        turn: TurnNumber,
        /// Whose it was.
        seat: Seat,
        /// What the draft was.
        draft: DraftFate,
    },
    /// An illegal play costs tiles; what follows tells how many.
    PlayPenalised {
        /// The turn.
        turn: TurnNumber,
        /// Who played.
        seat: Seat,
        /// What was wrong. Codes alone: the tiles that were laid went back to a rack that nobody else may see.
        faults: Vec<ReasonCode>,
    },
    /// A player has left: the seat keeps its place in the order, its turns are drawn or passed.
    PlayerLeft {
        /// The seat.
        seat: Seat,
    },
    /// A player who had left is back, or a bot has taken over.
    PlayerReturned {
        /// The seat.
        seat: Seat,
    },
    /// The round is over.
    RoundEnded {
        /// How.
        end: RoundEnd,
        /// What it brought.
        score: RoundScore,
        /// Every rack as it was, in the order of seats.
        racks: Vec<Vec<Face>>,
    },
}

impl Event {
    /// The points of a round that is over.
    pub fn points(&self) -> Option<&[Points]> {
        match self {
            Self::RoundEnded { score, .. } => Some(&score.points),
            _ => None,
        }
    }
}

/// The racks of a round that is over.
pub(super) fn revealed(racks: impl Iterator<Item = FaceCounts>) -> Vec<Vec<Face>> {
    racks.map(|r| r.to_vec()).collect()
}
