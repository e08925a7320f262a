//! The answer to `hello`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{PlayerId, RoomCode, RoomId, SessionToken, limits::Limits};

/// The answer to `hello`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Welcome {
    /// The version that is spoken from now on.
    pub protocol: u32,
    /// Who you are to others.
    pub player_id: PlayerId,
    /// Your token, only when it is new: keep it, it is never told again, and it alone opens your seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<SessionToken>,
    /// The only room that your token opens, if you were invited as a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<TokenScope>,
    /// What the server is.
    pub server: ServerInfo,
    /// What it takes.
    pub limits: Limits,
    /// Milliseconds between two heartbeats.
    pub heartbeat_ms: u32,
    /// Whether it is a practice server, which takes `practice` and `step_clock`.
    #[serde(default)]
    pub practice: bool,
    /// Who may make rooms.
    #[serde(default)]
    #[ts(as = "Option<MayCreate>")]
    pub room_creation: MayCreate,
    /// The address under which people reach the server, as `https://games.example`, without a slash at its end: invitation
    /// links begin with it. Absent if the operator named none; then the address that you connected to is the best there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
}

/// Who may make rooms on a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum MayCreate {
    /// Everybody.
    #[default]
    Anyone,
    /// Whoever sends the operator's secret as `creation_secret`.
    Secret,
}

/// The only room that a token opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct TokenScope {
    /// The room, for `resume_room`.
    pub room_id: RoomId,
    /// Its code, for `join_room`.
    pub code: RoomCode,
}

/// What the server is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct ServerInfo {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}
