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

/// Two people at a table whose clock is stepped; the first is the one whose turn it is.
async fn stepped_table(server: &TestServer) -> [Client; 2] {
    let (mut host, mut guest) = (server.guest().await, server.guest().await);
    let practice = json!({ "seed": 7, "clock": "stepped" });
    host.create(json!({ "name": "Aino", "settings": { "seats": 2 }, "practice": practice })).await;
    guest.join(&host.code, "Väinö").await;
    guest.done("set_ready", json!({ "ready": true })).await;
    host.done("start_match", json!({})).await;
    host.done("step_clock", json!({ "ms": 2_000 })).await;
    for person in [&mut host, &mut guest] {
        person.begin().await;
    }
    if host.seat == Some(host.turn_seat) { [host, guest] } else { [guest, host] }
}

/// Whatever is meant for the turn that was on when the connection was lost is answered with the turn that is.
async fn everything_is_stale(back: &mut Client, turn: u64) {
    let table = json!([{ "tiles": ["R1", "R2", "R3"] }]);
    let draft = json!({ "type": "draft", "turn": turn, "draft": 1, "table": table });
    back.send(&draft).await;
    let answers = [
        back.until("error").await,
        back.call("draw", json!({ "turn": turn })).await,
        back.call("pass", json!({ "turn": turn })).await,
        back.call("play", json!({ "turn": turn, "table": table })).await,
    ];
    for answer in answers {
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!("stale_turn")), "{answer}");
        let truth = back.until("snapshot").await;
        assert_eq!(
            (&truth["why"], &truth["room"]["round"]["turn"]["turn"]),
            (&json!("stale"), &json!(turn + 1))
        );
    }
}

#[tokio::test]
async fn who_comes_back_after_the_turn_sees_what_became_of_it_and_is_told_that_moves_for_it_are_late() {
    let server = TestServer::start().await;
    let [mover, mut other] = stepped_table(&server).await;
    let turn = mover.turn;
    let (mut back, room) = (mover.again().await, mover.room.clone());
    let before = other.state().await;
    mover.vanish();
    other.done("step_clock", json!({ "ms": 60_250 })).await;
    other.begin().await;
    let resumed = resume(&mut back, &room, &before["seq"], &before["epoch"]).await;
    assert_eq!(resumed["type"], "resumed", "{resumed}");
    assert_eq!(back.event("time_ran_out").await["event"]["turn"], turn);
    let clock = back.until("clock").await;
    assert_eq!(clock["turn"], turn + 1, "whose clock runs now");
    everything_is_stale(&mut back, turn).await;
    other.done("draw", json!({ "turn": turn + 1 })).await;
    back.begin().await;
    back.done("draw", json!({ "turn": turn + 2 })).await;
}

#[tokio::test]
async fn after_a_restart_too_moves_for_a_turn_that_is_over_are_answered_with_the_true_state() {
    let server = TestServer::start().await;
    let [mut mover, other] = stepped_table(&server).await;
    let turn = mover.turn;
    mover.done("draw", json!({ "turn": turn })).await;
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, |_| {}).await;
    let mut back = mover.again_at(server.address).await;
    back.join(&mover.code, "whoever").await;
    everything_is_stale(&mut back, turn).await;
    let mut other = other.again_at(server.address).await;
    other.join(&mover.code, "whoever").await;
    other.done("draw", json!({ "turn": turn + 1 })).await;
    back.begin().await;
}

#[tokio::test]
async fn whoever_comes_back_while_the_room_goes_on_gets_each_event_once_and_in_order() {
    const LINES: usize = 400;
    let server = TestServer::start_with(|config| config.limits = sarja_server::ServerLimits::bench()).await;
    let [mut host, mut guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    let (mut seq, epoch) = (guest.snapshot["seq"].as_u64().unwrap(), guest.snapshot["epoch"].clone());
    let talking = tokio::spawn(async move {
        for n in 0..LINES {
            host.done("say", json!({ "text": format!("line {n}") })).await;
        }
    });
    let (room, mut lines) = (guest.room.clone(), 0);
    // As often as the room says something, the connection is lost and there is another.
    while lines < LINES {
        let again = guest.again().await;
        std::mem::replace(&mut guest, again).vanish();
        let resumed = resume(&mut guest, &room, &json!(seq), &epoch).await;
        assert_eq!(
            (&resumed["type"], &resumed["from_seq"]),
            (&json!("resumed"), &json!(seq + 1)),
            "{resumed}"
        );
        for _ in 0..20.min(LINES - lines) {
            let event = guest.until("event").await;
            assert_eq!(event["seq"], seq + 1);
            assert_eq!(event["event"]["text"], format!("line {lines}"));
            (seq, lines) = (seq + 1, lines + 1);
        }
    }
    talking.await.unwrap();
}
