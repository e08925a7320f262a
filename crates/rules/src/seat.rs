//! Seats at a table, and points.

use core::fmt;

/// A place at the table, counted from 0 in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct Seat(pub u8);

impl Seat {
    /// Its place in a list with one entry for each seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat after this one among `seats` seats; the first follows the last.
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        Self((self.0 + 1) % seats)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Points of a round or a match; below zero for what has been lost.
pub type Points = i32;
