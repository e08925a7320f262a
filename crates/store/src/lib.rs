//! The store of Sarja: players, rooms with their event logs, shuffle secrets and results.
//!
//! Start at [`Store`]. It knows nothing of the game: events are JSON text that it does not look into, and it
//! has no clock, so every time is an argument (milliseconds since 1970, except `at_ms`, which is on the
//! room's own timeline).
//!
//! What it promises:
//!
//! - An answered write is durable: the answer leaves only after the commit returned. (In memory nothing is durable; a write is
//!   made before it is answered there, too.)
//! - Everything in one [`Append`] is written together or not at all: the log row, players, secrets, results.
//! - A log has no gaps, no overlaps, and each command of a player at most once.
//! - Only the holder of a room's present [`Epoch`] can write to the room.
//! - One bad row never hurts the rows that are committed with it.
//!
//! Files: the types are sorted by noun ([`Player`] in `player`, [`Append`] in `log`, …); `error` has one enum
//! for each kind of operation. What is written in a transaction (`jobs`) and what is read (`reads`) is there once, over
//! the little that the engines differ in (`engine`); the rest of each engine is below `sqlite` and `postgres`. `memory` is
//! a third one, without statements and without a disk: for servers that keep nothing, and for simulations, which decide
//! there what goes wrong ([`MemoryDatabase`], [`Faults`]).

mod archive;
mod data_error;
mod data_file;
mod engine;
mod error;
mod handover;
mod hash;
mod ids;
mod jobs;
mod limits;
mod lock;
mod log;
mod maintenance;
mod memory;
mod player;
mod postgres;
mod postgres_url;
mod reads;
mod results;
mod retention;
mod room;
mod row;
mod secret;
mod sqlite;
mod store;
mod text;
mod url;
mod watch;

pub use archive::{Counts, Depth, RoomRecord};
pub use data_file::{CopyError, DataFile, InTheWay};
pub use error::{
    AppendError, CloseRoomError, CreatePlayerError, CreateRoomError, DriverError, Fault, Inconsistent,
    OpenError, ReadError, ReadyError, UpdatePlayerError, WriteError,
};
pub use handover::{Handover, HandoverState, Taken};
pub use hash::{BodyHash, TokenHash};
pub use ids::{
    CommandId, DealNo, Epoch, MatchId, MatchNo, Owner, PlayerId, RoomCode, RoomId, RoundNo, SeatNo, Seq,
};
pub use limits::{EVENTS_BYTES_MAX, MATCHES_MAX, RESTORED_EPOCHS, TEXT_BYTES_MAX};
pub use lock::{LockError, StoreLock};
pub use log::{Append, Appended, CommandRef, Entry, LogRow};
pub use maintenance::PruneError;
pub use memory::{
    Fate, Faults, MemoryDatabase, ReadCall, ReadCourse, ReadFate, Reading, WriteCall, WriteCourse, Writing,
};
pub use player::{NewPlayer, Player, Scope, ScopedPlayer};
pub use results::{MatchRow, MatchState, RecordedMatch, RoundEnd, RoundRow, SeatRow, Tally};
pub use retention::{Days, Pruned, Retention};
pub use room::{Created, Creation, LoadedRoom, NewRoom, RoomHead};
pub use secret::{NewSecret, Secret, ShuffleSecret};
pub use store::Store;
pub use text::{Problem, Unstorable};
pub use url::{StoreUrl, UrlError};
pub use watch::Watch;
