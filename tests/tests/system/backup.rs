//! A backup is taken while games run, and they go on from it elsewhere.

use std::path::Path;

use serde_json::{Value, json};
use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};

use crate::harness::{Engine, Peer, Place, Program, run};

/// Rules under which a match of two is soon over.
fn rules() -> Value {
    json!({ "seats": 2, "overrides": { "rack": 20, "opening": { "min_points": 0 }, "match": { "rounds": 1 }, "pool_empty": "end_at_once" } })
}

/// Two people in a match on this server, of whom the host is the first.
async fn table(server: &Program) -> [Peer; 2] {
    let (mut host, mut guest) = (Peer::guest(server.address).await, Peer::guest(server.address).await);
    host.create(json!({ "name": "Aino", "settings": rules() })).await;
    guest.join(json!({ "code": host.code, "name": "Väinö" })).await;
    for person in [&mut guest, &mut host] {
        person.done("set_ready", json!({ "ready": true })).await;
    }
    host.done("start_match", json!({})).await;
    host.shuffle().await;
    guest.shuffle().await;
    host.event("turn_started").await;
    [host, guest]
}

/// Draws so many times, in turn, and gives the last answer; less if the match ends before.
async fn draw(players: &mut [Peer; 2], times: usize) -> Option<Value> {
    let mut last = None;
    for _ in 0..times {
        let room = players[0].state().await["room"].clone();
        if room["phase"] != "playing" {
            break;
        }
        let turn = &room["round"]["turn"];
        let mover = players.iter_mut().find(|player| player.seat == turn["seat"].as_u64()).unwrap();
        last = Some(mover.done("draw", json!({ "turn": turn["turn"] })).await);
    }
    last
}

async fn phase(player: &mut Peer) -> String {
    player.state().await["room"]["phase"].as_str().unwrap().to_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A check of a backup that has to find everything whole; gives the line about how much there is.
async fn whole(backup: &Path) -> String {
    let ran = run(&["db", "check", text(backup)]).await;
    assert!(ran.success, "{} {}", ran.stdout, ran.stderr);
    ran.stdout
}

#[tokio::test]
async fn backup_of_running_games_is_whole_and_they_go_on_from_it_elsewhere() {
    let (place, elsewhere) = (Place::new(Engine::Sqlite).await, Place::new(Engine::Sqlite).await);
    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let mut over = table(&server).await;
    draw(&mut over, usize::MAX).await;
    assert_eq!(phase(&mut over[0]).await, "match_over");
    let mut running = table(&server).await;
    draw(&mut running, 4).await.unwrap();

    // Backups of every moment of a game are whole: it is drawn on while they are taken.
    let backup = elsewhere.folder().join("backup.db");
    let args = ["db", "backup", text(&backup), "--force", "--data-dir", text(place.folder())];
    let (drawn, backed_up) = tokio::join!(draw(&mut running, 8), async {
        let mut said = Vec::new();
        for _ in 0..3 {
            said.push(run(&args).await);
            assert_eq!(whole(&backup).await, "2 rooms, 1 match whole, 1 round whole.\n");
        }
        said
    });
    assert!(drawn.is_some());
    for ran in backed_up {
        assert!(
            ran.success && ran.stdout.contains(": 2 rooms, 1 match, 0."),
            "{} {}",
            ran.stdout,
            ran.stderr
        );
    }

    // The last backup, and what happens after it: that is lost.
    let kept = draw(&mut running, 1).await.unwrap()["seq"].as_u64().unwrap();
    let ran = run(&args).await;
    assert!(ran.success, "{}", ran.stderr);
    let lost = draw(&mut running, 2).await.unwrap()["seq"].as_u64().unwrap();
    assert!(lost > kept);
    server.kill().await;
    let ran = run(&["db", "restore", text(&backup), "--data-dir", text(elsewhere.folder())]).await;
    assert!(ran.success && ran.stdout.contains("Restored to "), "{} {}", ran.stdout, ran.stderr);

    let server = Program::serve(&elsewhere, "127.0.0.1:0", &[]).await;
    let [first, second] = &running;
    let mut running = [first.again_at(server.address).await, second.again_at(server.address).await];
    for player in &mut running {
        // It knows more than there is now, and is told so.
        let resume = json!({ "room_id": player.room, "last_seq": lost, "epoch": 1 });
        let back = player.call("resume_room", resume).await;
        assert_eq!(back["type"], "history_rewound", "{back}");
        let epoch = back["epoch"].as_u64().unwrap();
        assert!(epoch > 1_000, "{epoch} could be an epoch of before");
        let seq = back["seq"].as_u64().unwrap();
        assert!(seq > kept && seq < lost, "{seq} is after {kept}: the clock was restarted");
    }
    draw(&mut running, usize::MAX).await;
    assert_eq!(phase(&mut running[0]).await, "match_over");
    server.terminate();
    let (status, log) = server.ended().await;
    assert!(status.success(), "{status}: {log}");
    let ran = run(&["db", "check", "--data-dir", text(elsewhere.folder())]).await;
    assert_eq!(ran.stdout, "2 rooms, 2 matches whole, 2 rounds whole.\n", "{}", ran.stderr);
}

/// Makes of a database what the first version of the program made.
async fn make_old(file: &Path) {
    const FIRST: [&str; 5] = [
        "DROP TABLE room_handover",
        "DROP INDEX player_scope",
        "DROP INDEX room_log_command",
        "CREATE UNIQUE INDEX room_log_command ON room_log (room_id, player_id, command_id) WHERE command_id IS NOT NULL",
        "DELETE FROM _sqlx_migrations WHERE version > 1",
    ];
    let mut conn = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    for statement in FIRST {
        sqlx::query(statement).execute(&mut conn).await.unwrap();
    }
    conn.close().await.unwrap();
}

#[tokio::test]
async fn data_of_an_older_program_is_copied_aside_and_brought_up_to_date() {
    let place = Place::new(Engine::Sqlite).await;
    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let mut players = table(&server).await;
    draw(&mut players, 2).await.unwrap();
    server.terminate();
    server.ended().await;
    let file = place.folder().join("sarja.db");
    make_old(&file).await;

    // A check changes nothing: it looks at what a server would make of it.
    let before = std::fs::read(&file).unwrap();
    let ran = run(&["db", "check", text(&file)]).await;
    assert!(ran.success && ran.stdout.contains("has schema version 1"), "{} {}", ran.stdout, ran.stderr);
    assert!(ran.stdout.ends_with("\n1 room, 0 matches whole, 0 rounds whole.\n"), "{}", ran.stdout);
    assert!(std::fs::read(&file).unwrap() == before, "the file is another");

    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let [first, second] = &players;
    let mut players = [first.again_at(server.address).await, second.again_at(server.address).await];
    for player in &mut players {
        player.call("resume_room", json!({ "room_id": player.room, "last_seq": 1, "epoch": 1 })).await;
    }
    draw(&mut players, usize::MAX).await;
    server.terminate();
    server.ended().await;
    let names = std::fs::read_dir(place.folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let aside: Vec<_> =
        names.filter(|name| name.to_str().is_some_and(|name| name.ends_with("-before-v3"))).collect();
    let [aside] = &aside[..] else { panic!("one copy from before: {aside:?}") };
    let ran = run(&["db", "check", text(&place.folder().join(aside))]).await;
    assert!(ran.success && ran.stdout.contains("1 room, 0 matches whole"), "{} {}", ran.stdout, ran.stderr);
}

#[tokio::test]
async fn data_of_a_newer_program_is_refused_by_both_versions() {
    let place = Place::new(Engine::Sqlite).await;
    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    server.terminate();
    server.ended().await;
    let file = place.folder().join("sarja.db");
    let mut conn = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let newer = "INSERT INTO _sqlx_migrations VALUES (9999, 'from the future', 0, TRUE, x'00', 0)";
    sqlx::query(newer).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    let says =
        "the database has schema version 9999, this program knows versions up to 3: use a newer program";
    let serve = run(&["serve", "--listen", "127.0.0.1:0", "--data-dir", text(place.folder())]).await;
    assert!(!serve.success && serve.stderr.contains(says), "{}", serve.stderr);
    let check = run(&["db", "check", text(&file)]).await;
    assert!(!check.success && check.stdout.contains(says), "{} {}", check.stdout, check.stderr);
}
