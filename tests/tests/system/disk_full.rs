//! The disk is full: nothing is acknowledged that is not written, it is said, and play goes on when there is space.
//!
//! A limit on the size of files stands for the disk: the system refuses the writes of the program just so, needs no rights
//! for it, and lifts it while the program runs. What a file system without space answers instead is tried in the store.

#![cfg(target_os = "linux")]

use serde_json::{Value, json};
use tokio::time::{Duration, sleep, timeout};

use crate::harness::{Engine, PATIENCE, Peer, Place, Program, run};

/// Bytes that the database may still grow by.
const LEFT: u64 = 60_000;

fn said(number: usize) -> Value {
    json!({ "type": "say", "command_id": format!("line-{number}"), "text": format!("line {number}") })
}

async fn say(peer: &mut Peer, number: usize) -> Value {
    let message = said(number);
    loop {
        peer.send(&message).await;
        let answer = peer.answer(message["command_id"].as_str().unwrap()).await;
        match (&answer["code"], answer["retry_after_ms"].as_u64()) {
            (code, Some(ms)) if code != "store_unavailable" => sleep(Duration::from_millis(ms)).await,
            _ => return answer,
        }
    }
}

/// What `sarja health` says of the server: whether it is ready, and why not.
async fn health(server: &Program) -> (bool, String) {
    let ran = run(&["health", "--url", &format!("http://{}", server.address)]).await;
    (ran.success, format!("{}{}", ran.stdout, ran.stderr))
}

/// Asks until the answer is this one.
async fn until_health(server: &Program, ready: bool, says: &str) {
    let asked = async {
        loop {
            let (is_ready, text) = health(server).await;
            if is_ready == ready && text.contains(says) {
                return;
            }
            sleep(Duration::from_millis(200)).await;
        }
    };
    timeout(PATIENCE, asked).await.unwrap_or_else(|_| panic!("health never says {says:?}"));
}

async fn lines(peer: &mut Peer) -> Vec<String> {
    let state = peer.state().await;
    let chat = state["room"]["chat"].as_array().unwrap();
    chat.iter().map(|line| line["text"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn full_disk_is_said_and_nothing_acknowledged_until_there_is_space() {
    let place = Place::new(Engine::Sqlite).await;
    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let (mut host, mut guest) = (Peer::guest(server.address).await, Peer::guest(server.address).await);
    host.create(json!({ "name": "Aino" })).await;
    guest.join(json!({ "code": host.code, "name": "Väinö" })).await;
    let wal = std::fs::metadata(place.folder().join("sarja.db-wal")).unwrap().len();
    server.limit_files(Some(wal + LEFT));

    let mut acknowledged = Vec::new();
    let refused = loop {
        let number = acknowledged.len();
        let answer = say(&mut host, number).await;
        if answer["type"] == "error" {
            assert_eq!(answer["code"], "store_unavailable", "{answer}");
            assert!(answer["retry_after_ms"].is_u64(), "{answer}");
            break number;
        }
        assert_eq!(answer["type"], "accepted", "{answer}");
        acknowledged.push(format!("line {number}"));
        assert!(number < 500, "the disk does not get full");
    };
    // Nobody was shown what was not written, reading goes on, and the server says what is wrong.
    for peer in [&mut host, &mut guest] {
        assert_eq!(lines(peer).await, acknowledged);
    }
    until_health(&server, false, "the disk is full").await;
    assert_eq!(say(&mut host, refused).await["code"], "store_unavailable");

    server.limit_files(None);
    let answer = loop {
        let answer = say(&mut host, refused).await;
        match answer["retry_after_ms"].as_u64() {
            Some(ms) => sleep(Duration::from_millis(ms)).await,
            None => break answer,
        }
    };
    assert_eq!(answer["type"], "accepted", "the same command, once there is space: {answer}");
    acknowledged.push(format!("line {refused}"));
    for peer in [&mut host, &mut guest] {
        assert_eq!(lines(peer).await, acknowledged);
    }
    until_health(&server, true, "ready").await;

    server.terminate();
    let (status, log) = server.ended().await;
    assert!(status.success(), "{status}: {log}");
    let count = |text: &str| log.lines().filter(|line| line.contains(text)).count();
    assert_eq!(count("the disk is full: nothing is acknowledged"), 1, "{log}");
    assert_eq!(count("there is space on the disk again"), 1, "{log}");
    let ran = run(&["db", "check", "--data-dir", place.folder().to_str().unwrap()]).await;
    assert_eq!(ran.stdout, "1 room, 0 matches whole, 0 rounds whole.\n", "{}", ran.stderr);
}
