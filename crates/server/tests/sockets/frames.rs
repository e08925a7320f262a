//! What strangers send: each fault has its name, and nobody else notices.

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::given::TestServer;

#[tokio::test]
async fn each_bad_frame_gets_its_error_and_the_connection_stays() {
    let server = TestServer::start().await;
    let mut client = server.guest().await;
    for (frame, code, path) in [
        ("nonsense", "bad_json", None),
        ("[1]", "bad_json", None),
        ("{}", "bad_message", Some("type")),
        (r#"{"type":"fly"}"#, "unknown_command", Some("type")),
        (r#"{"type":"get_state","command_id":"a","more":1}"#, "unknown_field", None),
        (
            r#"{"type":"play","command_id":"b","turn":1,"table":[{"tiles":["R99"]}]}"#,
            "bad_message",
            Some("table[0].tiles[0]"),
        ),
        (r#"{"type":"draw","command_id":"c","turn":1}"#, "not_in_room", None),
    ] {
        client.text(frame.to_owned()).await;
        let error = client.until("error").await;
        assert_eq!(error["code"], code, "{frame}: {error}");
        if let Some(path) = path {
            assert_eq!(error["path"], path, "{frame}: {error}");
        }
    }
    client.create(json!({ "name": "Aino" })).await;
}

#[tokio::test]
async fn too_large_and_binary_frames_close_the_connection_with_their_names() {
    let server = TestServer::start().await;
    let large = Message::text("x".repeat(16 * 1024 + 1));
    let binary = Message::binary(vec![1, 2, 3]);
    for (frame, code, close) in [(large, "frame_too_large", 1009), (binary, "binary_frame", 4055)] {
        let mut client = server.guest().await;
        client.frame(frame).await;
        let (messages, closed) = client.ends().await;
        assert_eq!(messages[0]["code"], code);
        assert_eq!(messages[1]["type"], "closing");
        assert_eq!(messages[1]["code"], close);
        assert_eq!(closed, Some(close));
    }
}

#[tokio::test]
async fn many_bad_frames_in_a_row_close_the_connection() {
    let server = TestServer::start().await;
    let mut client = server.guest().await;
    for _ in 0..16 {
        client.text("nonsense".to_owned()).await;
    }
    let (messages, code) = client.ends().await;
    assert_eq!(messages.iter().filter(|message| message["code"] == "bad_json").count(), 16);
    assert_eq!(code, Some(4055));
}

#[tokio::test]
async fn garbage_in_one_connection_is_not_noticed_in_the_room() {
    let server = TestServer::start().await;
    let [mut host, mut guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    host.so_far().await;
    for _ in 0..5 {
        guest.text("{\"type\":\"play\"}".to_owned()).await;
    }
    assert_eq!(guest.until("error").await["code"], "bad_message");
    guest.done("set_ready", json!({ "ready": true })).await;
    host.event("ready_changed").await;
    let noticed = host.so_far().await;
    assert!(noticed.is_empty(), "{noticed:?}");
}
