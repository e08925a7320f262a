//! Plain HTTP, as it stands on the wire.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::given::TestServer;

/// Sends this and reads the whole answer.
pub(crate) async fn ask(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// Asks with these header fields.
pub(crate) async fn request(server: &TestServer, line: &str, fields: &[(&str, &str)]) -> String {
    let fields: Vec<_> = fields.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let fields = fields.concat();
    ask(server.address, &format!("{line}\r\nHost: {}\r\nConnection: close\r\n{fields}\r\n", server.address))
        .await
}

pub(crate) async fn http(server: &TestServer, request: &str) -> String {
    http_at(server.address, request).await
}

/// The same of a server that is only an address.
pub(crate) async fn http_at(address: SocketAddr, request: &str) -> String {
    ask(address, &format!("{request}Host: {address}\r\nConnection: close\r\n\r\n")).await
}

/// Asks for the session of a browser that shows a page of this server.
pub(crate) async fn session(server: &TestServer, fields: &[(&str, &str)]) -> String {
    let own = format!("http://{}", server.address);
    let own = [("Origin", own.as_str()), ("Content-Length", "0")];
    request(server, "POST /api/session HTTP/1.1", &[&own[..], fields].concat()).await
}

pub(crate) fn set_cookie(answer: &str) -> &str {
    answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap()
}

/// Name and value, as a browser sends them back.
pub(crate) fn pair(cookie: &str) -> &str {
    cookie.split(';').next().unwrap()
}

pub(crate) fn body(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// The number behind `HTTP/1.1`.
pub(crate) fn status(answer: &str) -> u16 {
    answer
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or_else(|| panic!("no status: {answer}"))
}

/// The handshake of a WebSocket, to be ended with an empty line.
pub(crate) fn handshake(address: SocketAddr) -> String {
    format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    )
}
