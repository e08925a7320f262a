//! A game in which everything happens that shows or moves tiles, with a tap on every connection.

use std::time::Duration;

use sarja_cli::bot::{Move, choose};
use sarja_client::{Client, CommandError, Joining, Options, Reconnecting};
use sarja_protocol::{
    BotLevel, ChatText, Hex32, LaidSet, Phase, PlayerId, PlayerKind, Reaction, Role, RoomId, RoomJoined,
    RoomView, SessionToken, TurnNumber,
};
use sarja_rules::{Face, Family};
use serde_json::{Value, json};

use super::{checker::Secrets, rommikubbi};
use crate::harness::{Direction, Frame, Tap, draft_and_wait, has_step, name, settings};

/// Somebody with a tap on the wire.
pub(crate) struct Tapped {
    pub(crate) client: Client,
    pub(crate) tap: Tap,
}

impl Tapped {
    async fn guest(server: std::net::SocketAddr) -> Self {
        let tap = Tap::on(server).await;
        let client = connect(&tap, None).await;
        Self { client, tap }
    }

    pub(super) fn room(&self) -> RoomView {
        self.client.state().borrow().view.as_ref().unwrap().room().clone()
    }

    /// The same player on a fresh connection of a client that knows nothing but the token.
    pub(super) async fn begin_anew(&mut self, code: sarja_protocol::RoomCode) {
        let token = self.client.token().unwrap().clone();
        self.client = connect(&self.tap, Some(token)).await;
        self.client.join(Joining::new(code, name("Another"))).await.unwrap();
    }
}

async fn connect(tap: &Tap, token: Option<SessionToken>) -> Client {
    let url = format!("http://{}", tap.address).parse().unwrap();
    let mut options = Options::new(url, PlayerKind::Bot);
    options.token = token;
    options.reconnect = Reconnecting::Within(Duration::from_secs(30));
    Client::connect(options).await.unwrap()
}

/// A game that was played.
pub(crate) struct Game {
    pub(crate) room: RoomId,
    pub(crate) viewers: Vec<Tapped>,
    pub(crate) secrets: Secrets,
}

impl Game {
    /// The frames that reached a viewer, one connection after the other: some are open at the same time.
    pub(crate) fn frames(&self, viewer: usize) -> Vec<Frame> {
        let mut frames = self.viewers[viewer].tap.frames();
        frames.retain(|frame| frame.direction == Direction::ToClient);
        frames.sort_by_key(|frame| frame.connection);
        frames
    }
}

/// Rules under which everything happens soon.
fn rules(family: Family, drafts: &str) -> Value {
    match family {
        Family::Rummikub => json!({ "seats": 3, "drafts": drafts, "overrides": { "rack": 14,
            "opening": { "min_points": 0 }, "match": { "rounds": 1 }, "illegal_play": "penalty" } }),
        Family::Rommikubbi => json!({ "ruleset": "rommikubbi", "seats": 3, "drafts": drafts, "overrides": {
            "opening": { "min_points": 20 }, "match": { "rounds": 1 }, "clock": { "turn_seconds": 60 } } }),
    }
}

/// Two people and a bot at the table, somebody who watches, and somebody who is not in the room.
async fn sit_down(server: std::net::SocketAddr, rules: Value) -> (Vec<Tapped>, RoomJoined) {
    let mut viewers = Vec::new();
    for _ in 0..4 {
        viewers.push(Tapped::guest(server).await);
    }
    let practice = serde_json::from_value(json!({ "seed": 3, "clock": "stepped" })).unwrap();
    let room = viewers[0].client.create_room(name("Anna"), settings(rules), Some(practice)).await.unwrap();
    viewers[1].client.join(Joining::new(room.code, name("Ben"))).await.unwrap();
    let watching = Joining { role: Role::Spectator, ..Joining::new(room.code, name("Carl")) };
    viewers[2].client.join(watching).await.unwrap();
    viewers[3].client.create_room(name("Dora"), settings(json!({})), None).await.unwrap();
    viewers[0].client.seat_bot(None, BotLevel::Medium).await.unwrap();
    viewers[2].client.say(ChatText::new("Good luck").unwrap()).await.unwrap();
    for viewer in [1, 0] {
        viewers[viewer].client.set_ready().await.unwrap();
    }
    viewers[0].client.start_match().await.unwrap();
    for (number, viewer) in (1..).zip(&viewers[..2]) {
        viewer.client.share_shuffle_value(1, Hex32([number; 32])).await.unwrap();
    }
    (viewers, room)
}

/// Plays a game of this family: as many turns of people, or until it is over.
pub(crate) async fn play(server: std::net::SocketAddr, family: Family, drafts: &str, turns: usize) -> Game {
    let (mut viewers, room) = sit_down(server, rules(family, drafts)).await;
    for number in 0..turns {
        let Some((turn, mover)) = next_turn(&viewers).await else { break };
        match family {
            Family::Rummikub => take_turn(&mut viewers, number, turn, mover, room.code).await,
            Family::Rommikubbi => rommikubbi::take_turn(&mut viewers, number, turn, mover, &room).await,
        }
        viewers[0].client.get_state().await.unwrap();
        if number % 4 == 0 {
            for viewer in &viewers[..3] {
                viewer.client.get_state().await.unwrap();
            }
        }
    }
    for viewer in &viewers[..3] {
        viewer.client.get_state().await.unwrap();
    }
    let link = room.link_secret.as_ref().unwrap().reveal().to_owned();
    let secrets = secrets(&viewers, link);
    Game { room: room.room_id, viewers, secrets }
}

/// The next turn of a person and who it is; `None` when the match is over.
async fn next_turn(viewers: &[Tapped]) -> Option<(TurnNumber, usize)> {
    let next = viewers[0].client.until(|state| {
        let room = state.view.as_ref()?.room();
        if room.phase == Phase::MatchOver {
            return Some(None);
        }
        let turn =
            room.round.as_ref()?.turn.as_ref().filter(|_| room.phase == Phase::Playing && has_step(room))?;
        let player: PlayerId = room.seats.iter().find(|seat| seat.seat == turn.seat)?.player_id?;
        let mover = viewers.iter().position(|viewer| viewer.client.player_id() == player)?;
        Some(Some((turn.turn, mover)))
    });
    next.await.unwrap()
}

async fn take_turn(
    viewers: &mut [Tapped],
    number: usize,
    turn: TurnNumber,
    mover: usize,
    code: sarja_protocol::RoomCode,
) {
    viewers[mover].client.get_state().await.unwrap();
    let room = viewers[mover].room();
    let rack: Vec<Face> = room.round.as_ref().unwrap().rack.clone().unwrap();
    let single = || {
        let table = &room.round.as_ref().unwrap().table;
        let mut sets: Vec<_> =
            table.iter().map(|set| LaidSet { id: Some(set.id), ..LaidSet::of(set.tiles.clone()) }).collect();
        sets.push(LaidSet::of([rack[0]]));
        sets
    };
    match number % 8 {
        1 => {
            draft(&viewers[mover], turn, single(), None).await;
            viewers[0].client.step_clock(60_250).await.unwrap();
        }
        2 => {
            if let Some(Move::Play(table)) = choose(&room) {
                draft(&viewers[mover], turn, table, None).await;
            }
            viewers[2].client.step_clock(60_250).await.unwrap();
        }
        3 => drop(viewers[mover].client.play(turn, single()).await.unwrap()),
        4 => {
            draft(&viewers[mover], turn, single(), None).await;
            viewers[2].client.react(Reaction::Clap).await.unwrap();
            for viewer in viewers.iter().take(3) {
                viewer.tap.cut();
            }
            move_simply(&viewers[mover].client, turn, &room).await;
        }
        6 => {
            draft(&viewers[mover], turn, single(), None).await;
            let other = 1 - mover;
            viewers[other].begin_anew(code).await;
            viewers[mover].begin_anew(code).await;
            move_simply(&viewers[mover].client, turn, &room).await;
        }
        _ => {
            if let Some(Move::Play(table)) = choose(&room) {
                draft(&viewers[mover], turn, table, None).await;
            }
            move_simply(&viewers[mover].client, turn, &room).await;
        }
    }
}

async fn move_simply(client: &Client, turn: TurnNumber, room: &RoomView) {
    if let Err(error) = choose(room).unwrap().send(client, turn).await {
        assert!(matches!(error, CommandError::Refused(_)), "{error:?}");
    }
}

/// Shows a draft and waits for its verdict.
pub(super) async fn draft(mover: &Tapped, turn: TurnNumber, table: Vec<LaidSet>, discard: Option<Face>) {
    draft_and_wait(&mover.client, turn, table, discard).await;
}

/// The secrets of people, read off the wire.
fn secrets(viewers: &[Tapped], link: String) -> Secrets {
    let mut secrets = Secrets { link, ..Secrets::default() };
    for viewer in viewers {
        let player = viewer.client.player_id();
        secrets.tokens.push((player, viewer.client.token().unwrap().reveal().to_owned()));
        for frame in viewer.tap.frames().iter().filter(|frame| frame.direction == Direction::ToServer) {
            let sent: Value = serde_json::from_str(&frame.text).unwrap();
            if let Some(id) = sent["command_id"].as_str() {
                secrets.command_ids.push((player, id.to_owned()));
            }
            if sent["type"] == "share_shuffle_value" {
                let value = sent["value"].as_str().unwrap().to_owned();
                secrets.values.push((player, u32::try_from(sent["deal"].as_u64().unwrap()).unwrap(), value));
            }
        }
    }
    secrets
}
