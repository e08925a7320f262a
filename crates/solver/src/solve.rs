//! The two questions.

use sarja_rules::{rack_worth, rummikub::Position};

use crate::{Answer, NodeLimit, Objective, Solution};

/// The best play of a position.
pub fn solve(position: Position<'_>, _objective: Objective, _limit: NodeLimit) -> Solution {
    Solution::Bound {
        best: None,
        tiles_max: position.rack.total() as u32,
        points_max: rack_worth(position.ruleset, position.rack).unsigned_abs(),
    }
}

/// Whether there is a legal play.
pub fn can_play(_position: Position<'_>, _limit: NodeLimit) -> Answer {
    Answer::Unknown
}
