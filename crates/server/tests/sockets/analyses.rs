//! Looking back on a round: what was played in each turn, and what could have been.

use serde_json::{Value, json};

use crate::{client::Client, given::TestServer};

/// A table of two whose racks hold most of the tiles; a small deal is soon over.
fn settings() -> Value {
    json!({ "hints": "play", "overrides": { "rack": 20, "opening": { "min_points": 0 },
        "pool_empty": "end_at_once", "match": { "rounds": 2 } } })
}

/// What a turn came to by the events that everybody sees.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    turn: u64,
    seat: u64,
    played: u64,
}

/// Plays the round to its end: the first plays what it is hinted, the other draws.
async fn play_round(people: &mut [Client; 2]) -> Vec<Seen> {
    let mut seen = Vec::new();
    loop {
        let [first, second] = &mut *people;
        let turn = first.turn;
        let is_first = first.seat == Some(first.turn_seat);
        let hint = if is_first {
            first.call("ask_hint", json!({ "turn": turn })).await["play"].clone()
        } else {
            Value::Null
        };
        let mover = if is_first { first } else { second };
        if hint.is_null() {
            mover.done("draw", json!({ "turn": turn })).await;
        } else {
            mover.done("play", json!({ "turn": turn, "table": hint["table"] })).await;
        }
        let seat = mover.seat.unwrap();
        seen.push(Seen { turn, seat, played: hint["tiles"].as_u64().unwrap_or_default() });
        if people[0].state().await["room"]["phase"] != "playing" {
            return seen;
        }
        for person in &mut *people {
            person.begin().await;
        }
    }
}

async fn analysis(player: &mut Client, deal: u64) -> Value {
    player.call("analyse_round", json!({ "deal": deal })).await
}

#[tokio::test]
async fn every_turn_of_a_round_is_there_with_what_was_played_and_what_could_have_been() {
    let server = TestServer::start_with(|config| {
        // Faster than people.
        config.limits.commands_burst = 1_000;
        config.limits.player_commands_burst = 1_000;
        config.limits.address_commands_burst = 10_000;
    })
    .await;
    let mut people = server.table(settings(), ["Aino", "Väinö"]).await;
    let deal = 1;
    let code = people[0].code.clone();
    let mut spectator = server.guest().await;
    let watching = json!({ "code": code, "name": "Louhi", "role": "spectator" });
    let joined = spectator.call("join_room", watching).await;
    spectator.came_in(joined).await;
    for player in [&mut people[0], &mut spectator] {
        assert_eq!(player.refused("analyse_round", json!({ "deal": deal })).await, "not_over");
    }
    let seen = play_round(&mut people).await;
    let told = analysis(&mut people[0], deal).await;
    assert_eq!((&told["type"], &told["deal"]), (&json!("round_analysis"), &json!(deal)));
    let turns = told["turns"].as_array().unwrap().clone();
    let number = |turn: &Value, field: &str| turn[field].as_u64().unwrap();
    let as_seen = |turn: &Value| Seen {
        turn: number(turn, "turn"),
        seat: number(turn, "seat"),
        played: number(turn, "played"),
    };
    assert_eq!(turns.iter().map(as_seen).collect::<Vec<_>>(), seen);
    let hinted = people[0].seat.unwrap();
    for turn in &turns {
        assert!(number(turn, "possible") >= number(turn, "played"), "{turn}");
        if number(turn, "seat") == hinted {
            // Who played as hinted missed nothing.
            assert_eq!(
                (number(turn, "possible"), &turn["missed_opening"]),
                (number(turn, "played"), &json!(false)),
                "{turn}"
            );
        }
    }
    let missed = |turn: &&Value| number(turn, "seat") != hinted && turn["missed_opening"] == true;
    assert!(turns.iter().any(|turn| missed(&turn)), "who never played never could: {turns:?}");
    let others = [analysis(&mut people[1], deal).await, analysis(&mut spectator, deal).await];
    assert!(others.iter().all(|other| other["turns"] == told["turns"]));
    let summary = &people[1].state().await["room"]["match"]["rounds"][0];
    assert!(summary["hints"][hinted as usize].as_u64().unwrap() > 0, "{summary}");
    assert_eq!(people[0].refused("analyse_round", json!({ "deal": 2 })).await, "not_over");
    assert_eq!(people[0].refused("analyse_round", json!({ "deal": 0 })).await, "not_over");
}
