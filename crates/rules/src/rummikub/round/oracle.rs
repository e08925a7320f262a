//! What a search finds out about a position: it goes into `decide` as an argument and its findings into the events, so
//! that replaying never searches (rooms.md 20).

use core::fmt;

use crate::rummikub::{Opened, Position, combine};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// There is a legal play.
    Play,
    /// It is proven that there is none.
    NoPlay,
    /// Neither is known. What depends on it goes in favour of playing on: nothing is blocked and nothing is forbidden.
    Unproven,
}

/// Answers the one question about a position that takes a search. Before the opening a legal play is an opening, so that
/// it also says whether a rack holds one.
pub trait Oracle: fmt::Debug {
    /// Whether there is a legal play.
    fn can_play(&self, position: Position<'_>) -> Finding;
}

/// Searches the racks of those who have not opened, and nothing else: a blocked round is then found by passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct RackSearch;

impl Oracle for RackSearch {
    fn can_play(&self, position: Position<'_>) -> Finding {
        match position.opened {
            Opened::Yes => Finding::Unproven,
            Opened::No if combine::holds_opening(position.ruleset, position.rack) => Finding::Play,
            Opened::No => Finding::NoPlay,
        }
    }
}
