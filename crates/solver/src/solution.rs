//! What is asked of the solver, and what it answers.

use alloc::vec::Vec;

use sarja_rules::LaidSet;

/// What is to be as much as can be; the other of the two breaks ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// How many tiles leave the rack.
    Tiles,
    /// What they are worth on a rack: their numbers, and `joker.rack_points` for a joker.
    Points,
}

/// How many positions of a search may be looked at.
///
/// It is a limit of work and not of time, so that the same question has the same answer on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeLimit(pub u64);

impl Default for NodeLimit {
    /// Enough for every position that has been met in games; a second of work and some tens of megabytes at most.
    fn default() -> Self {
        Self(400_000)
    }
}

/// A play that is legal under the ruleset of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The whole table after it.
    pub table: Vec<LaidSet>,
    /// How many tiles leave the rack.
    pub tiles: u32,
    /// What they are worth on a rack.
    pub points: u32,
}

/// The answer to which play is best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// It is proven: this is the best play, or there is none.
    Exact(Option<Play>),
    /// The search ended before there was a proof.
    Bound {
        /// The best play that was found.
        best: Option<Play>,
        /// No play sheds more tiles.
        tiles_max: u32,
        /// No play sheds more points.
        points_max: u32,
    },
}

impl Solution {
    /// The best play that was found, proven or not.
    pub const fn play(&self) -> Option<&Play> {
        match self {
            Self::Exact(best) | Self::Bound { best, .. } => best.as_ref(),
        }
    }

    /// Whether the play is proven to be the best.
    pub const fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}

/// The answer to whether there is a play at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is: this one, which need not be a good one.
    Yes(Play),
    /// It is proven that there is none.
    No,
    /// The search ended before there was a proof.
    Unknown,
}
