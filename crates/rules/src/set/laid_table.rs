//! A whole table as a player lays it.

use alloc::vec::Vec;

use super::{LaidSet, SetId};

/// A whole table as a player lays it, each set with the id of the old set that it goes on from, if the player says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The sets, in the player's order.
    pub sets: Vec<LaidSet>,
    /// For each set the id that it should keep. Shorter than `sets` means none for the rest.
    pub ids: Vec<Option<SetId>>,
}

impl From<Vec<LaidSet>> for Table {
    fn from(sets: Vec<LaidSet>) -> Self {
        Self { sets, ids: Vec::new() }
    }
}
