//! Requests that are none, never end, or mean two things.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{interval, timeout},
};

use crate::{
    given::TestServer,
    http::{ask, handshake, http, status},
};

const PATIENCE: Duration = Duration::from_secs(20);

/// A server that waits a tenth of a second for a request.
async fn impatient() -> TestServer {
    TestServer::start_with(|config| config.timings.header_within = Duration::from_millis(100)).await
}

/// Reads until the server closes, and gives what it said.
async fn rest(socket: &mut TcpStream) -> String {
    let mut said = Vec::new();
    // A reset is as much of an end as a close.
    drop(timeout(PATIENCE, socket.read_to_end(&mut said)).await.expect("the server closes in time"));
    String::from_utf8(said).unwrap()
}

#[tokio::test]
async fn half_a_request_is_given_up() {
    let server = impatient().await;
    for half in ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nCookie: a=b"] {
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        socket.write_all(half.as_bytes()).await.unwrap();
        assert!(!rest(&mut socket).await.starts_with("HTTP/1.1 200"), "{half}");
    }
    assert_eq!(status(&http(&server, "GET /healthz HTTP/1.1\r\n").await), 200);
}

#[tokio::test]
async fn a_request_that_comes_byte_by_byte_is_given_up() {
    let server = impatient().await;
    let (mut reads, mut writes) = TcpStream::connect(server.address).await.unwrap().into_split();
    let dripping = async {
        let mut drip = interval(Duration::from_millis(10));
        writes.write_all(b"GET / HTTP/1.1\r\nX: ").await.unwrap();
        loop {
            drip.tick().await;
            if writes.write_all(b"x").await.is_err() {
                break std::future::pending().await;
            }
        }
    };
    let mut said = Vec::new();
    tokio::select! {
        read = reads.read_to_end(&mut said) => drop(read),
        () = dripping => {}
        () = tokio::time::sleep(PATIENCE) => panic!("it is still open"),
    }
}

#[tokio::test]
async fn a_connection_that_asks_nothing_more_is_closed() {
    let server = impatient().await;
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    socket.write_all(request.as_bytes()).await.unwrap();
    assert_eq!(status(&rest(&mut socket).await), 200);
}

#[tokio::test]
async fn what_is_no_request_or_too_long_is_refused_by_its_status() {
    let server = TestServer::start().await;
    let host = format!("Host: {}\r\n", server.address);
    let long = "x".repeat(20_000);
    let many = "X-More: x\r\n".repeat(100);
    for (what, request, expected) in [
        ("garbage", "nonsense\r\n\r\n".to_owned(), 400),
        ("another protocol", "\u{16}\u{3}\u{1}\r\n\r\n".to_owned(), 400),
        ("a long path", format!("GET /{long} HTTP/1.1\r\n{host}\r\n"), 431),
        ("a long header", format!("GET / HTTP/1.1\r\n{host}X-Long: {long}\r\n\r\n"), 431),
        ("many headers", format!("GET / HTTP/1.1\r\n{host}{many}\r\n"), 431),
        ("no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n".to_owned(), 400),
        ("two hosts", format!("GET / HTTP/1.1\r\n{host}Host: evil.example\r\n\r\n"), 400),
        (
            "a host and another in the path",
            format!("GET http{}evil.example/ HTTP/1.1\r\n{host}\r\n", "://"),
            400,
        ),
        ("a host that is none", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n".to_owned(), 421),
        (
            "two lengths",
            format!("POST /api/session HTTP/1.1\r\n{host}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
            400,
        ),
        (
            "a length and parts",
            format!(
                "POST /api/session HTTP/1.1\r\n{host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            ),
            411,
        ),
        (
            "parts and a length",
            format!(
                "POST /api/session HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"
            ),
            411,
        ),
        (
            "parts alone",
            format!("POST /api/session HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            411,
        ),
        ("a method of no use here", format!("TRACE / HTTP/1.1\r\n{host}Connection: close\r\n\r\n"), 405),
        (
            "a path that there is not",
            format!("GET /../etc/passwd HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
            404,
        ),
    ] {
        assert_eq!(status(&ask(server.address, &request).await), expected, "{what}");
    }
}

#[tokio::test]
async fn a_second_request_behind_a_refused_one_is_not_answered() {
    let server = TestServer::start().await;
    let host = format!("Host: {}\r\n", server.address);
    let smuggled = format!("GET /healthz HTTP/1.1\r\n{host}\r\n");
    let request = format!(
        "POST /api/session HTTP/1.1\r\n{host}Content-Length: {}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{smuggled}",
        smuggled.len() + 5
    );
    let answer = ask(server.address, &request).await;
    assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");
}

#[tokio::test]
async fn requests_that_come_at_once_are_answered_in_their_order() {
    let server = TestServer::start().await;
    let host = format!("Host: {}\r\n", server.address);
    let answer = ask(
        server.address,
        &format!("GET /healthz HTTP/1.1\r\n{host}\r\nGET /no HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
    )
    .await;
    let statuses: Vec<_> = answer.match_indices("HTTP/1.1 ").map(|(at, _)| status(&answer[at..])).collect();
    assert_eq!(statuses, [200, 404]);
}

#[tokio::test]
async fn a_body_that_nobody_needs_is_not_waited_for() {
    let server = TestServer::start().await;
    let own = format!("http://{}", server.address);
    let request = format!(
        "POST /api/session HTTP/1.1\r\nHost: {}\r\nOrigin: {own}\r\nContent-Length: 1000000000\r\n\r\nabc",
        server.address
    );
    assert_eq!(status(&ask(server.address, &request).await), 200);
}

#[tokio::test]
async fn a_handshake_that_is_wrong_is_refused_by_its_status() {
    let server = TestServer::start().await;
    let right = handshake(server.address);
    for (what, request, expected) in [
        ("another version", right.replace("Version: 13", "Version: 8"), 400),
        ("no version", right.replace("Sec-WebSocket-Version: 13\r\n", ""), 400),
        ("no key", right.replace("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", ""), 400),
        ("no upgrade", right.replace("Upgrade: websocket\r\n", ""), 400),
        ("another upgrade", right.replace("Upgrade: websocket", "Upgrade: h2c"), 400),
        ("an old protocol", right.replace("HTTP/1.1", "HTTP/1.0"), 426),
        ("another method", right.replace("GET", "POST").replace("Upgrade\r\n", "Upgrade, close\r\n"), 405),
    ] {
        assert_ne!(right, request, "{what}");
        assert_eq!(status(&ask_until_an_answer(&server, &request).await), expected, "{what}");
    }
}

/// Sends the request and reads as much of the answer as tells the status: the server may keep the connection.
async fn ask_until_an_answer(server: &TestServer, request: &str) -> String {
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    socket.write_all(format!("{request}\r\n").as_bytes()).await.unwrap();
    let mut line = Vec::new();
    while !line.ends_with(b"\r\n") {
        line.push(timeout(PATIENCE, socket.read_u8()).await.expect("an answer in time").unwrap());
    }
    String::from_utf8(line).unwrap()
}
