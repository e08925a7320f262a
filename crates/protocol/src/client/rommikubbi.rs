//! Playing Rommikubbi: a turn is taken in steps, so that a tile that was drawn is seen before anything is laid.

use sarja_rules::Face;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CommandId, LaidSet, TurnNumber, limits::TABLE_SETS_MAX};

/// Takes a tile from the stock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct TakeTile {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The turn that it is meant for.
    pub turn: TurnNumber,
}

/// Takes the whole pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct TakePile {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The turn that it is meant for.
    pub turn: TurnNumber,
}

/// Lays, discards, and ends the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct EndTurn {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The turn that it is meant for.
    pub turn: TurnNumber,
    /// The whole table after the turn, as it was where nothing is laid. It depends on no draft.
    #[schemars(length(max = TABLE_SETS_MAX))]
    pub table: Vec<LaidSet>,
    /// The tile that is discarded. Without it the turn is never legal: the answer says what else is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<Face>,
}

/// Gives back the pile that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct GivePileBack {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The turn that it is meant for.
    pub turn: TurnNumber,
}
