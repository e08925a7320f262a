//! Seats, and being ready.

use sarja_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::CommandId;

/// Takes a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct TakeSeat {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// Which seat; without it the first free one, or in a match the own one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Gives the seat back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct LeaveSeat {
    /// The client's name for the command.
    pub command_id: CommandId,
}

/// Says that one is ready, or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct SetReady {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// Whether one is.
    pub ready: bool,
}

/// Removes an absent seat from the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct RemoveAbsent {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The seat.
    pub seat: Seat,
}

/// Puts a bot on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct SeatBot {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// Which seat; without it the first free or vacated one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// How well it plays.
    #[serde(default)]
    #[ts(as = "Option<BotLevel>")]
    pub level: BotLevel,
}

/// Invites a program into this room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct InviteBot {
    /// The client's name for the command.
    pub command_id: CommandId,
}

/// How well a bot of the server plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum BotLevel {
    /// Lays sets of its rack and adds tiles to the ends of others. It rearranges nothing, and overlooks some of its tiles.
    // Rooms that were made before there were three levels have it in their logs as `simple`.
    #[serde(alias = "simple")]
    Easy,
    /// Plays whenever it can, and as many tiles as it can.
    #[default]
    Medium,
    /// Holds tiles back and weighs when to lay them.
    Hard,
}

/// Takes a bot off its seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct RemoveBot {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The seat.
    pub seat: Seat,
}
