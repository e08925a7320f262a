//! The yardstick for moves: a bare room on axum. It reads each command, makes a view of what came of it for each player, and checks
//! and stores nothing.
//!
//! It speaks as much of the protocol as `sarja load` needs to play on it, so that both are driven by the same program.

use std::{
    collections::HashMap,
    future::IntoFuture as _,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    extract::{
        State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::get,
};
use sarja_protocol::{LaidSet, RoomCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::mpsc};

use crate::bare_room::BareRoom;

/// What a client says, as far as anybody looks at it.
#[derive(Debug, Deserialize)]
pub(crate) struct Said {
    pub(crate) r#type: String,
    pub(crate) command_id: Option<String>,
    code: Option<String>,
    pub(crate) table: Option<Vec<LaidSet>>,
}

/// Where a player's messages go.
pub(crate) type Wire = mpsc::Sender<Utf8Bytes>;

/// Messages that wait for a player.
const WAITING_MAX: usize = 256;

type Rooms = Arc<Mutex<HashMap<String, Arc<Mutex<BareRoom>>>>>;

/// Serves on a free port of loopback until the input ends, and prints where.
pub(crate) async fn serve() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("bare at http://{}", listener.local_addr().unwrap());
    let app = Router::new().route("/ws", get(upgrade)).with_state(Rooms::default());
    tokio::select! {
        served = axum::serve(listener, app).into_future() => served.unwrap(),
        () = crate::process::until_input_ends() => {}
    }
}

async fn upgrade(State(rooms): State<Rooms>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.read_buffer_size(4096).on_upgrade(|socket| talk(socket, rooms))
}

async fn talk(mut socket: WebSocket, rooms: Rooms) {
    let (wire, mut waiting) = mpsc::channel::<Utf8Bytes>(WAITING_MAX);
    let mut seat = None;
    loop {
        tokio::select! {
            said = socket.recv() => {
                let Some(Ok(Message::Text(text))) = said else { return };
                let said: Said = serde_json::from_str(&text).unwrap();
                hear(&said, &mut seat, &wire, &rooms);
            }
            Some(first) = waiting.recv() => {
                use futures_util::SinkExt as _;
                let mut next = Some(first);
                while let Some(text) = next {
                    if socket.feed(Message::Text(text)).await.is_err() {
                        return;
                    }
                    next = waiting.try_recv().ok();
                }
                if socket.flush().await.is_err() {
                    return;
                }
            }
        }
    }
}

/// A seat of a room, once one has it.
type Seat = Option<(Arc<Mutex<BareRoom>>, u8)>;

fn hear(said: &Said, seat: &mut Seat, wire: &Wire, rooms: &Rooms) {
    match (said.r#type.as_str(), &*seat) {
        ("hello", _) => tell(wire, &welcome()),
        ("create_room", _) => {
            let room = Arc::new(Mutex::new(BareRoom::new()));
            let mut rooms = rooms.lock().unwrap();
            let code = code(rooms.len());
            rooms.insert(code.clone(), Arc::clone(&room));
            let place = room.lock().unwrap().enter(said, &code, wire);
            *seat = Some((room, place));
        }
        ("join_room", _) => {
            let code = said.code.clone().unwrap();
            let room = Arc::clone(&rooms.lock().unwrap()[&code]);
            let place = room.lock().unwrap().enter(said, &code, wire);
            *seat = Some((room, place));
        }
        (_, Some((room, place))) => room.lock().unwrap().command(said, *place),
        (other, None) => panic!("{other} comes from outside of any room"),
    }
}

/// Sends a message.
pub(crate) fn tell(wire: &Wire, message: &Value) {
    // Whoever has gone hears nothing.
    drop(wire.try_send(message.to_string().into()));
}

fn welcome() -> Value {
    let mut limits = serde_json::to_value(sarja_protocol::Limits::default()).unwrap();
    limits["commands_per_second"] = 1_000_000.into();
    limits["commands_burst"] = 1_000_000.into();
    json!({
        "type": "welcome", "protocol": 1, "player_id": uuid::Uuid::new_v4(), "token": "b".repeat(43),
        "server": { "name": "bare", "version": "1" }, "limits": limits, "heartbeat_ms": 15_000
    })
}

/// The code of the room with this number.
fn code(number: usize) -> String {
    RoomCode::from_bits(number as u64).to_string()
}
