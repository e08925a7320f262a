//! What a search finds out about a position: it goes into `decide` as an argument and its findings into the events, so
//! that replaying never searches (rooms.md 20).

use crate::{FaceCounts, Ruleset, rummikub::combine};

use super::Round;

/// Answers the questions about a position that take a search.
pub trait Oracle {
    /// Whether the rack alone holds an opening.
    fn holds_opening(&self, ruleset: &Ruleset, rack: &FaceCounts) -> bool;

    /// Whether it is proven that no rack has a legal play. `false` means *not proven*.
    fn nobody_can_play(&self, round: &Round) -> bool;
}

/// Searches single racks and nothing else: a blocked round is then found by passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct RackSearch;

impl Oracle for RackSearch {
    fn holds_opening(&self, ruleset: &Ruleset, rack: &FaceCounts) -> bool {
        combine::holds_opening(ruleset, rack)
    }

    fn nobody_can_play(&self, _: &Round) -> bool {
        false
    }
}
