//! A server that is asked to stop leaves its rooms to the next one: the turn in progress has its draft and the time that was left.

use serde_json::{Value, json};

use super::{resume, stop, table};
use crate::harness::{Engine, Peer, Place, Program, on_every_engine};

/// A turn in which no test gets into a hurry.
fn rules() -> Value {
    json!({ "seats": 2, "overrides": { "clock": { "turn_seconds": 600 } } })
}

/// What everybody is shown of a room.
async fn shown(players: &mut [Peer; 2]) -> [Value; 2] {
    let [first, second] = players;
    [first.state().await, second.state().await]
}

/// Shows a draft of the first tiles of the rack to everybody.
async fn draft(players: &mut [Peer; 2], turn: u64, number: u64) {
    let rack = players[0].state().await["room"]["round"]["rack"].clone();
    let table = json!([{ "tiles": rack.as_array().unwrap()[..2] }]);
    players[0].send(&json!({ "type": "draft", "turn": turn, "draft": number, "table": table })).await;
    players[0].until("draft_verdict").await;
    players[1].until("draft_shown").await;
}

/// The same players on another server, where the one whose turn it is comes last; with what they are told there.
async fn back(players: &[Peer; 2], before: &[Value; 2], server: &Program) -> ([Peer; 2], [Value; 2]) {
    let mut second = players[1].again_at(server.address).await;
    let told_second = resume(&mut second, before[1]["seq"].as_u64().unwrap()).await;
    let mut first = players[0].again_at(server.address).await;
    let told_first = resume(&mut first, before[0]["seq"].as_u64().unwrap()).await;
    ([first, second], [told_first, told_second])
}

/// Nothing has happened, and no time was lost, but what passed before the stop.
fn assert_as_before(before: &[Value; 2], after: &[Value; 2]) {
    for (before, after) in before.iter().zip(after) {
        assert_eq!(after["seq"], before["seq"], "no event");
        for part in ["round", "clock", "draft", "match", "chat", "settings", "you"] {
            assert_eq!(after["room"][part], before["room"][part], "{part}");
        }
        assert!(after["now_ms"].as_u64() >= before["now_ms"].as_u64());
    }
    assert!(after[0]["room"]["draft"]["verdict"].is_object(), "{}", after[0]["room"]["draft"]);
    assert_eq!(after[0]["now_ms"], after[1]["now_ms"], "until the mover was back no time has passed");
}

async fn restarted(server: Program, place: &Place) -> Program {
    let (status, log) = stop(server).await;
    assert!(status.success(), "{status}: {log}");
    Program::serve(place, "127.0.0.1:0", &[]).await
}

async fn draft_time_and_seats_are_those_of_before_after_one_stop_and_after_two(engine: Engine) {
    let place = Place::new(engine).await;
    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let mut players = table(&server, rules()).await;
    draft(&mut players, 1, 3).await;
    let before = shown(&mut players).await;

    let server = restarted(server, &place).await;
    let (mut players, after) = back(&players, &before, &server).await;
    assert_as_before(&before, &after);
    // The draft goes on from its number, and the next stop leaves the next one.
    draft(&mut players, 1, 4).await;
    let before = shown(&mut players).await;
    // The second of these stops comes before anybody is back.
    let server = restarted(server, &place).await;
    let server = restarted(server, &place).await;
    let (mut players, after) = back(&players, &before, &server).await;
    assert_as_before(&before, &after);
    players[0].done("draw", json!({ "turn": 1 })).await;
    players[1].done("draw", json!({ "turn": 2 })).await;
    stop(server).await;
}

async fn what_a_stop_left_is_used_once_and_a_crash_after_it_gives_the_full_time(engine: Engine) {
    let place = Place::new(engine).await;
    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let mut players = table(&server, rules()).await;
    draft(&mut players, 1, 3).await;
    let before = shown(&mut players).await;
    let server = restarted(server, &place).await;
    let (players, after) = back(&players, &before, &server).await;
    assert_as_before(&before, &after);
    server.kill().await;

    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let (mut players, after) = back(&players, &before, &server).await;
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(after["seq"].as_u64(), before["seq"].as_u64().map(|seq| seq + 1), "the clock");
        assert_eq!(after["room"].get("draft"), None, "no draft of before");
        let ends = |told: &Value| told["room"]["clock"]["ends_ms"].as_u64().unwrap();
        let started = after["room"]["round"]["turn"]["started_ms"].as_u64().unwrap();
        assert_eq!(ends(after) - started, 600_000);
        assert_eq!(after["room"]["round"]["rack"], before["room"]["round"]["rack"]);
    }
    players[0].done("draw", json!({ "turn": 1 })).await;
    stop(server).await;
}

on_every_engine! {
    draft_time_and_seats_are_those_of_before_after_one_stop_and_after_two,
    what_a_stop_left_is_used_once_and_a_crash_after_it_gives_the_full_time,
}
