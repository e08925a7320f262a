//! A data file with rooms in it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sarja_store::{Append, Entry, Epoch, NewRoom, RoomId, Seq, Store, StoreUrl};
use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};
use tempfile::TempDir;
use uuid::Uuid;

/// Bytes of a page, as the engine makes files.
pub(crate) const PAGE: usize = 4_096;

pub(crate) struct Data {
    pub(crate) folder: TempDir,
}

impl Data {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    /// A file with so many rooms, of a hundred events each, that nobody has open.
    pub(crate) async fn with_rooms(rooms: usize) -> (Self, Vec<RoomId>) {
        let data = Self::new();
        let store = data.open().await;
        let mut ids = Vec::new();
        for _ in 0..rooms {
            let id = room(&store).await;
            for seq in 2..=100 {
                append(&store, id, seq).await;
            }
            ids.push(id);
        }
        store.close().await;
        data.fold_wal().await;
        (data, ids)
    }

    /// Sees to it that everything is in the file itself: connections end in threads of their own, and the last of them may
    /// still be at it when the store is closed.
    async fn fold_wal(&self) {
        let wal = self.folder.path().join("sarja.db-wal");
        let folded = async {
            while wal.exists() {
                let mut conn = SqliteConnectOptions::new().filename(self.path()).connect().await.unwrap();
                sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut conn).await.unwrap();
                conn.close().await.unwrap();
            }
        };
        tokio::time::timeout(Duration::from_secs(30), folded).await.expect("the WAL goes with its last user");
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("sarja.db")
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&url(&self.path())).await.unwrap()
    }

    /// The names of all files, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

pub(crate) fn url(path: &Path) -> StoreUrl {
    StoreUrl::sqlite(path).unwrap()
}

pub(crate) async fn room(store: &Store) -> RoomId {
    let id = RoomId(Uuid::new_v4());
    let room =
        NewRoom { id, code: id.to_string().into(), owner: "boot-1".into(), now_ms: 1_000, first: entry(1) };
    store.create_room(room).await.unwrap();
    id
}

pub(crate) async fn append(store: &Store, room: RoomId, seq: u64) {
    store.append(Append { room, epoch: Epoch::FIRST, entry: entry(seq) }).await.unwrap();
}

fn entry(seq: u64) -> Entry {
    let text = "what happened, in so many words".repeat(4);
    Entry::new(Seq(seq), 1, format!(r#"[{{"n":{seq},"text":"{text}"}}]"#))
}

/// How many events are stored of a room.
pub(crate) async fn events(store: &Store, room: RoomId) -> usize {
    store.load_room(room).await.unwrap().unwrap().rows.len()
}
