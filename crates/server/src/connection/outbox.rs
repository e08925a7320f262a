//! The queue between a room and a socket: bounded in messages and bytes, and closed when it overflows.

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicUsize, Ordering},
};

use axum::body::Bytes;
use sarja_protocol::{CloseReason, Closing, ServerToClient, limits};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;

use super::queue::Queue;
use crate::metrics::Metrics;

/// What waits to be sent.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Text(Utf8Bytes),
    /// Messages that belong together and count as one: what a command caused, or what was missed.
    Burst(Vec<Utf8Bytes>),
    /// A ping of the WebSocket itself.
    Ping,
}

impl Outgoing {
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Burst(texts) => texts.iter().map(|text| text.len()).sum(),
            Self::Ping => 0,
        }
    }

    /// How many messages it is. A ping is none.
    pub(super) fn messages(&self) -> u64 {
        match self {
            Self::Text(_) => 1,
            Self::Burst(texts) => texts.len() as u64,
            Self::Ping => 0,
        }
    }
}

#[derive(Debug)]
struct Shared {
    queue: Queue,
    bytes: AtomicUsize,
    closing: OnceLock<Closing>,
    is_closing: CancellationToken,
    is_written: CancellationToken,
    metrics: Arc<Metrics>,
}

/// The end of the queue that rooms and the reader have. Sending never waits: a connection that cannot keep up is closed
/// and can resume.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    shared: Arc<Shared>,
}

/// The end of the queue that the writer has.
#[derive(Debug)]
pub(crate) struct OutboxReader {
    shared: Arc<Shared>,
}

/// A new queue. What errors go through it is counted.
pub(crate) fn outbox(metrics: Arc<Metrics>) -> (Outbox, OutboxReader) {
    let shared = Arc::new(Shared {
        queue: Queue::new(limits::QUEUE_MESSAGES_MAX as usize),
        bytes: AtomicUsize::default(),
        closing: OnceLock::new(),
        is_closing: CancellationToken::new(),
        is_written: CancellationToken::new(),
        metrics,
    });
    (Outbox { shared: Arc::clone(&shared) }, OutboxReader { shared })
}

/// A message as it goes over the wire. It takes no more memory than it needs: rooms keep the last ones for whoever comes back.
pub(crate) fn encode(message: &ServerToClient) -> Utf8Bytes {
    /// Nearly all messages are shorter.
    const USUAL_BYTES: usize = 512;
    let mut text = Vec::with_capacity(USUAL_BYTES);
    serde_json::to_writer(&mut text, message).expect("messages are plain data with text keys");
    Bytes::copy_from_slice(&text).try_into().expect("JSON is UTF-8")
}

impl Outbox {
    /// Sends a message to this connection alone.
    pub(crate) fn message(&self, message: impl Into<ServerToClient>) {
        let message = message.into();
        if let ServerToClient::Error(error) = &message {
            self.shared.metrics.connections.errors.count(error.code);
        }
        self.text(encode(&message));
    }

    /// Sends a message that was encoded for several.
    pub(crate) fn text(&self, text: Utf8Bytes) {
        self.send(Outgoing::Text(text));
    }

    /// Sends messages that belong together.
    pub(crate) fn burst(&self, mut texts: Vec<Utf8Bytes>) {
        match texts.len() {
            0 => {}
            1 => texts.pop().into_iter().for_each(|text| self.text(text)),
            _ => self.send(Outgoing::Burst(texts)),
        }
    }

    pub(super) fn ping(&self) {
        self.send(Outgoing::Ping);
    }

    fn send(&self, outgoing: Outgoing) {
        if self.shared.closing.get().is_some() {
            return;
        }
        let bytes = outgoing.bytes();
        let waiting = self.shared.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let fits = waiting <= limits::QUEUE_BYTES_MAX as usize;
        if !fits || self.shared.queue.push(outgoing).is_err() {
            self.close(CloseReason::TooSlow);
        }
    }

    /// Closes the connection; the first reason counts. What waits already is still sent, unless that is the reason.
    pub(crate) fn close(&self, reason: CloseReason) {
        self.close_with(Closing::new(reason));
    }

    /// The same, with a time to come back.
    pub(crate) fn close_with(&self, closing: Closing) {
        if self.shared.closing.set(closing).is_ok() {
            self.shared.is_closing.cancel();
        }
    }

    /// Why the connection is being closed; `None` while it lives.
    pub(super) fn closing(&self) -> Option<&Closing> {
        self.shared.closing.get()
    }

    /// Ends when the connection is being closed.
    pub(super) async fn closed(&self) {
        self.shared.is_closing.cancelled().await;
    }

    /// Ends when the writer has written its last.
    pub(super) async fn written(&self) {
        self.shared.is_written.cancelled().await;
    }
}

impl OutboxReader {
    /// Cancelled when the connection is being closed.
    pub(crate) fn is_closing(&self) -> CancellationToken {
        self.shared.is_closing.clone()
    }

    /// Why the connection is being closed; `None` while it lives.
    pub(crate) fn closing(&self) -> Option<&Closing> {
        self.shared.closing.get()
    }

    /// What waits.
    pub(super) fn queue(&self) -> &Queue {
        &self.shared.queue
    }

    /// What waits, if anything does.
    #[cfg(test)]
    pub(crate) fn take(&mut self) -> Option<Vec<Utf8Bytes>> {
        let outgoing = self.queue().try_take()?;
        self.sent(outgoing.bytes());
        Some(match outgoing {
            Outgoing::Text(text) => vec![text],
            Outgoing::Burst(texts) => texts,
            Outgoing::Ping => Vec::new(),
        })
    }

    /// Nothing is written any more: whoever still sends shall notice.
    pub(super) fn end(&self) {
        self.shared.queue.close();
        if self.shared.closing.set(Closing::new(CloseReason::Bye)).is_ok() {
            self.shared.is_closing.cancel();
        }
        self.shared.is_written.cancel();
    }

    /// So many bytes left the queue.
    pub(super) fn sent(&self, bytes: usize) {
        self.shared.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for OutboxReader {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(bytes: usize) -> Utf8Bytes {
        "x".repeat(bytes).into()
    }

    #[test]
    fn a_full_queue_closes_the_connection() {
        let (outbox, _reader) = outbox(Metrics::new());
        for _ in 0..limits::QUEUE_MESSAGES_MAX {
            outbox.text(text(1));
            assert!(outbox.closing().is_none());
        }
        outbox.text(text(1));
        assert_eq!(outbox.closing().map(|closing| closing.reason), Some(CloseReason::TooSlow));
    }

    #[test]
    fn too_many_bytes_close_the_connection() {
        let (outbox, _reader) = outbox(Metrics::new());
        outbox.text(text(limits::QUEUE_BYTES_MAX as usize));
        assert!(outbox.closing().is_none());
        outbox.text(text(1));
        assert_eq!(outbox.closing().map(|closing| closing.reason), Some(CloseReason::TooSlow));
    }

    #[test]
    fn a_burst_counts_as_one_message_and_with_all_its_bytes() {
        let (outbox, reader) = outbox(Metrics::new());
        outbox.burst(vec![text(10); 100]);
        let burst = reader.queue().try_take().unwrap();
        assert_eq!(burst.bytes(), 1_000);
        reader.sent(burst.bytes());
        assert_eq!(outbox.shared.bytes.load(Ordering::Relaxed), 0);
        assert!(outbox.closing().is_none());
    }

    proptest! {
        /// Bursts and single messages of all sizes, and a reader who takes some now and then.
        #[test]
        fn what_a_reader_gets_has_no_gap_and_who_loses_something_is_closed_for_it(
            steps in prop::collection::vec((0u8..8, 1usize..40, 1usize..2_000), 1..200),
        ) {
            let (outbox, mut reader) = outbox(Metrics::new());
            let (mut sent, mut got) = (0usize, Vec::new());
            let mut next = |bytes: usize| {
                sent += 1;
                Utf8Bytes::from(format!("{sent:0bytes$}"))
            };
            for (what, messages, bytes) in steps {
                match what {
                    0 => got.extend((0..messages).map_while(|_| reader.take()).flatten()),
                    1..4 => outbox.burst((0..messages).map(|_| next(bytes)).collect()),
                    _ => outbox.text(next(bytes)),
                }
            }
            got.extend(std::iter::from_fn(|| reader.take()).flatten());
            let numbers: Vec<usize> = got.iter().map(|text| text.parse().unwrap()).collect();
            prop_assert_eq!(&numbers, &(1..=numbers.len()).collect::<Vec<_>>());
            let reason = outbox.closing().map(|closing| closing.reason);
            prop_assert_eq!(reason, (numbers.len() < sent).then_some(CloseReason::TooSlow));
        }
    }

    #[test]
    fn the_first_reason_to_close_counts() {
        let (outbox, _reader) = outbox(Metrics::new());
        outbox.close(CloseReason::TakenOver);
        outbox.close(CloseReason::RoomMoved);
        assert_eq!(outbox.closing().map(|closing| closing.reason), Some(CloseReason::TakenOver));
    }
}
