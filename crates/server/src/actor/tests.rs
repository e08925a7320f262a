//! A room's task, done step by step: what counts is when a frame was read, and what was saved.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use sarja_protocol::{
    BotLevel, ClientToServer, Draft, DraftNumber, Draw, GetState, Hex32, JoinRoom, LaidSet, PlayerName,
    React, Reaction, Role, SeatBot, ServerToClient, SetReady, ShareShuffleValue, StartMatch, TurnNumber,
    parse_server_frame,
};
use tokio::time::Instant;

use super::{ConnectionId, RoomActor, RoomHandle, ToRoom, bots::make_up_mind, timeline::Timeline};
use crate::{
    connection::{Outbox, OutboxReader, outbox},
    hub::given::{Place, come_in},
    metrics::{Metrics, Thought},
};

/// A room of two whose first turn has begun, with its task in hand.
pub(super) struct Table {
    pub(super) place: Place,
    pub(super) handle: RoomHandle,
    pub(super) actor: RoomActor,
    pub(super) people: [(Outbox, OutboxReader); 2],
    commands: u32,
}

impl Table {
    /// When the turn that is on ends.
    pub(super) fn ends_ms(&self) -> sarja_protocol::RoomMs {
        let clock = self.actor.room.clock_message(self.actor.now()).expect("a turn is on");
        clock.ends_ms.expect("it has a limit")
    }

    pub(super) async fn new() -> Self {
        let mut table = Self::shuffling().await;
        for who in 0..2 {
            table.share(who).await;
        }
        table
    }

    /// The same before anybody has added a value to the shuffle.
    pub(super) async fn shuffling() -> Self {
        let place = Place::new().await;
        let (handle, mut actor) = place.in_hand().await;
        let host = place.enter_here(&mut actor).await;
        let join = JoinRoom {
            command_id: "join".parse().unwrap(),
            code: actor.room.code(),
            name: PlayerName::new("Louhi").unwrap(),
            secret: None,
            password: None,
            role: Role::Player,
        };
        let guest = come_in(&mut actor, 2, place.another_player().await, join).await;
        let mut table = Self { place, handle, actor, people: [host, guest], commands: 0 };
        let now = Instant::now();
        table.done(1, now, |command_id| SetReady { command_id, ready: true }.into()).await;
        table.done(0, now, |command_id| StartMatch { command_id }.into()).await;
        table
    }

    pub(super) async fn share(&mut self, who: usize) {
        let value = Hex32([7; 32]);
        let share = |command_id| ShareShuffleValue { command_id, deal: 1, value }.into();
        self.done(who, Instant::now(), share).await;
    }

    /// A room of one person and a bot, whose turn has come and which has no place to think until the sender is dropped.
    pub(super) async fn beside_a_bot() -> (Self, std::sync::mpsc::Sender<()>) {
        let place = Place::new().await;
        let (handle, mut actor) = place.in_hand().await;
        let host = place.enter_here(&mut actor).await;
        let nobody = outbox(Metrics::new());
        let mut table = Self { place, handle, actor, people: [host, nobody], commands: 0 };
        let now = Instant::now();
        let level = BotLevel::Medium;
        table.done(0, now, |command_id| SeatBot { command_id, seat: None, level }.into()).await;
        table.done(0, now, |command_id| SetReady { command_id, ready: true }.into()).await;
        table.done(0, now, |command_id| StartMatch { command_id }.into()).await;
        table.share(0).await;
        let thinking = &table.actor.services.thinking;
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        for _ in 0..thinking.places_free() {
            let (thinking, held) = (thinking.clone(), Arc::clone(&held));
            let wait = move || held.lock().unwrap().recv().unwrap_err();
            tokio::spawn(async move { thinking.think(Thought::Bot, wait).await });
        }
        while thinking.places_free() > 0 {
            tokio::task::yield_now().await;
        }
        let (turn, seat) = table.turn();
        if seat == 0 {
            table.done(0, Instant::now(), |command_id| Draw { command_id, turn }.into()).await;
        }
        table.actor.plan_bot();
        (table, release)
    }

    /// Lets so much time pass.
    pub(super) fn pass(&mut self, time: Duration) {
        let Timeline::Running { since, .. } = &mut self.actor.timeline else { panic!("it runs") };
        *since = since.checked_sub(time).unwrap();
    }

    pub(super) fn turn(&self) -> (TurnNumber, usize) {
        let round = self.actor.room.round().unwrap();
        (round.turn().into(), round.seat().index())
    }

    /// All that was sent to somebody since the last time.
    pub(super) fn sent(&mut self, who: usize) -> Vec<ServerToClient> {
        let mut sent = Vec::new();
        while let Some(texts) = self.people[who].1.take() {
            sent.extend(texts.iter().map(|text| parse_server_frame(text).unwrap()));
        }
        sent
    }

    /// The answer to a command.
    pub(super) async fn ask(
        &mut self,
        who: usize,
        received: Instant,
        command: impl FnOnce(sarja_protocol::CommandId) -> ClientToServer,
    ) -> ServerToClient {
        self.commands += 1;
        let id: sarja_protocol::CommandId = format!("c{}", self.commands).parse().unwrap();
        self.sent(who);
        self.send(who, received, command(id.clone())).await;
        self.sent(who).into_iter().find(|message| message.command_id() == Some(&id)).expect("an answer")
    }

    pub(super) async fn send(&mut self, who: usize, received: Instant, command: ClientToServer) {
        let connection = ConnectionId(who as u64 + 1);
        let (command, outbox) = (Box::new(command), self.people[who].0.clone());
        self.actor.handle(ToRoom::Command { connection, command, received, outbox }).await;
    }

    pub(super) async fn done(
        &mut self,
        who: usize,
        received: Instant,
        command: impl FnOnce(sarja_protocol::CommandId) -> ClientToServer,
    ) {
        let answer = self.ask(who, received, command).await;
        assert!(matches!(answer, ServerToClient::Accepted(_)), "{answer:?}");
    }

    pub(super) async fn refused(
        &mut self,
        who: usize,
        received: Instant,
        command: impl FnOnce(sarja_protocol::CommandId) -> ClientToServer,
    ) -> &'static str {
        match self.ask(who, received, command).await {
            ServerToClient::Error(error) => error.code.as_str(),
            other => panic!("{other:?}"),
        }
    }
}

/// The turn of classic-2600 and its grace are over.
pub(super) const OVER: Duration = Duration::from_millis(60_250 + 500);

#[tokio::test]
async fn a_command_that_was_read_in_time_counts_however_late_it_is_handled() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    table.pass(OVER);
    let in_time = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
    table.done(seat, in_time, |command_id| Draw { command_id, turn }.into()).await;
    assert_eq!(table.turn().0, turn.next());
}

#[tokio::test]
async fn a_command_that_was_read_too_late_finds_the_turn_over() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    table.pass(OVER);
    let code = table.refused(seat, Instant::now(), |command_id| Draw { command_id, turn }.into()).await;
    assert_eq!(code, "stale_turn");
    assert_eq!(table.turn().0, turn.next(), "one turn ran out, not two");
}

#[tokio::test]
async fn the_draft_that_was_there_in_time_is_judged_when_time_runs_out() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    let rack = table.actor.room.round().unwrap().players()[seat].rack().to_vec();
    let laid = LaidSet::of(rack[..1].iter().copied());
    let draft = Draft { turn, draft: DraftNumber(1), table: vec![laid], discard: None };
    table.send(seat, Instant::now(), draft.into()).await;
    table.pass(OVER);
    table.actor.wake().await;
    let told = table.sent(seat);
    let fate = told.iter().find_map(|message| match message {
        ServerToClient::Event(event) => match &event.event {
            sarja_protocol::Event::TimeRanOut { draft, .. } => Some(*draft),
            _ => None,
        },
        _ => None,
    });
    assert_eq!(fate, Some(sarja_protocol::AtTimeOut::Untouched));
    assert!(table.actor.draft.is_none(), "a draft ends with its turn");
}

#[tokio::test]
async fn what_cannot_be_saved_is_not_done_and_not_held_against_the_command_later() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    let before = table.actor.room.seq();
    table.place.store.close().await;
    let answer = table.ask(seat, Instant::now(), |command_id| Draw { command_id, turn }.into()).await;
    let ServerToClient::Error(error) = answer else { panic!("{answer:?}") };
    assert_eq!(error.code, sarja_protocol::ErrorCode::StoreUnavailable);
    assert!(error.retry_after_ms.is_some());
    assert_eq!((table.actor.room.seq(), table.turn().0), (before, turn));
    let player = table.actor.viewers.get(ConnectionId(seat as u64 + 1)).unwrap().player;
    let draw = Draw { command_id: error.command_id.clone().unwrap(), turn };
    let (key, hash) = ((player, draw.command_id.clone()), super::body_hash(&draw.into()));
    assert_eq!(table.actor.answers.look(&key, hash), super::answers::Known::New);
}

#[tokio::test]
async fn what_is_due_waits_for_a_store_that_fails() {
    let mut table = Table::new().await;
    let turn = table.turn().0;
    table.place.store.close().await;
    table.pass(OVER);
    table.actor.wake().await;
    assert_eq!(table.turn().0, turn);
    assert_eq!(table.actor.next_wake(), None, "the room waits for the store");
    let watch = table.actor.services.store_watch.clone();
    watch.is_back(Instant::now());
    table.actor.look_at_store();
    assert!(table.actor.next_wake().expect("it tries again") > Instant::now(), "not at once");
}

#[tokio::test]
async fn a_state_that_is_asked_for_again_is_told_anew() {
    let mut table = Table::new().await;
    let (turn, seat) = table.turn();
    let ask = |command_id| GetState { command_id }.into();
    let ServerToClient::Snapshot(first) = table.ask(seat, Instant::now(), ask).await else {
        panic!("a snapshot")
    };
    table.done(seat, Instant::now(), |command_id| Draw { command_id, turn }.into()).await;
    table.commands = first.command_id.as_ref().unwrap().as_str()[1..].parse::<u32>().unwrap() - 1;
    let ServerToClient::Snapshot(again) = table.ask(seat, Instant::now(), ask).await else {
        panic!("a snapshot")
    };
    assert!(again.seq > first.seq);
}

#[tokio::test]
async fn a_room_goes_on_while_a_bot_thinks() {
    let (mut table, release) = Table::beside_a_bot().await;
    let (turn, seat) = table.turn();
    assert_eq!(seat, 1);
    let reaction = Reaction::Clap;
    table.done(0, Instant::now(), |command_id| React { command_id, reaction }.into()).await;
    table.actor.wake().await;
    assert_eq!(table.turn(), (turn, 1), "it does not act before it knows what");
    drop(release);
    make_up_mind(table.actor.bot.as_mut()).await;
    table.actor.wake().await;
    assert_eq!(table.turn(), (turn.next(), 0));
}

#[tokio::test]
async fn what_a_bot_comes_to_after_its_turn_is_done_in_no_other() {
    let (mut table, release) = Table::beside_a_bot().await;
    let (turn, _) = table.turn();
    table.pass(OVER);
    table.actor.wake().await;
    assert_eq!(table.turn(), (turn.next(), 0), "its time ran out");
    table.actor.plan_bot();
    assert!(table.actor.bot.is_none(), "nobody waits for the thought of a turn that is over");
    table.done(0, Instant::now(), |command_id| Draw { command_id, turn: turn.next() }.into()).await;
    table.actor.plan_bot();
    drop(release);
    make_up_mind(table.actor.bot.as_mut()).await;
    table.actor.wake().await;
    assert_eq!(table.turn(), (turn.next().next().next(), 0), "it acts once, in its next turn");
}
