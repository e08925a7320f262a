//! A client that knows nothing but JSON.

use std::{collections::VecDeque, net::SocketAddr, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest as _, protocol::frame::coding::CloseCode},
};

/// How long a message may take that has to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A frame that came.
#[derive(Debug)]
pub(crate) enum Came {
    Text(Value),
    /// The code of the close frame; `None` if the socket ended without one.
    Closed(Option<u16>),
}

pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    address: SocketAddr,
    /// Messages that were passed over.
    passed: VecDeque<Value>,
    commands: u32,
    pub(crate) token: String,
    pub(crate) player: String,
    pub(crate) welcome: Value,
    pub(crate) code: String,
    pub(crate) room: String,
    pub(crate) seat: Option<u64>,
    pub(crate) snapshot: Value,
    pub(crate) turn: u64,
    pub(crate) turn_seat: u64,
}

impl Client {
    /// A socket that has said nothing yet.
    pub(crate) async fn silent(address: SocketAddr) -> Self {
        Self::on(TcpStream::connect(address).await.unwrap(), address).await
    }

    /// A connection that a browser makes for a page of this origin.
    pub(crate) async fn of_page(address: SocketAddr, origin: &str, cookie: &str) -> Self {
        Self::with_headers(address, &[("origin", origin), ("cookie", cookie)]).await
    }

    /// A connection whose handshake has these header fields.
    pub(crate) async fn with_headers(address: SocketAddr, fields: &[(&'static str, &str)]) -> Self {
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        for &(name, value) in fields {
            request.headers_mut().append(name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(address).await.unwrap();
        Self::over(client_async(request, stream).await.unwrap().0, address)
    }

    pub(crate) async fn on(stream: TcpStream, address: SocketAddr) -> Self {
        let (socket, _) = client_async(format!("ws://{address}/ws"), stream).await.unwrap();
        Self::over(socket, address)
    }

    fn over(socket: WebSocketStream<TcpStream>, address: SocketAddr) -> Self {
        Self {
            socket,
            address,
            passed: VecDeque::new(),
            commands: 0,
            token: String::new(),
            player: String::new(),
            welcome: Value::Null,
            code: String::new(),
            room: String::new(),
            seat: None,
            snapshot: Value::Null,
            turn: 0,
            turn_seat: 0,
        }
    }

    pub(crate) async fn guest(address: SocketAddr) -> Self {
        let mut client = Self::silent(address).await;
        client.hello(json!({})).await;
        client
    }

    /// The same player on another connection, in no room.
    pub(crate) async fn again(&self) -> Self {
        self.again_at(self.address).await
    }

    pub(crate) async fn again_at(&self, address: SocketAddr) -> Self {
        self.again_on(TcpStream::connect(address).await.unwrap(), address).await
    }

    pub(crate) async fn again_on(&self, stream: TcpStream, address: SocketAddr) -> Self {
        let mut client = Self::on(stream, address).await;
        client.commands = self.commands + 1_000;
        client.token.clone_from(&self.token);
        client.hello(json!({ "token": self.token })).await;
        client
    }

    pub(crate) async fn hello(&mut self, fields: Value) {
        self.send(&message("hello", json!({ "protocol": { "min": 1, "max": 1 } }), &fields)).await;
        self.welcome = self.until("welcome").await;
        self.player = text_of(&self.welcome["player_id"]);
        if let Some(token) = self.welcome["token"].as_str() {
            token.clone_into(&mut self.token);
        }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.text(message.to_string()).await;
    }

    pub(crate) async fn text(&mut self, text: String) {
        self.frame(Message::text(text)).await;
    }

    pub(crate) async fn frame(&mut self, frame: Message) {
        self.socket.send(frame).await.unwrap();
    }

    /// Sends a command under an id of its own, and tells the id.
    pub(crate) async fn ask(&mut self, kind: &str, fields: Value) -> String {
        self.commands += 1;
        let id = format!("{}-{}", kind, self.commands);
        self.send(&message(kind, json!({ "command_id": id }), &fields)).await;
        id
    }

    /// Sends a command and waits for its answer.
    pub(crate) async fn call(&mut self, kind: &str, fields: Value) -> Value {
        let id = self.ask(kind, fields).await;
        self.answer(&id).await
    }

    /// Sends a command that has to be accepted.
    pub(crate) async fn done(&mut self, kind: &str, fields: Value) -> Value {
        let answer = self.call(kind, fields).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
        answer
    }

    /// The same, again and again as long as the rate does not allow it.
    pub(crate) async fn insist(&mut self, kind: &str, fields: Value) {
        loop {
            let answer = self.call(kind, fields.clone()).await;
            match answer["retry_after_ms"].as_u64() {
                Some(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
                None => return assert_eq!(answer["type"], "accepted", "{answer}"),
            }
        }
    }

    /// Sends a command that has to be refused, and tells the code.
    pub(crate) async fn refused(&mut self, kind: &str, fields: Value) -> String {
        let answer = self.call(kind, fields).await;
        assert_eq!(answer["type"], "error", "{answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    /// Makes a room and comes into it.
    pub(crate) async fn create(&mut self, fields: Value) {
        let joined = self.call("create_room", fields).await;
        self.came_in(joined).await;
    }

    pub(crate) async fn join(&mut self, code: &str, name: &str) {
        let joined = self.call("join_room", json!({ "code": code, "name": name })).await;
        self.came_in(joined).await;
    }

    pub(crate) async fn came_in(&mut self, joined: Value) {
        assert_eq!(joined["type"], "room_joined", "{joined}");
        self.code = text_of(&joined["code"]);
        self.room = text_of(&joined["room_id"]);
        self.seat = joined["seat"].as_u64();
        self.snapshot = self.until("snapshot").await;
    }

    /// Asks for everything that this player may see.
    pub(crate) async fn state(&mut self) -> Value {
        let state = self.call("get_state", json!({})).await;
        assert_eq!(state["type"], "snapshot", "{state}");
        state
    }

    /// Adds a value to the shuffle that is announced next. When all have, the tiles are dealt at once.
    pub(crate) async fn shuffle(&mut self) {
        let committed = self.event("shuffle_committed").await;
        let value = format!("{:064x}", self.seat.unwrap() + 1);
        self.done("share_shuffle_value", json!({ "deal": committed["event"]["deal"], "value": value })).await;
    }

    /// Waits for the next turn to start.
    pub(crate) async fn begin(&mut self) {
        let started = self.event("turn_started").await;
        self.turn = started["event"]["turn"].as_u64().unwrap();
        self.turn_seat = started["event"]["seat"].as_u64().unwrap();
    }

    /// The next frame.
    pub(crate) async fn came(&mut self) -> Came {
        loop {
            let frame = timeout(PATIENCE, self.socket.next()).await.expect("a frame comes in time");
            match frame {
                Some(Ok(Message::Text(text))) => return Came::Text(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => {
                    return Came::Closed(frame.map(|frame| CloseCode::into(frame.code)));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Came::Closed(None),
            }
        }
    }

    /// The first message that fits; others are kept for later.
    pub(crate) async fn find(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.passed.iter().position(&fits) {
            return self.passed.remove(at).unwrap();
        }
        loop {
            match self.came().await {
                Came::Text(message) if fits(&message) => return message,
                Came::Text(message) => self.passed.push_back(message),
                Came::Closed(code) => panic!("closed with {code:?} before {what}; came: {:#?}", self.passed),
            }
        }
    }

    /// Whether a message has come that fits, among those that were passed over.
    pub(crate) fn passed_over(&self, fits: impl Fn(&Value) -> bool) -> bool {
        self.passed.iter().any(fits)
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

    /// Reads on until the connection is closed, and tells the messages and the code.
    pub(crate) async fn ends(&mut self) -> (Vec<Value>, Option<u16>) {
        let mut messages: Vec<_> = self.passed.drain(..).collect();
        loop {
            match self.came().await {
                Came::Text(message) => messages.push(message),
                Came::Closed(code) => return (messages, code),
            }
        }
    }

    /// All that had come when an answer came that was asked for last.
    pub(crate) async fn so_far(&mut self) -> Vec<Value> {
        self.state().await;
        self.passed.drain(..).collect()
    }

    /// Goes without a word.
    pub(crate) fn vanish(self) {
        drop(self.socket);
    }
}

/// A text that has to be there.
pub(crate) fn text_of(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn message(kind: &str, own: Value, fields: &Value) -> Value {
    let mut message = own;
    let all = message.as_object_mut().unwrap();
    all.insert("type".to_owned(), kind.into());
    all.extend(fields.as_object().unwrap().clone());
    message
}
