//! Rows a second that are durable in the log: of one room, which waits for every commit, and of many, which are committed
//! together. On both engines in one run, since only the ratios mean anything; on `PostgreSQL` where
//! `SARJA_TEST_POSTGRES` names one.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop where it stands")]

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use divan::{Bencher, counter::ItemsCount};
use sarja_store::{Append, Entry, Epoch, NewRoom, RoomId, Seq, Store, StoreUrl};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use uuid::Uuid;

#[path = "../tests/contract/schema.rs"]
mod schema;

/// Rows that each room appends, one after the other, in one measurement.
const ROWS: u64 = 16;

/// What a play with a large table writes.
const EVENTS_BYTES: usize = 1_500;

fn main() {
    divan::main();
}

#[derive(Clone, Copy)]
enum Engine {
    Sqlite,
    Postgres,
}

#[derive(Clone, Copy)]
struct Load {
    engine: Engine,
    rooms: usize,
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engine = match self.engine {
            Engine::Sqlite => "SQLite",
            Engine::Postgres => "PostgreSQL",
        };
        write!(f, "{engine}, {} rooms", self.rooms)
    }
}

fn loads() -> Vec<Load> {
    let has_server = std::env::var("SARJA_TEST_POSTGRES").is_ok_and(|url| !url.is_empty());
    let engines = [Some(Engine::Sqlite), has_server.then_some(Engine::Postgres)];
    let of = |engine| [1, 16, 256].map(|rooms| Load { engine, rooms });
    engines.into_iter().flatten().flat_map(of).collect()
}

/// Kept until its store is dropped.
#[expect(dead_code, reason = "they are removed when they are dropped")]
enum Place {
    Folder(TempDir),
    Schema(schema::Schema),
}

/// Rooms with the numbers of their next events.
struct Hall {
    store: Store,
    rooms: Vec<(RoomId, AtomicU64)>,
    _place: Place,
}

impl Hall {
    async fn open(load: Load) -> Self {
        let (url, place): (StoreUrl, Place) = match load.engine {
            Engine::Sqlite => {
                let folder = TempDir::new().unwrap();
                (StoreUrl::sqlite(folder.path().join("sarja.db")).unwrap(), Place::Folder(folder))
            }
            Engine::Postgres => {
                let schema = schema::Schema::create().await;
                (schema.url().parse().unwrap(), Place::Schema(schema))
            }
        };
        let store = Store::open(&url).await.unwrap();
        let mut rooms = Vec::new();
        for n in 0..load.rooms {
            let id = RoomId(Uuid::new_v4());
            let room = NewRoom {
                id,
                code: n.to_string().as_str().into(),
                owner: "bench".into(),
                now_ms: 0,
                first: entry(1),
            };
            store.create_room(room).await.unwrap();
            rooms.push((id, AtomicU64::new(2)));
        }
        Self { store, rooms, _place: place }
    }

    async fn play(&self) {
        let mut playing = JoinSet::new();
        for (room, next) in &self.rooms {
            let (store, room) = (self.store.clone(), *room);
            let first = next.fetch_add(ROWS, Ordering::Relaxed);
            playing.spawn(async move {
                for seq in first..first + ROWS {
                    store.append(Append { room, epoch: Epoch::FIRST, entry: entry(seq) }).await.unwrap();
                }
            });
        }
        playing.join_all().await;
    }
}

fn entry(seq: u64) -> Entry {
    Entry::new(Seq(seq), 1, format!(r#"[{{"n":{seq},"table":"{}"}}]"#, "x".repeat(EVENTS_BYTES)))
}

#[divan::bench(args = loads(), sample_count = 10, sample_size = 1)]
fn rows(bencher: Bencher<'_, '_>, load: Load) {
    let runtime = Runtime::new().unwrap();
    let hall = runtime.block_on(Hall::open(load));
    bencher.counter(ItemsCount::new(load.rooms as u64 * ROWS)).bench_local(|| runtime.block_on(hall.play()));
    runtime.block_on(hall.store.close());
}
