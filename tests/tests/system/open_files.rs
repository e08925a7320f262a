//! The system lets the server open few files, and every connection is one: who is here plays on, and who comes is served as
//! soon as somebody leaves.

#![cfg(target_os = "linux")]

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{Duration, sleep, timeout},
};

use crate::harness::{Engine, PATIENCE, Peer, Place, Program};

/// Files for a process; what the server keeps of them for itself leaves fewer connections than one address may have.
const FILES: usize = 200;

/// Those that the server keeps for itself.
const RESERVED: usize = 128;

/// A connection on which something was asked that has not been answered yet.
async fn ask(server: &Program) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET /api/rulesets HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    stream
}

/// The status of the answer, and the connection.
async fn answer(mut stream: TcpStream) -> (String, TcpStream) {
    let mut head = [0; 12];
    timeout(PATIENCE, stream.read_exact(&mut head)).await.expect("an answer comes in time").unwrap();
    (String::from_utf8_lossy(&head[9..]).into_owned(), stream)
}

async fn two_in_a_room(server: &Program) -> [Peer; 2] {
    let (mut host, mut guest) = (Peer::guest(server.address).await, Peer::guest(server.address).await);
    host.create(json!({ "name": "Aino" })).await;
    guest.join(json!({ "code": host.code, "name": "Väinö" })).await;
    [host, guest]
}

/// Lines of the log that hold this.
fn count(log: &str, text: &str) -> usize {
    log.lines().filter(|line| line.contains(text)).count()
}

#[tokio::test]
async fn with_few_files_fewer_are_let_in_and_the_others_are_told_so() {
    let place = Place::new(Engine::Sqlite).await;
    let server = Program::serve_with_files(&place, FILES).await;
    let [mut host, mut guest] = two_in_a_room(&server).await;
    let mut let_in = Vec::new();
    while let_in.len() < FILES - RESERVED - 2 {
        let (status, stream) = answer(ask(&server).await).await;
        assert_eq!(status, "200");
        let_in.push(stream);
    }
    for _ in 0..FILES {
        assert_eq!(answer(ask(&server).await).await.0, "503");
    }
    host.done("say", json!({ "text": "still here" })).await;
    guest.event("chat_said").await;
    drop(let_in);
    let places = async {
        while answer(ask(&server).await).await.0 != "200" {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, places).await.expect("the places of those who left are given to others");

    server.terminate();
    let (status, log) = server.ended().await;
    assert!(status.success(), "{status}: {log}");
    assert_eq!(count(&log, "the system lets this process open too few files"), 1, "{log}");
    assert_eq!(count(&log, "no connection can be accepted"), 0, "what it keeps is enough: {log}");
}

#[tokio::test]
async fn without_any_file_left_those_who_come_wait_until_somebody_leaves() {
    let place = Place::new(Engine::Sqlite).await;
    let server = Program::serve(&place, "127.0.0.1:0", &[]).await;
    let [mut host, mut guest] = two_in_a_room(&server).await;
    let (_, leaving) = answer(ask(&server).await).await;
    server.take_all_files();

    let mut waiting = Vec::new();
    for _ in 0..20 {
        waiting.push(ask(&server).await);
    }
    for text in ["still here", "and still"] {
        host.done("say", json!({ "text": text })).await;
        guest.event("chat_said").await;
    }
    for stream in &waiting {
        let read = stream.try_read(&mut [0]).map_err(|error| error.kind());
        assert_eq!(read, Err(std::io::ErrorKind::WouldBlock), "nobody is served");
    }

    drop(leaving);
    // One after the other, each in the place of the one before.
    let mut answers: FuturesUnordered<_> = waiting.into_iter().map(answer).collect();
    while let Some((status, stream)) = answers.next().await {
        assert_eq!(status, "200");
        drop(stream);
    }
    host.done("say", json!({ "text": "here all the time" })).await;

    server.terminate();
    let (status, log) = server.ended().await;
    assert!(status.success(), "{status}: {log}");
    // Once a minute, and the test may take two on a busy machine.
    let said = count(&log, "no connection can be accepted");
    assert!((1..=3).contains(&said), "{log}");
    assert!((1..=said).contains(&count(&log, "connections are accepted again")), "{log}");
}
