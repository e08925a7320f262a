//! Clocks, as a practice room steps them.

use serde_json::{Value, json};

use crate::{client::Client, given::TestServer};

/// A practice room on a stepped clock, its match begun.
async fn stepped(server: &TestServer, settings: Value, scripts: Value) -> Client {
    let mut host = server.guest().await;
    let practice = json!({ "seed": 7, "clock": "stepped", "scripts": scripts });
    host.create(json!({ "name": "Aino", "settings": settings, "practice": practice })).await;
    host.done("start_match", json!({})).await;
    host.done("step_clock", json!({ "ms": 2_000 })).await;
    host
}

fn waiting() -> Value {
    json!([{ "seat": 1, "actions": ["wait", "wait", "wait", "wait", "wait", "wait"] }])
}

#[tokio::test]
async fn a_stepped_clock_stands_still_and_time_runs_out_by_steps() {
    let server = TestServer::start().await;
    let mut host = stepped(&server, json!({}), waiting()).await;
    host.begin().await;
    let (turn, now) = (host.turn, host.state().await["now_ms"].as_u64().unwrap());
    assert_eq!(now, 2_000);
    host.done("step_clock", json!({ "ms": 60_249 })).await;
    assert_eq!(host.state().await["room"]["round"]["turn"]["turn"], turn, "the grace is not over");
    host.done("step_clock", json!({ "ms": 1 })).await;
    let ran_out = host.event("time_ran_out").await;
    assert_eq!((&ran_out["event"]["turn"], &ran_out["at_ms"]), (&json!(turn), &json!(62_250)));
}

#[tokio::test]
async fn one_time_out_ends_one_turn_and_the_next_has_its_whole_time() {
    let server = TestServer::start().await;
    let mut host = stepped(&server, json!({}), waiting()).await;
    host.begin().await;
    host.done("step_clock", json!({ "ms": 2 * 60_250 })).await;
    let messages = host.so_far().await;
    let ran_out: Vec<_> = messages.iter().filter(|m| m["event"]["type"] == "time_ran_out").collect();
    let turns: Vec<_> = ran_out.iter().map(|m| m["event"]["turn"].as_u64().unwrap()).collect();
    assert_eq!(turns, [host.turn, host.turn + 1]);
    let times: Vec<_> = ran_out.iter().map(|m| m["at_ms"].as_u64().unwrap()).collect();
    assert_eq!(times, [62_250, 122_500]);
}

#[tokio::test]
async fn time_runs_out_with_no_player_connected() {
    let server = TestServer::start().await;
    // The shortest clock there is: this test waits for it.
    let rules = json!({ "overrides": { "clock": { "turn_seconds": 10 } } });
    let [mut first, mut second] = server.room(rules, ["Aino", "Väinö"]).await;
    let (mut watcher, code) = (server.guest().await, first.code.clone());
    let watch = json!({ "code": code, "name": "Louhi", "role": "spectator" });
    let joined = watcher.call("join_room", watch).await;
    watcher.came_in(joined).await;
    second.done("set_ready", json!({ "ready": true })).await;
    first.done("start_match", json!({})).await;
    watcher.begin().await;
    first.vanish();
    second.vanish();
    let ran_out = watcher.event("time_ran_out").await;
    assert_eq!(ran_out["event"]["draft"], "none");
    let drawn = watcher.event("tiles_drawn").await;
    assert_eq!((&drawn["event"]["count"], &drawn["event"]["why"]), (&json!(1), &json!("time_ran_out")));
    watcher.begin().await;
}

#[tokio::test]
async fn the_absent_get_a_short_clock() {
    let server = TestServer::start().await;
    let mut host = stepped(&server, json!({}), waiting()).await;
    host.done("step_clock", json!({ "ms": 5 * 60_250 })).await;
    let messages = host.so_far().await;
    let short = messages.iter().filter(|m| m["event"]["short_clock"] == true).count();
    assert!(short >= 2, "two seats, each absent twice: {short}");
    let short = messages.iter().find(|m| m["event"]["short_clock"] == true).unwrap();
    assert_eq!(short["event"]["time_ms"], 10_000);
}

#[tokio::test]
async fn the_same_seed_gives_the_same_tiles() {
    let server = TestServer::start().await;
    let mut racks = Vec::new();
    for _ in 0..2 {
        let mut host = stepped(&server, json!({}), waiting()).await;
        racks.push(host.event("dealt").await["event"]["rack"].clone());
    }
    assert_eq!(racks[0], racks[1]);
    assert_eq!(racks[0].as_array().unwrap().len(), 14);
}

#[tokio::test]
async fn scripted_opponents_do_what_is_written() {
    let server = TestServer::start().await;
    let scripts = json!([{ "seat": 1, "actions": [{ "play": [{ "tiles": ["R1"] }] }] }]);
    let mut host = stepped(&server, json!({}), scripts).await;
    host.begin().await;
    if Some(host.turn_seat) == host.seat {
        let turn = host.turn;
        host.done("draw", json!({ "turn": turn })).await;
    }
    // What cannot be played is drawn for.
    let drawn = host
        .find("a draw of the script", |m| m["event"]["type"] == "tiles_drawn" && m["event"]["seat"] == 1)
        .await;
    assert_eq!(drawn["event"]["why"], "chosen");
}

#[tokio::test]
async fn only_practice_rooms_on_stepped_clocks_are_stepped() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    assert_eq!(host.refused("step_clock", json!({ "ms": 1 })).await, "not_practice");
    let mut other = server.guest().await;
    other.create(json!({ "name": "Aino", "practice": {} })).await;
    assert_eq!(other.refused("step_clock", json!({ "ms": 1 })).await, "clock_not_stepped");
}

#[tokio::test]
async fn a_server_without_practice_makes_no_practice_rooms() {
    let server =
        TestServer::start_with(|config| config.practice = sarja_server::PracticeRooms::Refused).await;
    let mut host = server.guest().await;
    assert_eq!(host.welcome["practice"], false);
    assert_eq!(host.refused("create_room", json!({ "name": "Aino", "practice": {} })).await, "not_practice");
}

#[tokio::test]
async fn matches_of_one_seed_are_all_recorded() {
    let server = TestServer::start().await;
    for _ in 0..2 {
        let mut host = stepped(&server, json!({}), waiting()).await;
        host.done("ask_end", json!({})).await;
        host.event("match_abandoned").await;
    }
}
