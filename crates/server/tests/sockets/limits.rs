//! Rates, slow readers, silence.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpSocket;

use crate::{client::Client, given::TestServer};

#[tokio::test]
async fn too_many_commands_are_refused_with_a_time_to_wait() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    for _ in 0..30 {
        host.ask("get_state", json!({})).await;
    }
    let refused = host.until("error").await;
    assert_eq!(refused["code"], "rate_limited");
    assert!((1..=201).contains(&refused["retry_after_ms"].as_u64().unwrap()), "{refused}");
    assert!(refused["command_id"].is_string());
}

#[tokio::test]
async fn who_goes_on_regardless_is_closed() {
    let server = TestServer::start().await;
    let mut client = server.guest().await;
    for _ in 0..400 {
        client.text("{\"type\":\"get_state\",\"command_id\":\"a\"}".to_owned()).await;
    }
    let (messages, code) = client.ends().await;
    assert_eq!(messages.last().unwrap()["reason"], "rate_limited");
    assert_eq!(code, Some(4053));
}

#[tokio::test]
async fn who_waits_as_told_is_never_closed_however_often() {
    let server = TestServer::start_with(|config| {
        config.limits.commands_per_second = 10;
        config.limits.commands_burst = 1;
    })
    .await;
    let mut client = server.guest().await;
    let mut refused = 0;
    // More than those who do not wait may send.
    while refused < 50 {
        let answer = client.call("get_state", json!({})).await;
        if let Some(ms) = answer["retry_after_ms"].as_u64() {
            refused += 1;
            tokio::time::sleep(Duration::from_millis(ms)).await;
        } else {
            assert_eq!(answer["code"], "not_in_room");
        }
    }
}

#[tokio::test]
async fn a_slow_reader_is_closed_and_the_room_goes_on() {
    let server = TestServer::start_with(|config| config.timings.heartbeat = Duration::from_millis(1)).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut slow = Client::on(socket.connect(server.address).await.unwrap(), server.address).await;
    slow.send(&json!({ "type": "hello", "protocol": { "min": 1, "max": 1 } })).await;
    slow.create(json!({ "name": "Aino" })).await;
    let mut other = server.guest().await;
    let code = slow.code.clone();
    other.join(&code, "Väinö").await;
    let gone = |m: &Value| {
        let mut people = m["people"].as_array().into_iter().flatten();
        m["type"] == "presence" && people.any(|p| p["connected"] == false)
    };
    other.find("the slow one gone", gone).await;
    let (messages, code) = slow.ends().await;
    assert_eq!(messages.last().unwrap()["reason"], "too_slow");
    assert_eq!(messages.last().unwrap()["reconnect"], "resume");
    assert_eq!(code, Some(4000));
}

#[tokio::test]
async fn who_is_silent_for_too_long_is_closed() {
    let server = TestServer::start_with(|config| {
        // Longer than the silence, so that no ping is answered in between.
        config.timings.heartbeat = Duration::from_mins(1);
        config.timings.dead_after = Duration::from_millis(50);
    })
    .await;
    let mut client = server.guest().await;
    let (messages, code) = client.ends().await;
    assert_eq!(messages.last().unwrap()["reason"], "silent");
    assert_eq!(code, Some(4001));
}

#[tokio::test]
async fn heartbeats_name_the_last_event_of_the_room() {
    let server = TestServer::start_with(|config| config.timings.heartbeat = Duration::from_millis(20)).await;
    let mut host = server.guest().await;
    assert_eq!(host.until("heartbeat").await, json!({ "type": "heartbeat" }));
    host.create(json!({ "name": "Aino" })).await;
    let (seq, epoch) = (host.snapshot["seq"].clone(), host.snapshot["epoch"].clone());
    let beat = host.find("a beat of the room", |m| m["type"] == "heartbeat" && m.get("seq").is_some()).await;
    assert_eq!((&beat["seq"], &beat["epoch"]), (&seq, &epoch));
    assert!(beat["now_ms"].is_u64());
}
