//! How far a connection has come in knowing its room.

use std::time::Duration;

use sarja_protocol::{CommandId, Epoch, ErrorCode, ErrorMessage, Heartbeat, Seq, ServerToClient};
use tokio::time::Instant;

use crate::Gap;

/// How long events may be behind a heartbeat that names them: it may have overtaken them.
const BEHIND_FOR: Duration = Duration::from_secs(1);

/// How long to wait before asking again, where the server does not say.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// What one connection knows of its own state.
pub(crate) struct Course {
    /// When the last sign of life came.
    pub(crate) heard: Instant,
    /// When to ask for the room, or to look whether asking is needed.
    pub(crate) ask_at: Option<Instant>,
    sync: Sync,
    /// The last event that the server says there is.
    promised: (Epoch, Seq),
}

enum Sync {
    /// Events follow one another.
    Live,
    /// The room was asked to be resumed.
    Resuming(CommandId),
    /// A snapshot was asked for.
    Asked(CommandId),
}

/// What to do after a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Listen on.
    Listen,
    /// The room is known, or there is none: commands without an answer are sent again.
    Synced,
    /// Ask for a snapshot.
    Ask,
    /// Start over on a new connection.
    Reconnect(String),
}

impl Course {
    pub(crate) fn new(now: Instant) -> Self {
        Self { heard: now, ask_at: None, sync: Sync::Live, promised: Default::default() }
    }

    pub(crate) fn resuming(&mut self, command_id: CommandId) {
        self.sync = Sync::Resuming(command_id);
    }

    pub(crate) fn asking(&mut self, command_id: CommandId) {
        self.sync = Sync::Asked(command_id);
    }

    pub(crate) const fn is_resuming(&self) -> bool {
        matches!(self.sync, Sync::Resuming(_))
    }

    /// Whether a message with this command id answers what the client itself asked.
    pub(crate) fn is_answer(&self, to: Option<&CommandId>) -> bool {
        match &self.sync {
            Sync::Live => false,
            Sync::Resuming(id) | Sync::Asked(id) => to == Some(id),
        }
    }

    /// Whether the server has said that there is more than is known.
    pub(crate) fn is_behind(&self, known: (Epoch, Seq)) -> bool {
        known < self.promised
    }

    /// What follows from a message that is no refusal of what the client itself asked; `known` is what the view has now.
    pub(crate) fn next(&mut self, message: &ServerToClient, gap: Option<Gap>, known: (Epoch, Seq)) -> Next {
        match message {
            ServerToClient::Snapshot(_) => self.live(),
            ServerToClient::Resumed(resumed) if self.is_answer(Some(&resumed.command_id)) => self.live(),
            ServerToClient::Event(_) => match gap {
                Some(gap) if matches!(self.sync, Sync::Live) => {
                    tracing::debug!(%gap, "asking for the state");
                    Next::Ask
                }
                _ => Next::Listen,
            },
            ServerToClient::Heartbeat(Heartbeat { seq: Some(seq), epoch: Some(epoch), .. }) => {
                self.promised = (*epoch, *seq);
                if self.is_behind(known) && matches!(self.sync, Sync::Live) && self.ask_at.is_none() {
                    self.ask_at = Some(self.heard + BEHIND_FOR);
                }
                Next::Listen
            }
            _ => Next::Listen,
        }
    }

    /// What follows from a refusal of what the client itself asked. `Synced` means that the room is lost.
    pub(crate) fn refused(&mut self, error: &ErrorMessage) -> Next {
        match error.code {
            ErrorCode::RateLimited | ErrorCode::Busy | ErrorCode::StoreUnavailable => {
                let wait =
                    error.retry_after_ms.map_or(ASK_AGAIN_AFTER, |ms| Duration::from_millis(ms.into()));
                self.ask_at = Some(self.heard + wait);
                if !self.is_resuming() {
                    // Asking again is due even if no heartbeat says so.
                    self.promised = (Epoch(u64::MAX), Seq(u64::MAX));
                }
                Next::Listen
            }
            ErrorCode::InternalError | ErrorCode::Unknown => Next::Reconnect(error.message.clone()),
            _ => {
                self.sync = Sync::Live;
                Next::Synced
            }
        }
    }

    fn live(&mut self) -> Next {
        let was = std::mem::replace(&mut self.sync, Sync::Live);
        self.ask_at = None;
        match was {
            Sync::Resuming(_) => Next::Synced,
            Sync::Live | Sync::Asked(_) => Next::Listen,
        }
    }
}
