//! The server stops and starts, or somebody else takes a room.

use sarja_store::{Owner, RoomId, Store, TokenHash};
use serde_json::{Value, json};

use crate::{
    client::Client,
    drafts::{draft, rack},
    given::{TestServer, store_in},
};

/// The room of a snapshot as it is for whoever sees it, whoever else is there.
fn but_who_is_there(snapshot: &Value) -> Value {
    let mut room = snapshot["room"].clone();
    for list in ["people", "seats"] {
        let entries = room[list].as_array_mut().into_iter().flatten();
        entries.filter_map(Value::as_object_mut).for_each(|entry| drop(entry.remove("connected")));
    }
    room
}

#[tokio::test]
async fn a_stopping_server_says_when_to_come_back() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let folder = server.stop();
    let ((messages, code), _folder) = tokio::join!(host.ends(), folder);
    let closing = messages.last().unwrap();
    assert_eq!((&closing["reason"], &closing["reconnect"]), (&json!("restart"), &json!("resume")));
    assert!(closing["reconnect_after_ms"].is_u64());
    assert_eq!(code, Some(1012));
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let turn = first.turn;
    first.send(&json!({ "type": "draw", "command_id": "before", "turn": turn })).await;
    let answer = first.answer("before").await;
    second.begin().await;
    let before = second.state().await;
    let folder = server.stop().await;

    let server = TestServer::start_in(folder, |_| {}).await;
    let mut first = first.again_at(server.address).await;
    let code = before["room"]["code"].as_str().unwrap().to_owned();
    first.join(&code, "Aino").await;
    let mut second = second.again_at(server.address).await;
    let missed =
        json!({ "room_id": before["room"]["room_id"], "last_seq": before["seq"], "epoch": before["epoch"] });
    let back = second.call("resume_room", missed).await;
    assert_eq!((&back["type"], &back["why"]), (&json!("snapshot"), &json!("resumed")));
    assert!(back["epoch"].as_u64() > before["epoch"].as_u64());
    assert_eq!(back["room"]["round"]["rack"], before["room"]["round"]["rack"]);
    assert_eq!(back["room"]["round"]["turn"]["turn"], turn + 1);
    let seq = before["seq"].as_u64().unwrap();
    assert_eq!(back["seq"], seq, "nothing has happened meanwhile");

    first.send(&json!({ "type": "draw", "command_id": "before", "turn": turn })).await;
    assert_eq!(first.answer("before").await, answer, "what was done before is not done again");
    second.done("draw", json!({ "turn": turn + 1 })).await;
    first.begin().await;
    assert_eq!(first.turn, turn + 2);
}

#[tokio::test]
async fn a_turn_goes_on_with_its_draft_and_the_time_that_was_left() {
    let server = TestServer::start().await;
    let [mut first, mut second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let tiles = rack(&mut first).await;
    draft(&mut first, 4, &tiles[..3]).await;
    first.until("draft_verdict").await;
    second.until("draft_shown").await;
    let before = [first.state().await, second.state().await];
    assert!(before[0]["room"]["draft"]["verdict"].is_object() && before[1]["room"]["draft"].is_object());
    let folder = server.stop().await;

    let server = TestServer::start_in(folder, |_| {}).await;
    // One of them resumes, the other has a page that was loaded anew, and nothing but the token.
    let mut other = second.again_at(server.address).await;
    let missed = json!({ "room_id": second.room, "last_seq": before[1]["seq"], "epoch": before[1]["epoch"] });
    let resumed = other.call("resume_room", missed).await;
    let mut mover = first.again_at(server.address).await;
    mover.join(&first.code, "whoever").await;
    for (before, after) in before.iter().zip([&mover.snapshot, &resumed]) {
        assert_eq!(but_who_is_there(after), but_who_is_there(before));
        assert_eq!(after["seq"], before["seq"], "nothing has happened");
        assert!(after["now_ms"].as_u64() >= before["now_ms"].as_u64());
        assert!(after["epoch"].as_u64() > before["epoch"].as_u64());
    }
    assert_eq!(mover.snapshot["now_ms"], resumed["now_ms"], "no time passed until the mover was back");
    let clock = other.until("clock").await;
    assert_eq!(
        (&clock["now_ms"], &clock["ends_ms"]),
        (&resumed["now_ms"], &resumed["room"]["clock"]["ends_ms"])
    );
    mover.turn = first.turn;
    draft(&mut mover, 5, &tiles[..2]).await;
    assert_eq!(mover.until("draft_verdict").await["draft"], 5);
    mover.done("draw", json!({ "turn": mover.turn })).await;
    other.begin().await;
}

#[tokio::test]
async fn a_stepped_clock_stands_where_it_stood() {
    let server = TestServer::start().await;
    let mut host = server.guest().await;
    let practice = json!({ "seed": 7, "clock": "stepped" });
    host.create(json!({ "name": "Aino", "settings": {}, "practice": practice })).await;
    host.done("step_clock", json!({ "ms": 12_345 })).await;
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, |_| {}).await;
    let mut back = host.again_at(server.address).await;
    back.join(&host.code, "Aino").await;
    assert_eq!(back.snapshot["now_ms"], 12_345);
}

#[tokio::test]
async fn a_lobby_and_its_link_survive_a_restart() {
    let server = TestServer::start().await;
    let mut host = server.guest().await;
    let made =
        host.call("create_room", json!({ "name": "Aino", "settings": { "password": "sesame" } })).await;
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, |_| {}).await;
    let mut guest = server.guest().await;
    let link = json!({ "code": made["code"], "secret": made["link_secret"], "name": "Väinö" });
    let joined = guest.call("join_room", link).await;
    assert_eq!(joined["room_id"], made["room_id"]);
}

#[tokio::test]
async fn who_was_in_a_room_is_known_after_a_restart_and_who_only_looked_in_is_somebody_new() {
    let server = TestServer::start().await;
    let mut host = server.guest().await;
    host.create(json!({ "name": "Aino" })).await;
    // By a second connection, which knows of no first one's commands.
    let mut joined = server.guest().await.again().await;
    joined.join(&host.code, "Väinö").await;
    let mut in_vain = server.guest().await;
    assert_eq!(
        in_vain.refused("join_room", json!({ "code": "ZZZZ2222", "name": "Louhi" })).await,
        "no_such_room"
    );
    let looked_in = server.guest().await;
    assert_eq!(looked_in.again().await.player, looked_in.player, "known as long as the server runs");
    let folder = server.stop().await;

    let store = Store::open(&store_in(&folder)).await.unwrap();
    for (client, is_stored) in [(&host, true), (&joined, true), (&in_vain, false), (&looked_in, false)] {
        let stored = store.player_by_token(&TokenHash::of(client.token.as_bytes())).await.unwrap();
        let stored = stored.map(|player| player.id.to_string());
        assert_eq!(stored, is_stored.then(|| client.player.clone()));
    }
    store.close().await;

    let server = TestServer::start_in(folder, |_| {}).await;
    for known in [&host, &joined] {
        assert_eq!(known.again_at(server.address).await.player, known.player);
    }
    let mut unknown = Client::silent(server.address).await;
    let hello = json!({ "type": "hello", "protocol": { "min": 1, "max": 1 }, "token": looked_in.token });
    unknown.send(&hello).await;
    let (messages, code) = unknown.ends().await;
    assert_eq!((&messages[0]["code"], code), (&json!("bad_token"), Some(4052)));
}

#[tokio::test]
async fn a_room_that_somebody_else_took_is_given_up_and_others_go_on() {
    let server = TestServer::start().await;
    let [mut host, mut guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    let [mut other] = server.room(json!({}), ["Louhi"]).await;
    let elsewhere = Store::open(&store_in(&server.folder)).await.unwrap();
    let room = RoomId(host.room.parse().unwrap());
    elsewhere.take_room(room, Owner::from("elsewhere")).await.unwrap().unwrap();

    host.ask("say", json!({ "text": "anybody there?" })).await;
    for client in [&mut host, &mut guest] {
        let (messages, code) = client.ends().await;
        assert_eq!(messages.last().unwrap()["reason"], "room_moved");
        assert_eq!(code, Some(4002));
    }
    other.done("say", json!({ "text": "here" })).await;

    // Whoever comes back finds the room, taken back from wherever it was, without what was not written.
    let (mut back, code) = (host.again().await, host.code.clone());
    back.join(&code, "Aino").await;
    assert_eq!(back.snapshot["room"]["chat"], json!([]));
    back.done("say", json!({ "text": "here again" })).await;
}
