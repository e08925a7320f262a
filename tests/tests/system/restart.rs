//! The program is killed or stopped in mid-game and started again on the same data.

use serde_json::{Value, json};

use crate::harness::{Engine, Peer, Place, Program, on_every_engine};

/// Rules under which a match is soon over.
fn rules() -> Value {
    json!({ "seats": 2, "overrides": { "rack": 20, "opening": { "min_points": 0 }, "match": { "rounds": 1 }, "pool_empty": "end_at_once" } })
}

/// Two people in a match on this server; the first is the one whose turn it is.
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
    let started = host.event("turn_started").await;
    if started["event"]["seat"] == 0 { [host, guest] } else { [guest, host] }
}

async fn resume(peer: &mut Peer, last_seq: u64) -> Value {
    let missed = json!({ "room_id": peer.room, "last_seq": last_seq, "epoch": 1 });
    peer.call("resume_room", missed).await
}

/// Both draw until the match is over; gives what the first of them was told of its end.
async fn play_on(players: &mut [Peer; 2]) -> Value {
    loop {
        let room = players[0].state().await["room"].clone();
        if room["phase"] == "match_over" {
            return room;
        }
        let turn = &room["round"]["turn"];
        let mover = players.iter_mut().find(|player| player.seat == turn["seat"].as_u64()).unwrap();
        mover.done("draw", json!({ "turn": turn["turn"] })).await;
    }
}

async fn what_was_accepted_outlives_a_killed_server_and_the_match_goes_on(engine: Engine) {
    let place = Place::new(engine).await;
    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let [mut first, mut second] = table(&server).await;
    // Five turns, and the last command goes out without a look at what comes.
    let mut draws = Vec::new();
    for turn in 1..=5_u64 {
        let mover = if turn % 2 == 1 { &mut first } else { &mut second };
        let draw =
            json!({ "type": "draw", "command_id": format!("draw {turn}").replace(' ', "-"), "turn": turn });
        mover.send(&draw).await;
        let answer = mover.answer(draw["command_id"].as_str().unwrap()).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
        draws.push((draw, answer));
    }
    let last_seq = draws[4].1["seq"].as_u64().unwrap();
    server.kill().await;

    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let (mut first, mut second) =
        (first.again_at(server.address).await, second.again_at(server.address).await);
    for player in [&mut first, &mut second] {
        let back = resume(player, last_seq).await;
        assert_eq!((&back["type"], &back["why"]), (&json!("snapshot"), &json!("resumed")), "{back}");
        assert_eq!(back["epoch"], 2);
        assert_eq!(back["seq"], last_seq + 1, "one event more: the clock");
        let (clock, turn) = (&back["room"]["clock"], &back["room"]["round"]["turn"]);
        assert_eq!(turn["turn"], 6, "every accepted draw is there");
        let full = clock["ends_ms"].as_u64().unwrap() - turn["started_ms"].as_u64().unwrap();
        assert_eq!(full, 60_000, "the turn has its full time: {clock} {turn}");
        let seats = &back["room"]["round"]["seats"];
        let tiles: u64 = seats.as_array().unwrap().iter().map(|seat| seat["tiles"].as_u64().unwrap()).sum();
        assert_eq!(tiles, 2 * 20 + 5);
    }
    // What was done is not done again.
    for (draw, answer) in &draws {
        let mover = if draw["turn"].as_u64().unwrap() % 2 == 1 { &mut first } else { &mut second };
        mover.send(draw).await;
        assert_eq!(&mover.answer(draw["command_id"].as_str().unwrap()).await, answer);
    }
    let room = play_on(&mut [first, second]).await;
    assert_eq!(room["match"]["state"], "ended");
    assert_eq!(room["match"]["rounds"].as_array().unwrap().len(), 1);
    let (status, log) = stop(server).await;
    assert!(status.success(), "{status}: {log}");
}

async fn a_server_that_is_asked_to_stop_says_when_to_come_back(engine: Engine) {
    let place = Place::new(engine).await;
    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let [mut first, mut second] = table(&server).await;
    first.done("draw", json!({ "turn": 1 })).await;
    server.terminate();
    for player in [&mut first, &mut second] {
        let (messages, code) = player.ends().await;
        let closing = messages.last().unwrap();
        assert_eq!((&closing["type"], &closing["reason"]), (&json!("closing"), &json!("restart")));
        assert_eq!(closing["reconnect"], "resume");
        assert!(closing["reconnect_after_ms"].is_u64(), "{closing}");
        assert_eq!(code, Some(1012));
    }
    let (status, log) = server.ended().await;
    assert!(status.success(), "{status}: {log}");

    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let mut second = second.again_at(server.address).await;
    resume(&mut second, 1).await;
    second.done("draw", json!({ "turn": 2 })).await;
}

async fn stop(server: Program) -> (std::process::ExitStatus, String) {
    server.terminate();
    server.ended().await
}

on_every_engine! {
    what_was_accepted_outlives_a_killed_server_and_the_match_goes_on,
    a_server_that_is_asked_to_stop_says_when_to_come_back,
}
