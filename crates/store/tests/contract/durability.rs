//! What was acknowledged is there afterwards, however the process ended.

use std::collections::BTreeMap;
use std::process::Stdio;

use sarja_store::{RoomId, Store};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

use crate::given::{self, append, entry};
use crate::place::Place;

/// Tells this test binary that it is the child, and where its store is.
const CHILD: &str = "SARJA_STORE_CONTRACT_CHILD";

const ROOMS: usize = 8;

pub(crate) async fn rows_survive_a_store_that_was_not_closed(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.append(append(room, entry(2, 3))).await.unwrap();
    // The second store opens while the first still is, and so reads what the file holds, not what a close
    // left.
    let second = place.open().await;
    drop(store);
    assert_eq!(given::events(&second, room).await, [1, 2, 3, 4]);
    second.append(append(room, entry(5, 1))).await.unwrap();
}

pub(crate) async fn acknowledged_rows_survive_a_kill(place: &Place) {
    let acknowledged = kill_after(spawn_child(place), 300).await;
    assert_eq!(acknowledged.len(), ROOMS, "every room was under way");
    let store = place.open().await;
    for (room, last) in acknowledged {
        let events = given::events(&store, room).await;
        assert!(events.len() as u64 >= last, "room {room}: {last} acknowledged, {} stored", events.len());
        assert_eq!(events, (1..=events.len() as u64).collect::<Vec<_>>());
    }
}

fn spawn_child(place: &Place) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "durability::child_appends_until_it_is_killed", "--nocapture"])
        .env(CHILD, place.url())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

/// The last acknowledged event of each room, as the child printed them before it died.
async fn kill_after(mut child: Child, acknowledgements: usize) -> BTreeMap<RoomId, u64> {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut last = BTreeMap::new();
    let mut seen = 0;
    while let Some(line) = lines.next_line().await.unwrap() {
        let Some((room, seq)) = line.strip_prefix("stored ").and_then(|rest| rest.split_once(' ')) else {
            continue; // the test harness speaks, too
        };
        last.insert(RoomId(room.parse().unwrap()), seq.parse().unwrap());
        seen += 1;
        if seen == acknowledgements {
            child.start_kill().unwrap();
        }
    }
    assert!(!child.wait().await.unwrap().success(), "the child was killed");
    assert!(seen >= acknowledgements);
    last
}

/// Not a test of its own: without the variable it does nothing.
#[tokio::test]
async fn child_appends_until_it_is_killed() {
    let Ok(url) = std::env::var(CHILD) else { return };
    let store = Store::open(&url.parse().unwrap()).await.unwrap();
    let mut rooms = JoinSet::new();
    for _ in 0..ROOMS {
        let store = store.clone();
        rooms.spawn(async move { append_for_ever(&store).await });
    }
    rooms.join_all().await;
}

async fn append_for_ever(store: &Store) {
    let room = given::room(store).await;
    println!("\nstored {room} 1");
    for seq in 2.. {
        store.append(append(room, entry(seq, 1))).await.unwrap();
        println!("\nstored {room} {seq}");
    }
}
