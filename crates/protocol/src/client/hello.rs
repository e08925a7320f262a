//! The first message.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Label, SessionToken, VersionRange};

/// Opens the connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Hello {
    /// The versions of the protocol that the client speaks.
    pub protocol: VersionRange,
    /// The token of an earlier `welcome`. Without it a new player is made, or a browser's cookie tells the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<SessionToken>,
    /// What the client is, for the server's log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<ClientInfo>,
    /// Whether a person plays or a program; programs are welcome and are shown as such to everybody. Who has the token of
    /// an invitation is a program, whatever stands here.
    #[serde(default)]
    #[ts(as = "Option<PlayerKind>")]
    pub kind: PlayerKind,
}

/// What a client is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct ClientInfo {
    /// Its name.
    pub name: Label,
    /// Its version.
    pub version: Label,
}

/// Who is at the other end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum PlayerKind {
    /// A person.
    #[default]
    Human,
    /// A program.
    Bot,
}
