//! Commands at the table.

use serde_json::json;

use crate::{client::text_of, given::TestServer};

#[tokio::test]
async fn a_repeated_command_is_answered_again_and_done_once() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let draw = json!({ "type": "draw", "command_id": "once", "turn": first.turn });
    first.send(&draw).await;
    let answer = first.answer("once").await;
    assert_eq!(answer["type"], "accepted");
    first.send(&draw).await;
    assert_eq!(first.answer("once").await, answer);
    let mut back = first.again().await;
    let room = first.room.clone();
    back.call("resume_room", json!({ "room_id": room, "last_seq": 0, "epoch": 1 })).await;
    back.send(&draw).await;
    assert_eq!(back.answer("once").await, answer);
    let drawn = second.so_far().await.iter().filter(|m| m["event"]["type"] == "tiles_drawn").count();
    assert_eq!(drawn, 1);
}

#[tokio::test]
async fn a_refused_command_is_refused_again_in_the_same_words() {
    let server = TestServer::start().await;
    let [first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let draw = json!({ "type": "draw", "command_id": "early", "turn": first.turn });
    second.send(&draw).await;
    let refused = second.answer("early").await;
    assert_eq!(refused["code"], "not_your_turn");
    second.send(&draw).await;
    assert_eq!(second.answer("early").await, refused);
}

#[tokio::test]
async fn an_id_that_was_used_for_another_command_is_refused() {
    let server = TestServer::start().await;
    let [mut first, _second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let turn = first.turn;
    first.send(&json!({ "type": "draw", "command_id": "once", "turn": turn })).await;
    assert_eq!(first.answer("once").await["type"], "accepted");
    first.send(&json!({ "type": "draw", "command_id": "once", "turn": turn + 1 })).await;
    assert_eq!(first.answer("once").await["code"], "command_id_reused");
}

#[tokio::test]
async fn a_stale_turn_is_refused_with_the_true_state() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let turn = first.turn;
    first.done("draw", json!({ "turn": turn })).await;
    second.begin().await;
    assert_eq!(first.refused("draw", json!({ "turn": turn })).await, "stale_turn");
    let truth = first.until("snapshot").await;
    assert_eq!(truth["why"], "stale");
    assert_eq!(truth["room"]["round"]["turn"]["turn"], second.turn);
    assert_eq!(truth["room"]["round"]["rack"].as_array().unwrap().len(), 15, "the draw was done once");
}

#[tokio::test]
async fn a_drawn_tile_is_told_to_its_player_alone() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let turn = first.turn;
    first.done("draw", json!({ "turn": turn })).await;
    let (own, others) = (first.event("tiles_drawn").await, second.event("tiles_drawn").await);
    assert_eq!(own["seq"], others["seq"]);
    assert_eq!(own["event"]["tiles"].as_array().unwrap().len(), 1);
    assert_eq!(others["event"].get("tiles"), None);
}

#[tokio::test]
async fn an_illegal_play_is_refused_with_reasons_and_the_turn_goes_on() {
    let server = TestServer::start().await;
    let [mut first, _second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let (turn, rack) = (first.turn, first.state().await["room"]["round"]["rack"].clone());
    let table = json!([{ "tiles": [rack[0]] }]);
    let refused = first.call("play", json!({ "turn": turn, "table": table })).await;
    assert_eq!(refused["code"], "illegal_play");
    assert!(refused["reasons"].as_array().unwrap().iter().any(|reason| reason["code"] == "set_too_short"));
    first.done("draw", json!({ "turn": turn })).await;
}

#[tokio::test]
async fn every_player_sees_the_own_value_in_the_shuffle() {
    let server = TestServer::start().await;
    let [mut host, mut guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    guest.done("set_ready", json!({ "ready": true })).await;
    host.done("start_match", json!({})).await;
    for player in [&mut host, &mut guest] {
        player.shuffle().await;
    }
    let again = json!({ "deal": 1, "value": "0".repeat(64) });
    assert_eq!(guest.refused("share_shuffle_value", again).await, "no_shuffle_open");
    for player in [&mut host, &mut guest] {
        let dealt = player.event("dealt").await;
        let values: Vec<_> =
            dealt["event"]["values"].as_array().unwrap().iter().map(|v| text_of(&v["value"])).collect();
        assert_eq!(values, [format!("{:064x}", 1), format!("{:064x}", 2)]);
    }
}

#[tokio::test]
async fn leaving_in_mid_match_gives_the_turn_up_and_coming_back_gives_it_again() {
    let server = TestServer::start().await;
    let [mut first, mut second, _third] = server.table(json!({}), ["Aino", "Väinö", "Louhi"]).await;
    let seat = first.seat;
    first.done("resign", json!({})).await;
    assert_eq!(first.until("snapshot").await["room"]["you"]["role"], "spectator");
    let drawn = second.event("tiles_drawn").await;
    assert_eq!((&drawn["event"]["seat"], &drawn["event"]["why"]), (&json!(seat), &json!("gone")));
    first.done("take_seat", json!({})).await;
    let back = first.until("snapshot").await;
    assert_eq!((&back["why"], &back["room"]["you"]["seat"]), (&json!("role_changed"), &json!(seat)));
    assert_eq!(back["room"]["round"]["rack"].as_array().unwrap().len(), 15);
}

#[tokio::test]
async fn foreign_seats_are_out_of_reach() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let (mut watcher, code) = (server.guest().await, first.code.clone());
    watcher.join(&code, "Louhi").await;
    assert_eq!(watcher.seat, None);
    let turn = first.turn;
    assert_eq!(watcher.refused("draw", json!({ "turn": turn })).await, "not_seated");
    assert_eq!(second.refused("draw", json!({ "turn": turn })).await, "not_your_turn");
    let room = &watcher.snapshot["room"]["round"];
    assert_eq!((room.get("rack"), room.get("revealed_racks"), room.get("secret")), (None, None, None));
    first.done("draw", json!({ "turn": turn })).await;
}

#[tokio::test]
async fn tiles_are_put_in_order_for_whoever_asks() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let answer = host.call("arrange", json!({ "tiles": ["O13", "J", "B13"], "mode": "order" })).await;
    assert_eq!(answer["type"], "arranged");
    assert_eq!(answer["sets"][0]["points"], 39);
    let answer = host.call("arrange", json!({ "tiles": ["R1", "R2"], "mode": "split" })).await;
    assert_eq!(answer.get("sets"), None);
}

#[tokio::test]
async fn a_reaction_is_seen_and_not_kept() {
    let server = TestServer::start().await;
    let [mut host, mut guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    let seq = host.state().await["seq"].clone();
    guest.done("react", json!({ "reaction": "clap" })).await;
    let reacted = host.until("reacted").await;
    assert_eq!((&reacted["seat"], &reacted["reaction"]), (&json!(1), &json!("clap")));
    assert_eq!(host.state().await["seq"], seq);
}

#[tokio::test]
async fn bots_of_the_server_play_a_round_to_its_end() {
    let server = TestServer::start().await;
    let rules = json!({ "overrides": { "rack": 7, "match": { "rounds": 1 }, "pool_empty": "end_at_once" } });
    let [mut host] = server.room(rules, ["Aino"]).await;
    for _ in 0..3 {
        host.done("seat_bot", json!({})).await;
    }
    host.done("start_match", json!({})).await;
    let mut seen = 0;
    loop {
        let next = host
            .find("a turn or the end", |m| {
                matches!(m["event"]["type"].as_str(), Some("turn_started" | "match_ended"))
            })
            .await;
        if next["event"]["type"] == "match_ended" {
            let totals = next["event"]["totals"].as_array().unwrap();
            assert_eq!(totals.iter().map(|points| points.as_i64().unwrap()).sum::<i64>(), 0);
            break;
        }
        seen += 1;
        if next["event"]["seat"].as_u64() == host.seat {
            host.insist("draw", json!({ "turn": next["event"]["turn"] })).await;
        }
    }
    assert!(seen > 4, "{seen} turns");
}
