//! What is read of the whole store: by whoever checks it, counts it, or keeps house in it.

use crate::{LoadedRoom, MatchRow, RoundRow};

/// A room with everything that is stored of it, all of one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomRecord {
    /// The room, its log and its secrets.
    pub loaded: LoadedRoom,
    /// The results of its rounds, in the order in which they were played.
    pub rounds: Vec<RoundRow>,
    /// The results of its matches, in order.
    pub matches: Vec<MatchRow>,
}

/// How much there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rooms, open and closed.
    pub rooms: u64,
    /// Matches with a result, finished and abandoned.
    pub matches: u64,
    /// Rounds with a result.
    pub rounds: u64,
    /// Players: guests and invited programs.
    pub players: u64,
}

/// How thoroughly the file below a store is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Every page, for what it must be by itself.
    Pages,
    /// Every page, every index against its table, every row that names another.
    Everything,
}
