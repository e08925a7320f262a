//! What a client knows at a moment.

use crate::{Ended, LocalView};

/// What a client knows at a moment: its connection, and its room if it is in one.
#[derive(Clone, Debug)]
pub struct State {
    /// The connection.
    pub link: LinkState,
    /// The room; `None` while in none, and between joining and the first snapshot.
    pub view: Option<LocalView>,
}

/// How a client's connection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkState {
    /// It is there.
    Up,
    /// It is lost and is being made again; the view may be behind.
    Down,
    /// It has ended for good.
    Ended(Ended),
}
