//! Reactions and chat.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ChatText, CommandId};

/// Shows a quick reaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct React {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// Which one.
    pub reaction: Reaction,
}

/// The six quick reactions (rooms.md 15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum Reaction {
    /// Good.
    ThumbsUp,
    /// Applause.
    Clap,
    /// Laughter.
    Laugh,
    /// Surprise.
    Surprised,
    /// I am thinking.
    Thinking,
    /// Please go on.
    Hurry,
}

/// Writes a line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct Say {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// What is said.
    pub text: ChatText,
}
