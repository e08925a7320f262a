//! Matches from start to end.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::CommandId;

/// Starts the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct StartMatch {
    /// The client's name for the command.
    pub command_id: CommandId,
}

/// Gives up the seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct Resign {
    /// The client's name for the command.
    pub command_id: CommandId,
}

/// Asks for a pause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct AskPause {
    /// The client's name for the command.
    pub command_id: CommandId,
}

/// Ends a pause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct ResumePlay {
    /// The client's name for the command.
    pub command_id: CommandId,
}

/// Asks to end the match as abandoned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct AskEnd {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// `true` takes an earlier wish back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub withdraw: bool,
}

/// Ends an open match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct EndMatch {
    /// The client's name for the command.
    pub command_id: CommandId,
}

/// Asks for another match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct AskRematch {
    /// The client's name for the command.
    pub command_id: CommandId,
}
