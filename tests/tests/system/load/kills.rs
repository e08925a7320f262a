//! The program is killed at moments that nobody chose, again and again, while a load runs: nothing that it acknowledged is lost or done
//! twice, no tile is lost, and everybody plays on.

use std::collections::BTreeMap;

use sarja_server::check_store;
use sarja_store::{CommandId, RoomId};

use crate::harness::{Acknowledged, Engine, Load, Place, Program, on_every_engine};

use super::{number, server};

/// How often it is killed; `SARJA_TEST_KILLS` says otherwise.
const KILLS: usize = 4;

/// As many as are killed at different moments, and few enough that all of them move between two kills.
const ROOMS: usize = 5;

const PLAYERS: usize = 4;

fn kills() -> usize {
    std::env::var("SARJA_TEST_KILLS").map_or(KILLS, |kills| kills.parse().unwrap())
}

/// A number below this one that nobody chose.
fn any_below(most: usize) -> usize {
    (uuid::Uuid::new_v4().as_u128() % most as u128) as usize
}

/// Every move that was acknowledged is in the log of its room once, under the number that was told, and no command is there twice.
async fn all_are_there_once(place: &Place, acknowledged: &[Acknowledged]) {
    let store = place.store().await;
    let mut by_room: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for one in acknowledged {
        by_room.entry(one.room).or_default().push(one);
    }
    for (room, acknowledged) in by_room {
        let loaded = store.load_room(RoomId(room)).await.unwrap().unwrap();
        let mut next = 1;
        let mut stored = BTreeMap::new();
        for row in &loaded.rows {
            assert_eq!(row.first_seq.0, next, "no event is missing, and none is there twice");
            next = row.last_seq().0 + 1;
            if let Some(command) = &row.command {
                let key = (command.player.0, command.id.clone());
                assert_eq!(stored.insert(key, row.last_seq().0), None, "{:?} is there twice", command.id);
            }
        }
        for one in acknowledged {
            let key = (one.player, CommandId::from(one.command_id.as_str()));
            assert_eq!(stored.get(&key), Some(&one.seq), "{one:?}");
        }
    }
    store.close().await;
}

async fn what_was_acknowledged_outlives_every_kill(engine: Engine) {
    let place = Place::new(engine).await;
    let mut running: Program = server(&place, "127.0.0.1:0").await;
    let address = running.address;
    let args =
        ["--rooms", &ROOMS.to_string(), "--players", &PLAYERS.to_string(), "--seconds", "36000", "--chaos"];
    let mut load = Load::start(address, &args);
    let mut seen = 0;
    for _ in 0..kills() {
        load.until_all_moved(seen, ROOMS * PLAYERS).await;
        let before = load.acknowledged().len();
        load.until_more(before, any_below(60)).await;
        running.kill().await;
        let acknowledged = load.acknowledged();
        all_are_there_once(&place, &acknowledged).await;
        seen = acknowledged.len();
        running = server(&place, &address.to_string()).await;
    }
    load.until_all_moved(seen, ROOMS * PLAYERS).await;
    let came = load.end().await;
    let summary = &came.summary;
    assert!(came.success, "{summary} {}", came.stderr);
    for field in ["lost_acknowledged", "told_otherwise", "views_wrong", "given_up", "unproven"] {
        assert_eq!(summary[field], 0, "{field}: {summary}");
    }
    assert!(number(summary, "views_checked") > 0.0, "{summary}");
    let reconnects = summary["reconnects"].as_u64().unwrap();
    assert!(reconnects >= (kills() * ROOMS * PLAYERS) as u64, "{summary}");
    running.kill().await;
    let report = check_store(&place.store().await, |_| {}).await.unwrap();
    assert!(report.is_sound(), "{report:?}");
    println!("{} kills: {summary}", kills());
}

on_every_engine! {
    what_was_acknowledged_outlives_every_kill,
}
