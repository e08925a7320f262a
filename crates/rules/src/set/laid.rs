//! A set as a player lays it: unchecked.

use alloc::vec::Vec;

use crate::{Face, FaceCounts};

/// The two kinds of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub enum Kind {
    /// Consecutive numbers of one colour.
    Run,
    /// One number in different colours.
    Group,
}

/// Tiles laid together, in the order in which they lie; nothing about them has been checked.
///
/// The order never makes a set illegal, but it may tell what a joker stands for (rules.md §1).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct LaidSet {
    /// The tiles from left to right.
    pub tiles: Vec<Face>,
    /// The kind that the player declares, if any.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub kind: Option<Kind>,
}

impl LaidSet {
    /// The tiles, of no declared kind.
    pub fn new(tiles: impl Into<Vec<Face>>) -> Self {
        Self { tiles: tiles.into(), kind: None }
    }

    /// The tiles, declared to be of this kind.
    pub fn declared(tiles: impl Into<Vec<Face>>, kind: Kind) -> Self {
        Self { tiles: tiles.into(), kind: Some(kind) }
    }

    /// How many there are of each face.
    pub fn counts(&self) -> FaceCounts {
        self.tiles.iter().collect()
    }

    /// How many jokers it holds.
    pub fn jokers(&self) -> usize {
        self.tiles.iter().filter(|f| f.is_joker()).count()
    }
}
