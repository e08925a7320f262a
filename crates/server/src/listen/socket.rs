//! A socket that is read no faster than it may be, and given up when it is stuck.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep_until},
};

use crate::limits::{MESSAGE_BYTES_MAX, STUCK_AFTER};

/// Counts what came without making up a whole message: many small parts of a message, or empty ones, would otherwise come
/// for ever. Counts nothing until it is told to.
#[derive(Debug)]
pub(crate) struct Meter(AtomicUsize);

/// As long as nothing is counted.
const OFF: usize = usize::MAX;

impl Meter {
    pub(crate) fn new() -> Self {
        Self(AtomicUsize::new(OFF))
    }

    /// A whole message has come; what comes from now on belongs to the next one.
    pub(crate) fn whole_message(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    fn add(&self, bytes: usize) -> io::Result<()> {
        let so_far = self.0.load(Ordering::Relaxed);
        if so_far == OFF {
            return Ok(());
        }
        let so_far = so_far.saturating_add(bytes).min(OFF - 1);
        // The one task of the connection reads and resets: nobody comes in between.
        self.0.store(so_far, Ordering::Relaxed);
        if so_far > MESSAGE_BYTES_MAX {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "a message without end"));
        }
        Ok(())
    }
}

/// How fast a socket is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadRate {
    pub(super) bytes_per_second: u32,
    pub(super) bytes_burst: u32,
}

/// A socket as hyper reads and writes it, and later the WebSocket.
#[derive(Debug)]
pub(super) struct Socket<S> {
    stream: S,
    meter: Arc<Meter>,
    rate: ReadRate,
    /// Bytes that may be read, as of `filled`; below 0 after a large read.
    allowed: i64,
    filled: Instant,
    /// While nothing may be read.
    pause: Option<Pin<Box<Sleep>>>,
    /// While nothing can be written.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl<S> Socket<S> {
    pub(super) fn new(stream: S, rate: ReadRate) -> Self {
        let (meter, filled) = (Arc::new(Meter::new()), Instant::now());
        Self { stream, meter, rate, allowed: rate.bytes_burst.into(), filled, pause: None, stuck: None }
    }

    pub(super) fn meter(&self) -> Arc<Meter> {
        Arc::clone(&self.meter)
    }

    /// Waits until something may be read.
    fn poll_allowed(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(cx));
            self.pause = None;
        }
        if self.allowed > 0 {
            return Poll::Ready(());
        }
        self.fill();
        if self.allowed > 0 {
            return Poll::Ready(());
        }
        // Until a read is worth while, a tenth of a second of the rate.
        let worth = i64::from(self.rate.bytes_per_second) / 10 + 1;
        let missing = u64::try_from(worth - self.allowed).unwrap_or(1);
        let wait =
            Duration::from_micros(missing * 1_000_000 / u64::from(self.rate.bytes_per_second.max(1)) + 1);
        let mut pause = Box::pin(sleep_until(Instant::now() + wait));
        let poll = pause.as_mut().poll(cx);
        self.pause = Some(pause);
        poll
    }

    fn fill(&mut self) {
        let now = Instant::now();
        let gained =
            now.duration_since(self.filled).as_micros() * u128::from(self.rate.bytes_per_second) / 1_000_000;
        let gained = i64::try_from(gained).unwrap_or(i64::MAX);
        self.allowed = self.allowed.saturating_add(gained).min(self.rate.bytes_burst.into());
        self.filled = now;
    }

    /// What came of a write: if nothing can be written, not for ever.
    fn patient<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + STUCK_AFTER)));
        ready!(stuck.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Socket<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        ready!(this.poll_allowed(cx));
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
        let bytes = buf.filled().len() - before;
        this.allowed -= i64::try_from(bytes).unwrap_or(i64::MAX);
        Poll::Ready(this.meter.add(bytes))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Socket<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.patient(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.patient(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
