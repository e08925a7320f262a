//! Who reads too slowly is closed, comes back to his seat, and knows everything that was not sent to him.

use sarja_client::{Folded, LocalView};
use sarja_protocol::{RoomView, ServerToClient, Snapshot};
use sarja_server::{Config, ServerLimits};
use serde_json::{Value, json};
use tokio::{net::TcpSocket, time::Instant};

use crate::{client::Client, given::TestServer};

/// Commands after which a reader is too slow on any system: many times what its buffers and the queue hold.
const COMMANDS_MAX: usize = 20_000;

/// Somebody who did not read until he was closed.
struct Closed {
    slow: Client,
    /// What he had been told by then.
    view: LocalView,
}

impl Closed {
    /// A player who does not read, while `other` goes on with this command until he is closed.
    async fn while_others(
        server: &TestServer,
        player: Client,
        other: &mut Client,
        kind: &str,
        fields: Value,
    ) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4_096).unwrap();
        let mut slow = player.again_on(socket.connect(server.address).await.unwrap(), server.address).await;
        (slow.room, slow.seat) = (player.room.clone(), player.seat);
        // As from another epoch, and so he is told everything.
        let snapshot = resumed(&mut slow, &player.room, 0, 0).await;
        player.vanish();

        let gone = |m: &Value| {
            let mut people = m["people"].as_array().into_iter().flatten();
            m["type"] == "presence"
                && people.any(|p| p["player_id"] == slow.player.as_str() && p["connected"] == false)
        };
        let mut sent = 0;
        while !other.passed_over(gone) {
            other.done(kind, fields.clone()).await;
            sent += 1;
            assert!(sent < COMMANDS_MAX, "who does not read is not closed");
        }
        let (messages, code) = slow.ends().await;
        let closing = messages.last().unwrap();
        assert_eq!((&closing["reason"], &closing["reconnect"]), (&json!("too_slow"), &json!("resume")));
        assert_eq!(code, Some(4000));
        let mut view = LocalView::of(&snapshot_of(snapshot), Instant::now());
        for message in messages {
            take(&mut view, message);
        }
        Self { slow, view }
    }

    /// Comes back on a connection that is read, and gives the answer to that.
    async fn back(&self) -> (Client, Value) {
        let mut back = self.slow.again().await;
        let answer = resumed(&mut back, &self.slow.room, self.view.seq().0, self.view.epoch().0).await;
        (back, answer)
    }

    /// Takes what came to him who is back, and holds the view against a fresh one. Gives that.
    async fn catches_up(&mut self, back: &mut Client) -> RoomView {
        let fresh = snapshot_of(back.state().await);
        for message in back.so_far().await {
            take(&mut self.view, message);
        }
        assert_eq!(self.view.seq(), fresh.seq);
        assert_eq!(self.view.room(), &fresh.room);
        assert_eq!(fresh.room.you.seat.map(|seat| u64::from(seat.0)), self.slow.seat);
        assert!(self.slow.seat.is_some());
        fresh.room
    }
}

async fn resumed(client: &mut Client, room: &str, seq: u64, epoch: u64) -> Value {
    client.call("resume_room", json!({ "room_id": room, "last_seq": seq, "epoch": epoch })).await
}

fn line() -> Value {
    json!({ "text": "a".repeat(200) })
}

/// Takes a message into a view; an event has to be the next one.
fn take(view: &mut LocalView, message: Value) {
    match serde_json::from_value(message).unwrap() {
        ServerToClient::Event(event) => assert_eq!(view.apply(&event), Ok(Folded::Applied)),
        other => view.hear(&other, Instant::now()),
    }
}

fn snapshot_of(message: Value) -> Snapshot {
    match serde_json::from_value(message).unwrap() {
        ServerToClient::Snapshot(snapshot) => *snapshot,
        other => panic!("no snapshot: {other:?}"),
    }
}

fn without_limits(config: &mut Config) {
    config.limits = ServerLimits::bench();
}

#[tokio::test]
async fn who_was_too_slow_gets_exactly_what_did_not_reach_him() {
    let server = TestServer::start_with(without_limits).await;
    let [mut host, guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    let mut closed = Closed::while_others(&server, guest, &mut host, "say", line()).await;
    host.done("say", json!({ "text": "where are you?" })).await;

    let (mut back, resumed) = closed.back().await;
    assert_eq!(resumed["type"], "resumed", "{resumed}");
    let first = closed.view.seq().0 + 1;
    assert_eq!(resumed["from_seq"], first);
    assert!(resumed["to_seq"].as_u64().unwrap() > first, "what had waited for him is among it: {resumed}");
    let room = closed.catches_up(&mut back).await;
    assert_eq!(room.chat.last().unwrap().text.as_str(), "where are you?");
}

#[tokio::test]
async fn who_was_too_slow_at_the_table_finds_his_rack_and_plays_on() {
    let server = TestServer::start_with(without_limits).await;
    let [mut first, second] = server.table(json!({}), ["Aino", "Väinö"]).await;
    let clap = json!({ "reaction": "clap" });
    let mut closed = Closed::while_others(&server, second, &mut first, "react", clap).await;
    let rack = closed.view.room().round.as_ref().unwrap().rack.clone();
    first.done("draw", json!({ "turn": first.turn })).await;

    let (mut back, resumed) = closed.back().await;
    assert_eq!(resumed["type"], "resumed", "{resumed}");
    let room = closed.catches_up(&mut back).await;
    assert_eq!(room.round.unwrap().rack, rack);
    let turn = closed.view.own_turn().unwrap().turn;
    back.done("draw", json!({ "turn": turn })).await;
}

#[tokio::test]
async fn who_missed_too_much_while_he_was_too_slow_gets_a_snapshot() {
    let server = TestServer::start_with(without_limits).await;
    let [mut host, guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    let mut closed = Closed::while_others(&server, guest, &mut host, "say", line()).await;
    // More than a room keeps to be sent again.
    for _ in 0..600 {
        host.done("say", line()).await;
    }
    let (mut back, answer) = closed.back().await;
    assert_eq!((&answer["type"], &answer["why"]), (&json!("snapshot"), &json!("resumed")), "{answer}");
    closed.view = LocalView::of(&snapshot_of(answer), Instant::now());
    closed.catches_up(&mut back).await;
}
