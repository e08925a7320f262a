//! What comes over a socket.

use futures_util::{StreamExt as _, stream::SplitStream};
use sarja_protocol::CloseReason;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes, error::ProtocolError};

use super::socket::Socket;

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
    /// A ping, which says no more than that somebody is there.
    Ping,
    /// A pong, in answer to a ping or unasked.
    Pong,
    /// The other side is gone.
    End,
}

impl Incoming {
    /// Whether this is the pong to one of so many pings, which then wait for one less.
    pub(super) fn answers(&self, pings: &mut u32) -> bool {
        let answers = matches!(self, Self::Pong) && *pings > 0;
        *pings -= u32::from(answers);
        answers
    }
}

/// What comes next.
pub(super) async fn next(stream: &mut SplitStream<impl Socket>) -> Incoming {
    match stream.next().await {
        Some(Ok(Message::Text(text))) => Incoming::Text(text),
        Some(Ok(Message::Binary(_))) => Incoming::Binary,
        Some(Ok(Message::Ping(_))) => Incoming::Ping,
        Some(Ok(Message::Pong(_))) => Incoming::Pong,
        Some(Err(error)) => failed(&error),
        // A frame by itself is never read.
        Some(Ok(Message::Close(_) | Message::Frame(_))) | None => Incoming::End,
    }
}

/// What a socket means that cannot be read any further.
fn failed(error: &Error) -> Incoming {
    match error {
        Error::Capacity(_) => Incoming::TooLarge,
        Error::Utf8(_) => Incoming::Broken(CloseReason::InvalidText),
        // The connection was lost, or ended without a goodbye.
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Incoming::End,
        Error::Protocol(_) => Incoming::Broken(CloseReason::ProtocolError),
        // The socket counts what comes without making up a message.
        Error::Io(error) if error.kind() == std::io::ErrorKind::FileTooLarge => Incoming::TooLarge,
        _ => Incoming::End,
    }
}
