//! The same between the steps of a turn of Rommikubbi: what was taken is hidden from the others, and lies in no event of the log.

use sarja_cli::bot::choose;
use sarja_protocol::RoomView;
use serde_json::{Value, json};

use super::{resume, stop, table};
use crate::harness::{Engine, Peer, Place, Program, command, has_step, on_every_engine};

/// A deal takes many commands: the rates would make it last for minutes.
const QUICK: [&str; 2] = ["--limits", "bench"];

/// How a server ends.
#[derive(Clone, Copy)]
enum End {
    Killed,
    Stopped,
}

async fn start_again(server: Program, end: End, place: &Place) -> Program {
    match end {
        End::Killed => server.kill().await,
        End::Stopped => {
            let (status, log) = stop(server).await;
            assert!(status.success(), "{status}: {log}");
        }
    }
    Program::serve(place, "127.0.0.1:0", &QUICK).await
}

/// The room as this player sees it, and the turn in progress.
async fn seen(player: &mut Peer) -> (RoomView, Value) {
    let room = player.state().await["room"].clone();
    let turn = room["round"]["turn"]["turn"].clone();
    (serde_json::from_value(room).unwrap(), turn)
}

/// Makes one move as a simple player does.
async fn move_simply(player: &mut Peer) {
    let (room, turn) = seen(player).await;
    let (kind, fields) = command(choose(&room).unwrap(), &turn);
    player.done(kind, fields).await;
}

/// Both play until the match is over; gives what the first of them was told of its end.
async fn play_on(players: &mut [Peer; 2]) -> Value {
    loop {
        let room = players[0].state().await["room"].clone();
        if room["phase"] == "match_over" {
            return room;
        }
        let seat = room["round"]["turn"]["seat"].as_u64();
        move_simply(players.iter_mut().find(|player| player.seat == seat).unwrap()).await;
    }
}

/// The server ends after this take, and everything is as it was; then the turn is played to its end.
async fn goes_on_after(
    take: &str,
    step: &str,
    players: &mut [Peer; 2],
    end: End,
    server: Program,
    place: &Place,
) -> Program {
    let (_, turn) = seen(&mut players[0]).await;
    let taking = json!({ "type": take, "command_id": format!("{take}-once"), "turn": turn });
    players[0].send(&taking).await;
    let answer = players[0].answer(&format!("{take}-once")).await;
    assert_eq!(answer["type"], "accepted", "{answer}");
    let mut before = Vec::new();
    for player in players.iter_mut() {
        before.push(player.state().await);
    }
    let server = start_again(server, end, place).await;
    for (player, before) in players.iter_mut().zip(&before) {
        *player = player.again_at(server.address).await;
        let back = resume(player, before["seq"].as_u64().unwrap()).await;
        assert_eq!((&back["type"], &back["why"]), (&json!("snapshot"), &json!("resumed")), "{back}");
        let (round, lay) = (&back["room"]["round"], &before["room"]["round"]);
        for field in ["rack", "rommikubbi", "table", "pool", "seats"] {
            assert_eq!(round[field], lay[field], "{field} of seat {:?} after {take}", player.seat);
        }
        for field in ["turn", "seat"] {
            assert_eq!(round["turn"][field], lay["turn"][field]);
        }
        assert_eq!(round["rommikubbi"]["step"], step);
    }
    let taken = |before: &Value| before["room"]["round"]["rommikubbi"]["taken"].clone();
    assert!(taken(&before[0]).is_array(), "{}", before[0]);
    assert!(taken(&before[1]).is_null(), "nobody else sees it");
    // What was done is not done again.
    players[0].send(&taking).await;
    assert_eq!(players[0].answer(&format!("{take}-once")).await, answer);
    assert_eq!(players[0].refused(take, json!({ "turn": turn })).await, "take_not_allowed");
    while let (room, now) = seen(&mut players[0]).await
        && now == turn
        && has_step(&room)
    {
        move_simply(&mut players[0]).await;
    }
    server
}

async fn goes_on(engine: Engine, end: End) {
    let place = Place::new(engine).await;
    let mut server = Program::serve(&place, "127.0.0.1:0", &QUICK).await;
    let rules = json!({ "ruleset": "rommikubbi", "seats": 2, "overrides": { "match": { "rounds": 1 } } });
    let mut players = table(&server, rules).await;
    // Nothing is laid before: somebody who opens at once could go out too soon.
    let (room, turn) = seen(&mut players[0]).await;
    let first = room.round.unwrap().rommikubbi.unwrap().taken.unwrap();
    players[0].done("end_turn", json!({ "turn": turn, "table": [], "discard": first[0] })).await;
    for (take, step) in [("take_tile", "took_tile"), ("take_pile", "took_pile")] {
        players.reverse();
        server = goes_on_after(take, step, &mut players, end, server, &place).await;
    }
    let room = play_on(&mut players).await;
    assert_eq!(room["match"]["state"], "ended");
    assert_eq!(room["match"]["rounds"].as_array().unwrap().len(), 1);
    let (status, log) = stop(server).await;
    assert!(status.success(), "{status}: {log}");
}

async fn what_was_taken_outlives_a_killed_server_and_the_turn_goes_on(engine: Engine) {
    goes_on(engine, End::Killed).await;
}

async fn what_was_taken_outlives_an_update_of_the_server_and_the_turn_goes_on(engine: Engine) {
    goes_on(engine, End::Stopped).await;
}

on_every_engine! {
    what_was_taken_outlives_a_killed_server_and_the_turn_goes_on,
    what_was_taken_outlives_an_update_of_the_server_and_the_turn_goes_on,
}
