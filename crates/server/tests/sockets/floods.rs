//! Frames without end, or without anything in them.

use std::time::Duration;

use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpStream, tcp::OwnedReadHalf},
    time::{interval, timeout},
};
use tokio_tungstenite::tungstenite::Message;

use crate::{
    given::TestServer,
    violations::{HELLO, end, frame, masked, upgraded},
};

const PATIENCE: Duration = Duration::from_secs(20);

/// A connection that has said who it is.
async fn greeted(server: &TestServer) -> TcpStream {
    let mut socket = upgraded(server.address).await;
    socket.write_all(&masked(0x81, HELLO)).await.unwrap();
    let (_, welcome) = timeout(PATIENCE, frame(&mut socket)).await.unwrap();
    assert!(welcome.starts_with(br#"{"type":"welcome""#));
    socket
}

/// Sends this again and again until the server closes, and gives the code and reason of the close frame; `None` if it was lost,
/// as it may be in a socket that is still being filled when it is closed.
async fn flood(socket: TcpStream, bytes: &[u8]) -> Option<(u16, String)> {
    let (reads, mut writes) = socket.into_split();
    let sending = async {
        while writes.write_all(bytes).await.is_ok() {}
        std::future::pending::<()>().await;
    };
    tokio::select! {
        ended = closed(reads) => ended,
        () = sending => unreachable!(),
    }
}

/// What the close frame says; `None` if the socket ends without one.
async fn closed(mut socket: OwnedReadHalf) -> Option<(u16, String)> {
    loop {
        let head = timeout(PATIENCE, async { (socket.read_u8().await, socket.read_u8().await) });
        let (first, length) = head.await.expect("the server closes in time");
        let length = match length.ok()? {
            126 => usize::from(socket.read_u16().await.ok()?),
            short => usize::from(short),
        };
        let mut payload = vec![0; length];
        socket.read_exact(&mut payload).await.ok()?;
        if first.ok()? == 0x88 {
            let reason = String::from_utf8(payload[2..].to_vec()).unwrap();
            return Some((u16::from_be_bytes([payload[0], payload[1]]), reason));
        }
    }
}

/// Floods on one connection after the other until the goodbye of one arrives.
async fn flooded(what: &str, mut connect: impl AsyncFnMut() -> TcpStream, bytes: &[u8]) -> (u16, String) {
    for _ in 0..10 {
        if let Some(goodbye) = flood(connect().await, bytes).await {
            return goodbye;
        }
    }
    panic!("no connection that sent {what} was told why it was closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_without_end_close_the_connection_with_the_code_for_it() {
    let server = TestServer::start().await;
    let fast = (4053, "rate_limited".to_owned());
    let long = (1009, "frame_too_large".to_owned());
    let draft = masked(0x81, br#"{"type":"draft","turn":1,"draft":1,"table":[]}"#);
    for (what, bytes, expected) in [
        ("pings", masked(0x89, b"x"), &fast),
        ("pongs that nobody asked for", masked(0x8a, b""), &fast),
        ("drafts", draft.repeat(20), &fast),
        ("commands", masked(0x81, br#"{"type":"get_state","command_id":"a"}"#).repeat(20), &fast),
        (
            "parts of a message that are empty",
            [masked(0x01, b""), masked(0x00, b"").repeat(1_000)].concat(),
            &long,
        ),
        ("parts of a message", [masked(0x01, b"{"), masked(0x00, &[b' '; 1_000]).repeat(20)].concat(), &long),
    ] {
        // Only the first part begins a message.
        let first = match what {
            "parts of a message that are empty" => masked(0x01, b""),
            "parts of a message" => masked(0x01, b"{"),
            _ => Vec::new(),
        };
        let connect = async || {
            let mut socket = greeted(&server).await;
            socket.write_all(&first).await.unwrap();
            socket
        };
        assert_eq!(flooded(what, connect, &bytes[first.len()..]).await, *expected, "{what}");
    }
    // Before anybody has said who he is it is the same.
    let nobody = async || upgraded(server.address).await;
    assert_eq!(flooded("pings before hello", nobody, &masked(0x89, b"x")).await, fast);
    // And the next one is served as if nothing had been.
    server.guest().await.create(json!({ "name": "Aino" })).await;
}

#[tokio::test]
async fn a_message_that_never_ends_is_silence() {
    let server = TestServer::start_with(|config| {
        config.timings.heartbeat = Duration::from_mins(1);
        config.timings.dead_after = Duration::from_millis(300);
    })
    .await;
    let half = &masked(0x81, br#"{"type":"get_state","command_id":"a"}"#)[..20];
    // Half a frame, and then nothing.
    let mut socket = greeted(&server).await;
    socket.write_all(half).await.unwrap();
    let (_, code, reason) = end(socket).await;
    assert_eq!((code, reason.as_str()), (4001, "silent"));
    // A byte at a time, and never the last.
    let (reads, mut writes) = greeted(&server).await.into_split();
    let dripping = async {
        let mut drip = interval(Duration::from_millis(10));
        writes.write_all(&masked(0x81, &[b' '; 10_000])[..8]).await.unwrap();
        loop {
            drip.tick().await;
            if writes.write_all(b" ").await.is_err() {
                break std::future::pending().await;
            }
        }
    };
    tokio::select! {
        closed = closed(reads) => assert_eq!(closed, Some((4001, "silent".to_owned()))),
        () = dripping => {}
    }
}

#[tokio::test]
async fn pongs_to_our_pings_and_some_pings_are_no_flood() {
    let server = TestServer::start_with(|config| config.timings.heartbeat = Duration::from_millis(1)).await;
    let mut client = server.guest().await;
    // Each heartbeat is answered by a pong: more than any rate of unasked ones.
    for _ in 0..100 {
        client.until("heartbeat").await;
    }
    for _ in 0..20 {
        client.frame(Message::Ping(vec![1].into())).await;
    }
    client.create(json!({ "name": "Aino" })).await;
}

#[tokio::test]
async fn a_message_in_parts_is_read_like_any_other() {
    let server = TestServer::start().await;
    let mut socket = greeted(&server).await;
    let text = br#"{"type":"create_room","command_id":"a","name":"Aino"}"#;
    let (last, parts) = text.split_last().unwrap();
    for (at, byte) in parts.iter().enumerate() {
        socket.write_all(&masked(u8::from(at == 0), &[*byte])).await.unwrap();
    }
    socket.write_all(&masked(0x80, &[*last])).await.unwrap();
    let (_, answer) = timeout(PATIENCE, frame(&mut socket)).await.unwrap();
    assert!(answer.starts_with(br#"{"type":"room_joined""#), "{}", String::from_utf8_lossy(&answer));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_while_others_flood() {
    let server = TestServer::start().await;
    let settings = json!({ "seats": 2, "overrides": { "clock": { "turn_seconds": null } } });
    let mut people = server.table(settings, ["Aino", "Väinö"]).await;
    let (wrong, binary) = (masked(0x81, b"nonsense"), masked(0x82, b"x"));
    let mut floods = tokio::task::JoinSet::new();
    for at in 0..40 {
        let bytes = if at % 2 == 0 { wrong.clone() } else { binary.clone() };
        let socket = greeted(&server).await;
        floods.spawn(async move { flood(socket, &bytes).await });
    }
    for turn in 0..10 {
        let mover = &mut people[turn % 2];
        let number = mover.turn;
        mover.insist("draw", json!({ "turn": number })).await;
        for person in &mut people {
            person.begin().await;
        }
    }
    // A goodbye may be lost on the way; those that arrive say what was wrong.
    let goodbyes: Vec<_> = floods.join_all().await.into_iter().flatten().collect();
    assert!(!goodbyes.is_empty());
    assert!(goodbyes.iter().all(|goodbye| *goodbye == (4055, "bad_frame".to_owned())), "{goodbyes:?}");
    let [one, two] = &mut people;
    assert_eq!(one.state().await["seq"], two.state().await["seq"]);
}
