//! What a client folds out of events equals a fresh snapshot after every command, for those who play and those who watch;
//! and a client may live on snapshots alone.

mod rommikubbi;

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use futures_util::future::join_all;
use sarja_cli::bot::{Move, choose};
use sarja_client::{Client, Joining, LocalView, Notice};
use sarja_protocol::{
    BotLevel, ChatText, Draft, LaidSet, MatchState, Phase, Reaction, Role, RoomView, ServerToClient,
    TurnNumber,
};
use sarja_rules::{Face, Seat};
use serde_json::{Value, json};
use tokio::{sync::broadcast, task::JoinHandle, time::Instant};

use crate::harness::{
    Engine, Peer, Table, TestServer, Tiles, command, draft_and_wait, has_step, name, on_every_engine,
    play_match, settings,
};

/// Folds what comes over the first snapshot, and holds the fold against every later one.
#[derive(Default)]
struct Mirror {
    view: Option<LocalView>,
    compared: usize,
    /// The kinds of events that were folded.
    kinds: BTreeSet<String>,
    /// A draft of the viewer's own, which the server answers but does not repeat.
    drafted: Option<(TurnNumber, Vec<LaidSet>, Option<Face>)>,
}

impl Mirror {
    fn take(&mut self, message: &ServerToClient, who: &str) {
        let Some(view) = &mut self.view else {
            if let ServerToClient::Snapshot(snapshot) = message {
                self.view = Some(LocalView::of(snapshot, Instant::now()));
            }
            return;
        };
        match message {
            ServerToClient::Snapshot(snapshot) => {
                assert_eq!((view.seq(), view.epoch()), (snapshot.seq, snapshot.epoch), "{who}");
                same(view.room(), &snapshot.room, who, snapshot.seq.0);
                self.compared += 1;
            }
            ServerToClient::Event(event) => {
                let you = view.room().you.clone();
                view.apply(event).unwrap();
                assert_eq!(view.unknown_events(), 0, "{who}: {event:?}");
                self.kinds
                    .insert(serde_json::to_value(&event.event).unwrap()["type"].as_str().unwrap().into());
                if view.room().you != you {
                    // It is another view now: a snapshot follows, and is the truth.
                    self.view = None;
                }
            }
            ServerToClient::DraftVerdict(verdict) => {
                let (turn, table, discard) = self.drafted.clone().unwrap();
                view.drafted(&Draft { turn, draft: verdict.draft, table, discard });
                view.hear(message, Instant::now());
            }
            other => view.hear(other, Instant::now()),
        }
    }
}

/// Fails with the field that differs.
fn same(folded: &RoomView, fresh: &RoomView, who: &str, seq: u64) {
    if folded == fresh {
        return;
    }
    let (folded, fresh) = (serde_json::to_value(folded).unwrap(), serde_json::to_value(fresh).unwrap());
    for (field, fresh) in fresh.as_object().unwrap() {
        assert_eq!(&folded[field], fresh, "{who}, `{field}` after event {seq}");
    }
    panic!("{who} after event {seq}: {folded} has more than {fresh}");
}

/// Somebody in the room, and the fold of what that one is told.
struct Viewer {
    client: Client,
    mirror: Arc<Mutex<Mirror>>,
    task: JoinHandle<()>,
}

impl Viewer {
    fn new(client: Client, who: &'static str) -> Self {
        let mirror = Arc::new(Mutex::new(Mirror::default()));
        let task = tokio::spawn(listen(client.listen(), Arc::clone(&mirror), who));
        Self { client, mirror, task }
    }

    fn room(&self) -> RoomView {
        self.client.state().borrow().view.as_ref().unwrap().room().clone()
    }
}

async fn listen(mut notices: broadcast::Receiver<Notice>, mirror: Arc<Mutex<Mirror>>, who: &'static str) {
    loop {
        match notices.recv().await {
            Ok(Notice::Message(message)) => mirror.lock().unwrap().take(&message, who),
            Ok(Notice::Ended(_)) | Err(broadcast::error::RecvError::Closed) => return,
            other => panic!("{who}: {other:?}"),
        }
    }
}

/// Everybody asks for the true state.
async fn compare(viewers: &[Viewer]) {
    for state in join_all(viewers.iter().map(|viewer| viewer.client.get_state())).await {
        state.unwrap();
    }
}

/// The turn of the one among the viewers who is to move next; `None` when the match is over.
async fn next_turn(viewers: &[Viewer]) -> Option<(TurnNumber, &Viewer)> {
    let next = viewers[0].client.until(|state| {
        let room = state.view.as_ref()?.room();
        let turn = room.round.as_ref().and_then(|round| round.turn.as_ref());
        if room.phase == Phase::MatchOver {
            return Some(None);
        }
        let turn = turn.filter(|_| room.phase == Phase::Playing && has_step(room))?;
        let seat = room.seats.iter().find(|s| s.seat == turn.seat)?;
        seat.player_id.map(|player| Some((turn.turn, player)))
    });
    let (turn, player) = next.await.unwrap()?;
    let mover = viewers.iter().find(|viewer| viewer.client.player_id() == player).unwrap();
    mover.client.get_state().await.unwrap();
    Some((turn, mover))
}

/// Moves for the people among the viewers until it is over, or so many times.
async fn play(viewers: &[Viewer], times: usize) {
    for _ in 0..times {
        let Some((turn, mover)) = next_turn(viewers).await else { return };
        let chosen = choose(&mover.room()).unwrap();
        let shown = match &chosen {
            Move::Play(table) => Some((table, None)),
            Move::EndTurn { table, discard } => Some((table, *discard)),
            _ => None,
        };
        if let Some((table, discard)) = shown {
            draft(mover, turn, table.clone(), discard).await;
            compare(viewers).await;
        }
        chosen.send(&mover.client, turn).await.unwrap();
        compare(viewers).await;
    }
}

/// Shows a draft and waits for the verdict.
async fn draft(mover: &Viewer, turn: TurnNumber, table: Vec<LaidSet>, discard: Option<Face>) {
    mover.mirror.lock().unwrap().drafted = Some((turn, table.clone(), discard));
    draft_and_wait(&mover.client, turn, table, discard).await;
}

async fn start(viewers: &[Viewer], people: usize) {
    for viewer in viewers[..people].iter().rev() {
        viewer.client.set_ready().await.unwrap();
        compare(viewers).await;
    }
    viewers[0].client.start_match().await.unwrap();
    compare(viewers).await;
    for viewer in &viewers[..people] {
        let deal = viewer.room().round.unwrap().deal;
        let value = sarja_protocol::Hex32([7; 32]);
        viewer.client.share_shuffle_value(deal, value).await.unwrap();
        compare(viewers).await;
    }
}

async fn folded_views_equal_fresh_snapshots_through_all_that_happens_to_a_match(engine: Engine) {
    let server = TestServer::start(engine).await;
    let rules = json!({ "seats": 3, "overrides": { "rack": 20, "opening": { "min_points": 0 }, "match": { "rounds": 1 } } });
    let (anna, ben, carl) = (server.client().await, server.client().await, server.client().await);
    let viewers = [Viewer::new(anna, "Anna"), Viewer::new(ben, "Ben"), Viewer::new(carl, "Carl")];
    let [anna, ben, carl] = [&viewers[0].client, &viewers[1].client, &viewers[2].client];
    let practice = serde_json::from_value(json!({ "seed": 1 })).unwrap();
    let room = anna.create_room(name("Anna"), settings(rules.clone()), Some(practice)).await.unwrap();
    ben.join(Joining::new(room.code, name("Ben"))).await.unwrap();
    carl.join(Joining { role: Role::Spectator, ..Joining::new(room.code, name("Carl")) }).await.unwrap();
    compare(&viewers).await;

    // The lobby.
    anna.change_settings(settings(rules)).await.unwrap();
    compare(&viewers).await;
    anna.hand_over_host(ben.player_id()).await.unwrap();
    compare(&viewers).await;
    ben.hand_over_host(anna.player_id()).await.unwrap();
    compare(&viewers).await;
    anna.seat_bot(None, BotLevel::Medium).await.unwrap();
    compare(&viewers).await;
    anna.remove_bot(Seat(2)).await.unwrap();
    compare(&viewers).await;
    carl.take_seat(None).await.unwrap();
    compare(&viewers).await;
    carl.leave_seat().await.unwrap();
    compare(&viewers).await;
    anna.seat_bot(None, BotLevel::Medium).await.unwrap();
    carl.say(ChatText::new("Good luck").unwrap()).await.unwrap();
    compare(&viewers).await;

    // The match, a pause, and a seat that is given up, taken again, and left to a bot.
    start(&viewers, 2).await;
    play(&viewers, 3).await;
    ben.react(Reaction::Clap).await.unwrap();
    anna.ask_pause().await.unwrap();
    compare(&viewers).await;
    ben.ask_pause().await.unwrap();
    compare(&viewers).await;
    anna.resume_play().await.unwrap();
    compare(&viewers).await;
    play(&viewers, 2).await;
    ben.resign().await.unwrap();
    compare(&viewers).await;
    ben.take_seat(None).await.unwrap();
    compare(&viewers).await;
    play(&viewers, 2).await;
    ben.ask_end().await.unwrap();
    compare(&viewers).await;
    ben.withdraw_end().await.unwrap();
    compare(&viewers).await;
    ben.resign().await.unwrap();
    compare(&viewers).await;
    anna.seat_bot(Some(Seat(1)), BotLevel::Medium).await.unwrap();
    compare(&viewers).await;
    play(&viewers, usize::MAX).await;
    compare(&viewers).await;

    // Another match, which ends early.
    anna.ask_rematch().await.unwrap();
    compare(&viewers).await;
    start(&viewers, 1).await;
    play(&viewers, 2).await;
    anna.ask_end().await.unwrap();
    compare(&viewers).await;

    let all = ["paused", "bot_took_over", "seat_vacated", "rematch_opened", "match_abandoned", "round_ended"];
    end(viewers, &all).await;
    server.stop().await;
}

/// Everybody goes, when all of this has happened and was folded.
async fn end(viewers: impl IntoIterator<Item = Viewer>, happened: &[&str]) {
    let mut kinds = BTreeSet::new();
    for viewer in viewers {
        viewer.client.close().await;
        viewer.task.await.unwrap();
        let mirror = viewer.mirror.lock().unwrap();
        assert!(mirror.compared > 30, "{}", mirror.compared);
        kinds.extend(mirror.kinds.iter().cloned());
    }
    for &kind in happened {
        assert!(kinds.contains(kind), "{kind} did not happen: {kinds:?}");
    }
}

/// Plays on snapshots alone: whatever comes only says that there is something new to ask for.
async fn live_on_snapshots(peer: &mut Peer) -> Value {
    loop {
        let state = peer.state().await;
        let room: RoomView = serde_json::from_value(state["room"].clone()).unwrap();
        if room.r#match.as_ref().is_some_and(|played| played.state != MatchState::Playing) {
            return state;
        }
        let own = room.seats.iter().find(|seat| Some(seat.seat) == room.you.seat).unwrap();
        let turn = room.round.as_ref().and_then(|round| round.turn.as_ref());
        let is_on = room.phase == Phase::Playing && has_step(&room);
        let own_turn = turn.filter(|turn| is_on && turn.seat == own.seat);
        if let Some(turn) = own_turn.map(|turn| turn.turn) {
            let (kind, fields) = command(choose(&room).unwrap(), &json!(turn));
            peer.done(kind, fields).await;
        } else if !own.ready && (room.phase == Phase::Lobby || room.next_round_ms.is_some()) {
            peer.done("set_ready", json!({ "ready": true })).await;
        } else {
            let seq = state["seq"].as_u64().unwrap();
            peer.find("news", |m| m["type"] == "event" && m["seq"].as_u64().unwrap() > seq).await;
        }
    }
}

async fn a_client_lives_on_snapshots_alone(engine: Engine) {
    let rules = json!({ "seats": 3, "overrides": { "rack": 20, "opening": { "min_points": 0 }, "match": { "rounds": 1 } } });
    plays_on_snapshots(TestServer::start(engine).await, rules).await;
}

/// Plays a match by these rules with somebody who folds and a bot.
async fn plays_on_snapshots(server: TestServer, rules: Value) {
    let table = Table::lay(&server, settings(rules), Tiles::Seeded(1), 1, 1).await;
    let mut peer = server.peer().await;
    peer.join(json!({ "code": table.room.code, "name": "Snapshots" })).await;
    let (state, folded) = tokio::join!(live_on_snapshots(&mut peer), play_match(&table.people[0], 1));
    let shown: RoomView = serde_json::from_value(state["room"].clone()).unwrap();
    assert_eq!(shown.r#match, folded.r#match);
    assert_eq!(shown.round.unwrap().revealed_racks, folded.round.unwrap().revealed_racks);
    server.stop().await;
}

on_every_engine! {
    folded_views_equal_fresh_snapshots_through_all_that_happens_to_a_match,
    a_client_lives_on_snapshots_alone,
}
