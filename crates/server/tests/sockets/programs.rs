//! Programs that come with a token for one room.

use serde_json::{Value, json};

use crate::{client::Client, given::TestServer};

/// The host invites a program: the answer, with the token.
async fn invite(host: &mut Client) -> Value {
    let invited = host.call("invite_bot", json!({})).await;
    assert_eq!(invited["type"], "bot_invited", "{invited}");
    invited
}

/// A connection with the token of an invitation.
async fn program(server: &TestServer, invited: &Value) -> Client {
    let mut program = Client::silent(server.address).await;
    program.hello(json!({ "token": invited["token"], "kind": "human" })).await;
    invited["token"].as_str().unwrap().clone_into(&mut program.token);
    program
}

/// What is said to `hello` with this token, if that is the end.
async fn refused_hello(server: &TestServer, token: &Value) -> Value {
    let mut client = Client::silent(server.address).await;
    client.send(&json!({ "type": "hello", "protocol": { "min": 1, "max": 1 }, "token": token })).await;
    let (messages, code) = client.ends().await;
    assert_eq!(code, Some(4052), "{messages:?}");
    messages[0]["code"].clone()
}

#[tokio::test]
async fn an_invited_program_finds_its_room_and_is_shown_as_a_bot() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({ "password": "sesame" }), ["Aino"]).await;
    let invited = invite(&mut host).await;
    let told = host.event("program_invited").await;
    assert_eq!((&told["event"]["player_id"], &told["seq"]), (&invited["player_id"], &invited["seq"]));

    let mut program = program(&server, &invited).await;
    assert_eq!(program.welcome["player_id"], invited["player_id"]);
    assert_eq!(program.welcome["scope"], json!({ "room_id": host.room, "code": host.code }));
    let code = host.code.clone();
    program.join(&code, "Robot").await;
    assert_eq!(program.seat, Some(1));
    assert_eq!(host.event("player_joined").await["event"]["kind"], "bot");
    assert_eq!(host.state().await["room"]["people"][1]["kind"], "bot");
    program.done("set_ready", json!({ "ready": true })).await;
    program.done("say", json!({ "text": "beep" })).await;
    host.done("start_match", json!({})).await;
}

#[tokio::test]
async fn the_token_opens_no_other_room_and_makes_none() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let [mut other] = server.room(json!({}), ["Ilmari"]).await;
    let mut program = program(&server, &invite(&mut host).await).await;
    let elsewhere = json!({ "code": other.code, "name": "Robot" });
    assert_eq!(program.refused("join_room", elsewhere).await, "no_such_room");
    let elsewhere = json!({ "room_id": other.room, "last_seq": 1, "epoch": 1 });
    assert_eq!(program.refused("resume_room", elsewhere).await, "no_such_room");
    assert_eq!(program.refused("create_room", json!({ "name": "Robot" })).await, "scoped_token");
    let code = host.code.clone();
    program.join(&code, "Robot").await;
    assert_eq!(program.refused("invite_bot", json!({})).await, "not_host");
    let to = json!({ "player_id": program.player });
    assert_eq!(host.refused("hand_over_host", to).await, "cannot_be_host");
    assert_eq!(other.state().await["room"]["people"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_program_comes_back_with_its_token() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let mut program = program(&server, &invite(&mut host).await).await;
    let code = host.code.clone();
    program.join(&code, "Robot").await;
    let (room, seq, epoch) =
        (program.room.clone(), program.snapshot["seq"].clone(), program.snapshot["epoch"].clone());
    let mut again = program.again().await;
    program.vanish();
    let resumed =
        again.call("resume_room", json!({ "room_id": room, "last_seq": seq, "epoch": epoch })).await;
    assert_eq!(resumed["type"], "resumed", "{resumed}");
    again.done("set_ready", json!({ "ready": true })).await;
}

#[tokio::test]
async fn a_removed_program_does_not_come_in_again() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let mut program = program(&server, &invite(&mut host).await).await;
    let code = host.code.clone();
    program.join(&code, "Robot").await;
    host.done("remove_player", json!({ "player_id": program.player })).await;
    let mut again = program.again().await;
    let back = json!({ "code": code, "name": "Robot" });
    assert_eq!(again.refused("join_room", back).await, "removed_from_room");
}

#[tokio::test]
async fn the_token_is_dead_when_the_room_is_closed() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let invited = invite(&mut host).await;
    let mut program = program(&server, &invited).await;
    let code = host.code.clone();
    program.join(&code, "Robot").await;
    host.done("leave_room", json!({})).await;
    let closed = program.event("room_closed").await;
    assert_eq!(closed["event"]["why"], "empty");
    // The event is told before the store has noted the end; the next command is answered after that.
    let answered = program.refused("set_ready", json!({ "ready": true })).await;
    assert!(answered == "room_closed" || answered == "not_in_room", "{answered}");
    assert_eq!(refused_hello(&server, &invited["token"]).await, "bad_token");
}

#[tokio::test]
async fn an_invitation_that_is_asked_for_twice_is_one_with_one_token() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let wish = json!({ "type": "invite_bot", "command_id": "invite" });
    host.send(&wish).await;
    host.send(&wish).await;
    let first = host.answer("invite").await;
    assert_eq!(first["type"], "bot_invited", "{first}");
    assert_eq!(host.answer("invite").await, first);
    assert_eq!(host.state().await["room"]["invited"], json!([first["player_id"]]));
}

#[tokio::test]
async fn after_a_restart_the_token_is_good_and_not_told_again() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let wish = json!({ "type": "invite_bot", "command_id": "invite" });
    host.send(&wish).await;
    let invited = host.answer("invite").await;
    let code = host.code.clone();
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, |_| {}).await;
    let mut program = program(&server, &invited).await;
    program.join(&code, "Robot").await;

    let mut host = host.again_at(server.address).await;
    host.join(&code, "Aino").await;
    host.send(&wish).await;
    assert_eq!(host.answer("invite").await["code"], "token_not_repeated");
    host.done("remove_player", json!({ "player_id": program.player })).await;
    let again = invite(&mut host).await;
    assert_ne!(again["token"], invited["token"]);
}

#[tokio::test]
async fn the_server_stores_no_token() {
    let server = TestServer::start().await;
    let [mut host] = server.room(json!({}), ["Aino"]).await;
    let token = invite(&mut host).await["token"].as_str().unwrap().to_owned();
    let folder = server.stop().await;
    let mut files = 0;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()));
        files += 1;
    }
    assert!(files > 0);
}
