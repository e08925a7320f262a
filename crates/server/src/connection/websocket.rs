//! The server's end of a WebSocket.
//!
//! `tungstenite` reads, answers pings and closes. What the server says itself does not go through its buffer, which grows to the
//! largest message that a connection was ever sent and stays so: messages wait as they were encoded, shared with whoever else is
//! sent the same, and are put together only for the moment in which they are written.

use std::{
    collections::VecDeque,
    io::{self, Write as _},
    pin::Pin,
    task::{Context, Poll, ready},
};

use axum::body::Bytes;
use futures_util::{Sink, Stream};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error, Message,
        protocol::{
            Role, WebSocketConfig,
            frame::{
                FrameHeader,
                coding::{Control, Data, OpCode},
            },
        },
    },
};

/// What is put together for one write at most.
const WRITE_BYTES_MAX: usize = 8 * 1024;

/// So many frames wait here at most; whoever sends more waits until they are written.
const FRAMES_MAX: usize = 256;

/// The longest header of a frame that has no mask.
const HEADER_BYTES_MAX: usize = 10;

/// A WebSocket over a stream of bytes.
#[derive(Debug)]
pub(crate) struct WebSocket<S> {
    inner: WebSocketStream<Line<S>>,
    /// The other side has said goodbye, or is gone: nothing may follow.
    is_over: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> WebSocket<S> {
    /// The server's end of a WebSocket whose handshake is done.
    pub(crate) async fn server(stream: S, config: WebSocketConfig) -> Self {
        let inner = WebSocketStream::from_raw_socket(Line::new(stream), Role::Server, Some(config)).await;
        Self { inner, is_over: false }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Stream for WebSocket<S> {
    type Item = Result<Message, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = ready!(Pin::new(&mut self.inner).poll_next(cx));
        // What cannot be read is still answered.
        self.is_over |= matches!(next, None | Some(Ok(Message::Close(_))));
        Poll::Ready(next)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Sink<Message> for WebSocket<S> {
    type Error = Error;

    fn poll_ready(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if self.inner.get_ref().waiting.len() < FRAMES_MAX {
            return Pin::new(&mut self.inner).poll_ready(cx);
        }
        self.poll_flush(cx)
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        let (opcode, payload) = match message {
            Message::Text(text) => (OpCode::Data(Data::Text), text.into()),
            Message::Ping(payload) => (OpCode::Control(Control::Ping), payload),
            other => return Pin::new(&mut self.inner).start_send(other),
        };
        if self.is_over {
            return Err(Error::AlreadyClosed);
        }
        self.inner.get_mut().waiting.push_back(Frame::new(opcode, payload)?);
        Ok(())
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Pin::new(&mut self.inner).poll_close(cx)
    }
}

/// A frame of the server's, as it goes over the line.
#[derive(Debug)]
struct Frame {
    header: [u8; HEADER_BYTES_MAX],
    header_bytes: u8,
    payload: Bytes,
}

impl Frame {
    fn new(opcode: OpCode, payload: Bytes) -> Result<Self, Error> {
        let what = FrameHeader { is_final: true, opcode, ..FrameHeader::default() };
        let mut header = [0; HEADER_BYTES_MAX];
        let mut rest = &mut header[..];
        what.format(payload.len() as u64, &mut rest)?;
        let header_bytes = u8::try_from(HEADER_BYTES_MAX - rest.len()).unwrap_or_default();
        Ok(Self { header, header_bytes, payload })
    }

    fn header(&self) -> &[u8] {
        &self.header[..usize::from(self.header_bytes)]
    }

    fn bytes(&self) -> usize {
        usize::from(self.header_bytes) + self.payload.len()
    }
}

/// The stream below, with the server's own frames before whatever else is written: one after the other, each whole.
#[derive(Debug)]
struct Line<S> {
    stream: S,
    waiting: VecDeque<Frame>,
    /// So much of the first of them is written.
    written: usize,
    /// So much of what the layer above began to write has to follow before anything else.
    begun_above: usize,
}

impl<S> Line<S> {
    const fn new(stream: S) -> Self {
        Self { stream, waiting: VecDeque::new(), written: 0, begun_above: 0 }
    }

    /// Puts what waits together; gives how much it is.
    fn gather(&self, into: &mut [u8]) -> usize {
        let most = into.len();
        let mut rest = into;
        let mut skip = self.written;
        for frame in &self.waiting {
            for part in [frame.header(), &frame.payload[..]] {
                let begin = skip.min(part.len());
                skip -= begin;
                // A slice takes what fits.
                let Ok(_) = rest.write(&part[begin..]) else { return most - rest.len() };
            }
            if rest.is_empty() {
                break;
            }
        }
        most - rest.len()
    }

    /// So much of what waits is written.
    fn advance(&mut self, bytes: usize) {
        /// Room that an idle connection may keep.
        const KEPT: usize = 4;
        self.written += bytes;
        while let Some(first) = self.waiting.front()
            && self.written >= first.bytes()
        {
            self.written -= first.bytes();
            self.waiting.pop_front();
        }
        if self.waiting.is_empty() && self.waiting.capacity() > KEPT {
            self.waiting = VecDeque::new();
        }
    }
}

impl<S: AsyncWrite + Unpin> Line<S> {
    /// Writes all that waits, unless something else has to be ended first.
    fn poll_waiting(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.waiting.is_empty() && self.begun_above == 0 {
            let mut together = [0; WRITE_BYTES_MAX];
            let bytes = self.gather(&mut together);
            let written = ready!(Pin::new(&mut self.stream).poll_write(cx, &together[..bytes]))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.advance(written);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Line<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Line<S> {
    /// Writes a pong or a goodbye, which the layer above has put together.
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        // Whatever came to wait after this was begun comes after it, and before what was put together later.
        let now = if this.begun_above > 0 {
            &buf[..this.begun_above.min(buf.len())]
        } else {
            ready!(this.poll_waiting(cx))?;
            buf
        };
        let written = ready!(Pin::new(&mut this.stream).poll_write(cx, now))?;
        this.begun_above = now.len() - written;
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_waiting(cx))?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{SinkExt as _, StreamExt as _};
    use proptest::prelude::*;
    use tokio::io::duplex;
    use tokio_tungstenite::tungstenite::protocol::CloseFrame;

    use super::*;

    /// Sends messages of these sizes with a goodbye after them, over a line on which so many bytes are under way, to a client that
    /// pings as often; gives what it heard.
    async fn hear(sizes: &[usize], window: usize, pings: usize) -> (Vec<usize>, usize, bool) {
        let (ours, theirs) = duplex(window);
        let config = WebSocketConfig::default().read_buffer_size(64);
        let (mut sink, mut stream) = WebSocket::server(ours, config).await.split();
        let mut client = WebSocketStream::from_raw_socket(theirs, Role::Client, None).await;
        let say = async {
            for (n, size) in sizes.iter().enumerate() {
                sink.feed(Message::Text("x".repeat(*size).into())).await.unwrap();
                if n % 3 == 0 {
                    sink.flush().await.unwrap();
                }
                if n % 5 == 0 {
                    tokio::task::yield_now().await;
                }
            }
            sink.send(Message::Ping(Bytes::from_static(b"there"))).await.unwrap();
            let goodbye = CloseFrame { code: 4_000.into(), reason: "over".into() };
            sink.send(Message::Close(Some(goodbye))).await.unwrap();
        };
        let read = async {
            while stream.next().await.is_some_and(|message| message.is_ok_and(|m| !m.is_close())) {}
        };
        let client = async {
            for n in 0..pings {
                // The server's goodbye may come first.
                let ping = Message::Ping(vec![0; n % 100].into());
                let Ok(()) = client.send(ping).await else { break };
            }
            let (mut texts, mut answers, mut closed) = (Vec::new(), 0, false);
            while let Some(message) = client.next().await {
                match message.unwrap() {
                    Message::Text(text) => texts.push(text.len()),
                    Message::Pong(_) => answers += 1,
                    Message::Close(frame) => {
                        closed = frame.is_some_and(|frame| frame.reason.as_str() == "over");
                        // It waits for the server to let go of the line.
                        break;
                    }
                    Message::Ping(payload) => assert_eq!(&payload[..], b"there"),
                    other => panic!("{other:?}"),
                }
            }
            (texts, answers, closed)
        };
        let server = async {
            tokio::join!(say, read);
            std::future::pending::<()>().await;
        };
        tokio::select! {
            heard = client => heard,
            () = server => unreachable!("it waits for the client"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        /// On a line that takes a few bytes at a time a pong may be half written when a message comes to wait, and the other way round.
        #[test]
        fn every_message_arrives_whole_and_in_its_order_whatever_is_answered_in_between(
            sizes in prop::collection::vec(prop_oneof![4 => 0usize..300, 1 => 8_000usize..9_000], 1..20),
            window in 20usize..400,
            pings in 0usize..20,
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let (texts, answers, closed) = runtime.block_on(hear(&sizes, window, pings));
            prop_assert_eq!(texts, sizes);
            prop_assert!(answers <= pings && closed);
        }
    }

    #[tokio::test]
    async fn an_idle_connection_keeps_nothing_of_a_large_message() {
        let (ours, theirs) = duplex(64);
        let mut server = WebSocket::server(ours, WebSocketConfig::default()).await;
        let mut client = WebSocketStream::from_raw_socket(theirs, Role::Client, None).await;
        let many = async {
            for _ in 0..100 {
                server.feed(Message::text("x".repeat(1_000))).await.unwrap();
            }
            server.flush().await.unwrap();
        };
        let hear = async {
            for _ in 0..100 {
                client.next().await.unwrap().unwrap();
            }
        };
        tokio::join!(many, hear);
        assert!(server.inner.get_ref().waiting.capacity() <= 4);
    }

    #[tokio::test]
    async fn a_message_may_have_a_header_of_any_length() {
        for size in [125, 126, 65_535, 65_536, 200_000] {
            assert_eq!(hear(&[size], 4_096, 1).await.0, [size]);
        }
    }

    #[tokio::test]
    async fn nothing_follows_the_goodbye_of_the_other_side() {
        let (ours, theirs) = duplex(1_024);
        let mut server = WebSocket::server(ours, WebSocketConfig::default()).await;
        let mut client = WebSocketStream::from_raw_socket(theirs, Role::Client, None).await;
        client.send(Message::Close(None)).await.unwrap();
        assert!(matches!(server.next().await, Some(Ok(Message::Close(None)))));
        assert!(matches!(server.send(Message::text("late")).await, Err(Error::AlreadyClosed)));
    }
}
