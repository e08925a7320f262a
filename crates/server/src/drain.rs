//! How a stopping server lets its players go: told first, then closed a batch at a time, each with a moment of his own to
//! come back.

use std::time::Duration;

/// The times of a stop. Games go on until a player's connection is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drain {
    /// From the request to stop until the first connections are closed: players are told, and new rooms are refused.
    pub notice: Duration,
    /// Connections that are closed together, at least 1, so that thousands do not come back at once. More where the time
    /// would not suffice.
    pub batch: usize,
    /// Between two batches.
    pub step: Duration,
    /// From the request to stop until the program ends, whatever hangs. It has to be below the time after which the system
    /// kills it: 90 s with systemd, 10 s with Docker, unless they are told otherwise.
    pub within: Duration,
}

impl Default for Drain {
    fn default() -> Self {
        Self {
            notice: Duration::from_secs(3),
            batch: 200,
            step: Duration::from_millis(100),
            within: Duration::from_secs(25),
        }
    }
}
