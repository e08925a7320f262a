//! What a search has laid, number by number.

use alloc::vec::Vec;

use crate::{
    special::Special,
    supply::{EMPTY_GRID, Grid},
};

/// A set of which every tile is known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Known {
    /// A run up to a number.
    Run { run: Special, end: u8 },
    /// A group: a bit for each colour, and jokers.
    Group { number: u8, colours: u8, jokers: u8 },
}

/// How the tiles are used; what was laid for numbers that the search has gone back on means nothing.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// Real tiles in plain runs.
    pub(crate) runs: Grid,
    /// Jokers in plain runs.
    pub(crate) run_jokers: Grid,
    /// Real tiles in plain groups.
    pub(crate) groups: Grid,
    /// Jokers in plain groups, by number.
    pub(crate) group_jokers: [u8; 15],
    pub(crate) known: Vec<Known>,
}

impl Trail {
    pub(crate) fn new() -> Self {
        Self {
            runs: EMPTY_GRID,
            run_jokers: EMPTY_GRID,
            groups: EMPTY_GRID,
            group_jokers: [0; 15],
            known: Vec::with_capacity(8),
        }
    }
}
