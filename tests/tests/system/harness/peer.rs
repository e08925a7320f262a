//! A bare connection that knows nothing but JSON: it says what no good client would say.

use std::{collections::VecDeque, net::SocketAddr, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::{
    net::TcpStream,
    time::{Instant, timeout, timeout_at},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, protocol::frame::coding::CloseCode},
};

use super::PATIENCE;

/// A player on a bare connection.
pub(crate) struct Peer {
    socket: WebSocketStream<TcpStream>,
    address: SocketAddr,
    /// Messages that were passed over.
    passed: VecDeque<Value>,
    commands: u32,
    pub(crate) token: String,
    pub(crate) player: String,
    pub(crate) room: String,
    pub(crate) code: String,
    pub(crate) seat: Option<u64>,
}

impl Peer {
    /// A connection that has said nothing yet.
    pub(crate) async fn silent(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        let (socket, _) = client_async(format!("ws://{address}/ws"), stream).await.unwrap();
        Self {
            socket,
            address,
            passed: VecDeque::new(),
            commands: 0,
            token: String::new(),
            player: String::new(),
            room: String::new(),
            code: String::new(),
            seat: None,
        }
    }

    pub(crate) async fn guest(address: SocketAddr) -> Self {
        let mut peer = Self::silent(address).await;
        peer.hello(json!({})).await;
        peer
    }

    /// The player with this token, in no room, whose commands are numbered from here on.
    pub(crate) async fn with_token(address: SocketAddr, token: &str, commands: u32) -> Self {
        let mut peer = Self::silent(address).await;
        peer.commands = commands;
        token.clone_into(&mut peer.token);
        peer.hello(json!({ "token": token })).await;
        peer
    }

    /// The same player on another connection to this address, in no room.
    pub(crate) async fn again_at(&self, address: SocketAddr) -> Self {
        let mut peer = Self::silent(address).await;
        peer.commands = self.commands + 1_000;
        peer.token.clone_from(&self.token);
        peer.room.clone_from(&self.room);
        peer.code.clone_from(&self.code);
        peer.seat = self.seat;
        peer.hello(json!({ "token": self.token })).await;
        peer
    }

    pub(crate) async fn again(&self) -> Self {
        self.again_at(self.address).await
    }

    async fn hello(&mut self, fields: Value) {
        self.send(&message("hello", json!({ "protocol": { "min": 1, "max": 1 } }), &fields)).await;
        let welcome = self.until("welcome").await;
        welcome["player_id"].as_str().unwrap().clone_into(&mut self.player);
        if let Some(token) = welcome["token"].as_str() {
            token.clone_into(&mut self.token);
        }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.text(message.to_string()).await;
    }

    pub(crate) async fn text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// Sends a command under an id of its own and waits for its answer, and once more where the rate forbids it yet.
    pub(crate) async fn call(&mut self, kind: &str, fields: Value) -> Value {
        self.commands += 1;
        let id = format!("{kind}-{}", self.commands);
        let command = message(kind, json!({ "command_id": id }), &fields);
        loop {
            self.send(&command).await;
            let answer = self.answer(&id).await;
            match answer["retry_after_ms"].as_u64() {
                Some(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
                None => return answer,
            }
        }
    }

    /// Sends a command that has to be accepted.
    pub(crate) async fn done(&mut self, kind: &str, fields: Value) -> Value {
        let answer = self.call(kind, fields).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
        answer
    }

    /// Sends a command that has to be refused, and tells the code.
    pub(crate) async fn refused(&mut self, kind: &str, fields: Value) -> String {
        let answer = self.call(kind, fields).await;
        assert_eq!(answer["type"], "error", "{answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    /// Makes a room and comes into it.
    pub(crate) async fn create(&mut self, fields: Value) -> Value {
        let joined = self.call("create_room", fields).await;
        self.came_in(joined).await
    }

    /// Comes into a room, and gives the snapshot.
    pub(crate) async fn join(&mut self, fields: Value) -> Value {
        let joined = self.call("join_room", fields).await;
        self.came_in(joined).await
    }

    async fn came_in(&mut self, joined: Value) -> Value {
        assert_eq!(joined["type"], "room_joined", "{joined}");
        self.room = joined["room_id"].as_str().unwrap().to_owned();
        self.code = joined["code"].as_str().unwrap().to_owned();
        self.seat = joined["seat"].as_u64();
        self.until("snapshot").await
    }

    /// Asks for everything that this player may see.
    pub(crate) async fn state(&mut self) -> Value {
        let state = self.call("get_state", json!({})).await;
        assert_eq!(state["type"], "snapshot", "{state}");
        state
    }

    /// Adds a value to the shuffle that is announced next.
    pub(crate) async fn shuffle(&mut self) {
        let committed = self.event("shuffle_committed").await;
        let value = format!("{:064x}", self.seat.unwrap() + 1);
        self.done("share_shuffle_value", json!({ "deal": committed["event"]["deal"], "value": value })).await;
    }

    /// The next message, or the code of the close frame at the end.
    async fn came(&mut self) -> Result<Value, Option<u16>> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| CloseCode::into(frame.code))),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// The first message that fits; others are kept for later.
    pub(crate) async fn find(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.passed.iter().position(&fits) {
            return self.passed.remove(at).unwrap();
        }
        let give_up = Instant::now() + PATIENCE;
        loop {
            match timeout_at(give_up, self.came()).await {
                Ok(Ok(message)) if fits(&message) => return message,
                Ok(Ok(message)) => self.passed.push_back(message),
                Ok(Err(code)) => panic!("closed with {code:?} before {what}; came: {:#?}", self.passed),
                Err(late) => panic!("no {what}, {late}; came: {:#?}", self.passed),
            }
        }
    }

    /// Waits for the first message that fits, and keeps it for later like all others.
    pub(crate) async fn see(&mut self, what: &str, fits: impl Fn(&Value) -> bool) {
        let found = self.find(what, &fits).await;
        self.passed.push_back(found);
    }

    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        self.find(kind, |message| message["type"] == kind).await
    }

    pub(crate) async fn event(&mut self, kind: &str) -> Value {
        self.find(kind, |message| message["type"] == "event" && message["event"]["type"] == kind).await
    }

    pub(crate) async fn answer(&mut self, id: &str) -> Value {
        self.find(id, |message| message["command_id"] == id).await
    }

    /// All that had come, in order, when an answer came that was asked for last.
    pub(crate) async fn so_far(&mut self) -> Vec<Value> {
        self.state().await;
        self.passed.drain(..).collect()
    }

    /// Reads on until the connection is closed, and tells the messages and the code.
    pub(crate) async fn ends(&mut self) -> (Vec<Value>, Option<u16>) {
        let mut messages: Vec<_> = self.passed.drain(..).collect();
        loop {
            match timeout(PATIENCE, self.came()).await.expect("the connection is closed in time") {
                Ok(message) => messages.push(message),
                Err(code) => return (messages, code),
            }
        }
    }
}

fn message(kind: &str, own: Value, fields: &Value) -> Value {
    let mut message = own;
    let all = message.as_object_mut().unwrap();
    all.insert("type".to_owned(), kind.into());
    all.extend(fields.as_object().unwrap().clone());
    message
}
