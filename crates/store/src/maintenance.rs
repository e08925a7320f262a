//! The part of the store that nobody needs for playing: looking at all of it, and removing what nobody needs.

use uuid::Uuid;

use crate::jobs::{PruneGuests, PruneRooms};
use crate::limits::PRUNE_BATCH_MAX;
use crate::postgres::Postgres;
use crate::reads::KeptNoLonger;
use crate::sqlite::Sqlite;
use crate::store::{Engine, on, read};
use crate::url::Place;
use crate::{
    Counts, Depth, OpenError, Pruned, ReadError, Retention, RoomId, RoomRecord, Store, StoreUrl, WriteError,
};

impl Store {
    /// Opens a store that is there, for reading. Nothing is created or brought up to date, every write fails, and a
    /// server may run on it meanwhile.
    ///
    /// # Errors
    /// [`OpenError`] where [`Store::open`] has it, and [`OpenError::Missing`], [`OpenError::SchemaOlder`],
    /// [`OpenError::InMemory`] where that would create or change something.
    pub async fn open_existing(url: &StoreUrl) -> Result<Self, OpenError> {
        Ok(Self::on(match url.place() {
            Place::Sqlite(path) => Engine::Sqlite(Sqlite::open_existing(path).await?),
            Place::Postgres(url) => Engine::Postgres(Postgres::open_existing(url).await?),
            Place::Memory => return Err(OpenError::InMemory),
        }))
    }

    /// How much there is, all of one moment.
    pub async fn counts(&self) -> Result<Counts, ReadError> {
        read!(self, counts())
    }

    /// The ids of all rooms, open and closed, in their order, at most so many, those after `after`.
    pub async fn room_ids(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomId>, ReadError> {
        read!(self, room_ids(after, limit))
    }

    /// Everything that is stored of a room.
    pub async fn room_record(&self, room: RoomId) -> Result<Option<RoomRecord>, ReadError> {
        read!(self, room_record(room))
    }

    /// What is wrong below the rows: damaged pages, indices that differ from their tables, rows that name others that are
    /// not there. Empty if nothing is, and on engines that look after that by themselves.
    ///
    /// # Errors
    /// [`ReadError`] if it could not be looked at. Damage is no error here.
    pub async fn file_faults(&self, depth: Depth) -> Result<Vec<String>, ReadError> {
        match self.engine() {
            Engine::Sqlite(sqlite) => sqlite.file_faults(depth).await,
            Engine::Postgres(_) | Engine::Memory(_) => Ok(Vec::new()),
        }
    }

    /// Removes what is kept no longer, a little at a time: play goes on meanwhile.
    ///
    /// # Errors
    /// [`PruneError`] if the store could not work. What was removed until then stays removed.
    pub async fn prune(&self, retention: &Retention, now_ms: i64) -> Result<Pruned, PruneError> {
        let mut pruned = Pruned::default();
        // Rooms first: whoever was in these alone was in none.
        if let Some(before_ms) = retention.unplayed_rooms.map(|days| days.before(now_ms)) {
            let mut after = Uuid::nil();
            while let (rooms, Some(last)) = self.kept_no_longer(KeptNoLonger::Rooms, after, before_ms).await?
            {
                pruned.rooms += on!(self, engine => await engine.write(PruneRooms(rooms)))?;
                after = last;
            }
        }
        if let Some(before_ms) = retention.idle_guests.map(|days| days.before(now_ms)) {
            let mut after = Uuid::nil();
            while let (guests, Some(last)) =
                self.kept_no_longer(KeptNoLonger::Guests, after, before_ms).await?
            {
                pruned.guests += on!(self, engine => await engine.write(PruneGuests { guests, before_ms }))?;
                after = last;
            }
        }
        Ok(pruned)
    }

    /// The next ids, and the last of them. Readers look for them, so that no writer is kept from play by a search; then they
    /// go in small transactions.
    async fn kept_no_longer(
        &self,
        what: KeptNoLonger,
        after: Uuid,
        before_ms: i64,
    ) -> Result<(Vec<Uuid>, Option<Uuid>), ReadError> {
        const LIMIT: u32 = PRUNE_BATCH_MAX;
        let ids = read!(self, kept_no_longer(what, after, before_ms, LIMIT))?;
        let last = ids.last().copied();
        Ok((ids, last))
    }
}

/// Why not everything was removed that is kept no longer.
#[derive(Debug, thiserror::Error)]
pub enum PruneError {
    /// The store cannot read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The store cannot write.
    #[error(transparent)]
    Write(#[from] WriteError),
}
