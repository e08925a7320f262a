//! Rooms: who owns them, and what is read back when one is loaded.

use crate::text::{self, Unstorable};
use crate::{BodyHash, Entry, Epoch, LogRow, Owner, RoomCode, RoomId, Secret};

/// A room to be created together with its first log row.
#[derive(Debug, Clone)]
pub struct NewRoom {
    /// The room's id.
    pub id: RoomId,
    /// The code, unique among open rooms.
    pub code: RoomCode,
    /// Who owns the room from now on, with [`Epoch::FIRST`].
    pub owner: Owner,
    /// The wall time.
    pub now_ms: i64,
    /// The first row. Its `first_seq` is where the room's numbers begin.
    pub first: Entry,
}

/// A room was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Created {
    /// The epoch to append with.
    pub epoch: Epoch,
}

/// The room that a command made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Creation {
    /// The room.
    pub room: RoomId,
    /// The hash of the command's body.
    pub body_hash: BodyHash,
}

/// A room without its log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomHead {
    /// The room's id.
    pub id: RoomId,
    /// Its code.
    pub code: RoomCode,
    /// Who took it last.
    pub owner: Owner,
    /// The epoch of that ownership.
    pub epoch: Epoch,
    /// When it was created, wall time.
    pub created_ms: i64,
    /// When it was closed, wall time; `None` while it is open.
    pub closed_ms: Option<i64>,
}

/// A room with all that its state follows from, as of one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadedRoom {
    /// The room; its epoch tells whether the reader still owned it at that moment.
    pub room: RoomHead,
    /// The whole log, in order.
    pub rows: Vec<LogRow>,
    /// All secrets, by deal.
    pub secrets: Vec<Secret>,
}

impl NewRoom {
    pub(crate) fn check(&self) -> Result<(), Unstorable> {
        text::plain("room code", self.code.as_str())?;
        text::plain("owner", self.owner.as_str())?;
        self.first.check()
    }
}
