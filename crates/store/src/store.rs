//! The store: one type over every engine.

use std::sync::Arc;

use crate::log::{Append, Appended};
use crate::sqlite::{CloseRoom, RenamePlayer, Sqlite, TakeRoom, TouchPlayer};
use crate::text;
use crate::url::Place;
use crate::{
    AppendError, CloseRoomError, CommandId, CreatePlayerError, CreateRoomError, Created, Epoch, LoadedRoom,
    LogRow, MatchNo, NewPlayer, NewRoom, OpenError, Owner, Player, PlayerId, ReadError, ReadyError,
    RecordedMatch, RoomCode, RoomHead, RoomId, RoundRow, Seq, StoreUrl, TokenHash, UpdatePlayerError,
    WriteError,
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
}

impl Store {
    /// Opens a store, creates it if there is none, and brings its schema up to date. Must be called within a
    /// tokio runtime, which then runs the store's writer.
    ///
    /// # Errors
    /// [`OpenError::SchemaNewer`] for a store that a newer program has used; the others name file and reason.
    pub async fn open(url: &StoreUrl) -> Result<Self, OpenError> {
        let engine = match url.place() {
            Place::Sqlite(path) => Engine::Sqlite(Sqlite::open(path).await?),
            Place::Postgres(url) => {
                let why = format!("the engine for {} follows", url.options().get_host());
                return Err(OpenError::Driver(sqlx::Error::Configuration(why.into()).into()));
            }
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
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(player).await,
        }
    }

    /// The player with a token.
    pub async fn player_by_token(&self, token: &TokenHash) -> Result<Option<Player>, ReadError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.player_by_token(token).await,
        }
    }

    /// Notes that a player was seen. An earlier time than the stored one changes nothing.
    pub async fn touch_player(&self, id: PlayerId, now_ms: i64) -> Result<(), UpdatePlayerError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(TouchPlayer { id, now_ms }).await,
        }
    }

    /// Gives a player another name. Results keep the name of their time.
    pub async fn rename_player(&self, id: PlayerId, name: String) -> Result<(), UpdatePlayerError> {
        text::plain("player name", &name)?;
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(RenamePlayer { id, name }).await,
        }
    }

    /// Creates a room, its ownership and its first log row together.
    pub async fn create_room(&self, room: NewRoom) -> Result<Created, CreateRoomError> {
        room.check()?;
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(room).await,
        }
    }

    /// Makes `owner` the owner of an open room, with the next epoch; whoever held it before cannot append any
    /// more. `None`: there is no such open room. Load the room only after this.
    pub async fn take_room(&self, room: RoomId, owner: Owner) -> Result<Option<Epoch>, WriteError> {
        text::plain("owner", owner.as_str())?;
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(TakeRoom { room, owner }).await,
        }
    }

    /// A room, open or closed, with its whole log and its secrets, all of one moment.
    pub async fn load_room(&self, room: RoomId) -> Result<Option<LoadedRoom>, ReadError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.load_room(room).await,
        }
    }

    /// All open rooms, the oldest first.
    pub async fn open_rooms(&self) -> Result<Vec<RoomHead>, ReadError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.open_rooms().await,
        }
    }

    /// The open room that has a code.
    pub async fn open_room_by_code(&self, code: &RoomCode) -> Result<Option<RoomHead>, ReadError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.open_room_by_code(code).await,
        }
    }

    /// Closes a room for good: it takes no more entries, and its code is free again. Closing again keeps the
    /// first time.
    pub async fn close_room(&self, room: RoomId, epoch: Epoch, now_ms: i64) -> Result<(), CloseRoomError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(CloseRoom { room, epoch, now_ms }).await,
        }
    }

    /// Appends an entry to the log of a room. The answer comes after the commit.
    ///
    /// # Errors
    /// See [`AppendError`]: most variants mean that the room has to stop or to be rebuilt from its log.
    pub async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        append.entry.check()?;
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.write(append).await,
        }
    }

    /// The row of a player's command, if it was stored.
    pub async fn committed(
        &self,
        room: RoomId,
        player: PlayerId,
        command: &CommandId,
    ) -> Result<Option<LogRow>, ReadError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.committed(room, player, command).await,
        }
    }

    /// The rows that hold events after `seq`, in order. The first of them may begin at or before it.
    pub async fn log_after(&self, room: RoomId, seq: Seq) -> Result<Vec<LogRow>, ReadError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.log_after(room, seq).await,
        }
    }

    /// The result of a match.
    pub async fn match_by_room(
        &self,
        room: RoomId,
        match_no: MatchNo,
    ) -> Result<Option<RecordedMatch>, ReadError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.match_by_room(room, match_no).await,
        }
    }

    /// The matches of a player, the latest first; at most [`crate::MATCHES_MAX`], whatever the limit.
    pub async fn matches_of_player(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<RecordedMatch>, ReadError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.matches_of_player(player, limit).await,
        }
    }

    /// The rounds of a match, in order, also while the match goes on.
    pub async fn rounds(&self, room: RoomId, match_no: MatchNo) -> Result<Vec<RoundRow>, ReadError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.rounds(room, match_no).await,
        }
    }

    /// Whether the store can read and commit now. It waits behind the writes that are queued.
    ///
    /// # Errors
    /// What is wrong.
    pub async fn ready(&self) -> Result<(), ReadyError> {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.ready().await,
        }
    }

    /// Finishes the queued writes and closes the store for all its clones.
    pub async fn close(&self) {
        match &*self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
        }
    }
}
