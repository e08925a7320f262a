//! Hints: who gets one, what it says, and who sees that it was taken.

use serde_json::{Value, json};

use crate::{client::Client, given::TestServer};

/// Settings of a table with so many hints, on which most racks can be played from.
fn settings(hints: &str) -> Value {
    json!({ "hints": hints, "overrides": { "rack": 20, "opening": { "min_points": 0 } } })
}

async fn ask(player: &mut Client) -> Value {
    let turn = player.turn;
    player.call("ask_hint", json!({ "turn": turn })).await
}

/// A table at which the first can play, and the hint that says so. Nearly every deal is one.
async fn table(server: &TestServer, hints: &str) -> ([Client; 2], Value) {
    loop {
        let [mut first, second] = server.table(settings(hints), ["Aino", "Väinö"]).await;
        let hint = ask(&mut first).await;
        assert_eq!((&hint["type"], &hint["turn"]), (&json!("hint"), &json!(first.turn)));
        if hint["can_play"] == "yes" {
            return ([first, second], hint);
        }
    }
}

#[tokio::test]
async fn a_hinted_play_is_legal_and_is_told_to_nobody_else() {
    let server = TestServer::start().await;
    let ([mut first, mut second], hint) = table(&server, "play").await;
    let turn = first.turn;
    assert_eq!(hint["play"]["exact"], true);
    let taken = second.event("hint_taken").await;
    assert_eq!(taken["event"], json!({ "type": "hint_taken", "seat": first.seat, "turn": turn }));
    let table = hint["play"]["table"].clone();
    first.done("play", json!({ "turn": turn, "table": table })).await;
    let played = second.event("sets_played").await;
    assert_eq!(played["event"]["from_rack"].as_array().unwrap().len() as u64, hint["play"]["tiles"]);
    assert!(second.so_far().await.iter().all(|message| message["type"] != "hint"));
}

#[tokio::test]
async fn a_hint_says_whether_and_not_how_where_the_room_has_it_so() {
    let server = TestServer::start().await;
    let (_table, hint) = table(&server, "whether").await;
    assert_eq!(hint.get("play"), None);
}

#[tokio::test]
async fn a_hint_before_the_opening_keeps_to_its_rules() {
    let server = TestServer::start().await;
    // No seven tiles are worth a hundred points.
    let hard = json!({ "hints": "play", "overrides": { "rack": 7, "opening": { "min_points": 100 } } });
    let [mut first, _second] = server.table(hard, ["Aino", "Väinö"]).await;
    let hint = ask(&mut first).await;
    assert_eq!((&hint["can_play"], hint.get("play")), (&json!("no"), None));
}

#[tokio::test]
async fn asking_again_gives_the_same_hint_and_is_counted_once_a_turn() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(settings("play"), ["Aino", "Väinö"]).await;
    let turn = first.turn;
    let asked = json!({ "type": "ask_hint", "command_id": "once", "turn": turn });
    first.send(&asked).await;
    let hint = first.answer("once").await;
    first.send(&asked).await;
    assert_eq!(first.answer("once").await, hint);
    let again = ask(&mut first).await;
    assert_eq!(again["play"], hint["play"]);
    let seat = first.seat.unwrap() as usize;
    let counts = |state: &Value| state["room"]["round"]["seats"][seat]["hints"].clone();
    assert_eq!(counts(&first.state().await), 1);
    assert_eq!(counts(&second.state().await), 1);
    let taken = second.so_far().await.iter().filter(|m| m["event"]["type"] == "hint_taken").count();
    assert!(taken <= 1, "{taken}");
}

#[tokio::test]
async fn hints_are_for_whose_turn_it_is_and_only_where_the_room_allows_them() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(settings("play"), ["Aino", "Väinö"]).await;
    let turn = first.turn;
    assert_eq!(second.refused("ask_hint", json!({ "turn": turn })).await, "not_your_turn");
    assert_eq!(first.refused("ask_hint", json!({ "turn": turn + 1 })).await, "stale_turn");
    let [mut third, _fourth] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let turn = third.turn;
    assert_eq!(third.refused("ask_hint", json!({ "turn": turn })).await, "hints_off");
    let [mut host, _guest] = server.room(settings("play"), ["Aino", "Väinö"]).await;
    assert_eq!(host.refused("ask_hint", json!({ "turn": 1 })).await, "wrong_phase");
}

#[tokio::test]
async fn a_hint_that_was_lost_in_a_restart_is_given_again_and_counted_once() {
    let server = TestServer::start().await;
    let [mut first, _second] = server.table(settings("play"), ["Aino", "Väinö"]).await;
    let turn = first.turn;
    let asked = json!({ "type": "ask_hint", "command_id": "once", "turn": turn });
    first.send(&asked).await;
    let hint = first.answer("once").await;
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, |_| {}).await;
    let mut back = first.again_at(server.address).await;
    let room = first.room.clone();
    back.call("resume_room", json!({ "room_id": room, "last_seq": 0, "epoch": 1 })).await;
    back.send(&asked).await;
    assert_eq!(back.answer("once").await, hint);
    let seat = first.seat.unwrap() as usize;
    assert_eq!(back.state().await["room"]["round"]["seats"][seat]["hints"], 1);
}
