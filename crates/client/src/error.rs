//! What can go wrong.

use std::{io, time::Duration};

use sarja_protocol::{Closing, ErrorCode, ErrorMessage};
use tokio_tungstenite::tungstenite;

/// Why no connection was made.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The server cannot be reached, or there is something else at that address.
    #[error("no connection to {url}: {cause}")]
    Unreachable {
        /// The address.
        url: String,
        /// What the system says.
        cause: io::Error,
    },
    /// What is there speaks no WebSocket, or refused one.
    #[error("{url} is no game server: {cause}")]
    Handshake {
        /// The address.
        url: String,
        /// What went wrong.
        cause: Box<tungstenite::Error>,
    },
    /// It took too long.
    #[error("{url} did not answer within {within:?}")]
    TooSlow {
        /// The address.
        url: String,
        /// How long it was given.
        within: Duration,
    },
    /// The server closed the connection before its `welcome`, or said something else.
    #[error("{url} did not say welcome: {what}")]
    NoWelcome {
        /// The address.
        url: String,
        /// What came in its place.
        what: String,
    },
    /// The server refused `hello`: the token is not known, or it speaks another version.
    #[error("the server refused: {}", .0.message)]
    Refused(Box<ErrorMessage>),
}

impl ConnectError {
    /// Whether trying again later may help.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Refused(error) => error.retry_after_ms.is_some(),
            Self::Unreachable { .. }
            | Self::Handshake { .. }
            | Self::TooSlow { .. }
            | Self::NoWelcome { .. } => true,
        }
    }
}

/// Why a command was not done, or why it is not known whether it was.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CommandError {
    /// The server refused it, and nothing changed.
    #[error("{}", .0.message)]
    Refused(Box<ErrorMessage>),
    /// The connection was lost, and the room does not take the player back: whether the command was done is not known.
    #[error("the room is lost: {}", .0.message)]
    RoomLost(Box<ErrorMessage>),
    /// The client has ended: whether the command was done is not known.
    #[error("the connection has ended: {0}")]
    Ended(Ended),
    /// The server answered with a message that is no answer to this command.
    #[error("the server answered with `{0}`, which is no answer to this command")]
    Unexpected(&'static str),
}

impl CommandError {
    /// The code of the refusal, if it is one.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Refused(error) | Self::RoomLost(error) => Some(error.code),
            Self::Ended(_) | Self::Unexpected(_) => None,
        }
    }
}

/// Why a client has ended: it will not connect again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ended {
    /// The program closed it.
    #[error("it was closed")]
    Closed,
    /// The server closed it for a reason that would come again.
    #[error("the server closed it: {}", .0.reason.meaning())]
    ByServer(Closing),
    /// The server refused the player on the way back.
    #[error("the server refused: {}", .0.message)]
    Refused(Box<ErrorMessage>),
    /// The connection was lost, and could not be made again in the time given.
    #[error("the connection was lost: {0}")]
    Lost(String),
}
