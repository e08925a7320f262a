//! The first message.

use std::time::Duration;

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::{client::Client, given::TestServer};

#[tokio::test]
async fn who_says_nothing_is_closed() {
    let server =
        TestServer::start_with(|config| config.timings.hello_within = Duration::from_millis(50)).await;
    let mut client = Client::silent(server.address).await;
    let (messages, code) = client.ends().await;
    assert_eq!(code, Some(4050));
    assert_eq!(messages[0]["type"], "closing");
    assert_eq!(messages[0]["reason"], "hello_timeout");
}

#[tokio::test]
async fn a_first_message_that_is_no_hello_is_told_so() {
    let server = TestServer::start().await;
    let mut client = Client::silent(server.address).await;
    client.ask("get_state", json!({})).await;
    let (messages, code) = client.ends().await;
    assert_eq!(messages[0]["code"], "hello_expected");
    assert_eq!(messages[0]["fatal"], true);
    assert_eq!(messages[1]["type"], "closing");
    assert_eq!(code, Some(4055));
}

#[tokio::test]
async fn a_version_that_nobody_speaks_is_refused_with_those_that_are() {
    let server = TestServer::start().await;
    let mut client = Client::silent(server.address).await;
    client.send(&json!({ "type": "hello", "protocol": { "min": 7, "max": 9 } })).await;
    let (messages, code) = client.ends().await;
    assert_eq!(messages[0]["code"], "unsupported_protocol");
    assert_eq!(messages[0]["params"], json!({ "min": 1, "max": 1 }));
    assert_eq!(code, Some(4054));
}

#[tokio::test]
async fn an_unknown_token_opens_nothing() {
    let server = TestServer::start().await;
    let mut client = Client::silent(server.address).await;
    let token = "A".repeat(43);
    client.send(&json!({ "type": "hello", "protocol": { "min": 1, "max": 1 }, "token": token })).await;
    let (messages, code) = client.ends().await;
    assert_eq!(messages[0]["code"], "bad_token");
    assert_eq!(code, Some(4052));
}

#[tokio::test]
async fn a_first_message_that_cannot_be_read_ends_the_connection() {
    let server = TestServer::start().await;
    for (frame, error) in [
        ("hello", "bad_json"),
        (r#"{"type":"hello","protocol":[1,1]}"#, "bad_message"),
        (r#"{"type":"hello","protocol":{"min":1,"max":1},"token":7}"#, "bad_message"),
        (r#"{"type":"hello","protocol":{"min":1,"max":1},"name":"Aino"}"#, "unknown_field"),
        (r#"{"type":"hi"}"#, "unknown_command"),
    ] {
        let mut client = Client::silent(server.address).await;
        client.text(frame.to_owned()).await;
        let (messages, code) = client.ends().await;
        assert_eq!((&messages[0]["code"], &messages[0]["fatal"]), (&json!(error), &json!(true)), "{frame}");
        assert_eq!(code, Some(4055), "{frame}");
    }
}

#[tokio::test]
async fn a_public_id_opens_no_seat() {
    let server = TestServer::start().await;
    let [host] = server.room(json!({}), ["Aino"]).await;
    let mut thief = Client::silent(server.address).await;
    let hello = json!({ "type": "hello", "protocol": { "min": 1, "max": 1 }, "token": host.player });
    thief.send(&hello).await;
    let (messages, code) = thief.ends().await;
    assert_eq!(messages[0]["code"], "bad_token", "what is no token at all is as unknown as any other");
    assert_eq!(code, Some(4052));
}

#[tokio::test]
async fn a_hello_is_short() {
    let server = TestServer::start().await;
    let mut client = Client::silent(server.address).await;
    client.frame(Message::text(format!("{{\"type\":\"hello\"{}}}", " ".repeat(1_024)))).await;
    let (messages, code) = client.ends().await;
    assert_eq!(messages[0]["code"], "frame_too_large");
    assert_eq!(messages[0]["params"]["most"], 1_024);
    assert_eq!(code, Some(1009));
}

#[tokio::test]
async fn a_token_is_told_once_and_gives_the_player_back() {
    let server = TestServer::start().await;
    let first = server.guest().await;
    let again = first.again().await;
    assert_eq!(first.player, again.player);
    assert_eq!(again.welcome.get("token"), None);
    assert_ne!(first.player, server.guest().await.player);
}

#[tokio::test]
async fn welcome_tells_the_limits() {
    let server = TestServer::start().await;
    let client = server.guest().await;
    assert_eq!(client.welcome["protocol"], 1);
    assert_eq!(client.welcome["limits"]["frame_bytes_max"], 16 * 1024);
    assert_eq!(client.welcome["heartbeat_ms"], 15_000);
    assert_eq!(client.welcome["practice"], true);
}

#[tokio::test]
async fn a_second_hello_is_refused_and_changes_nothing() {
    let server = TestServer::start().await;
    let mut client = server.guest().await;
    client.send(&json!({ "type": "hello", "protocol": { "min": 1, "max": 1 } })).await;
    assert_eq!(client.until("error").await["code"], "hello_repeated");
    client.create(json!({ "name": "Aino" })).await;
}

#[tokio::test]
async fn clients_are_told_where_links_begin() {
    let public = |config: &mut sarja_server::Config| {
        config.public_url = Some("https://Games.Example/".parse().unwrap());
    };
    let server = TestServer::start_with(public).await;
    assert_eq!(server.guest().await.welcome["public_url"], "https://games.example");
    let server = TestServer::start().await;
    assert_eq!(server.guest().await.welcome.get("public_url"), None);
}
