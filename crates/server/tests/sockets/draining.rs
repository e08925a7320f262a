//! The server stops while people are connected.

use std::{collections::BTreeSet, time::Duration};

use serde_json::{Value, json};

use crate::{given::TestServer, http::http_at};

/// Longer than any test takes: only a second request to stop ends it.
const LONG: Duration = Duration::from_hours(1);

/// A server that gives so much notice.
async fn server_with_notice(notice: Duration) -> TestServer {
    TestServer::start_with(|config| {
        config.drain.notice = notice;
        config.drain.within = 3 * LONG;
    })
    .await
}

fn reconnect_after(messages: &[Value]) -> u64 {
    messages.last().unwrap()["reconnect_after_ms"].as_u64().unwrap()
}

#[tokio::test]
async fn players_are_told_and_play_on_until_they_are_closed() {
    let server = server_with_notice(LONG).await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let stopping = server.ask_to_stop();
    for person in [&mut first, &mut second] {
        let told = person.until("draining").await;
        assert!(told["closes_in_ms"].as_u64().unwrap() > 0, "{told}");
    }
    first.done("draw", json!({ "turn": first.turn })).await;
    second.begin().await;
    second.done("draw", json!({ "turn": second.turn })).await;
    let folder = stopping.hurry().await;
    for person in [&mut first, &mut second] {
        let (messages, code) = person.ends().await;
        assert_eq!(messages.last().unwrap()["reason"], "restart");
        assert!(reconnect_after(&messages) > 0);
        assert_eq!(code, Some(1012));
    }

    let server = TestServer::start_in(folder, |_| {}).await;
    let mut back = first.again_at(server.address).await;
    let resume = json!({ "room_id": first.room, "last_seq": 0, "epoch": 1 });
    let snapshot = back.call("resume_room", resume).await;
    assert_eq!(snapshot["room"]["round"]["turn"]["turn"], second.turn + 1, "both moves are there");
}

#[tokio::test]
async fn a_stopping_server_takes_nothing_new_and_says_that_it_is_not_ready() {
    let server = server_with_notice(LONG).await;
    let mut guest = server.guest().await;
    let stopping = server.ask_to_stop();
    guest.until("draining").await;
    let refused = guest.call("create_room", json!({ "name": "Aino", "settings": {} })).await;
    assert_eq!((&refused["type"], &refused["code"]), (&json!("error"), &json!("server_draining")));
    assert!(refused["retry_after_ms"].is_u64(), "{refused}");
    let ready = http_at(stopping.address, "GET /readyz HTTP/1.1\r\n").await;
    assert!(ready.starts_with("HTTP/1.1 503") && ready.ends_with("stopping\n"), "{ready}");
    let lives = http_at(stopping.address, "GET /healthz HTTP/1.1\r\n").await;
    assert!(lives.starts_with("HTTP/1.1 200"), "{lives}");
    let key = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let socket = http_at(stopping.address, &format!("GET /ws HTTP/1.1\r\n{key}")).await;
    assert!(socket.starts_with("HTTP/1.1 503") && socket.contains("retry-after: "), "{socket}");
    stopping.hurry().await;
}

#[tokio::test]
async fn connections_are_closed_batch_by_batch_and_come_back_at_different_moments() {
    let server = TestServer::start_with(|config| {
        config.drain.batch = 2;
        config.drain.step = Duration::from_millis(20);
    })
    .await;
    let mut guests = Vec::new();
    for _ in 0..8 {
        guests.push(server.guest().await);
    }
    let stopping = server.ask_to_stop();
    let mut batches: BTreeSet<u64> = BTreeSet::new();
    let mut moments = BTreeSet::new();
    for guest in &mut guests {
        let told = guest.until("draining").await;
        batches.insert(told["closes_in_ms"].as_u64().unwrap() / 20);
        let (messages, code) = guest.ends().await;
        assert_eq!(code, Some(1012));
        moments.insert(reconnect_after(&messages));
    }
    stopping.stopped().await;
    assert!(batches.len() >= 3, "two at a time: {batches:?}");
    assert!(moments.len() >= 4, "not all at once: {moments:?}");
}
