//! What a seat, or its clock, asks of a round.

use core::fmt;

use alloc::vec::Vec;

use crate::{LaidSet, SetId};

/// The number of a turn; it grows through all rounds that a room plays, so that a late message never hits another turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct TurnNumber(pub u32);

impl TurnNumber {
    /// The turn after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for TurnNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

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

/// What is asked of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The whole table as it should be at the end of the turn.
    Play(Table),
    /// Draw a tile; the turn is over.
    Draw,
    /// Pass, where the pool is empty.
    Pass,
    /// Time has run out; this is the last draft that the server has, if any.
    RunOutOfTime(Option<Table>),
}
