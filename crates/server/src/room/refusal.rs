//! Why a room does not do what was asked.

use sarja_protocol::{ErrorCode, ErrorMessage};

/// A refusal in the protocol's words. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.message)]
pub struct Refusal(Box<ErrorMessage>);

impl Refusal {
    /// A refusal with this code and nothing else.
    pub(super) fn new(code: ErrorCode) -> Self {
        ErrorMessage::new(code).into()
    }

    /// The error to answer with; the command's id is the caller's to add.
    pub fn to_error(&self) -> ErrorMessage {
        (*self.0).clone()
    }

    /// Its code.
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// Whether the client has fallen behind and needs the true state.
    pub fn is_stale(&self) -> bool {
        self.0.code == ErrorCode::StaleTurn
    }
}

impl From<ErrorMessage> for Refusal {
    fn from(error: ErrorMessage) -> Self {
        Self(Box::new(error))
    }
}
