//! The program is killed or stopped in mid-game and started again on the same data.

mod planned;
mod rommikubbi;

use std::collections::BTreeMap;

use sarja_client::{Client, Joining, Notice, Options, ServerUrl, State};
use sarja_protocol::{MatchState, PlayerKind, ServerToClient};
use sarja_rules::Seat;
use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::harness::{Engine, Peer, Place, Program, name, on_every_engine, play_match, settings};

/// Rules under which a match is soon over.
fn rules() -> Value {
    json!({ "seats": 2, "overrides": { "rack": 20, "opening": { "min_points": 0 }, "match": { "rounds": 1 }, "pool_empty": "end_at_once" } })
}

/// Two people in a match by these rules on this server; the first is the one whose turn it is.
async fn table(server: &Program, rules: Value) -> [Peer; 2] {
    let (mut host, mut guest) = (Peer::guest(server.address).await, Peer::guest(server.address).await);
    host.create(json!({ "name": "Aino", "settings": rules })).await;
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
    let [mut first, mut second] = table(&server, rules()).await;
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
    let [mut first, mut second] = table(&server, rules()).await;
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

/// Everything that a player hears of the log: by the number of an event, what happened; `None` at the end of the client.
async fn hear(mut heard: broadcast::Receiver<Notice>) -> BTreeMap<u64, String> {
    let mut events = BTreeMap::new();
    loop {
        match heard.recv().await {
            Ok(Notice::Message(message)) => {
                if let ServerToClient::Event(event) = &*message {
                    let what = serde_json::to_value(&event.event).unwrap()["type"].to_string();
                    let known = events.entry(event.seq.0).or_insert_with(|| what.clone());
                    assert_eq!(*known, what, "event {} is told as it was", event.seq.0);
                }
            }
            Ok(_) => {}
            Err(broadcast::error::RecvError::Lagged(_)) => panic!("the test listens too slowly"),
            Err(broadcast::error::RecvError::Closed) => return events,
        }
    }
}

/// Waits until the match has come so far.
async fn until_turn(client: &Client, turn: u32) {
    let reached = |state: &State| {
        let round = state.view.as_ref()?.room().round.as_ref()?;
        round.turn.as_ref().filter(|now| now.turn.0 >= turn).map(|_| ())
    };
    client.until(reached).await.unwrap();
}

async fn clients_play_on_through_updates_of_the_server_as_if_nothing_had_been(engine: Engine) {
    let place = Place::new(engine).await;
    let mut server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let address = server.address.to_string();
    let url: ServerUrl = format!("http://{address}").parse().unwrap();
    let connect = || Client::connect(Options::new(url.clone(), PlayerKind::Human));
    let (host, guest) = (connect().await.unwrap(), connect().await.unwrap());
    let rules = json!({ "seats": 2, "overrides": { "rack": 14, "match": { "rounds": 3 } } });
    let room = host.create_room(name("Aino"), settings(rules), None).await.unwrap();
    guest.join(Joining::new(room.code, name("Väinö"))).await.unwrap();
    let heard = [hear(host.listen()), hear(guest.listen())].map(tokio::spawn);

    let updates = async {
        for turn in [4, 40] {
            until_turn(&host, turn).await;
            server.terminate();
            let (status, log) = server.ended().await;
            assert!(status.success(), "{status}: {log}");
            server = Program::serve(&place, &address, &[]).await;
        }
        server
    };
    let (ends, server) =
        tokio::join!(async { tokio::join!(play_match(&host, 1), play_match(&guest, 1)) }, updates);
    for (end, seat) in [(&ends.0, 0), (&ends.1, 1)] {
        assert_eq!(end.you.seat, Some(Seat(seat)), "nobody lost the seat");
        let played = end.r#match.as_ref().unwrap();
        assert_eq!((played.state, played.rounds.len()), (MatchState::Ended, 3));
        assert_eq!(played.totals.iter().sum::<i32>(), 0);
    }
    host.close().await;
    guest.close().await;
    let stored = place.store().await.load_room(room.room_id.0.into()).await.unwrap().unwrap();
    let mut logged = BTreeMap::new();
    for row in &stored.rows {
        let events: Vec<Value> = serde_json::from_str(&row.events).unwrap();
        logged.extend((row.first_seq.0..).zip(events));
    }
    for heard in heard {
        let heard = heard.await.unwrap();
        assert!(heard.len() > 100, "{}", heard.len());
        let lost: Vec<_> = heard.keys().filter(|seq| !logged.contains_key(*seq)).collect();
        assert!(lost.is_empty(), "told and not in the log: {lost:?}");
    }
    stop(server).await;
}

async fn stop(server: Program) -> (std::process::ExitStatus, String) {
    server.terminate();
    server.ended().await
}

on_every_engine! {
    what_was_accepted_outlives_a_killed_server_and_the_match_goes_on,
    a_server_that_is_asked_to_stop_says_when_to_come_back,
    clients_play_on_through_updates_of_the_server_as_if_nothing_had_been,
}
