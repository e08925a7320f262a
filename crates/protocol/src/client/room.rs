//! Coming into rooms, and what their hosts do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    CommandId, CreationSecret, Epoch, LinkSecret, PlayerId, PlayerName, Practice, RoomCode, RoomId,
    RoomPassword, Seq, Settings,
};

/// Makes a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct CreateRoom {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The name to go by in the room.
    pub name: PlayerName,
    /// What is played and how; every field has a default.
    #[serde(default)]
    #[ts(as = "Option<Settings>")]
    pub settings: Settings,
    /// Fixed chance, a clock that is stepped, scripted opponents; only on a practice server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub practice: Option<Practice>,
    /// The secret that the server's operator gave to those who may make rooms, where `welcome.room_creation` is `secret`.
    /// A server that asks for none does not look at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creation_secret: Option<CreationSecret>,
}

/// Comes into a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct JoinRoom {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The code of the room; lower case, spaces and hyphens do not matter.
    pub code: RoomCode,
    /// The name to go by; no two people in a room have the same. Who was in the room before keeps the old name.
    pub name: PlayerName,
    /// The secret of an invitation link; it stands for the password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<LinkSecret>,
    /// The password, if the room has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<RoomPassword>,
    /// What to come as. A player takes the first free seat of a lobby, and watches where there is none or a match is on.
    #[serde(default)]
    #[ts(as = "Option<Role>")]
    pub role: Role,
}

/// What somebody is in a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum Role {
    /// Has a seat, or wants one.
    #[default]
    Player,
    /// Watches.
    Spectator,
}

/// Comes back into a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct ResumeRoom {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The room, from `room_joined`.
    pub room_id: RoomId,
    /// The number of the last event that the client has, or of its last snapshot.
    pub last_seq: Seq,
    /// The epoch of that event or snapshot.
    pub epoch: Epoch,
}

/// Goes out of the room for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct LeaveRoom {
    /// The client's name for the command.
    pub command_id: CommandId,
}

/// Changes the settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct ChangeSettings {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// All settings; what is left out gets its default, but for the password, which stays.
    pub settings: Settings,
}

/// Makes another player the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct HandOverHost {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// The new host, somebody in the room.
    pub player_id: PlayerId,
}

/// Removes a player for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct RemovePlayer {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// Who is removed: not the host. For a program that was invited and did not come, this takes the invitation back.
    pub player_id: PlayerId,
}
