//! Playing.

use sarja_rules::Face;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    CommandId, DraftNumber, Hex32, LaidSet, SetKind, TurnNumber,
    limits::{TABLE_SETS_MAX, TILES_MAX},
};

/// Adds a value to the shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct ShareShuffleValue {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The deal, from `shuffle_committed`.
    pub deal: u32,
    /// 32 random bytes of the client's own.
    pub value: Hex32,
}

/// Shows the server the table as it is being rearranged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Draft {
    /// The turn that it is meant for.
    pub turn: TurnNumber,
    /// Its number within the turn, higher than that of every draft before.
    pub draft: DraftNumber,
    /// The whole table, each old set among it.
    #[schemars(length(max = TABLE_SETS_MAX))]
    pub table: Vec<LaidSet>,
    /// In Rommikubbi the tile that is to be discarded. It is shown to nobody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<Face>,
}

/// Asks the server to put tiles into order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Arrange {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The tiles; any that the ruleset has.
    #[schemars(length(min = 1, max = TILES_MAX))]
    pub tiles: Vec<Face>,
    /// As one set or as several.
    pub mode: ArrangeMode,
    /// With `order`: what the set is meant to be, where jokers leave it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SetKind>,
}

/// How tiles are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum ArrangeMode {
    /// As one set, in canonical order.
    Order,
    /// As the sets that are worth most together, if every tile fits.
    Split,
}

/// Ends the turn with this table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct Play {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The turn that it is meant for.
    pub turn: TurnNumber,
    /// The whole table after the play. It depends on no draft.
    #[schemars(length(max = TABLE_SETS_MAX))]
    pub table: Vec<LaidSet>,
}

/// Ends the turn by drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct Draw {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The turn that it is meant for.
    pub turn: TurnNumber,
}

/// Ends the turn without drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct Pass {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The turn that it is meant for.
    pub turn: TurnNumber,
}

/// Asks for a hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct AskHint {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The turn that it is meant for.
    pub turn: TurnNumber,
}

/// Asks what could have been played in a round that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct AnalyseRound {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The deal of the round, from `round_ended`.
    pub deal: u32,
}

/// Asks for everything that one may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct GetState {
    /// The client's name for the command.
    pub command_id: CommandId,
}
