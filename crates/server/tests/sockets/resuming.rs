//! Lost connections.

use serde_json::{Value, json};

use crate::{client::Client, given::TestServer};

async fn resume(client: &mut Client, room: &str, seq: &Value, epoch: &Value) -> Value {
    client.call("resume_room", json!({ "room_id": room, "last_seq": seq, "epoch": epoch })).await
}

#[tokio::test]
async fn exactly_the_missed_events_are_sent_and_then_the_live_ones() {
    let server = TestServer::start().await;
    let [mut host, guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    let (seq, epoch) = (guest.snapshot["seq"].clone(), guest.snapshot["epoch"].clone());
    let (mut back, room) = (guest.again().await, guest.room.clone());
    guest.vanish();
    for text in ["one", "two", "three"] {
        host.done("say", json!({ "text": text })).await;
    }
    let resumed = resume(&mut back, &room, &seq, &epoch).await;
    assert_eq!(resumed["type"], "resumed", "{resumed}");
    let first = seq.as_u64().unwrap() + 1;
    assert_eq!((&resumed["from_seq"], &resumed["to_seq"]), (&json!(first), &json!(first + 2)));
    host.done("say", json!({ "text": "four" })).await;
    for (seq, text) in (first..).zip(["one", "two", "three", "four"]) {
        let said = back.until("event").await;
        assert_eq!((&said["seq"], &said["event"]["text"]), (&json!(seq), &json!(text)));
    }
}

#[tokio::test]
async fn nothing_missed_is_told_as_an_empty_range() {
    let server = TestServer::start().await;
    let [host] = server.room(json!({}), ["Aino"]).await;
    let mut back = host.again().await;
    let resumed = resume(&mut back, &host.room, &host.snapshot["seq"], &host.snapshot["epoch"]).await;
    assert_eq!(resumed["to_seq"].as_u64().unwrap() + 1, resumed["from_seq"].as_u64().unwrap());
}

#[tokio::test]
async fn a_client_that_is_ahead_is_told_so_and_gets_a_snapshot() {
    let server = TestServer::start().await;
    let [host] = server.room(json!({}), ["Aino"]).await;
    let mut back = host.again().await;
    let answer = resume(&mut back, &host.room, &json!(9_999), &host.snapshot["epoch"]).await;
    assert_eq!(answer["type"], "history_rewound");
    assert_eq!(answer["seq"], host.snapshot["seq"]);
    assert_eq!(back.until("snapshot").await["why"], "rewound");
}

#[tokio::test]
async fn a_gap_that_is_too_old_or_of_another_epoch_gets_a_snapshot() {
    let server = TestServer::start().await;
    let [host] = server.room(json!({}), ["Aino"]).await;
    let mut back = host.again().await;
    let answer = resume(&mut back, &host.room, &json!(1), &json!(0)).await;
    assert_eq!((&answer["type"], &answer["why"]), (&json!("snapshot"), &json!("resumed")));
}

#[tokio::test]
async fn strangers_resume_nothing() {
    let server = TestServer::start().await;
    let [host] = server.room(json!({}), ["Aino"]).await;
    let mut stranger = server.guest().await;
    for room in [host.room.as_str(), "00000000-0000-4000-8000-000000000000"] {
        let answer = resume(&mut stranger, room, &json!(0), &json!(1)).await;
        assert_eq!(answer["code"], "no_such_room", "{answer}");
    }
}

#[tokio::test]
async fn losing_the_connection_is_seen_and_the_seat_stays() {
    let server = TestServer::start().await;
    let [mut host, guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    let player = guest.player.clone();
    guest.vanish();
    let away = |m: &Value| {
        let people = m["people"].as_array().into_iter().flatten();
        m["type"] == "presence" && people.clone().any(|p| p["player_id"] == player && p["connected"] == false)
    };
    host.find("presence", away).await;
    let state = host.state().await;
    assert_eq!(state["room"]["seats"][1]["player_id"], player);
    assert_eq!(state["room"]["seats"][1]["connected"], false);
}
