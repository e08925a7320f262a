//! How to connect.

use std::time::Duration;

use sarja_protocol::{
    ClientInfo, CreationSecret, Hello, Label, PlayerKind, SPOKEN, SessionToken, VersionRange, limits,
};

use crate::ServerUrl;

/// How to connect, and as whom.
#[derive(Clone, Debug)]
pub struct Options {
    /// The server.
    pub url: ServerUrl,
    /// The token of an earlier `welcome`; without it a new player is made.
    pub token: Option<SessionToken>,
    /// The secret with which the server lets rooms be made, where `welcome.room_creation` is `secret`.
    pub creation_secret: Option<CreationSecret>,
    /// Whether a person plays or a program.
    pub kind: PlayerKind,
    /// What the client is, for the server's log.
    pub client: ClientInfo,
    /// The versions of the protocol that are offered.
    pub protocol: VersionRange,
    /// How long connecting and the `welcome` may take together.
    pub connect_within: Duration,
    /// How long nothing may come before the connection counts as lost.
    pub silent_after: Duration,
    /// What to do when the connection is lost.
    pub reconnect: Reconnecting,
}

/// What to do when the connection is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reconnecting {
    /// Connect again and resume the room, for as long as it takes.
    Always,
    /// The same, but give up after so long without a connection.
    Within(Duration),
    /// Give up.
    Never,
}

impl Options {
    /// A new player of this kind at this server, with the defaults of the protocol.
    pub fn new(url: ServerUrl, kind: PlayerKind) -> Self {
        Self {
            url,
            token: None,
            creation_secret: None,
            kind,
            client: ClientInfo {
                name: label(env!("CARGO_PKG_NAME")),
                version: label(env!("CARGO_PKG_VERSION")),
            },
            protocol: SPOKEN,
            connect_within: Duration::from_secs(10),
            silent_after: Duration::from_millis(limits::DEAD_AFTER_MS.into()),
            reconnect: Reconnecting::Always,
        }
    }

    /// The same for the player whose token this is.
    #[must_use]
    pub fn with_token(self, token: SessionToken) -> Self {
        Self { token: Some(token), ..self }
    }

    pub(crate) fn hello(&self) -> Hello {
        Hello {
            protocol: self.protocol,
            token: self.token.clone(),
            client: Some(self.client.clone()),
            kind: self.kind,
        }
    }
}

fn label(text: &str) -> Label {
    Label::new(text).expect("the crate's own name and version are short words")
}
