//! Matches that are over, out of the store, as replays show them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sarja_protocol::{MatchArchive, MatchId, RoomCode};
use sarja_store::{LoadedRoom, MatchNo, ReadError, RecordedMatch, Store};

use crate::{
    actor::{Unreadable, identity},
    room::Room,
};

/// Which match is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichMatch {
    /// The one with this id.
    Id(MatchId),
    /// Of those played in rooms with this code the one that ended last, or with a number the last of that number.
    OfRoom(RoomCode, Option<u32>),
}

/// Why there is no replay of a match, though it is over.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The store cannot read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The log of its room makes no room.
    #[error("the match cannot be made from the log of its room: {0}")]
    Log(String),
    /// The record of the match is there, and the log of its room does not have it.
    #[error("the log of its room does not have the match")]
    NotInLog,
    /// Folding the log ends in a fault of the program.
    #[error("the log of its room cannot be folded: the program fails on it")]
    Panic,
}

impl From<Unreadable> for ReplayError {
    fn from(error: Unreadable) -> Self {
        Self::Log(error.to_string())
    }
}

/// The archive of a match; `None` if there is no such match that is over.
///
/// A server may run on the store meanwhile. It takes a processor for as long as the room's log is folded.
///
/// # Errors
/// [`ReplayError`].
pub async fn archived_match(store: &Store, which: WhichMatch) -> Result<Option<MatchArchive>, ReplayError> {
    let recorded = match which {
        WhichMatch::Id(id) => store.match_by_id(sarja_store::MatchId(id.0)).await?,
        WhichMatch::OfRoom(code, number) => {
            store.match_by_code(&code.as_str().into(), number.map(MatchNo)).await?
        }
    };
    match recorded {
        Some(recorded) => {
            let loaded = logged(store, &recorded).await?;
            fold(loaded, recorded.result.match_no).map(Some)
        }
        None => Ok(None),
    }
}

/// The room that a match was played in, with its log.
pub(crate) async fn logged(store: &Store, recorded: &RecordedMatch) -> Result<LoadedRoom, ReplayError> {
    store.load_room(recorded.room).await?.ok_or(ReplayError::NotInLog)
}

/// Makes the archive of a match of a room.
pub(crate) fn fold(loaded: LoadedRoom, match_no: MatchNo) -> Result<MatchArchive, ReplayError> {
    // A log that a bug wrote may panic: it must not take others along.
    let folded = catch_unwind(AssertUnwindSafe(|| {
        Room::archive(identity(&loaded)?, &loaded.rows, loaded.secrets, match_no.0).map_err(Unreadable::from)
    }));
    folded.map_err(|_| ReplayError::Panic)??.ok_or(ReplayError::NotInLog)
}
