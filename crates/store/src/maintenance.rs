//! The part of the store that nobody needs for playing: looking at all of it, and removing what nobody needs.

use crate::sqlite::Sqlite;
use crate::store::Engine;
use crate::url::Place;
use crate::{
    Counts, Depth, OpenError, Pruned, ReadError, Retention, RoomId, RoomRecord, Store, StoreUrl, WriteError,
};

impl Store {
    /// Opens a store that is there, for reading. Nothing is created or brought up to date, every write fails, and a
    /// server may run on it meanwhile.
    ///
    /// # Errors
    /// [`OpenError`] where [`Store::open`] has it, and [`OpenError::Missing`], [`OpenError::SchemaOlder`] where that
    /// would create or change something.
    pub async fn open_existing(url: &StoreUrl) -> Result<Self, OpenError> {
        Ok(Self::on(match url.place() {
            Place::Sqlite(path) => Engine::Sqlite(Sqlite::open_existing(path).await?),
            Place::Postgres(_) => return Self::open(url).await,
        }))
    }

    /// How much there is, all of one moment.
    pub async fn counts(&self) -> Result<Counts, ReadError> {
        match self.engine() {
            Engine::Sqlite(sqlite) => sqlite.counts().await,
        }
    }

    /// The ids of all rooms, open and closed, in their order, at most so many, those after `after`.
    pub async fn room_ids(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomId>, ReadError> {
        match self.engine() {
            Engine::Sqlite(sqlite) => sqlite.room_ids(after, limit).await,
        }
    }

    /// Everything that is stored of a room.
    pub async fn room_record(&self, room: RoomId) -> Result<Option<RoomRecord>, ReadError> {
        match self.engine() {
            Engine::Sqlite(sqlite) => sqlite.room_record(room).await,
        }
    }

    /// What is wrong below the rows: damaged pages, indices that differ from their tables, rows that name others that are
    /// not there. Empty if nothing is, and on engines that look after that by themselves.
    ///
    /// # Errors
    /// [`ReadError`] if it could not be looked at. Damage is no error here.
    pub async fn file_faults(&self, depth: Depth) -> Result<Vec<String>, ReadError> {
        match self.engine() {
            Engine::Sqlite(sqlite) => sqlite.file_faults(depth).await,
        }
    }

    /// Removes what is kept no longer, a little at a time: play goes on meanwhile.
    ///
    /// # Errors
    /// [`PruneError`] if the store could not work. What was removed until then stays removed.
    pub async fn prune(&self, retention: &Retention, now_ms: i64) -> Result<Pruned, PruneError> {
        match self.engine() {
            Engine::Sqlite(sqlite) => sqlite.prune(retention, now_ms).await,
        }
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
