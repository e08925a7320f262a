//! What the rest of the server has of a room: its inbox and its pulse.

use sarja_protocol::{ClientToServer, Epoch, Heartbeat, PlayerId, PlayerKind, RoomCode, RoomId, Seq};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use super::{
    timeline::Timeline,
    viewers::{ConnectionId, Membership},
};
use crate::{connection::Outbox, limits::INBOX_MAX};

/// A connection that wants to come into the room.
#[derive(Debug)]
pub(crate) struct Enter {
    /// Which connection.
    pub(crate) connection: ConnectionId,
    /// Whose it is.
    pub(crate) player: PlayerId,
    /// A person or a program.
    pub(crate) kind: PlayerKind,
    /// `create_room` of this very room, `join_room` or `resume_room`.
    pub(crate) command: ClientToServer,
    /// When its frame was read.
    pub(crate) received: Instant,
    /// Where to answer, and to send what happens from now on.
    pub(crate) outbox: Outbox,
    /// Told once it is decided; `None` if the room refused, which it has told the client itself.
    pub(crate) entered: oneshot::Sender<Option<Membership>>,
}

/// A message to a room.
#[derive(Debug)]
pub(crate) enum ToRoom {
    /// A connection wants to come in.
    Enter(Box<Enter>),
    /// A connection is gone.
    Gone(ConnectionId),
    /// A command or a draft of a connection that came in.
    Command {
        /// Which connection.
        connection: ConnectionId,
        /// What it wants.
        command: Box<ClientToServer>,
        /// When its frame was read: before any queue.
        received: Instant,
        /// Where to answer.
        outbox: Outbox,
    },
}

/// What can be known of a room without asking it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pulse {
    /// The last event that was sent.
    pub(crate) seq: Seq,
    /// The epoch under which the room is owned.
    pub(crate) epoch: Epoch,
    /// What time it is there.
    pub(crate) timeline: Timeline,
    /// The host.
    pub(crate) host: PlayerId,
}

impl Pulse {
    /// The heartbeat of a connection in this room.
    pub(crate) fn heartbeat(&self) -> Heartbeat {
        Heartbeat { now_ms: Some(self.timeline.now()), seq: Some(self.seq), epoch: Some(self.epoch) }
    }
}

/// A room that runs: where to send to it.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle {
    id: RoomId,
    code: RoomCode,
    inbox: mpsc::Sender<ToRoom>,
    pulse: watch::Receiver<Pulse>,
    /// Cancelled once its end has been noted.
    settled: CancellationToken,
}

/// Why a message did not reach a room.
#[derive(Debug)]
pub(crate) enum Unreached {
    /// Its inbox is full.
    Busy,
    /// It does not run any more; the message is given back.
    Gone(ToRoom),
}

/// The ends that the room's task keeps.
#[derive(Debug)]
pub(super) struct RoomEnds {
    pub(super) inbox: mpsc::Receiver<ToRoom>,
    pub(super) pulse: watch::Sender<Pulse>,
}

impl RoomHandle {
    /// A handle, and the ends that go with it.
    pub(super) fn new(id: RoomId, code: RoomCode, pulse: Pulse) -> (Self, RoomEnds) {
        let (sender, inbox) = mpsc::channel(INBOX_MAX);
        let (beat, pulse) = watch::channel(pulse);
        let settled = CancellationToken::new();
        (Self { id, code, inbox: sender, pulse, settled }, RoomEnds { inbox, pulse: beat })
    }

    /// The room's id.
    pub(crate) const fn id(&self) -> RoomId {
        self.id
    }

    /// The room's code.
    pub(crate) const fn code(&self) -> RoomCode {
        self.code
    }

    /// Whether its task runs.
    pub(crate) fn runs(&self) -> bool {
        !self.inbox.is_closed()
    }

    /// Says that its task has ended, and that the hub knows what became of the room.
    pub(crate) fn settle(&self) {
        self.settled.cancel();
    }

    /// Ends when the hub knows what became of the room.
    pub(crate) async fn settled(&self) {
        self.settled.cancelled().await;
    }

    /// Ends when its task has ended.
    #[cfg(test)]
    pub(crate) async fn ended(&self) {
        self.inbox.closed().await;
    }

    /// What can be known without asking.
    pub(crate) fn pulse(&self) -> Pulse {
        *self.pulse.borrow()
    }

    /// Sends without waiting.
    pub(crate) fn try_send(&self, message: ToRoom) -> Result<(), Unreached> {
        self.inbox.try_send(message).map_err(|refused| match refused {
            mpsc::error::TrySendError::Full(_) => Unreached::Busy,
            mpsc::error::TrySendError::Closed(message) => Unreached::Gone(message),
        })
    }

    /// Tells that a connection is gone, however long the inbox is: the room must know who is there.
    pub(crate) async fn gone(&self, connection: ConnectionId) {
        if self.inbox.send(ToRoom::Gone(connection)).await.is_err() {
            tracing::debug!(room = %self.id, "the room was gone before its connection");
        }
    }
}
