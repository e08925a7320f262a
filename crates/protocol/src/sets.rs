//! Sets of tiles: as a client lays them, and as they lie on the table.

use sarja_rules::{Face, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{SetId, limits::SET_TILES_MAX};

/// What a set is (rules.md §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum SetKind {
    /// Consecutive numbers of one colour.
    Run,
    /// One number in different colours.
    Group,
}

/// A set as a client lays it, in a draft or a play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct LaidSet {
    /// Its tiles in the order in which they lie, at most 26. The order never makes a set illegal; it tells what a joker stands for.
    #[schemars(length(max = SET_TILES_MAX))]
    pub tiles: Vec<Face>,
    /// What the set is meant to be, where jokers leave it open; without it the server takes the reading that is best for the play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SetKind>,
    /// The set of the table that this one continues, so that it keeps its id. Which set that is changes no verdict, but in
    /// Rommikubbi, where a set only grows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<SetId>,
}

impl LaidSet {
    /// A set that declares nothing.
    pub fn of(tiles: impl IntoIterator<Item = Face>) -> Self {
        Self { tiles: tiles.into_iter().collect(), kind: None, id: None }
    }
}

/// A set of somebody's draft, as it is shown: it may be no valid set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct ShownSet {
    /// Its tiles in the order in which they lie.
    pub tiles: Vec<Face>,
    /// What the set is meant to be, if that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SetKind>,
    /// The set of the table that this one continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<SetId>,
}

impl From<LaidSet> for ShownSet {
    fn from(set: LaidSet) -> Self {
        Self { tiles: set.tiles, kind: set.kind, id: set.id }
    }
}

/// A set on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct SetView {
    /// Its name, which stays as long as the set does.
    pub id: SetId,
    /// What it is.
    pub kind: SetKind,
    /// Its tiles in canonical order: a run upwards, a group by colour, each joker where it stands.
    pub tiles: Vec<Face>,
    /// What it is worth, in points; a joker counts as the tile it stands for. In Rommikubbi what it scores for its owner: no
    /// tile more than 10.
    pub points: u16,
    /// What each joker stands for; empty without jokers.
    #[serde(default)]
    pub jokers: Vec<JokerView>,
    /// In Rommikubbi the seat that laid it first, for which it scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
}

/// What a joker in a set stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct JokerView {
    /// Its place among the tiles of the set, from 0.
    pub place: u8,
    /// The faces that it may stand for: one in a run; in a group one for each colour that the group lacks.
    pub stands_for: Vec<Face>,
}
