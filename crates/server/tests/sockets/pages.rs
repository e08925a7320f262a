//! Plain HTTP.

use std::net::SocketAddr;

use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{client::Client, given::TestServer};

/// Asks and reads the whole answer.
async fn http(server: &TestServer, request: &str) -> String {
    http_at(server.address, request).await
}

/// The same of a server that is only an address.
pub(crate) async fn http_at(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("{request}Host: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn health_and_readiness_are_told() {
    let server = TestServer::start().await;
    assert!(http(&server, "GET /healthz HTTP/1.1\r\n").await.starts_with("HTTP/1.1 200"));
    assert!(http(&server, "GET /readyz HTTP/1.1\r\n").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn the_front_page_and_invitations_are_pages() {
    let server = TestServer::start().await;
    assert!(http(&server, "GET / HTTP/1.1\r\n").await.contains("<h1>Sarja</h1>"));
    let invitation = http(&server, "GET /r/abcd-2345 HTTP/1.1\r\n").await;
    let join = format!("sarja bot --url http://{} --room ABCD2345", server.address);
    assert!(invitation.contains(&join), "{invitation}");
    let wrong = http(&server, "GET /r/%3Cscript%3E HTTP/1.1\r\n").await;
    assert!(wrong.starts_with("HTTP/1.1 404") && !wrong.contains("script>"), "{wrong}");
}

#[tokio::test]
async fn the_rulesets_that_can_be_played_are_listed() {
    let server = TestServer::start().await;
    let answer = http(&server, "GET /api/rulesets HTTP/1.1\r\n").await;
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    let listed: Vec<serde_json::Value> = serde_json::from_str(body).unwrap();
    let names: Vec<_> = listed.iter().map(|ruleset| ruleset["name"].as_str().unwrap()).collect();
    assert_eq!(names.first(), Some(&"classic-2600"));
    assert_eq!(names.len(), 7, "{names:?}");
}

#[tokio::test]
async fn a_browser_gets_its_session_in_a_cookie_that_pages_cannot_read() {
    let server = TestServer::start().await;
    let first = http(&server, "POST /api/session HTTP/1.1\r\nContent-Length: 0\r\n").await;
    let cookie = first.lines().find(|line| line.to_lowercase().starts_with("set-cookie")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let pair = cookie.split_once(": ").unwrap().1.split(';').next().unwrap();
    let again =
        http(&server, &format!("POST /api/session HTTP/1.1\r\nContent-Length: 0\r\nCookie: {pair}\r\n"))
            .await;
    let player = |answer: &str| answer.split_once("\r\n\r\n").unwrap().1.to_owned();
    assert_eq!(player(&first), player(&again));
    assert!(!again.to_lowercase().contains("set-cookie"));
}

#[tokio::test]
async fn a_page_of_ours_is_the_player_of_its_cookie_and_others_may_not_connect() {
    let server = TestServer::start().await;
    let answer = http(&server, "POST /api/session HTTP/1.1\r\nContent-Length: 0\r\n").await;
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let own = format!("http://{}", server.address);
    let mut page = Client::of_page(server.address, &own, cookie).await;
    page.hello(json!({})).await;
    assert!(answer.contains(&page.player), "{answer}");
    assert_eq!(page.welcome.get("token"), None);

    let mut foreign = Client::of_page(server.address, "https://evil.example", cookie).await;
    let (messages, code) = foreign.ends().await;
    assert_eq!(messages[0]["reason"], "origin_refused");
    assert_eq!(code, Some(4056));
}

#[tokio::test]
async fn pages_of_other_hosts_get_no_session() {
    let server = TestServer::start().await;
    let answer =
        http(&server, "POST /api/session HTTP/1.1\r\nContent-Length: 0\r\nOrigin: https://evil.example\r\n")
            .await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}
