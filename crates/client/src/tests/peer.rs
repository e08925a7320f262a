//! The other end of a client's connection.

use std::io;

use futures_util::{SinkExt as _, StreamExt as _};
use sarja_protocol::{
    ClientToServer, Epoch, Event, EventMessage, Limits, MayCreate, RoomMs, RoomView, Seq, ServerInfo,
    ServerToClient, SessionToken, Snapshot, SnapshotWhy, Welcome, parse_client_frame,
};
use serde_json::{Value, json};
use tokio::{io::DuplexStream, sync::mpsc};
use tokio_tungstenite::{WebSocketStream, accept_async, tungstenite::Message};

use crate::{
    Client, ConnectError, Options, ServerUrl,
    view::samples::{ANNA, ROOM},
    wire::Dial,
};

/// Connections made in memory; each comes out at the test's end.
pub(super) struct Pipes(mpsc::Sender<DuplexStream>);

impl Dial for Pipes {
    type Stream = DuplexStream;

    async fn dial(&mut self, _: &ServerUrl) -> io::Result<DuplexStream> {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let refused = || io::Error::from(io::ErrorKind::ConnectionRefused);
        self.0.send(theirs).await.map_err(|_| refused())?;
        Ok(ours)
    }
}

/// Where the connections of a client come in.
pub(super) struct Door(mpsc::Receiver<DuplexStream>);

/// A way to connect, and the door at which it comes in.
pub(super) fn pipes() -> (Pipes, Door) {
    let (knock, door) = mpsc::channel(4);
    (Pipes(knock), Door(door))
}

pub(super) fn options() -> Options {
    Options::new("localhost:1".parse().unwrap(), sarja_protocol::PlayerKind::Bot)
}

/// A client that has said hello, the server's end of it, and the door for more.
pub(super) async fn connected(options: Options) -> (Client, Peer, Door) {
    let (pipes, mut door) = pipes();
    let (client, peer) = tokio::join!(Client::connect_over(pipes, options, [7; 32]), door.welcome());
    (client.unwrap(), peer, door)
}

/// A client that is in the sample room, whose last event is number 7 of epoch 2.
pub(super) async fn in_room(options: Options) -> (Client, Peer, Door) {
    let (client, mut peer, door) = connected(options).await;
    let join = client.join(crate::Joining::new(
        "ABCD2345".parse().unwrap(),
        sarja_protocol::PlayerName::new("Anna").unwrap(),
    ));
    let serve = async {
        let id = peer.command("join_room").await;
        peer.say(json!({"type": "room_joined", "command_id": id, "room_id": ROOM, "code": "ABCD2345", "role": "player", "seat": 0})).await;
        peer.snapshot("joined", 7, crate::view::samples::playing()).await;
    };
    let (joined, ()) = tokio::join!(join, serve);
    assert_eq!(joined.unwrap().room_id, serde_json::from_value(json!(ROOM)).unwrap());
    (client, peer, door)
}

impl Door {
    /// The next connection, before `hello`.
    pub(super) async fn open(&mut self) -> Peer {
        let stream = self.0.recv().await.expect("the client keeps its end");
        Peer(accept_async(stream).await.unwrap())
    }

    /// The next connection, welcomed.
    pub(super) async fn welcome(&mut self) -> Peer {
        let mut peer = self.open().await;
        let ClientToServer::Hello(hello) = peer.hear().await else { panic!("a client begins with hello") };
        let token = SessionToken::from_bytes(&[9; 32]);
        peer.say_message(
            Welcome {
                protocol: 1,
                player_id: serde_json::from_value(json!(ANNA)).unwrap(),
                token: hello.token.is_none().then(|| token.clone()),
                scope: None,
                server: ServerInfo { name: "test".into(), version: "0".into() },
                limits: Limits::default(),
                heartbeat_ms: 15_000,
                practice: false,
                room_creation: MayCreate::Anyone,
                public_url: None,
            }
            .into(),
        )
        .await;
        assert!(
            hello.token.is_none_or(|t| t == token),
            "the client comes back with the token that it was given"
        );
        peer
    }

    /// Nobody is there any more: connections are refused.
    pub(super) fn lock(self) {
        drop(self);
    }
}

/// The server's end of a connection.
pub(super) struct Peer(WebSocketStream<DuplexStream>);

impl Peer {
    /// The next message of the client.
    pub(super) async fn hear(&mut self) -> ClientToServer {
        loop {
            match self.0.next().await.expect("the client is there").unwrap() {
                Message::Text(text) => return parse_client_frame(text.as_str()).unwrap(),
                Message::Close(frame) => panic!("the client closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The next message of the client; `None` once it has closed.
    pub(super) async fn try_hear(&mut self) -> Option<ClientToServer> {
        loop {
            match self.0.next().await?.ok()? {
                Message::Text(text) => return parse_client_frame(text.as_str()).ok(),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// The id of the next command, which is of this type.
    pub(super) async fn command(&mut self, kind: &str) -> Value {
        let message = self.hear().await;
        assert_eq!(message.type_name(), kind, "{message:?}");
        json!(message.command_id().expect("a command"))
    }

    pub(super) async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(super) async fn say_message(&mut self, message: ServerToClient) {
        self.0.send(Message::text(serde_json::to_string(&message).unwrap())).await.unwrap();
    }

    pub(super) async fn accept(&mut self, kind: &str) {
        let command_id = self.command(kind).await;
        self.say(json!({"type": "accepted", "command_id": command_id})).await;
    }

    pub(super) async fn snapshot(&mut self, why: &str, seq: u64, room: RoomView) {
        let why: SnapshotWhy = serde_json::from_value(json!(why)).unwrap();
        let (epoch, now_ms) = (Epoch(2), RoomMs(3_000));
        self.say_message(Snapshot { command_id: None, why, seq: Seq(seq), epoch, now_ms, room }.into()).await;
    }

    /// An event of epoch 2.
    pub(super) async fn event(&mut self, seq: u64, event: Value) {
        let event: Event = serde_json::from_value(event).unwrap();
        let message = EventMessage { seq: Seq(seq), epoch: Epoch(2), at_ms: RoomMs(3_000), event };
        self.say_message(message.into()).await;
    }

    /// Closes as a server does, with its reason before.
    pub(super) async fn close(mut self, reason: &str, code: u16, reconnect: &str, after_ms: Option<u32>) {
        let mut closing = json!({"type": "closing", "code": code, "reason": reason, "reconnect": reconnect});
        if let Some(ms) = after_ms {
            closing["reconnect_after_ms"] = json!(ms);
        }
        self.say(closing).await;
        self.0.close(None).await.unwrap();
    }

    /// Waits until the client closes.
    pub(super) async fn closed(mut self) {
        loop {
            match self.0.next().await {
                None | Some(Ok(Message::Close(_)) | Err(_)) => return,
                Some(Ok(Message::Text(text))) => panic!("{text}"),
                Some(Ok(_)) => {}
            }
        }
    }
}

/// The error with which a client does not connect, when the server answers `hello` so.
pub(super) async fn refused_with(answer: Value) -> ConnectError {
    let (pipes, mut door) = pipes();
    let serve = async {
        let mut peer = door.open().await;
        peer.hear().await;
        peer.say(answer).await;
    };
    let (client, ()) = tokio::join!(Client::connect_over(pipes, options(), [7; 32]), serve);
    client.expect_err("the server refused")
}
