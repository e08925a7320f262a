//! What only a round of Rommikubbi has.

use sarja_rules::Face;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What only a round of Rommikubbi has, as you may see it. Its stock is the `pool` of the round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct RommikubbiView {
    /// What is told of the one tile that the starter was dealt more than the others.
    pub starter_took: StarterTook,
    /// How many tiles the pile has.
    pub pile: u16,
    /// Its top; absent without a pile. What lies below is shown to nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pile_top: Option<Face>,
    /// How far the turn in progress is; absent where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<TurnStep>,
    /// What you have taken in your turn in progress, the pile from the bottom to the top; in the first turn of the round the tile
    /// that you were dealt more. It is on your rack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Vec<Face>>,
    /// How many piles each seat has taken and given back in this round.
    pub given_back: Vec<u8>,
}

/// What is told of the tile that the starter is dealt more: its number, not its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct StarterTook {
    /// Its number, 1 to 13; absent for a joker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// How many stacks were counted off before the first that was dealt: the number, and 1 for a joker.
    pub stacks: u8,
}

/// How far a turn of Rommikubbi is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum TurnStep {
    /// It is the starter's first turn, in which nothing is taken: lay, or only discard.
    First,
    /// A tile or the pile has to be taken first.
    ToTake,
    /// A tile was taken from the stock: lay, or only discard.
    TookTile,
    /// The pile was taken: its top has to go into a new set, or the pile is given back.
    TookPile,
}
