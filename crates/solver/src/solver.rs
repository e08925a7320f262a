//! The two questions, put one after the other to the same memory.

use sarja_rules::{rack_worth, rummikub::Position};

use crate::{
    Answer, NodeLimit, Objective, Solution,
    inquiry::{Inquiry, Memory},
    solve::{play, run},
};

/// A solver that keeps its memory: for many positions one after the other.
///
/// What it answers does not depend on what it was asked before. With the default limit it holds some tens of megabytes at
/// most, and after positions as they come up in games some hundred kilobytes.
#[derive(Debug, Default)]
pub struct Solver {
    memory: Memory,
}

impl Solver {
    /// The best play of a position.
    pub fn solve(&mut self, position: Position<'_>, objective: Objective, limit: NodeLimit) -> Solution {
        let mut inquiry = Inquiry::new(&mut self.memory, position, limit.0);
        run(&mut inquiry, position, objective);
        let best = inquiry.found.take().map(|table| play(position, table));
        let is_all = best.as_ref().is_some_and(|play| play.tiles as usize == position.rack.total());
        if inquiry.exact || is_all {
            return Solution::Exact(best);
        }
        let rack = position.rack;
        Solution::Bound {
            best,
            tiles_max: rack.total() as u32,
            points_max: rack_worth(position.ruleset, rack).unsigned_abs(),
        }
    }

    /// Whether there is a legal play; the search ends with the first that it finds.
    pub fn can_play(&mut self, position: Position<'_>, limit: NodeLimit) -> Answer {
        let mut inquiry = Inquiry::new(&mut self.memory, position, limit.0);
        inquiry.first_only = true;
        run(&mut inquiry, position, Objective::Tiles);
        match inquiry.found.take() {
            Some(table) => Answer::Yes(play(position, table)),
            None if inquiry.exact => Answer::No,
            None => Answer::Unknown,
        }
    }
}
