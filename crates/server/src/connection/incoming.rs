//! What comes over a socket.

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::{StreamExt as _, stream::SplitStream};
use sarja_protocol::CloseReason;
use tokio_tungstenite::tungstenite::{Error, error::ProtocolError};

/// What came over a socket.
pub(super) enum Incoming {
    /// A text frame.
    Text(Utf8Bytes),
    /// A binary frame.
    Binary,
    /// A frame that is larger than any may be.
    TooLarge,
    /// What breaks the WebSocket protocol itself, and how the connection is closed for it.
    Broken(CloseReason),
    /// Nothing that means anything but that somebody is there.
    Life,
    /// The other side is gone.
    End,
}

/// What comes next.
pub(super) async fn next(stream: &mut SplitStream<WebSocket>) -> Incoming {
    match stream.next().await {
        Some(Ok(Message::Text(text))) => Incoming::Text(text),
        Some(Ok(Message::Binary(_))) => Incoming::Binary,
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Incoming::Life,
        Some(Err(error)) => failed(&error),
        Some(Ok(Message::Close(_))) | None => Incoming::End,
    }
}

/// What a socket means that cannot be read any further.
fn failed(error: &axum::Error) -> Incoming {
    let source = std::error::Error::source(error);
    match source.and_then(|source| source.downcast_ref::<Error>()) {
        Some(Error::Capacity(_)) => Incoming::TooLarge,
        Some(Error::Utf8(_)) => Incoming::Broken(CloseReason::InvalidText),
        // The connection was lost, or ended without a goodbye.
        Some(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => Incoming::End,
        Some(Error::Protocol(_)) => Incoming::Broken(CloseReason::ProtocolError),
        _ => Incoming::End,
    }
}
