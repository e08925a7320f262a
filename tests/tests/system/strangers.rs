//! What the log says of strangers: who came, why it ended, which limit was reached; not what they sent, and not each time.

use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::harness::{Engine, Peer, Place, Program};

/// Lines of the log with all these words.
fn lines<'a>(log: &'a str, words: &[&str]) -> Vec<&'a str> {
    log.lines().filter(|line| words.iter().all(|word| line.contains(word))).collect()
}

#[tokio::test]
async fn the_log_tells_of_strangers_without_their_words_and_not_each_time() {
    let place = Place::new(Engine::Sqlite).await;
    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let mut guesser = Peer::guest(server.address).await;
    for at in 0..15 {
        // Chat and passwords that are refused are no more to be read than those that are not.
        let guess = json!({ "type": "join_room", "command_id": format!("g{at}"), "code": "ZZZZZZZZ", "name": "Louhi", "password": "opensesame" });
        guesser.send(&guess).await;
    }
    for _ in 0..400 {
        guesser.text("{\"type\":\"say\",\"command_id\":\"x\",\"text\":\"spoken\"}".to_owned()).await;
    }
    let (_, code) = guesser.ends().await;
    assert_eq!(code, Some(4053));
    let unknown = "A".repeat(43);
    for _ in 0..30 {
        let mut stranger = Peer::silent(server.address).await;
        stranger
            .send(&json!({ "type": "hello", "protocol": { "min": 1, "max": 1 }, "token": unknown }))
            .await;
        assert_eq!(stranger.ends().await.1, Some(4052));
    }
    for _ in 0..200 {
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        socket.write_all(b"smuggled nonsense\r\n\r\n").await.unwrap();
        // What comes back is tested elsewhere.
        drop(socket.read_to_end(&mut Vec::new()).await);
    }
    server.terminate();
    let (_, log) = server.ended().await;

    assert_eq!(lines(&log, &["connected", "address=127.0.0.1", &guesser.player]).len(), 1, "{log}");
    let closed = lines(&log, &["closed", "address=127.0.0.1", "reason=\"rate_limited\"", &guesser.player]);
    assert_eq!(closed.len(), 1, "{log}");
    assert!(!lines(&log, &["unknown session token", "address=127.0.0.1"]).is_empty(), "{log}");
    assert!(
        !lines(&log, &["limit reached", "address=127.0.0.1", "limit=\"joins_per_minute\""]).is_empty(),
        "{log}"
    );
    assert!(!lines(&log, &["request not served", "address=127.0.0.1"]).is_empty(), "{log}");
    // 645 frames and connections; what was not said one by one is counted.
    assert!(log.lines().count() < 150, "{} lines: {log}", log.lines().count());
    assert!(!lines(&log, &["more of the same", "address=127.0.0.1", "more="]).is_empty(), "{log}");
    for word in ["spoken", "opensesame", "smuggled", "nonsense", &unknown, &guesser.token, "ZZZZZZZZ"] {
        assert!(!log.contains(word), "{word}: {log}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_log_that_nobody_reads_holds_up_no_game() {
    let place = Place::new(Engine::Sqlite).await;
    let server = Program::serve_with_full_log(&place).await;
    let mut host = Peer::guest(server.address).await;
    host.create(json!({ "name": "Aino" })).await;
    host.state().await;
    server.terminate();
    let (status, log) = server.ended().await;
    assert!(status.success());
    assert_eq!(
        lines(&log, &["connected", "address=127.0.0.1", &host.player]).len(),
        1,
        "it was late, not lost: {log}"
    );
}
