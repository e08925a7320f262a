//! The writing half of a connection.

use std::{pin::pin, sync::Arc, task::Poll};

use axum::body::Bytes;
use futures_util::{SinkExt as _, poll, stream::SplitSink};
use sarja_protocol::{CloseReason, Closing, ServerToClient};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message, protocol::CloseFrame};

use super::{
    Services,
    outbox::{OutboxReader, Outgoing, encode},
    socket::Socket,
};
use crate::limits::FLUSH_MESSAGES_MAX;

/// Sends what waits in the queue until the connection is closed, then says why.
pub(super) struct Writer<S: Socket> {
    sink: SplitSink<S, Message>,
    outbox: OutboxReader,
    services: Arc<Services>,
}

/// The socket takes nothing any more.
struct Gone;

impl From<Error> for Gone {
    fn from(_: Error) -> Self {
        Self
    }
}

impl<S: Socket> Writer<S> {
    pub(super) const fn new(
        sink: SplitSink<S, Message>,
        outbox: OutboxReader,
        services: Arc<Services>,
    ) -> Self {
        Self { sink, outbox, services }
    }

    /// Ends when everything is said. The socket itself is closed when both halves are dropped.
    pub(super) async fn run(&mut self) {
        self.write_on().await;
        self.outbox.end();
    }

    async fn write_on(&mut self) {
        // It grows to what a connection is ever sent at once, which is little where nothing is played.
        let mut waiting = Vec::new();
        let is_closing = self.outbox.is_closing();
        let mut is_closing = pin!(is_closing.cancelled());
        loop {
            tokio::select! {
                biased;
                () = &mut is_closing => break,
                () = self.outbox.queue().take(&mut waiting, FLUSH_MESSAGES_MAX) => {
                    if self.write(&mut waiting).await.is_err() {
                        return;
                    }
                }
            }
        }
        let closing = self.outbox.closing().cloned().unwrap_or_else(|| Closing::new(CloseReason::Bye));
        if let Err(Gone) = self.farewell(closing).await {
            tracing::debug!("the other side was gone before the goodbye");
        }
    }

    /// Writes these messages with one flush. A connection that is closed as too slow is not waited for.
    async fn write(&mut self, waiting: &mut Vec<Outgoing>) -> Result<(), Gone> {
        let bytes: usize = waiting.iter().map(Outgoing::bytes).sum();
        let messages: u64 = waiting.iter().map(Outgoing::messages).sum();
        let sink = &mut self.sink;
        let feed = async {
            for outgoing in waiting.drain(..) {
                feed(sink, outgoing).await?;
            }
            sink.flush().await.map_err(Gone::from)
        };
        let mut feed = pin!(feed);
        // A socket mostly takes everything at once, and then nothing has to be waited for.
        let written = match poll!(feed.as_mut()) {
            Poll::Ready(written) => written,
            Poll::Pending => tokio::select! {
                biased;
                written = timeout(self.services.timings.send_within, feed) => written.unwrap_or(Err(Gone)),
                () = overflow(&self.outbox) => return Ok(()),
            },
        };
        self.outbox.sent(bytes);
        let counted = &self.services.metrics.connections;
        counted.sent.increment(messages);
        counted.sent_bytes.increment(bytes as u64);
        written
    }

    /// What still waits, `closing`, and the close frame.
    async fn farewell(&mut self, closing: Closing) -> Result<(), Gone> {
        self.outbox.queue().close();
        let frame = CloseFrame { code: closing.code.into(), reason: closing.reason.as_str().into() };
        let last = encode(&ServerToClient::Closing(closing.clone()));
        let write = async {
            while let Some(outgoing) = self.outbox.queue().try_take() {
                if closing.reason != CloseReason::TooSlow {
                    feed(&mut self.sink, outgoing).await?;
                }
            }
            self.sink.feed(Message::Text(last)).await?;
            self.sink.send(Message::Close(Some(frame))).await?;
            Ok(())
        };
        timeout(self.services.timings.send_within, write).await.unwrap_or(Err(Gone))
    }
}

/// Ends when the connection is closed because its queue ran over.
async fn overflow(outbox: &OutboxReader) {
    outbox.is_closing().cancelled().await;
    if outbox.closing().is_none_or(|closing| closing.reason != CloseReason::TooSlow) {
        std::future::pending::<()>().await;
    }
}

async fn feed(sink: &mut SplitSink<impl Socket, Message>, outgoing: Outgoing) -> Result<(), Gone> {
    match outgoing {
        Outgoing::Text(text) => sink.feed(Message::Text(text)).await?,
        Outgoing::Burst(texts) => {
            for text in texts {
                sink.feed(Message::Text(text)).await?;
            }
        }
        Outgoing::Ping => sink.feed(Message::Ping(Bytes::new())).await?,
    }
    Ok(())
}
