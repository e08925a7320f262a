//! A WebSocket to a server, from dialling to closing.

use std::{future::Future, io, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use sarja_protocol::{
    ClientToServer, CloseReason, Closing, Hello, ServerToClient, Welcome, limits, parse_server_frame,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        self, Message,
        protocol::{CloseFrame, WebSocketConfig, frame::coding::CloseCode},
    },
};

use crate::{ConnectError, Options, ServerUrl};

/// Makes the connections under the WebSocket protocol, for [`Client::connect_over`](crate::Client::connect_over): through a
/// proxy, encrypted, or on a network that is simulated.
pub trait Dial: Send + 'static {
    /// A connection, as a stream of bytes each way.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// Connects to the server. Whoever waits may give up and drop the future.
    fn dial(&mut self, url: &ServerUrl) -> impl Future<Output = io::Result<Self::Stream>> + Send;
}

/// Dials over TCP.
#[derive(Debug)]
pub(crate) struct Tcp;

impl Dial for Tcp {
    type Stream = TcpStream;

    async fn dial(&mut self, url: &ServerUrl) -> io::Result<TcpStream> {
        let stream = TcpStream::connect((url.host(), url.port())).await?;
        // Frames are small and each is waited for.
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// An open connection: `hello` and `welcome` are done.
pub(crate) struct Wire<S> {
    socket: WebSocketStream<S>,
    /// What the server said of the close that is coming.
    closing: Option<Closing>,
}

/// Why a connection is gone.
#[derive(Debug)]
pub(crate) enum Gone {
    /// The server closed it, and said why.
    Closed(Closing),
    /// It broke, or the server closed it without a word.
    Broken(String),
}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    /// Connects, says `hello` and waits for `welcome`.
    pub(crate) async fn open<D: Dial<Stream = S>>(
        dial: &mut D,
        options: &Options,
    ) -> Result<(Self, Welcome), ConnectError> {
        let url = options.url.to_string();
        let opening = Self::open_unbounded(dial, &options.url, options.hello());
        match timeout(options.connect_within, opening).await {
            Ok(opened) => opened,
            Err(_) => Err(ConnectError::TooSlow { url, within: options.connect_within }),
        }
    }

    async fn open_unbounded<D: Dial<Stream = S>>(
        dial: &mut D,
        to: &ServerUrl,
        hello: Hello,
    ) -> Result<(Self, Welcome), ConnectError> {
        let url = to.to_string();
        let stream =
            dial.dial(to).await.map_err(|cause| ConnectError::Unreachable { url: url.clone(), cause })?;
        // Snapshots are some 10 KiB; 128 KiB of buffer for each of thousands of clients would be memory for nothing.
        let config = WebSocketConfig::default().read_buffer_size(8 * 1024);
        let (socket, _) = client_async_with_config(url.as_str(), stream, Some(config))
            .await
            .map_err(|cause| ConnectError::Handshake { url: url.clone(), cause: Box::new(cause) })?;
        let mut wire = Self { socket, closing: None };
        let no_welcome = |what: String| ConnectError::NoWelcome { url: url.clone(), what };
        wire.send(&hello.into()).await.map_err(|gone| no_welcome(gone.to_string()))?;
        loop {
            match wire.next().await {
                Ok(ServerToClient::Welcome(welcome)) => return Ok((wire, *welcome)),
                Ok(ServerToClient::Error(error)) => return Err(ConnectError::Refused(error)),
                // `closing` names the reason; the close that follows tells it.
                Ok(ServerToClient::Closing(_) | ServerToClient::Unknown) => {}
                Ok(other) => return Err(no_welcome(format!("it said `{}`", other.type_name()))),
                Err(gone) => return Err(no_welcome(gone.to_string())),
            }
        }
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, message: &ClientToServer) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|e| Gone::Broken(e.to_string()))?;
        let within = Duration::from_millis(limits::SEND_WITHIN_MS.into());
        match timeout(within, self.socket.send(Message::text(text))).await {
            Ok(sent) => sent.map_err(|e| self.gone(&e)),
            Err(_) => Err(Gone::Broken("the server takes nothing any more".to_owned())),
        }
    }

    /// The next message of the server. Safe to drop while it waits.
    pub(crate) async fn next(&mut self) -> Result<ServerToClient, Gone> {
        loop {
            let frame = match self.socket.next().await {
                Some(Ok(frame)) => frame,
                Some(Err(error)) => return Err(self.gone(&error)),
                None => return Err(self.closed(None)),
            };
            match frame {
                Message::Text(text) => {
                    let message = parse_server_frame(text.as_str())
                        .map_err(|e| Gone::Broken(format!("a message cannot be read: {e}")))?;
                    if let ServerToClient::Closing(closing) = &message {
                        self.closing = Some(closing.clone());
                    }
                    return Ok(message);
                }
                Message::Close(frame) => return Err(self.closed(frame)),
                // A sign of life that the caller counts.
                Message::Ping(_) | Message::Pong(_) => return Ok(ServerToClient::Unknown),
                Message::Binary(_) | Message::Frame(_) => {}
            }
        }
    }

    /// Says good-bye. What goes wrong on the way out matters to nobody.
    pub(crate) async fn close(mut self) {
        let frame = CloseFrame { code: CloseCode::Normal, reason: "bye".into() };
        let within = Duration::from_secs(1);
        if timeout(within, self.socket.close(Some(frame))).await.is_err() {
            tracing::debug!("the server did not take the close");
        }
    }

    fn gone(&mut self, error: &tungstenite::Error) -> Gone {
        match self.closing.take() {
            Some(closing) => Gone::Closed(closing),
            None => Gone::Broken(error.to_string()),
        }
    }

    fn closed(&mut self, frame: Option<CloseFrame>) -> Gone {
        if let Some(closing) = self.closing.take() {
            return Gone::Closed(closing);
        }
        let Some(frame) = frame else {
            return Gone::Broken("the server closed the connection without a word".to_owned());
        };
        let code = u16::from(frame.code);
        match CloseReason::ALL.iter().find(|reason| reason.code() == code) {
            Some(reason) => Gone::Closed(Closing::new(*reason)),
            // What `CloseReason` says of codes that it does not know.
            None if code >= 4050 => Gone::Closed(Closing {
                code,
                reconnect: sarja_protocol::Reconnect::OnRequest,
                ..Closing::new(CloseReason::Unknown)
            }),
            None => Gone::Broken(format!("the server closed the connection with code {code}")),
        }
    }
}

impl std::fmt::Display for Gone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Closed(closing) if closing.reason == CloseReason::Unknown => {
                write!(f, "the server closed the connection with code {}", closing.code)
            }
            Self::Closed(closing) => f.write_str(&closing.reason.meaning()),
            Self::Broken(cause) => f.write_str(cause),
        }
    }
}
