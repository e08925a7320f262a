//! The three ways to write, each with 64 rooms of its own in the same table.

mod bare;
mod place;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sarja_store::{
    Append, BodyHash, CommandId, CommandRef, Entry, Epoch, NewPlayer, NewRoom, PlayerId, RoomId, Seq, Store,
    TokenHash,
};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::Instant;
use uuid::Uuid;

use bare::Loop;
use place::{Conn, Place};

/// Rooms that write at once.
const ROOMS: usize = 64;

/// What a play with a large table writes.
const EVENTS_BYTES: usize = 1_500;

#[derive(Clone, Copy)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        })
    }
}

/// How rows are written.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// By the store, 64 at once.
    Store,
    /// By a loop that writes what waits and knows nothing else, 64 at once.
    Bare,
    /// One after the other, a commit for each.
    Single,
}

impl Way {
    pub(crate) const ALL: [Self; 3] = [Self::Store, Self::Bare, Self::Single];
}

/// A table of rows, and all that write into it.
pub(crate) struct Yard {
    store: Store,
    bare: Loop,
    single: Mutex<Conn>,
    /// The rooms of each way.
    rooms: [Vec<Room>; 3],
    _place: Place,
}

/// A room whose rows are written in one way.
struct Room {
    id: RoomId,
    player: PlayerId,
    next: AtomicU64,
}

impl Yard {
    pub(crate) async fn open(engine: Engine) -> Self {
        let place = Place::new(engine).await;
        let store = Store::open(&place.url()).await.unwrap();
        let rooms = [rooms(&store).await, rooms(&store).await, rooms(&store).await];
        let (bare, single) = (Loop::on(place.connect().await), Mutex::new(place.connect().await));
        Self { store, bare, single, rooms, _place: place }
    }

    /// How many rows a second become durable in one way.
    pub(crate) async fn rows_a_second(self: &Arc<Self>, way: Way, turn: Duration) -> f64 {
        let rooms = &self.rooms[way as usize];
        let began = Instant::now();
        let written = match way {
            Way::Single => self.one_by_one(rooms, began + turn).await,
            Way::Store | Way::Bare => {
                let mut playing = JoinSet::new();
                for n in 0..ROOMS {
                    let yard = Arc::clone(self);
                    playing.spawn(async move { yard.play(way, n, began + turn).await });
                }
                playing.join_all().await.into_iter().sum()
            }
        };
        written as f64 / began.elapsed().as_secs_f64()
    }

    /// Writes rows of one room, each after the answer to the one before, and tells how many.
    async fn play(&self, way: Way, room: usize, end: Instant) -> u64 {
        let (room, mut written) = (&self.rooms[way as usize][room], 0);
        while Instant::now() < end {
            match way {
                Way::Store => drop(self.store.append(room.row()).await.unwrap()),
                Way::Bare | Way::Single => self.bare.write(room.row()).await,
            }
            written += 1;
        }
        written
    }

    async fn one_by_one(&self, rooms: &[Room], end: Instant) -> u64 {
        let mut conn = self.single.lock().await;
        let mut written = 0;
        for room in rooms.iter().cycle() {
            if Instant::now() >= end {
                break;
            }
            conn.write_one(&room.row()).await;
            written += 1;
        }
        written
    }

    pub(crate) async fn close(&self) {
        self.store.close().await;
    }
}

impl Room {
    fn row(&self) -> Append {
        let seq = self.next.fetch_add(1, Ordering::Relaxed);
        let id = CommandId::from(format!("command-{seq:010}"));
        let command = CommandRef { player: self.player, body_hash: BodyHash::of(id.as_str().as_bytes()), id };
        let (at_ms, wall_ms) = (i64::try_from(seq).unwrap(), 1_764_000_000_000);
        let entry = Entry { at_ms, wall_ms, command: Some(command), ..Entry::new(Seq(seq), 1, events(seq)) };
        Append { room: self.id, epoch: Epoch::FIRST, entry }
    }
}

async fn rooms(store: &Store) -> Vec<Room> {
    let mut rooms = Vec::new();
    for _ in 0..ROOMS {
        let (id, player) = (RoomId(Uuid::new_v4()), PlayerId(Uuid::new_v4()));
        let token_hash = TokenHash::of(player.0.as_bytes());
        store
            .create_player(NewPlayer { id: player, token_hash, name: "Aino".into(), now_ms: 0 })
            .await
            .unwrap();
        let code = id.to_string().as_str().into();
        let first = Entry::new(Seq(1), 1, events(1));
        store.create_room(NewRoom { id, code, owner: "bench".into(), now_ms: 0, first }).await.unwrap();
        rooms.push(Room { id, player, next: AtomicU64::new(2) });
    }
    rooms
}

/// A play as it is stored: a number, and the table.
fn events(seq: u64) -> String {
    let mut text = format!(r#"[{{"type":"sets_played","seat":1,"turn":{seq},"table":["#);
    while text.len() + 40 < EVENTS_BYTES {
        text.push_str(r#"["R10","R11","R12","R13"],"#);
    }
    text.push_str(r#"["B7","O7","K7"]]}]"#);
    text
}
