//! What the server finds out about who can play, as players meet it.

use serde_json::{Value, json};

use crate::{client::Client, given::TestServer};

/// A server at which programs may act as fast as they can.
async fn fast() -> TestServer {
    TestServer::start_with(|config| {
        config.limits.commands_burst = 10_000;
        config.limits.player_commands_burst = 10_000;
        config.limits.address_commands_burst = 100_000;
    })
    .await
}

/// Plays what is hinted, if there is a play; else draws, or passes.
async fn play_or_draw(mover: &mut Client, pool: &mut u64) -> Value {
    let turn = mover.turn;
    let hint = mover.call("ask_hint", json!({ "turn": turn })).await;
    if hint["can_play"] == "yes" {
        let table = hint["play"]["table"].clone();
        return mover.done("play", json!({ "turn": turn, "table": table })).await;
    }
    assert_eq!(hint["can_play"], "no");
    if *pool == 0 {
        return mover.done("pass", json!({ "turn": turn })).await;
    }
    *pool -= 1;
    mover.done("draw", json!({ "turn": turn })).await
}

/// What happened after the last turn that began; nobody asks for anything any more.
fn last_act(messages: &[Value]) -> Vec<String> {
    let kinds = messages.iter().filter_map(|message| message["event"]["type"].as_str());
    let kinds: Vec<_> = kinds.filter(|kind| *kind != "hint_taken").collect();
    let last = kinds.iter().rposition(|kind| *kind == "turn_started").unwrap();
    kinds[last + 1..].iter().map(|kind| (*kind).to_owned()).collect()
}

/// Plays the round, and tells how it ended and by which act.
async fn play_round(people: &mut [Client]) -> (Value, Vec<String>) {
    let mut pool = people[0].state().await["room"]["round"]["pool"].as_u64().unwrap();
    loop {
        let seat = people[0].turn_seat;
        let mover = people.iter_mut().find(|person| person.seat == Some(seat)).unwrap();
        play_or_draw(mover, &mut pool).await;
        let watcher = &mut people[0];
        let room = watcher.state().await["room"].clone();
        if room["phase"] != "playing" {
            let how = room["match"]["rounds"][0]["how"].clone();
            return (how, last_act(&watcher.so_far().await));
        }
        for person in &mut *people {
            person.turn = room["round"]["turn"]["turn"].as_u64().unwrap();
            person.turn_seat = room["round"]["turn"]["seat"].as_u64().unwrap();
        }
    }
}

#[tokio::test]
async fn a_match_whose_round_is_blocked_ends_without_anybody_passing_around() {
    let server = fast().await;
    let settings = json!({ "hints": "play", "seats": 4,
        "overrides": { "rack": 20, "opening": { "min_points": 100 }, "match": { "rounds": 1 } } });
    for _ in 0..40 {
        let mut people = server.table(settings.clone(), ["Aino", "Väinö", "Louhi", "Ilmari"]).await;
        let (how, last) = play_round(&mut people).await;
        if how == "blocked" {
            // Whoever acted last drew the last tile, or played; then nobody could go on.
            assert!(["tiles_drawn", "sets_played"].contains(&last[0].as_str()), "{last:?}");
            assert_eq!(last[1..], ["round_ended", "match_ended"]);
            return;
        }
    }
    panic!("none of forty rounds was blocked");
}

#[tokio::test]
async fn a_bot_that_would_draw_plays_where_whoever_can_must() {
    let server = fast().await;
    let mut player = server.guest().await;
    let settings = json!({ "hints": "play", "seats": 2,
        "overrides": { "must_play": true, "rack": 20, "opening": { "min_points": 0 } } });
    let practice = json!({ "seed": 1, "scripts": [{ "seat": 1, "actions": [] }] });
    player.create(json!({ "name": "Aino", "settings": settings, "practice": practice })).await;
    player.done("start_match", json!({})).await;
    player.shuffle().await;
    let mut pool = 106 - 2 * 20;
    let mut refused = 0;
    loop {
        player.begin().await;
        if player.seat == Some(player.turn_seat) {
            let turn = player.turn;
            let can_play = player.call("ask_hint", json!({ "turn": turn })).await["can_play"] == "yes";
            if can_play {
                assert_eq!(player.refused("draw", json!({ "turn": turn })).await, "must_play");
                refused += 1;
            }
            play_or_draw(&mut player, &mut pool).await;
        } else {
            pool = player.state().await["room"]["round"]["pool"].as_u64().unwrap();
        }
        let is_bots_play = |message: &Value| {
            message["event"]["type"] == "sets_played" && message["event"]["seat"] != player.seat.unwrap()
        };
        if refused > 0 && player.passed_over(is_bots_play) {
            return;
        }
    }
}
