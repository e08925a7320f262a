//! The table as it is being rearranged.

use serde_json::{Value, json};

use crate::{client::Client, given::TestServer};

pub(crate) async fn rack(client: &mut Client) -> Vec<Value> {
    client.state().await["room"]["round"]["rack"].as_array().unwrap().clone()
}

pub(crate) async fn draft(client: &mut Client, number: u64, tiles: &[Value]) {
    let table = json!([{ "tiles": tiles }]);
    client.send(&json!({ "type": "draft", "turn": client.turn, "draft": number, "table": table })).await;
}

#[tokio::test]
async fn a_draft_is_judged_and_shown_to_the_others() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let tiles = rack(&mut first).await;
    draft(&mut first, 1, &tiles[..2]).await;
    let verdict = first.until("draft_verdict").await;
    assert_eq!((&verdict["draft"], &verdict["sets"][0]["valid"]), (&json!(1), &json!(false)));
    assert_eq!(verdict["play"]["primary"], "not_valid");
    let shown = second.until("draft_shown").await;
    assert_eq!(shown["seat"].as_u64(), first.seat);
    assert_eq!(shown["table"][0]["tiles"], json!(tiles[..2]));
}

#[tokio::test]
async fn a_hidden_draft_is_judged_and_shown_to_nobody() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({ "drafts": "hidden" }), ["Aino", "Väinö"]).await;
    let tiles = rack(&mut first).await;
    draft(&mut first, 1, &tiles[..2]).await;
    first.until("draft_verdict").await;
    let state = second.state().await;
    assert_eq!(state["room"].get("draft"), None);
    let seen = second.so_far().await;
    assert!(seen.iter().all(|m| m["type"] != "draft_shown"), "{seen:?}");
}

#[tokio::test]
async fn tiles_that_nobody_has_are_shown_to_nobody() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let jokers = vec![json!("J"); 3];
    draft(&mut first, 1, &jokers).await;
    let verdict = first.until("draft_verdict").await;
    assert!(verdict["play"]["reasons"].as_array().unwrap().iter().any(|r| r["code"] == "tile_not_in_rack"));
    let seen = second.so_far().await;
    assert!(seen.iter().all(|m| m["type"] != "draft_shown"), "{seen:?}");
}

#[tokio::test]
async fn a_draft_survives_a_lost_connection() {
    let server = TestServer::start().await;
    let [mut first, _second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let tiles = rack(&mut first).await;
    draft(&mut first, 4, &tiles[..3]).await;
    first.until("draft_verdict").await;
    let (mut back, code) = (first.again().await, first.code.clone());
    back.join(&code, "whoever").await;
    let kept = &back.snapshot["room"]["draft"];
    assert_eq!((&kept["draft"], &kept["table"][0]["tiles"]), (&json!(4), &json!(tiles[..3])));
    assert!(kept["verdict"].is_object());
}

#[tokio::test]
async fn who_resumes_is_told_of_the_draft_as_who_was_there_saw_it() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let tiles = rack(&mut first).await;
    draft(&mut first, 4, &tiles[..3]).await;
    let verdict = first.until("draft_verdict").await;
    let shown = second.until("draft_shown").await;
    let known = first.state().await;
    let resume = json!({ "room_id": first.room, "last_seq": known["seq"], "epoch": known["epoch"] });
    let mut back = [first.again().await, second.again().await];
    for (client, told) in back.iter_mut().zip([verdict, shown]) {
        assert_eq!(client.call("resume_room", resume.clone()).await["type"], "resumed");
        assert_eq!(client.until(told["type"].as_str().unwrap()).await, told);
    }
}

#[tokio::test]
async fn an_older_draft_does_not_replace_a_newer_one() {
    let server = TestServer::start().await;
    let [mut first, _second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let tiles = rack(&mut first).await;
    draft(&mut first, 2, &tiles[..3]).await;
    draft(&mut first, 1, &tiles[..1]).await;
    first.until("draft_verdict").await;
    assert_eq!(first.state().await["room"]["draft"]["draft"], 2);
}

#[tokio::test]
async fn the_last_of_many_drafts_is_judged_whatever_the_rate() {
    let server = TestServer::start().await;
    let [mut first, _second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let tiles = rack(&mut first).await;
    for number in 1..=60 {
        draft(&mut first, number, &tiles[..1]).await;
    }
    first.find("the verdict on the last", |m| m["type"] == "draft_verdict" && m["draft"] == 60).await;
}

#[tokio::test]
async fn a_draft_for_a_turn_that_is_over_gets_the_true_state() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let (turn, tiles) = (first.turn, rack(&mut first).await);
    first.done("draw", json!({ "turn": turn })).await;
    second.begin().await;
    draft(&mut first, 1, &tiles[..1]).await;
    assert_eq!(first.until("error").await["code"], "stale_turn");
    assert_eq!(first.until("snapshot").await["why"], "stale");
    second.turn = turn + 1;
}
