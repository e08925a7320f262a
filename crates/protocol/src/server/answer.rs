//! Answers to commands.

use sarja_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ArrangedSet, CommandId, Epoch, LinkSecret, PlayerId, Role, RoomCode, RoomId, Seq, SessionToken};

/// A command was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Accepted {
    /// The command.
    pub command_id: CommandId,
    /// The last event that it caused; absent if it caused none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<Seq>,
}

/// You are in the room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct RoomJoined {
    /// The command.
    pub command_id: CommandId,
    /// The room, for `resume_room`.
    pub room_id: RoomId,
    /// Its code, to tell others.
    pub code: RoomCode,
    /// The secret for an invitation link, `http://HOST:PORT/r/CODE#SECRET`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_secret: Option<LinkSecret>,
    /// What you are there.
    pub role: Role,
    /// Your seat, if you have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// You are in the room again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct Resumed {
    /// The command.
    pub command_id: CommandId,
    /// The first missed event: one after `last_seq`.
    pub from_seq: Seq,
    /// The last missed event; less than `from_seq` if none was missed.
    pub to_seq: Seq,
}

/// What you have of the room did not survive there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct HistoryRewound {
    /// The command, if one was the occasion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_id: Option<CommandId>,
    /// The last event that the room has.
    pub seq: Seq,
    /// Its epoch.
    pub epoch: Epoch,
}

/// The tiles of an `arrange` in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Arranged {
    /// The command.
    pub command_id: CommandId,
    /// The sets, all tiles in them; absent if the tiles make no valid set, or not every tile fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets: Option<Vec<ArrangedSet>>,
}

/// A program may come into this room with this token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct BotInvited {
    /// The command.
    pub command_id: CommandId,
    /// Who the program is to everybody.
    pub player_id: PlayerId,
    /// The program's token, for its `hello`. It is told this once and opens this room alone, until the room is closed.
    pub token: SessionToken,
    /// The event that tells everybody of the invitation.
    pub seq: Seq,
}
