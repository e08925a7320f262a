//! Rommikubbi over a socket: a turn in steps, what comes back to whoever was away, bots and scripts that play it.

use serde_json::{Value, json};

use crate::{client::Client, given::TestServer};

/// Faster than people.
async fn server() -> TestServer {
    TestServer::start_with(|config| {
        config.limits.commands_burst = 1_000;
        config.limits.player_commands_burst = 1_000;
        config.limits.address_commands_burst = 10_000;
    })
    .await
}

fn settings(overrides: &Value) -> Value {
    json!({ "ruleset": "rommikubbi", "seats": 2, "overrides": overrides })
}

async fn round(client: &mut Client) -> Value {
    client.state().await["room"]["round"].clone()
}

/// The table as it lies, as a client sends it.
fn lying(round: &Value) -> Vec<Value> {
    let sets = round["table"].as_array().unwrap().iter();
    sets.map(|set| json!({ "id": set["id"], "tiles": set["tiles"], "kind": set["kind"] })).collect()
}

/// Waits for the player's own turn.
async fn own_turn(client: &mut Client) {
    let own = client.seat;
    let is_own = |m: &Value| m["event"]["type"] == "turn_started" && m["event"]["seat"].as_u64() == own;
    let started = client.find("the own turn", is_own).await;
    client.turn = started["event"]["turn"].as_u64().unwrap();
}

/// Takes a tile where one has to be taken, and discards it again; whether the round goes on.
async fn rest(client: &mut Client) -> bool {
    let turn = client.turn;
    if round(client).await["rommikubbi"]["step"] == "to_take" {
        client.done("take_tile", json!({ "turn": turn })).await;
    }
    let round = round(client).await;
    if round["turn"]["turn"] == turn {
        let taken = &round["rommikubbi"]["taken"][0];
        client.done("end_turn", json!({ "turn": turn, "table": lying(&round), "discard": taken })).await;
    }
    client.state().await["room"]["phase"] == "playing"
}

async fn draft(client: &mut Client, number: u64, table: &[Value], discard: Option<&Value>) -> Value {
    let mut draft = json!({ "type": "draft", "turn": client.turn, "draft": number, "table": table });
    if let Some(tile) = discard {
        draft["discard"] = tile.clone();
    }
    client.send(&draft).await;
    client.find("the verdict", |m| m["type"] == "draft_verdict" && m["draft"] == number).await
}

#[tokio::test]
async fn a_turn_is_taken_in_steps_and_each_is_judged_before() {
    let server = server().await;
    let [mut first, mut second] = server.table(settings(&json!({})), ["Aino", "Väinö"]).await;
    let began = round(&mut first).await;
    let (rack, fifteenth) =
        (began["rack"].as_array().unwrap().clone(), began["rommikubbi"]["taken"][0].clone());
    assert_eq!((rack.len(), began["rommikubbi"]["step"].as_str()), (15, Some("first")));
    assert_eq!(draft(&mut first, 1, &[], None).await["play"]["primary"], "discard");
    let verdict = draft(&mut first, 2, &[json!({ "tiles": rack[..2] })], Some(&rack[3])).await;
    assert_eq!(
        (&verdict["play"]["primary"], &verdict["play"]["opening_needed"]),
        (&json!("not_valid"), &json!(51))
    );
    assert_eq!(draft(&mut first, 3, &[], Some(&fifteenth)).await["play"]["primary"], "end_turn");
    let shown = second.find("the draft", |m| m["type"] == "draft_shown" && m["draft"] == 3).await;
    assert_eq!(shown.get("discard"), None);
    let turn = first.turn;
    assert_eq!(first.refused("take_tile", json!({ "turn": turn })).await, "take_not_allowed");
    first.done("end_turn", json!({ "turn": turn, "table": [], "discard": fifteenth })).await;

    second.begin().await;
    let turn = second.turn;
    assert_eq!(second.refused("draw", json!({ "turn": turn })).await, "not_this_game");
    assert_eq!(draft(&mut second, 1, &[], None).await["play"]["primary"], "take");
    // Sent twice under one id, one tile is taken.
    let take = json!({ "type": "take_tile", "command_id": "once", "turn": turn });
    second.send(&take).await;
    let answer = second.answer("once").await;
    second.send(&take).await;
    assert_eq!(second.answer("once").await, answer);
    let taken = second.event("tile_taken").await;
    // The draft is worth something else now, and is judged anew.
    let anew = second.until("draft_verdict").await;
    assert_eq!((&anew["draft"], &anew["play"]["primary"]), (&json!(1), &json!("discard")));
    let own = round(&mut second).await;
    assert_eq!(own["rommikubbi"]["taken"], json!([taken["event"]["tile"]]));
    assert_eq!((own["rack"].as_array().unwrap().len(), own["pool"].as_u64()), (15, Some(76)));
    let told = first.event("tile_taken").await;
    assert_eq!((told["event"].get("tile"), &told["event"]["pool"]), (None, &json!(76)));
    let without = second.call("end_turn", json!({ "turn": turn, "table": [] })).await;
    assert_eq!(
        (&without["code"], &without["reasons"][0]["code"]),
        (&json!("illegal_play"), &json!("discard_missing"))
    );
    assert!(rest(&mut second).await);
}

#[tokio::test]
async fn the_draft_of_who_comes_back_has_the_tile_that_is_to_be_discarded() {
    let server = server().await;
    let [mut first, _second] = server.table(settings(&json!({})), ["Aino", "Väinö"]).await;
    let tile = round(&mut first).await["rack"][0].clone();
    draft(&mut first, 4, &[], Some(&tile)).await;
    let (mut back, code) = (first.again().await, first.code.clone());
    back.join(&code, "whoever").await;
    let kept = &back.snapshot["room"]["draft"];
    assert_eq!((&kept["draft"], &kept["discard"]), (&json!(4), &tile));
    assert_eq!(kept["verdict"]["play"]["primary"], "end_turn");
}

#[tokio::test]
async fn after_a_planned_restart_the_tile_to_be_discarded_is_there_for_its_player_alone() {
    let server = server().await;
    let [mut first, second] = server.table(settings(&json!({})), ["Aino", "Väinö"]).await;
    let tile = round(&mut first).await["rommikubbi"]["taken"][0].clone();
    draft(&mut first, 4, &[], Some(&tile)).await;
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, |_| {}).await;
    let (mut own, mut other) = (first.again_at(server.address).await, second.again_at(server.address).await);
    other.join(&first.code, "whoever").await;
    own.join(&first.code, "whoever").await;
    let kept = &own.snapshot["room"]["draft"];
    assert_eq!((&kept["draft"], &kept["discard"]), (&json!(4), &tile));
    assert_eq!(kept["verdict"]["play"]["primary"], "end_turn");
    let shown = &other.snapshot["room"]["draft"];
    assert_eq!((&shown["draft"], shown.get("discard")), (&json!(4), None));
    own.done("end_turn", json!({ "turn": first.turn, "table": [], "discard": tile })).await;
}

#[tokio::test]
async fn who_comes_back_is_told_of_the_last_discard_and_of_no_other() {
    let server = server().await;
    let [mut first, mut second] = server.table(settings(&json!({})), ["Aino", "Väinö"]).await;
    let mut watcher = server.guest().await;
    watcher.join(&first.code, "Seija").await;
    assert!(rest(&mut first).await);
    own_turn(&mut second).await;
    let before = second.state().await;
    assert!(rest(&mut second).await);
    let resume = |seq: &Value| json!({ "room_id": before["room"]["room_id"], "last_seq": seq, "epoch": before["epoch"] });
    // One discard was missed, and is the top of the pile.
    let mut back = watcher.again().await;
    let resumed = back.call("resume_room", resume(&before["seq"])).await;
    assert_eq!(resumed["type"], "resumed", "{resumed}");
    let told = back.event("tile_discarded").await;
    own_turn(&mut first).await;
    assert_eq!(round(&mut first).await["rommikubbi"]["pile_top"], told["event"]["tile"]);
    // Now that there is another one on it, nobody is told of it any more.
    assert!(rest(&mut first).await);
    let mut back = watcher.again().await;
    let answer = back.call("resume_room", resume(&before["seq"])).await;
    assert_eq!((&answer["type"], &answer["why"]), (&json!("snapshot"), &json!("resumed")));
    let shown = &answer["room"]["round"]["rommikubbi"];
    assert_eq!(shown["pile"], 3);
    assert!(back.so_far().await.iter().all(|m| m["type"] != "event"));
}

#[tokio::test]
async fn after_a_restart_too_nobody_is_told_what_lies_below_the_top() {
    let server = server().await;
    let [mut first, mut second] = server.table(settings(&json!({})), ["Aino", "Väinö"]).await;
    let began = first.state().await;
    assert!(rest(&mut first).await);
    own_turn(&mut second).await;
    assert!(rest(&mut second).await);
    own_turn(&mut first).await;
    let turn = first.turn;
    first.done("take_pile", json!({ "turn": turn })).await;
    let taken = round(&mut first).await["rommikubbi"]["taken"].clone();
    assert_eq!(taken.as_array().unwrap().len(), 2);
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, |_| {}).await;
    let mut back = first.again_at(server.address).await;
    let code = first.code.clone();
    back.join(&code, "whoever").await;
    let after = back.snapshot["room"]["round"].clone();
    assert_eq!((&after["rommikubbi"]["taken"], &after["rommikubbi"]["step"]), (&taken, &json!("took_pile")));
    back.done("give_pile_back", json!({ "turn": turn })).await;
    let mut again = back.again_at(server.address).await;
    let room = began["room"]["room_id"].clone();
    let answer = again
        .call("resume_room", json!({ "room_id": room, "last_seq": began["seq"], "epoch": began["epoch"] }))
        .await;
    assert_eq!(answer["type"], "snapshot");
    let pile = &answer["room"]["round"]["rommikubbi"];
    assert_eq!((&pile["pile"], &pile["pile_top"], pile.get("taken")), (&json!(2), &taken[1], None));
}

#[tokio::test]
async fn bots_of_each_level_play_a_deal_to_its_end_and_nobody_looks_back_on_it() {
    let server = server().await;
    let mut host = server.guest().await;
    let wanted = json!({ "ruleset": "rommikubbi", "seats": 4, "overrides": { "match": { "rounds": 1 } } });
    host.create(json!({ "name": "Aino", "settings": wanted, "practice": { "seed": 5 } })).await;
    for level in ["easy", "medium", "hard"] {
        host.done("seat_bot", json!({ "level": level })).await;
    }
    host.done("set_ready", json!({ "ready": true })).await;
    host.done("start_match", json!({})).await;
    host.shuffle().await;
    loop {
        let state = host.state().await;
        if state["room"]["phase"] != "playing" && state["room"]["phase"] != "shuffling" {
            break;
        }
        let (turn, own) = (&state["room"]["round"]["turn"], host.seat);
        if turn["seat"].as_u64() == own && state["room"]["phase"] == "playing" {
            host.turn = turn["turn"].as_u64().unwrap();
            rest(&mut host).await;
        } else {
            let seq = state["seq"].as_u64().unwrap();
            host.find("news", |m| m["type"] == "event" && m["seq"].as_u64() > Some(seq)).await;
        }
    }
    let ended = host.state().await["room"].clone();
    assert_eq!((&ended["phase"], &ended["match"]["state"]), (&json!("match_over"), &json!("ended")));
    assert_eq!(ended["round"]["revealed_racks"].as_array().unwrap().len(), 4);
    let played = &ended["match"]["rounds"][0];
    assert_eq!(played["winner"].is_u64(), played["going_out"].is_string(), "{played}");
    assert_eq!(played["points"], ended["match"]["totals"]);
    let answer = host.call("analyse_round", json!({ "deal": 1 })).await;
    assert_eq!(
        (&answer["code"], &answer["params"]["family"]),
        (&json!("not_this_game"), &json!("rommikubbi"))
    );
}

/// A practice room on a stepped clock, dealt without anybody's value; the scripts have the first seats.
async fn practising(server: &TestServer, scripts: Value) -> Client {
    let mut host = server.guest().await;
    let practice = json!({ "seed": 7, "clock": "stepped", "scripts": scripts });
    host.create(json!({ "name": "Aino", "settings": settings(&json!({})), "practice": practice })).await;
    host.done("set_ready", json!({ "ready": true })).await;
    host.done("start_match", json!({})).await;
    host.done("step_clock", json!({ "ms": 2_000 })).await;
    host
}

#[tokio::test]
async fn a_scripted_opponent_takes_lays_and_discards() {
    let server = server().await;
    // What the seed deals to seat 1 is seen by whoever sits there.
    let mut seen = practising(&server, json!([{ "seat": 0, "actions": ["wait"] }])).await;
    assert_eq!(seen.seat, Some(1));
    let tile = round(&mut seen).await["rack"][2].clone();
    let turn = json!({ "turn": { "take": "tile", "table": [], "discard": tile } });
    let mut host = practising(&server, json!([{ "seat": 1, "actions": [turn] }])).await;
    host.begin().await;
    if host.seat == Some(host.turn_seat) {
        assert!(rest(&mut host).await);
    }
    host.done("step_clock", json!({ "ms": 0 })).await;
    let by_script = |m: &Value| m["event"]["type"] == "tile_discarded" && m["event"]["seat"] == 1;
    let discarded = host.find("the discard of the script", by_script).await;
    assert_eq!((&discarded["event"]["tile"], &discarded["event"]["why"]), (&tile, &json!("chosen")));
}
