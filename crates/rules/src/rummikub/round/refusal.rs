//! Why a round does not do what was asked.

use alloc::boxed::Box;

use crate::{Seat, TurnNumber, rummikub::PlayVerdict};

/// Why a round refuses an action. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The round is over.
    #[error("the round is over")]
    RoundOver,
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
    /// The play is illegal.
    #[error("the play is illegal")]
    IllegalPlay(Box<PlayVerdict>),
    /// There is a legal play, and the rules ask for one (`must_play`).
    #[error("there is a legal play, and whoever can play must")]
    MustPlay,
    /// There is nothing to draw.
    #[error("the pool is empty: pass instead")]
    PoolEmpty,
    /// There is something to draw.
    #[error("the pool holds {tiles} tiles: draw instead")]
    PoolNotEmpty {
        /// How many.
        tiles: usize,
    },
}
