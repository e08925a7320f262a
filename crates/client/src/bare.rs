//! Bare WebSockets whose bytes are counted, for programs that hold thousands of them: nothing is read of what comes, and nothing is
//! made again.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
};

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpSocket, TcpStream, lookup_host},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Error, Message, Utf8Bytes, protocol::WebSocketConfig},
};

use crate::ServerUrl;

/// Connections from one address, where the server is on the same machine: its limits for an address are for strangers.
const CONNECTIONS_PER_ADDRESS: u32 = 100;

/// Enough for nearly every message; a snapshot takes some reads.
const READ_BUFFER_BYTES: usize = 4 * 1024;

/// What goes through all connections together.
#[derive(Debug, Default)]
pub struct Traffic {
    bytes_in: AtomicU64,
    bytes_out: AtomicU64,
}

impl Traffic {
    /// Bytes that came, so far.
    pub fn bytes_in(&self) -> u64 {
        self.bytes_in.load(Ordering::Relaxed)
    }

    /// Bytes that went out, so far.
    pub fn bytes_out(&self) -> u64 {
        self.bytes_out.load(Ordering::Relaxed)
    }
}

/// A TCP connection that counts what goes through it.
#[derive(Debug)]
struct Counted {
    stream: TcpStream,
    traffic: Arc<Traffic>,
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(cx, buf);
        self.traffic.bytes_in.fetch_add((buf.filled().len() - before) as u64, Ordering::Relaxed);
        polled
    }
}

impl AsyncWrite for Counted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(cx, buf);
        if let Poll::Ready(Ok(written)) = &polled {
            self.traffic.bytes_out.fetch_add(*written as u64, Ordering::Relaxed);
        }
        polled
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Where the server is, and from where it is connected to.
#[derive(Debug)]
pub struct Target {
    url: ServerUrl,
    address: SocketAddr,
    traffic: Arc<Traffic>,
}

impl Target {
    /// Finds the server's address.
    ///
    /// # Errors
    /// Its name has none.
    pub async fn find(url: ServerUrl, traffic: Arc<Traffic>) -> io::Result<Self> {
        let mut found: Vec<_> = lookup_host((url.host(), url.port())).await?.collect();
        // `localhost` is both; servers of this kind listen on the older one.
        found.sort_by_key(SocketAddr::is_ipv6);
        let address = found.first().copied();
        let address =
            address.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the name has no address"))?;
        Ok(Self { url, address, traffic })
    }

    /// Connects the player of this number.
    ///
    /// # Errors
    /// There is nobody, or somebody else.
    pub async fn connect(&self, number: u32) -> io::Result<Socket> {
        let stream = self.dial(number).await?;
        stream.set_nodelay(true)?;
        let counted = Counted { stream, traffic: Arc::clone(&self.traffic) };
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER_BYTES);
        let (inner, _) =
            client_async_with_config(self.url.to_string(), counted, Some(config)).await.map_err(failed)?;
        Ok(Socket { inner })
    }

    async fn dial(&self, number: u32) -> io::Result<TcpStream> {
        if let IpAddr::V4(address) = self.address.ip()
            && address.is_loopback()
        {
            let first = u32::from(Ipv4Addr::new(127, 0, 1, 1));
            let from = Ipv4Addr::from(first + number / CONNECTIONS_PER_ADDRESS);
            let socket = TcpSocket::new_v4()?;
            // Not every system has all of 127.0.0.0/8.
            if socket.bind((from, 0).into()).is_ok() {
                return socket.connect(self.address).await;
            }
        }
        TcpStream::connect(self.address).await
    }
}

/// An open WebSocket.
#[derive(Debug)]
pub struct Socket {
    inner: WebSocketStream<Counted>,
}

impl Socket {
    /// Sends a text.
    ///
    /// # Errors
    /// The connection is gone.
    pub async fn send(&mut self, text: String) -> io::Result<()> {
        self.inner.send(Message::text(text)).await.map_err(failed)
    }

    /// The next text; `None` when the connection is over. Safe to drop while it waits.
    pub async fn next(&mut self) -> Option<Text> {
        loop {
            match self.inner.next().await? {
                Ok(Message::Text(text)) => return Some(Text(text)),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Says good-bye, and waits for nothing.
    pub async fn close(mut self) {
        if let Err(error) = self.inner.close(None).await {
            tracing::debug!(%error, "the connection was gone before the goodbye");
        }
    }

    /// Ends the connection without a word, as when a phone loses its network: the other side gets a reset.
    pub fn cut(self) {
        if let Err(error) = self.inner.get_ref().stream.set_zero_linger() {
            tracing::debug!(%error, "the connection ends with an end and not with a reset");
        }
    }
}

/// A text that came. It lends itself as a string.
#[derive(Clone, Debug)]
pub struct Text(Utf8Bytes);

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

fn failed(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        other => io::Error::other(other),
    }
}
