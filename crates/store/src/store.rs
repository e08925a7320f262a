//! The store: one type over every engine.

use std::sync::Arc;

use crate::jobs::{CloseRoom, HandOver, RenamePlayer, TakeRoom, TouchPlayer};
use crate::memory::Memory;
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;
use crate::text;
use crate::url::Place;
use crate::{
    Append, AppendError, Appended, CloseRoomError, CommandId, CreatePlayerError, CreateRoomError, Created,
    Creation, Epoch, Handover, LoadedRoom, LogRow, MatchId, MatchNo, MemoryDatabase, NewPlayer, NewRoom,
    OpenError, Owner, Player, PlayerId, ReadError, ReadyError, RecordedMatch, RoomCode, RoomHead, RoomId,
    RoundRow, Seq, StoreUrl, Taken, TokenHash, UpdatePlayerError, Watch, WriteError,
};

/// An open store. Clones share it; it closes when the last one is dropped, or by [`Store::close`].
///
/// Dropping the future of a write does not withdraw the write. No call has a time limit of its own, apart
/// from those of the engine (a few seconds for a locked file).
#[derive(Debug, Clone)]
pub struct Store {
    engine: Arc<Engine>,
}

#[derive(Debug)]
pub(crate) enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
    Memory(Memory),
}

/// The same call on whichever engine it is; with `await`, its answer. That is boxed: the futures of the drivers are large, and
/// a connection that waits in the store now and then should not hold the memory for it all the time.
macro_rules! on {
    ($store:ident, $engine:ident => await $call:expr) => {
        match $store.engine() {
            $crate::store::Engine::Sqlite($engine) => Box::pin($call).await,
            $crate::store::Engine::Postgres($engine) => Box::pin($call).await,
            $crate::store::Engine::Memory($engine) => Box::pin($call).await,
        }
    };
    ($store:ident, $engine:ident => $call:expr) => {
        match $store.engine() {
            $crate::store::Engine::Sqlite($engine) => $call,
            $crate::store::Engine::Postgres($engine) => $call,
            $crate::store::Engine::Memory($engine) => $call,
        }
    };
}
pub(crate) use on;

/// The answer of a read, which is a statement for those engines that know statements.
macro_rules! read {
    ($store:ident, $read:ident($($argument:expr),*)) => {
        match $store.engine() {
            $crate::store::Engine::Sqlite(sqlite) => {
                Box::pin($crate::reads::$read(sqlite.pool(), $($argument),*)).await
            }
            $crate::store::Engine::Postgres(postgres) => {
                Box::pin($crate::reads::$read(postgres.pool(), $($argument),*)).await
            }
            $crate::store::Engine::Memory(memory) => Box::pin(memory.$read($($argument),*)).await,
        }
    };
}
pub(crate) use read;

impl Store {
    /// Opens a store, creates it if there is none, and brings its schema up to date. Must be called within a
    /// tokio runtime, which then runs the store's writer.
    ///
    /// # Errors
    /// [`OpenError::SchemaNewer`] for a store that a newer program has used; the others name file and reason.
    pub async fn open(url: &StoreUrl) -> Result<Self, OpenError> {
        Self::open_as(url, &Owner::from("?")).await
    }

    /// As [`Self::open`], for somebody who will own rooms: a database server shows by this name whose connections these
    /// are (`sarja/OWNER`).
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn open_as(url: &StoreUrl, owner: &Owner) -> Result<Self, OpenError> {
        let engine = match url.place() {
            Place::Sqlite(path) => Engine::Sqlite(Sqlite::open(path).await?),
            Place::Postgres(url) => Engine::Postgres(Postgres::open(url, owner).await?),
            Place::Memory => Engine::Memory(Memory::on(MemoryDatabase::new())),
        };
        Ok(Self::on(engine))
    }

    pub(crate) fn on(engine: Engine) -> Self {
        Self { engine: Arc::new(engine) }
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Stores a new player.
    pub async fn create_player(&self, player: NewPlayer) -> Result<(), CreatePlayerError> {
        player.check()?;
        on!(self, engine => await engine.write(player))
    }

    /// The player with a token.
    pub async fn player_by_token(&self, token: &TokenHash) -> Result<Option<Player>, ReadError> {
        read!(self, player_by_token(token))
    }

    /// Notes that a player was seen. An earlier time than the stored one changes nothing.
    pub async fn touch_player(&self, id: PlayerId, now_ms: i64) -> Result<(), UpdatePlayerError> {
        on!(self, engine => await engine.write(TouchPlayer { id, now_ms }))
    }

    /// Gives a player another name. Results keep the name of their time.
    pub async fn rename_player(&self, id: PlayerId, name: String) -> Result<(), UpdatePlayerError> {
        text::plain("player name", &name)?;
        on!(self, engine => await engine.write(RenamePlayer { id, name }))
    }

    /// Creates a room, its ownership and its first log row together.
    pub async fn create_room(&self, room: NewRoom) -> Result<Created, CreateRoomError> {
        room.check()?;
        on!(self, engine => await engine.write(room))
    }

    /// Makes `owner` the owner of an open room, with the next epoch; whoever held it before cannot append any
    /// more. `None`: there is no such open room. Load the room only after this. What the owner before left with
    /// [`Self::hand_over`] is given once, by this.
    pub async fn take_room(&self, room: RoomId, owner: Owner) -> Result<Option<Taken>, WriteError> {
        self.take(TakeRoom { room, owner, held: None }).await
    }

    /// As [`Self::take_room`], but only if the epoch is still `held`; `None` also if it is not. After
    /// [`WriteError::OutcomeUnknown`] this makes sure that what may still be on its way is never written: load the room
    /// afterwards, and what it holds then is the truth.
    pub async fn retake_room(
        &self,
        room: RoomId,
        owner: Owner,
        held: Epoch,
    ) -> Result<Option<Epoch>, WriteError> {
        let taken = self.take(TakeRoom { room, owner, held: Some(held) }).await?;
        Ok(taken.map(|taken| taken.epoch))
    }

    async fn take(&self, take: TakeRoom) -> Result<Option<Taken>, WriteError> {
        text::plain("owner", take.owner.as_str())?;
        match self.engine() {
            Engine::Sqlite(sqlite) => Box::pin(sqlite.write(take)).await,
            Engine::Postgres(postgres) => Box::pin(postgres.take_room(take)).await,
            Engine::Memory(memory) => Box::pin(memory.write(take)).await,
        }
    }

    /// Leaves rooms to whoever takes them next, and tells how many: those that are closed, or somebody else's by now, are not
    /// left. All of them are written together, or none: the caller makes the parts.
    ///
    /// # Errors
    /// As for any write. Whoever takes the rooms then finds nothing, as after a crash.
    pub async fn hand_over(&self, rooms: Vec<Handover>) -> Result<u64, WriteError> {
        rooms.iter().try_for_each(Handover::check)?;
        on!(self, engine => await engine.write(HandOver(rooms)))
    }

    /// A room, open or closed, with its whole log and its secrets, all of one moment.
    pub async fn load_room(&self, room: RoomId) -> Result<Option<LoadedRoom>, ReadError> {
        read!(self, load_room(room))
    }

    /// All open rooms, the oldest first.
    pub async fn open_rooms(&self) -> Result<Vec<RoomHead>, ReadError> {
        read!(self, open_rooms())
    }

    /// The open room that has a code.
    pub async fn open_room_by_code(&self, code: &RoomCode) -> Result<Option<RoomHead>, ReadError> {
        read!(self, open_room_by_code(code))
    }

    /// Closes a room for good: it takes no more entries, and its code is free again. Closing again keeps the
    /// first time.
    pub async fn close_room(&self, room: RoomId, epoch: Epoch, now_ms: i64) -> Result<(), CloseRoomError> {
        on!(self, engine => await engine.write(CloseRoom { room, epoch, now_ms }))
    }

    /// Appends an entry to the log of a room. The answer comes after the commit.
    ///
    /// # Errors
    /// See [`AppendError`]: most variants mean that the room has to stop or to be rebuilt from its log.
    pub async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        append.entry.check()?;
        match self.engine() {
            Engine::Sqlite(sqlite) => Box::pin(sqlite.write(append)).await,
            Engine::Postgres(postgres) => Box::pin(postgres.append(append)).await,
            Engine::Memory(memory) => Box::pin(memory.write(append)).await,
        }
    }

    /// The row of a player's command, if it was stored.
    pub async fn committed(
        &self,
        room: RoomId,
        player: PlayerId,
        command: &CommandId,
    ) -> Result<Option<LogRow>, ReadError> {
        read!(self, committed(room, player, command))
    }

    /// The room that a player's command made, if it was stored.
    pub async fn created_by(
        &self,
        player: PlayerId,
        command: &CommandId,
    ) -> Result<Option<Creation>, ReadError> {
        read!(self, created_by(player, command))
    }

    /// The rows that hold events after `seq`, in order. The first of them may begin at or before it.
    pub async fn log_after(&self, room: RoomId, seq: Seq) -> Result<Vec<LogRow>, ReadError> {
        read!(self, log_after(room, seq))
    }

    /// The result of the match with this id.
    pub async fn match_by_id(&self, id: MatchId) -> Result<Option<RecordedMatch>, ReadError> {
        read!(self, match_by_id(id))
    }

    /// The match that ended last of those played in rooms with this code, open or closed: of all, or of those with this number.
    pub async fn match_by_code(
        &self,
        code: &RoomCode,
        match_no: Option<MatchNo>,
    ) -> Result<Option<RecordedMatch>, ReadError> {
        read!(self, match_by_code(code, match_no))
    }

    /// The result of a match.
    pub async fn match_by_room(
        &self,
        room: RoomId,
        match_no: MatchNo,
    ) -> Result<Option<RecordedMatch>, ReadError> {
        read!(self, match_by_room(room, match_no))
    }

    /// The matches of a player, the latest first; at most [`crate::MATCHES_MAX`], whatever the limit.
    pub async fn matches_of_player(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<RecordedMatch>, ReadError> {
        read!(self, matches_of_player(player, limit))
    }

    /// The rounds of a match, in order, also while the match goes on.
    pub async fn rounds(&self, room: RoomId, match_no: MatchNo) -> Result<Vec<RoundRow>, ReadError> {
        read!(self, rounds(room, match_no))
    }

    /// Whether the store can read and commit now. It waits behind the writes that are queued.
    ///
    /// # Errors
    /// What is wrong.
    pub async fn ready(&self) -> Result<(), ReadyError> {
        on!(self, engine => await engine.ready())
    }

    /// How many writes wait to be written.
    pub fn queued(&self) -> usize {
        on!(self, engine => engine.queued())
    }

    /// Tells somebody from now on how this store and all its clones fare. Whoever watches first stays.
    pub fn watch(&self, watch: Arc<dyn Watch>) {
        on!(self, engine => engine.watched().by(watch));
    }

    /// Finishes the queued writes and closes the store for all its clones.
    pub async fn close(&self) {
        on!(self, engine => await engine.close());
    }
}
