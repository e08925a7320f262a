//! Turns are numbered for a whole room.

use core::fmt;

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
