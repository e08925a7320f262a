//! The server's end of the network: every connection is listened to, and can be broken.

use std::{
    collections::BTreeMap,
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker, ready},
};

use sarja_protocol::parse_client_frame;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use turmoil::net::{TcpListener, TcpStream};

use super::texts::Texts;
use crate::{
    listen::Listener,
    simulation::witness::{LineId, Witness},
};

/// Where the server listens.
pub(super) struct Taps {
    pub(super) listener: TcpListener,
    pub(super) witness: Witness,
    pub(super) cables: Cables,
}

/// The connections that there are. Clones are the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Cables(Arc<Mutex<BTreeMap<LineId, Cable>>>);

/// What can be done to a connection.
#[derive(Debug, Default)]
struct Cable {
    is_cut: bool,
    reader: Option<Waker>,
}

impl Cables {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<LineId, Cable>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Which there are.
    pub(super) fn lines(&self) -> Vec<LineId> {
        self.lock().keys().copied().collect()
    }

    /// Resets a connection.
    pub(super) fn cut(&self, line: LineId) {
        let mut cables = self.lock();
        let Some(cable) = cables.get_mut(&line) else { return };
        cable.is_cut = true;
        if let Some(reader) = cable.reader.take() {
            reader.wake();
        }
    }

    fn is_cut(&self, line: LineId, reader: Option<&Waker>) -> bool {
        let mut cables = self.lock();
        let cable = cables.entry(line).or_default();
        if let Some(reader) = reader {
            cable.reader = Some(reader.clone());
        }
        cable.is_cut
    }
}

impl Listener for Taps {
    type Stream = Tapped;

    async fn accept(&self) -> io::Result<(Tapped, SocketAddr)> {
        let (stream, peer) = self.listener.accept().await?;
        let (witness, cables) = (self.witness.clone(), self.cables.clone());
        let line = witness.line();
        cables.lock().insert(line, Cable::default());
        let tapped = Tapped { stream, line, witness, cables, up: Texts::default(), down: Texts::default() };
        Ok((tapped, peer))
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    fn set_nodelay(stream: &Tapped) -> io::Result<()> {
        stream.stream.set_nodelay(true)
    }
}

/// A connection that is listened to.
#[derive(Debug)]
pub(super) struct Tapped {
    stream: TcpStream,
    line: LineId,
    witness: Witness,
    cables: Cables,
    up: Texts,
    down: Texts,
}

impl AsyncRead for Tapped {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.cables.is_cut(this.line, Some(cx.waker())) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
        for text in this.up.take(&buf.filled()[before..]) {
            if let Ok(message) = parse_client_frame(&text) {
                this.witness.sent(this.line, &message);
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Tapped {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.cables.is_cut(this.line, None) {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let written = ready!(Pin::new(&mut this.stream).poll_write(cx, buf))?;
        for text in this.down.take(&buf[..written]) {
            this.witness.told(this.line, &text);
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl Drop for Tapped {
    fn drop(&mut self) {
        self.cables.lock().remove(&self.line);
    }
}
