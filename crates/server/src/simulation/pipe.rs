//! The network between a client and a process: what is said is under way until the world delivers it, or is lost.

use std::{
    collections::VecDeque,
    io,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use futures_util::{Sink, Stream};
use sarja_protocol::ServerToClient;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::witness::{LineId, Witness};

/// What a process sent.
#[derive(Debug)]
pub(super) enum Down {
    /// A message.
    Said(Arc<ServerToClient>),
    /// A ping, which the client answers.
    Ping,
    /// A goodbye.
    Close,
}

#[derive(Debug, Default)]
struct State {
    /// Sent by the client and not arrived.
    rising: VecDeque<Message>,
    /// Arrived and not read.
    arrived: VecDeque<Message>,
    /// Sent by the process and not arrived.
    falling: VecDeque<Down>,
    /// So many of them at most are under way; then the process has to wait.
    window: usize,
    /// The process knows that the client is gone.
    noticed: bool,
    /// The process has let go of the connection.
    let_go: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

/// The world's hold on a connection.
#[derive(Clone, Debug)]
pub(super) struct Pipe(Arc<Mutex<State>>);

/// The end of the process: its socket.
#[derive(Debug)]
pub(super) struct ServerEnd {
    pipe: Pipe,
    line: LineId,
    witness: Witness,
}

impl Pipe {
    /// A connection on which so many messages to the client at most are under way.
    pub(super) fn new(window: usize, line: LineId, witness: Witness) -> (Self, ServerEnd) {
        let pipe = Self(Arc::new(Mutex::new(State { window, ..State::default() })));
        (pipe.clone(), ServerEnd { pipe, line, witness })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The client sends.
    pub(super) fn send(&self, text: &str) {
        self.state().rising.push_back(Message::text(text));
    }

    /// The client answers a ping.
    pub(super) fn pong(&self) {
        self.state().rising.push_back(Message::Pong(axum::body::Bytes::new()));
    }

    /// How many messages of the client are under way.
    pub(super) fn rising(&self) -> usize {
        self.state().rising.len()
    }

    /// Whether something is under way to the client, if only the news that there is nobody.
    pub(super) fn is_falling(&self) -> bool {
        let state = self.state();
        !state.falling.is_empty() || state.let_go
    }

    /// The next message of the client arrives.
    pub(super) fn deliver_up(&self) {
        let mut state = self.state();
        let next = state.rising.pop_front();
        state.arrived.extend(next);
        wake(state.reader.take());
    }

    /// The next message arrives at the client; `Close` also if the process is not there any more.
    pub(super) fn deliver_down(&self) -> Option<Down> {
        let mut state = self.state();
        wake(state.writer.take());
        let next = state.falling.pop_front();
        next.or_else(|| state.let_go.then_some(Down::Close))
    }

    /// The connection breaks: what is under way from the client is lost.
    pub(super) fn cut(&self) {
        self.state().rising.clear();
    }

    /// The process notices that the client is gone, after it has read what arrived.
    pub(super) fn notice(&self) {
        let mut state = self.state();
        state.noticed = true;
        wake(state.reader.take());
        wake(state.writer.take());
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Stream for ServerEnd {
    type Item = Result<Message, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut state = self.pipe.state();
        if let Some(message) = state.arrived.pop_front() {
            return Poll::Ready(Some(Ok(message)));
        }
        if state.noticed {
            return Poll::Ready(None);
        }
        state.reader = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Sink<Message> for ServerEnd {
    type Error = Error;

    fn poll_ready(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        let mut state = self.pipe.state();
        if state.noticed {
            let error = io::Error::from(io::ErrorKind::BrokenPipe);
            return Poll::Ready(Err(Error::Io(error)));
        }
        if state.falling.len() < state.window {
            return Poll::Ready(Ok(()));
        }
        state.writer = Some(context.waker().clone());
        Poll::Pending
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        // Here, and not when it arrives: what is told too early is found though it may have become true meanwhile.
        let down = match message {
            Message::Text(text) => self.witness.told(self.line, &text).map(Down::Said),
            Message::Ping(_) => Some(Down::Ping),
            Message::Close(_) => Some(Down::Close),
            Message::Pong(_) | Message::Binary(_) | Message::Frame(_) => None,
        };
        self.pipe.state().falling.extend(down);
        Ok(())
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }
}

impl Drop for ServerEnd {
    fn drop(&mut self) {
        self.pipe.state().let_go = true;
    }
}
