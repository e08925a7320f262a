//! What breaks the WebSocket protocol itself (RFC 6455), byte by byte over a plain socket.

use std::{net::SocketAddr, time::Duration};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::{given::TestServer, http::handshake};

const PATIENCE: Duration = Duration::from_secs(20);
pub(crate) const HELLO: &[u8] = br#"{"type":"hello","protocol":{"min":1,"max":1}}"#;

/// A socket after the handshake.
pub(crate) async fn upgraded(address: SocketAddr) -> TcpStream {
    let mut socket = TcpStream::connect(address).await.unwrap();
    socket.write_all(format!("{}\r\n", handshake(address)).as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(socket.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    socket
}

/// A frame of a client whose mask is all zeros, so that its bytes stand as they are.
pub(crate) fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = payload.len();
    let mut frame = vec![first];
    match u8::try_from(length) {
        Ok(short) if short < 126 => frame.push(0x80 | short),
        _ => {
            frame.push(0x80 | 0x7e);
            frame.extend(u16::try_from(length).unwrap().to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// The next frame of the server: its first byte and what it holds.
pub(crate) async fn frame(socket: &mut TcpStream) -> (u8, Vec<u8>) {
    let first = socket.read_u8().await.unwrap();
    let length = match socket.read_u8().await.unwrap() {
        126 => usize::from(socket.read_u16().await.unwrap()),
        short => usize::from(short),
    };
    let mut payload = vec![0; length];
    socket.read_exact(&mut payload).await.unwrap();
    (first, payload)
}

/// The last message before the close frame, and the code and reason of that.
pub(crate) async fn end(mut socket: TcpStream) -> (Value, u16, String) {
    let mut last = Value::Null;
    loop {
        match timeout(PATIENCE, frame(&mut socket)).await.unwrap() {
            (0x81, text) => last = serde_json::from_slice(&text).unwrap(),
            (0x88, close) => {
                let reason = String::from_utf8(close[2..].to_vec()).unwrap();
                return (last, u16::from_be_bytes([close[0], close[1]]), reason);
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn what_breaks_the_websocket_protocol_is_closed_with_the_code_for_it() {
    let server = TestServer::start().await;
    let invalid_text = (1007, "invalid_text");
    let protocol_error = (1002, "protocol_error");
    let fragments = [masked(0x01, b"{"), masked(0x81, b"{")].concat();
    for (what, bytes, (code, reason)) in [
        ("text that is no UTF-8", masked(0x81, &[0xff, 0xfe]), invalid_text),
        ("a close reason that is no UTF-8", masked(0x88, &[0x03, 0xe8, 0xff, 0xfe]), invalid_text),
        ("a frame without a mask", vec![0x81, 0x02, b'{', b'}'], protocol_error),
        ("a reserved bit", masked(0xc1, b"{}"), protocol_error),
        ("a reserved opcode", masked(0x83, b""), protocol_error),
        ("a continuation of nothing", masked(0x80, b"{}"), protocol_error),
        ("a new text among fragments", fragments, protocol_error),
        ("a long ping", masked(0x89, &[0; 126]), protocol_error),
        ("a close frame of one byte", masked(0x88, &[0x03]), protocol_error),
    ] {
        let mut greeted = upgraded(server.address).await;
        greeted.write_all(&masked(0x81, HELLO)).await.unwrap();
        let (_, welcome) = timeout(PATIENCE, frame(&mut greeted)).await.unwrap();
        assert!(welcome.starts_with(br#"{"type":"welcome""#), "{what}");
        let silent = upgraded(server.address).await;
        for mut socket in [greeted, silent] {
            socket.write_all(&bytes).await.unwrap();
            let (last, closed, why) = end(socket).await;
            assert_eq!(
                (last["type"].as_str(), closed, why.as_str()),
                (Some("closing"), code, reason),
                "{what}"
            );
            assert_eq!(
                (last["code"].as_u64(), last["reason"].as_str()),
                (Some(code.into()), Some(reason)),
                "{what}"
            );
            assert_eq!(last["reconnect"], "on_request", "{what}");
        }
    }
}

#[tokio::test]
async fn who_closes_as_usual_is_not_told_of_a_fault() {
    let server = TestServer::start().await;
    let mut socket = upgraded(server.address).await;
    socket.write_all(&masked(0x88, &[0x03, 0xe8])).await.unwrap();
    let (_, code, _) = end(socket).await;
    assert_eq!(code, 1000);
}
