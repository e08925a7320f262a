//! Who may make rooms.

use sarja_protocol::CreationSecret;
use sarja_server::{CreationKey, RoomCreation};
use serde_json::json;

use crate::given::TestServer;

const SECRET: &str = "blue-otter-42-lanterns";

/// A server on which only those may make rooms who know the secret.
async fn closed_server() -> TestServer {
    let key = CreationKey::new(&CreationSecret::new(SECRET).unwrap()).unwrap();
    TestServer::start_with(|config| config.room_creation = RoomCreation::Secret(key)).await
}

#[tokio::test]
async fn without_the_secret_no_room_is_made_and_with_it_anybody_comes_in() {
    let server = closed_server().await;
    let mut host = server.guest().await;
    assert_eq!(host.welcome["room_creation"], "secret");
    let missing = host.call("create_room", json!({ "name": "Aino" })).await;
    let wrong = host.call("create_room", json!({ "name": "Aino", "creation_secret": "blue-otter-42" })).await;
    for answer in [&missing, &wrong] {
        assert_eq!(answer["code"], "creation_secret_needed", "{answer}");
        assert_eq!(answer["path"], "creation_secret", "{answer}");
        assert!(!answer.to_string().contains("blue"), "{answer}");
    }
    assert_eq!(missing["message"], wrong["message"], "a wrong secret is answered like none");

    host.create(json!({ "name": "Aino", "creation_secret": SECRET })).await;
    let code = host.code.clone();
    let mut guest = server.guest().await;
    guest.join(&code, "Ilmari").await;
    assert_eq!(guest.seat, Some(1));
}

#[tokio::test]
async fn secrets_are_not_found_by_trying() {
    let server = closed_server().await;
    let mut guesser = server.guest().await;
    // A new connection and a new player from the same address fare no better.
    let mut other = server.guest().await;
    for guess in 0..10 {
        let wish = json!({ "name": "Eve", "creation_secret": format!("guess {guess}") });
        assert_eq!(guesser.refused("create_room", wish).await, "creation_secret_needed");
    }
    // From now on not even the right one is looked at, so that guessing tells nothing.
    for client in [&mut guesser, &mut other] {
        let answer = client.call("create_room", json!({ "name": "Eve", "creation_secret": SECRET })).await;
        assert_eq!(answer["code"], "rate_limited", "{answer}");
        assert!(answer["retry_after_ms"].is_u64(), "{answer}");
    }
}

#[tokio::test]
async fn who_knows_no_secret_uses_up_no_guesses() {
    let server = closed_server().await;
    let mut host = server.guest().await;
    for _ in 0..12 {
        assert_eq!(host.refused("create_room", json!({ "name": "Aino" })).await, "creation_secret_needed");
    }
    host.create(json!({ "name": "Aino", "creation_secret": SECRET })).await;
}

#[tokio::test]
async fn a_room_that_was_made_with_the_secret_is_made_once() {
    let server = closed_server().await;
    let mut host = server.guest().await;
    let wish =
        json!({ "type": "create_room", "command_id": "make", "name": "Aino", "creation_secret": SECRET });
    host.send(&wish).await;
    let made = host.answer("make").await;
    assert_eq!(made["type"], "room_joined", "{made}");
    let mut again = host.again().await;
    again.send(&wish).await;
    assert_eq!(again.answer("make").await["room_id"], made["room_id"]);
    // Without the secret the same command is refused as any other.
    let mut third = host.again().await;
    let bare = json!({ "type": "create_room", "command_id": "make", "name": "Aino" });
    third.send(&bare).await;
    assert_eq!(third.answer("make").await["code"], "creation_secret_needed");
}

#[tokio::test]
async fn a_server_for_everybody_says_so_and_does_not_look_at_secrets() {
    let server = TestServer::start().await;
    let mut host = server.guest().await;
    assert_eq!(host.welcome["room_creation"], "anyone");
    host.create(json!({ "name": "Aino", "creation_secret": "whatever" })).await;
}

#[tokio::test]
async fn what_cannot_be_a_secret_is_refused_by_its_place() {
    let server = closed_server().await;
    let mut host = server.guest().await;
    for secret in ["", "a\u{0}b", &"x".repeat(129)] {
        let answer = host.call("create_room", json!({ "name": "Aino", "creation_secret": secret })).await;
        assert_eq!((&answer["code"], &answer["path"]), (&json!("bad_message"), &json!("creation_secret")));
    }
}

#[tokio::test]
async fn the_secret_is_nowhere_in_the_data() {
    let server = closed_server().await;
    let mut host = server.guest().await;
    host.create(json!({ "name": "Aino", "creation_secret": SECRET })).await;
    host.done("say", json!({ "text": "found me" })).await;
    let folder = server.stop().await;
    let mut said = false;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(!holds(SECRET));
        said |= holds("found me");
    }
    assert!(said, "the data was looked through");
}
