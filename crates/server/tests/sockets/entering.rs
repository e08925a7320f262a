//! Coming into rooms.

use serde_json::json;

use crate::given::TestServer;

#[tokio::test]
async fn who_joins_by_code_sees_the_room_and_is_seen() {
    let server = TestServer::start().await;
    let [mut host, guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    let joined = host.event("player_joined").await;
    assert_eq!(joined["event"]["player_id"], guest.player);
    let presence = host
        .find("presence", |m| m["type"] == "presence" && m["people"].as_array().unwrap().len() == 2)
        .await;
    assert!(presence["people"].as_array().unwrap().iter().all(|person| person["connected"] == true));
    assert_eq!(guest.snapshot["why"], "joined");
    assert_eq!(guest.snapshot["room"]["you"]["seat"], 1);
    assert_eq!(guest.snapshot["room"]["host"], host.player);
}

#[tokio::test]
async fn a_code_may_be_written_as_people_write_it() {
    let server = TestServer::start().await;
    let [host] = server.room(json!({}), ["Aino"]).await;
    let spelt = format!("{}-{}", &host.code[..4], &host.code[4..]).to_lowercase();
    let mut guest = server.guest().await;
    guest.join(&spelt, "Väinö").await;
    assert_eq!(guest.code, host.code);
}

#[tokio::test]
async fn a_wrong_code_and_a_wrong_password_are_one_answer_and_guessing_ends() {
    let server = TestServer::start().await;
    let [host] = server.room(json!({ "password": "sesame" }), ["Aino"]).await;
    let mut guest = server.guest().await;
    let mut other = server.guest().await;
    for code in [host.code.as_str(), "ZZZZZZZZ"] {
        let code = guest.refused("join_room", json!({ "code": code, "name": "Väinö" })).await;
        assert_eq!(code, "no_such_room");
    }
    for _ in 0..8 {
        guest.refused("join_room", json!({ "code": "ZZZZZZZZ", "name": "Väinö" })).await;
    }
    // Another connection from the same address does not help.
    let right = json!({ "code": host.code, "name": "Louhi", "password": "sesame" });
    assert_eq!(other.refused("join_room", right).await, "rate_limited");
}

#[tokio::test]
async fn the_link_stands_for_the_password() {
    let server = TestServer::start().await;
    let mut host = server.guest().await;
    let joined =
        host.call("create_room", json!({ "name": "Aino", "settings": { "password": "sesame" } })).await;
    let mut guest = server.guest().await;
    let answer = guest
        .call(
            "join_room",
            json!({ "code": joined["code"], "secret": joined["link_secret"], "name": "Väinö" }),
        )
        .await;
    assert_eq!(answer["type"], "room_joined", "{answer}");
}

#[tokio::test]
async fn a_room_that_is_asked_for_twice_is_made_once() {
    let server = TestServer::start().await;
    let mut host = server.guest().await;
    let wish = json!({ "type": "create_room", "command_id": "make", "name": "Aino" });
    host.send(&wish).await;
    host.send(&wish).await;
    let first = host.until("room_joined").await;
    let second = host.until("room_joined").await;
    assert_eq!(first, second);
    let mut again = host.again().await;
    again.send(&wish).await;
    assert_eq!(again.until("room_joined").await["room_id"], first["room_id"]);
    let other = json!({ "type": "create_room", "command_id": "make", "name": "Ilmari" });
    again.send(&other).await;
    assert_eq!(again.until("error").await["code"], "command_id_reused");
}

#[tokio::test]
async fn the_id_of_a_room_that_was_made_is_used_up_for_its_maker() {
    let server = TestServer::start().await;
    let mut host = server.guest().await;
    let wish = json!({ "type": "create_room", "command_id": "make", "name": "Aino" });
    host.send(&wish).await;
    let code = host.until("room_joined").await["code"].clone();
    let mut guest = server.guest().await;
    guest.join(code.as_str().unwrap(), "Ilmari").await;
    host.done("leave_room", json!({})).await;
    host.send(&wish).await;
    assert_eq!(host.until("error").await["code"], "no_such_room", "it is left");
    guest.done("leave_room", json!({})).await;
    guest.event("room_closed").await;
    host.send(&wish).await;
    let code = host.until("error").await["code"].clone();
    // It may be on the way out.
    assert!(code == "room_closed" || code == "no_such_room", "{code}");
    host.send(&json!({ "type": "create_room", "command_id": "another", "name": "Aino" })).await;
    host.until("room_joined").await;
}

#[tokio::test]
async fn who_left_without_hearing_so_is_told_that_there_is_no_room_to_come_back_to() {
    let server = TestServer::start().await;
    let [_host, mut guest] = server.room(json!({}), ["Aino", "Ilmari"]).await;
    let leave = json!({ "type": "leave_room", "command_id": "leave" });
    guest.send(&leave).await;
    guest.until("accepted").await;
    let mut again = guest.again().await;
    let resume = json!({ "room_id": guest.room, "last_seq": 1, "epoch": 1 });
    assert_eq!(again.refused("resume_room", resume).await, "no_such_room");
    again.send(&leave).await;
    assert_eq!(again.until("error").await["code"], "not_in_room");
}

#[tokio::test]
async fn one_connection_is_in_one_room() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    assert_eq!(host.refused("create_room", json!({ "name": "Aino" })).await, "already_in_room");
    host.done("leave_room", json!({})).await;
    assert_eq!(host.refused("set_ready", json!({ "ready": true })).await, "not_in_room");
    host.create(json!({ "name": "Aino" })).await;
}

#[tokio::test]
async fn a_room_that_everybody_left_is_gone() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let code = host.code.clone();
    host.done("leave_room", json!({})).await;
    host.event("room_closed").await;
    let refused = host.refused("join_room", json!({ "code": code, "name": "Aino" })).await;
    // It may be on the way out.
    assert!(refused == "no_such_room" || refused == "room_closed", "{refused}");
}

#[tokio::test]
async fn a_second_connection_takes_over_and_the_first_is_told() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let mut again = host.again().await;
    let code = host.code.clone();
    again.join(&code, "Aino").await;
    assert_eq!(again.seat, Some(0));
    let (messages, code) = host.ends().await;
    assert_eq!(messages.last().unwrap()["reason"], "taken_over");
    assert_eq!(messages.last().unwrap()["reconnect"], "on_request");
    assert_eq!(code, Some(4051));
    let state = again.state().await;
    assert_eq!(state["room"]["people"][0]["connected"], true, "the old one's end is not the player's");
}

#[tokio::test]
async fn who_takes_a_seat_or_leaves_it_gets_a_snapshot_of_the_new_role() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    host.done("leave_seat", json!({})).await;
    let left = host.until("snapshot").await;
    assert_eq!((&left["why"], &left["room"]["you"]["role"]), (&json!("role_changed"), &json!("spectator")));
    host.done("take_seat", json!({ "seat": 2 })).await;
    let taken = host.until("snapshot").await;
    assert_eq!((&taken["why"], &taken["room"]["you"]["seat"]), (&json!("role_changed"), &json!(2)));
}

#[tokio::test]
async fn one_player_is_not_the_host_of_many_rooms() {
    let server = TestServer::start().await;
    let mut host = server.guest().await;
    for _ in 0..6 {
        host.create(json!({ "name": "Aino" })).await;
        host = host.again().await;
    }
    assert_eq!(host.refused("create_room", json!({ "name": "Aino" })).await, "rate_limited");
}
