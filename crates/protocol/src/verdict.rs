//! What the server says to a draft.

use sarja_rules::Face;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{JokerView, Reason, SetKind};

/// What the server says to one set of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct SetVerdict {
    /// Whether the set is valid by itself. A play of valid sets alone may still be illegal.
    pub valid: bool,
    /// Why it is not valid; empty if it is.
    #[serde(default)]
    pub reasons: Vec<Reason>,
    /// What it is; absent if it is neither run nor group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SetKind>,
    /// What it is worth in an opening, in points; 0 if it is neither run nor group.
    pub points: u16,
    /// Its tiles in canonical order; as they were sent if it is neither run nor group.
    pub tiles: Vec<Face>,
    /// What each joker stands for, by its place in `tiles`; empty if it is neither run nor group.
    #[serde(default)]
    pub jokers: Vec<JokerView>,
}

/// What the server says to a draft as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct PlayVerdict {
    /// Whether the table could be played as it is; in Rommikubbi whether the turn could end with it.
    pub legal: bool,
    /// Why not; empty if it is legal. Reasons of single sets are repeated here.
    #[serde(default)]
    pub reasons: Vec<Reason>,
    /// The points of the opening so far; absent once the player has opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_points: Option<u16>,
    /// The points that the opening needs; absent once the player has opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_needed: Option<u16>,
    /// How many tiles of the rack lie on the table.
    pub rack_tiles_played: u16,
    /// What the main button may do.
    pub primary: PrimaryAction,
}

/// What the main button of a client may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum PrimaryAction {
    /// Draw: nothing was played, and the pool has tiles.
    Draw,
    /// Pass: nothing was played, and the pool is empty.
    Pass,
    /// Play: the table is legal.
    Play,
    /// Rommikubbi: take a tile or the pile; nothing was taken yet.
    Take,
    /// Rommikubbi: choose the tile to discard; nothing else is missing.
    Discard,
    /// Rommikubbi: end the turn; it is legal.
    EndTurn,
    /// Nothing yet: the table, or the turn, is not legal.
    NotValid,
    /// Nothing: it is not this player's turn.
    Wait,
}

/// A set that the server put into order for `arrange`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct ArrangedSet {
    /// Its tiles in canonical order.
    pub tiles: Vec<Face>,
    /// What it is.
    pub kind: SetKind,
    /// What it is worth in an opening, in points.
    pub points: u16,
    /// What each joker stands for.
    #[serde(default)]
    pub jokers: Vec<JokerView>,
}
