//! When rooms without anybody leave memory.

use std::time::Duration;

/// When rooms that nobody is connected to leave memory. They come back from the store when somebody does, or when a time
/// of theirs has come; nobody notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleRooms {
    /// How long nobody has been there. A room in which something is soon to happen by itself stays nevertheless, as one where
    /// the clock of a turn runs.
    pub after: Duration,
}

impl Default for IdleRooms {
    fn default() -> Self {
        // Who reloads a page or changes networks is back sooner; reading a room costs about a millisecond.
        Self { after: Duration::from_mins(1) }
    }
}
