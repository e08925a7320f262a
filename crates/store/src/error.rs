//! What can go wrong: one enum for each kind of operation, with variants by what the caller can do about it. The text
//! of an error is complete: it holds that of its cause, so nothing is printed twice.

use std::sync::Arc;

use crate::postgres;
use crate::sqlite::code;
use crate::text::Unstorable;
use crate::{CopyError, Epoch, LogRow, PlayerId, RoomCode, RoomId, Seq, UrlError};

/// An error of the database or of the way to it. Its text never holds stored values.
#[derive(Debug, Clone, thiserror::Error)]
#[error(transparent)]
pub struct DriverError(Arc<sqlx::Error>);

impl From<sqlx::Error> for DriverError {
    fn from(error: sqlx::Error) -> Self {
        Self(Arc::new(error))
    }
}

/// Why the store could not work. Nothing is wrong with what was asked; trying again later may help.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Fault {
    /// The store was closed, or its writer has ended.
    #[error("the store is closed")]
    Closed,
    /// There is no space where the data lies. It works again by itself as soon as there is.
    #[error("the disk is full")]
    DiskFull,
    /// The file holds what the engine never wrote, at least where this read or write came by. It needs a person.
    #[error("the database is damaged: {0}")]
    Damaged(DriverError),
    /// Somebody else holds what should be changed, for longer than it may take.
    #[error("somebody else holds what should be changed")]
    Locked,
    /// The database failed.
    #[error("the database failed: {0}")]
    Driver(DriverError),
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolClosed => Self::Closed,
            error if code::is_disk_full(&error) || postgres::code::is_disk_full(&error) => Self::DiskFull,
            error if code::is_damage(&error) => Self::Damaged(error.into()),
            error if postgres::code::is_lock_timeout(&error) => Self::Locked,
            other => Self::Driver(other.into()),
        }
    }
}

/// Stored data that cannot be: somebody else wrote it, or a bug did. It needs a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the stored data is inconsistent: {0}")]
pub struct Inconsistent(pub(crate) String);

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL is not one.
    #[error(transparent)]
    Url(#[from] UrlError),
    /// A newer program has changed the schema; only a program that knows it may write.
    #[error(
        "the database has schema version {found}, this program knows versions up to {known}: use a newer program"
    )]
    SchemaNewer {
        /// The version in the database.
        found: i64,
        /// The newest version that the program knows.
        known: i64,
    },
    /// An older program has made the schema, and whoever only reads does not change it.
    #[error(
        "the database has schema version {found}, older than {known}: a server that starts on it brings it up to date"
    )]
    SchemaOlder {
        /// The version in the database.
        found: i64,
        /// The newest version that the program knows.
        known: i64,
    },
    /// The database could not be copied aside before its schema would have been brought up to date. It was left as it is.
    #[error("the database was not brought up to date, because it could not be copied before: {0}")]
    CopyAside(Box<CopyError>),
    /// What is in memory is there for the server alone whose memory it is.
    #[error("memory: is a database that nobody but its own server can look into, and that ends with it")]
    InMemory,
    /// There is no file.
    #[error("there is no file {path}")]
    Missing {
        /// The file.
        path: String,
    },
    /// Something else than a file is in its place.
    #[error("{path} is no file")]
    NotAFile {
        /// The place.
        path: String,
    },
    /// The file is empty. A store never leaves one behind, so it was not ours, or it has lost everything.
    #[error("{path} is empty: it is no database")]
    Empty {
        /// The file.
        path: String,
    },
    /// The file is no database, or one that was damaged.
    #[error("the database {path} is damaged: {reason}")]
    Damaged {
        /// The file.
        path: String,
        /// What the engine stumbled over.
        reason: DriverError,
    },
    /// The file is the database of another program.
    #[error("{path} is the database of another program: it has a table {table:?}, and nothing of Sarja's")]
    Foreign {
        /// The file.
        path: String,
        /// One of its tables.
        table: String,
    },
    /// A table is gone.
    #[error("the database {path} has lost its table {table:?}: put a backup in its place")]
    Incomplete {
        /// The file.
        path: String,
        /// The table.
        table: &'static str,
    },
    /// There is no space where the file lies.
    #[error("the disk with {path} is full")]
    DiskFull {
        /// The file.
        path: String,
    },
    /// The system does not let the file be opened.
    #[error("cannot open {path}: {reason}")]
    Access {
        /// The file.
        path: String,
        /// The system's reason.
        reason: std::io::Error,
    },
    /// The database server is too old.
    #[error("the database server is PostgreSQL {found}; use {least} or newer")]
    ServerTooOld {
        /// Its version.
        found: u32,
        /// The oldest that will do.
        least: u32,
    },
    /// The schema could not be brought up to date.
    #[error("the schema could not be brought up to date: {0}")]
    Migrate(DriverError),
    /// The file's folder could not be created, or the file not made private.
    #[error("cannot create {path}: {reason}")]
    File {
        /// The file or folder.
        path: String,
        /// The system's reason.
        reason: std::io::Error,
    },
    /// The database failed.
    #[error("the database cannot be opened: {0}")]
    Driver(DriverError),
}

impl From<DriverError> for OpenError {
    fn from(error: DriverError) -> Self {
        Self::Driver(error)
    }
}

/// Why a read gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The stored data cannot be.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
    /// The store could not work.
    #[error(transparent)]
    Driver(#[from] Fault),
}

impl From<sqlx::Error> for ReadError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                Inconsistent(error.to_string()).into()
            }
            other => Self::Driver(other.into()),
        }
    }
}

/// Why any write may fail. The other errors of writes hold these beside their own.
#[derive(Debug, Clone, thiserror::Error)]
pub enum WriteError {
    /// The data cannot be stored; nothing was written.
    #[error(transparent)]
    Refused(#[from] Unstorable),
    /// The stored data cannot be; nothing was written.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
    /// Nothing was written: the same write may be tried again.
    #[error("nothing was written: {0}")]
    Unavailable(Fault),
    /// The commit failed in a way that leaves open whether it was written: look before trying again.
    #[error("it is not known whether this was written: {0}")]
    OutcomeUnknown(Fault),
}

/// Why the store is not ready.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ReadyError {
    /// It cannot read.
    #[error("the store cannot read: {0}")]
    Read(Fault),
    /// It cannot commit.
    #[error("the store cannot write: {0}")]
    Write(WriteError),
}

/// Why a player was not created.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CreatePlayerError {
    /// There is a player with this id or this token: draw new ones.
    #[error("the id {0} or its token is taken")]
    Taken(PlayerId),
    /// As for any write.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Why a player was not changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum UpdatePlayerError {
    /// There is no such player.
    #[error("there is no player {0}")]
    NoSuchPlayer(PlayerId),
    /// As for any write.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Why a room was not created.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CreateRoomError {
    /// An open room has this code: draw another.
    #[error("an open room has the code {0}")]
    CodeTaken(RoomCode),
    /// There is a room with this id: either it was created before, or the id is not random.
    #[error("there is a room {0} already")]
    RoomExists(RoomId),
    /// As for any write.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Why a room was not closed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CloseRoomError {
    /// There is no such room.
    #[error("there is no room {0}")]
    NoSuchRoom(RoomId),
    /// Somebody else owns the room now.
    #[error("room {room} is held with epoch {current}, not {held}")]
    Fenced {
        /// The room.
        room: RoomId,
        /// The caller's epoch.
        held: Epoch,
        /// The present one.
        current: Epoch,
    },
    /// As for any write.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Why an entry was not appended.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AppendError {
    /// Somebody else owns the room now: stop it.
    #[error("room {room} is held with epoch {current}, not {held}")]
    Fenced {
        /// The room.
        room: RoomId,
        /// The caller's epoch.
        held: Epoch,
        /// The present one.
        current: Epoch,
    },
    /// There is no such room, or it is closed: stop it.
    #[error("there is no open room {0}")]
    NotOpen(RoomId),
    /// The command was stored before, or its place in the log is taken. Compare: the same command and body
    /// hash mean that it was done and can be answered; another body is a misuse of the id; another command
    /// means that the caller's state is not that of the log.
    #[error("room {room} has the events {}-{} stored already{}", stored.first_seq, stored.last_seq(), by(stored))]
    Conflict {
        /// The room.
        room: RoomId,
        /// What is stored.
        stored: Box<LogRow>,
    },
    /// The entry does not follow the last one: reload the room. Never try again with the next number.
    #[error("room {room} goes on with event {expected}, not {given}")]
    Gap {
        /// The room.
        room: RoomId,
        /// The number that comes next.
        expected: Seq,
        /// The caller's number.
        given: Seq,
    },
    /// The data cannot be stored; nothing was written.
    #[error(transparent)]
    Refused(#[from] Unstorable),
    /// The stored data cannot be; nothing was written.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistent),
    /// Nothing was written: the same entry may be tried again.
    #[error("nothing was written: {0}")]
    Unavailable(Fault),
    /// The commit failed in a way that leaves open whether it was written: rebuild the room from its log.
    #[error("it is not known whether this was written: {0}")]
    OutcomeUnknown(Fault),
}

/// The id is quoted, since a client chose it.
fn by(row: &LogRow) -> String {
    row.command
        .as_ref()
        .map_or_else(String::new, |c| format!(" by command {:?} of player {}", c.id.as_str(), c.player))
}

impl From<WriteError> for AppendError {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Refused(why) => Self::Refused(why),
            WriteError::Inconsistent(why) => Self::Inconsistent(why),
            WriteError::Unavailable(why) => Self::Unavailable(why),
            WriteError::OutcomeUnknown(why) => Self::OutcomeUnknown(why),
        }
    }
}

macro_rules! refusals_of_any_write {
    ($($error:ident),*) => {$(
        impl From<Unstorable> for $error {
            fn from(why: Unstorable) -> Self {
                Self::Write(why.into())
            }
        }
    )*};
}

refusals_of_any_write!(CreatePlayerError, UpdatePlayerError, CreateRoomError);
