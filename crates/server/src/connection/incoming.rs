//! What comes over a socket.

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::{StreamExt as _, stream::SplitStream};
use tokio_tungstenite::tungstenite;

/// What came over a socket.
pub(super) enum Incoming {
    /// A text frame.
    Text(Utf8Bytes),
    /// A binary frame.
    Binary,
    /// A frame that is larger than any may be.
    TooLarge,
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
        Some(Err(error)) if is_too_large(&error) => Incoming::TooLarge,
        Some(Ok(Message::Close(_)) | Err(_)) | None => Incoming::End,
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    let source = std::error::Error::source(error);
    let cause = source.and_then(|source| source.downcast_ref::<tungstenite::Error>());
    matches!(cause, Some(tungstenite::Error::Capacity(_)))
}
