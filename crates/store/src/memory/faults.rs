//! What may go wrong with the calls of a store in memory, decided by somebody outside.

use std::fmt;
use std::time::Duration;

use tokio::time::Instant;

use crate::RoomId;

/// Decides what becomes of each call, as a network and a server would that lie in between. It is asked once for each call,
/// in the order of the calls, at the moment in which a call is made. What it does not decide goes well, and at once.
///
/// ```
/// use std::time::Duration;
/// use std::sync::Arc;
/// use sarja_store::{Fate, Faults, MemoryDatabase, WriteCall, WriteCourse, Writing};
///
/// /// Appends take a while, and are never heard of again.
/// #[derive(Debug)]
/// struct Silence;
///
/// impl Faults for Silence {
///     fn of_write(&self, call: WriteCall) -> WriteCourse {
///         match call.what {
///             Writing::Append => {
///                 let before = Duration::from_millis(5);
///                 WriteCourse { before, fate: Fate::UnknownDone, ..WriteCourse::default() }
///             }
///             _ => WriteCourse::default(),
///         }
///     }
/// }
///
/// let store = MemoryDatabase::with_faults(Arc::new(Silence)).open();
/// ```
pub trait Faults: fmt::Debug + Send + Sync + 'static {
    /// What becomes of a write.
    fn of_write(&self, call: WriteCall) -> WriteCourse {
        let _ = call;
        WriteCourse::default()
    }

    /// What becomes of a read.
    fn of_read(&self, call: ReadCall) -> ReadCourse {
        let _ = call;
        ReadCourse::default()
    }

    /// What time it is where the database is: tokio's. Where stores on it live in several runtimes, each with a clock of its own
    /// that is paused, it has to be one that goes on for all of them.
    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// A write that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteCall {
    /// What is to be written.
    pub what: Writing,
    /// The room that it is about, if it is about one.
    pub room: Option<RoomId>,
}

/// The kinds of writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Writing {
    /// [`crate::Store::create_player`], `touch_player` and `rename_player`.
    Player,
    /// [`crate::Store::create_room`].
    NewRoom,
    /// [`crate::Store::take_room`] and `retake_room`.
    TakeRoom,
    /// [`crate::Store::close_room`].
    CloseRoom,
    /// [`crate::Store::hand_over`].
    HandOver,
    /// [`crate::Store::append`].
    Append,
    /// A part of [`crate::Store::prune`].
    Prune,
    /// [`crate::Store::ready`].
    Nothing,
}

/// What becomes of a write. Times are tokio's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WriteCourse {
    /// How long it takes until it is made.
    pub before: Duration,
    /// How long it takes from then until the caller hears of it.
    pub after: Duration,
    /// Whether it is made, and what the caller hears.
    pub fate: Fate,
}

/// Whether a write is made, and what the caller hears.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Fate {
    /// It is made, and the caller hears what came of it.
    #[default]
    Answered,
    /// It is not made, and the caller hears so: [`crate::WriteError::Unavailable`].
    Unavailable,
    /// It is made, and the caller hears that this is not known: [`crate::WriteError::OutcomeUnknown`].
    UnknownDone,
    /// It is not made, and the caller hears that this is not known.
    UnknownNeverDone,
    /// The caller hears that it is not known, and so long afterwards it is made, if it still can be: a statement that was on
    /// its way when its connection was lost. Whoever has taken the room meanwhile has fenced it.
    UnknownDoneLater(Duration),
}

/// A read that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadCall {
    /// What is to be read.
    pub what: Reading,
    /// The room that it is about, if it is about one that is known.
    pub room: Option<RoomId>,
}

/// The kinds of reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// [`crate::Store::player_by_token`].
    Player,
    /// [`crate::Store::open_rooms`].
    OpenRooms,
    /// [`crate::Store::open_room_by_code`].
    RoomByCode,
    /// [`crate::Store::load_room`].
    Room,
    /// [`crate::Store::log_after`].
    Log,
    /// [`crate::Store::committed`] and `created_by`.
    Command,
    /// Matches and rounds.
    Results,
    /// What is read of the whole store: counts, ids, records, and what is kept no longer.
    Archive,
}

/// What becomes of a read. Times are tokio's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadCourse {
    /// How long it takes until the database is looked at.
    pub before: Duration,
    /// How long it takes from then until the caller has what was found, which may be old news by then.
    pub after: Duration,
    /// Whether the caller gets it.
    pub fate: ReadFate,
}

/// Whether a read gives what there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ReadFate {
    /// It does.
    #[default]
    Answered,
    /// It does not: [`crate::ReadError::Driver`].
    Unavailable,
}

/// Nothing goes wrong.
#[derive(Debug)]
pub(super) struct NoFaults;

impl Faults for NoFaults {}
