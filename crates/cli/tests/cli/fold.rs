//! What a client folds is what a fresh snapshot holds.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use sarja_cli::bot::{Move, choose};
use sarja_client::{Client, Joining, LocalView, Notice};
use sarja_protocol::{
    BotLevel, CanPlay, ChatText, Hints, MatchState, Phase, PlayerName, Practice, PracticeClock, Role,
    ServerToClient, Settings, SnapshotWhy,
};
use tokio::{sync::broadcast, time::Instant};

use crate::server::Running;

/// Folds what comes over the first snapshot only, and compares with every later one.
async fn mirror(mut notices: broadcast::Receiver<Notice>, who: &'static str, compared: Arc<AtomicU32>) {
    let mut mirrored: Option<LocalView> = None;
    loop {
        let message = match notices.recv().await {
            Ok(Notice::Message(message)) => message,
            Ok(Notice::Ended(_)) | Err(broadcast::error::RecvError::Closed) => return,
            Ok(other) => panic!("{who}: {other:?}"),
            Err(error) => panic!("{who}: {error}"),
        };
        match (&mut mirrored, &*message) {
            (None, ServerToClient::Snapshot(snapshot)) => {
                mirrored = Some(LocalView::of(snapshot, Instant::now()));
            }
            // The view of another role is another view.
            (Some(view), ServerToClient::Snapshot(snapshot)) if snapshot.why == SnapshotWhy::RoleChanged => {
                *view = LocalView::of(snapshot, Instant::now());
            }
            (Some(view), ServerToClient::Snapshot(snapshot)) => {
                assert_eq!((view.seq(), view.epoch()), (snapshot.seq, snapshot.epoch), "{who}");
                assert_eq!(view.unknown_events(), 0, "{who}");
                similar(view, snapshot, who);
                compared.fetch_add(1, Ordering::Relaxed);
            }
            (Some(view), ServerToClient::Event(event)) => {
                view.apply(event).unwrap();
            }
            (Some(view), other) => view.hear(other, Instant::now()),
            (None, _) => {}
        }
    }
}

/// A mirror of each client, and how often they compared.
struct Mirrors {
    tasks: Vec<tokio::task::JoinHandle<()>>,
    compared: Arc<AtomicU32>,
}

impl Mirrors {
    fn of<const N: usize>(clients: [(&'static str, &Client); N]) -> Self {
        let compared = Arc::new(AtomicU32::new(0));
        let tasks = clients.map(|(who, c)| tokio::spawn(mirror(c.listen(), who, Arc::clone(&compared))));
        Self { tasks: tasks.into(), compared }
    }

    /// Closes the clients, and tells how often all was equal.
    async fn end<const N: usize>(self, clients: [Client; N]) -> u32 {
        for client in clients {
            client.close().await;
        }
        for task in self.tasks {
            task.await.unwrap();
        }
        self.compared.load(Ordering::Relaxed)
    }
}

/// Fails with the fields that differ.
fn similar(view: &LocalView, snapshot: &sarja_protocol::Snapshot, who: &str) {
    let folded = serde_json::to_value(view.room()).unwrap();
    let fresh = serde_json::to_value(&snapshot.room).unwrap();
    for (field, fresh) in fresh.as_object().unwrap() {
        assert_eq!(&folded[field], fresh, "{who}, `{field}` at event {}", snapshot.seq);
    }
    assert_eq!(view.room(), &snapshot.room, "{who}");
}

/// Plays until the match is over, and asks for a snapshot after each own move.
async fn play(client: &Client) {
    loop {
        let next = client.until(|state| {
            let view = state.view.as_ref()?;
            let room = view.room();
            if room.r#match.as_ref().is_some_and(|m| m.state != MatchState::Playing) {
                return Some(None);
            }
            let own = room.seats.iter().find(|s| Some(s.seat) == room.you.seat)?;
            if room.next_round_ms.is_some() && !own.ready {
                return Some(Some(None));
            }
            let turn = view.own_turn()?;
            Some(Some(Some((turn.turn, choose(room)?))))
        });
        match next.await.unwrap() {
            None => break,
            Some(None) => drop(client.set_ready().await.unwrap()),
            Some(Some((turn, chosen))) => {
                if let Move::Play(table) = &chosen {
                    // It can be played from, and so the hint says.
                    let hints = |view: &LocalView| view.room().settings.hints == Hints::Play;
                    let has_hints = client.state().borrow().view.as_ref().is_some_and(hints);
                    if has_hints {
                        let hint = client.ask_hint(turn).await.unwrap();
                        assert_eq!((hint.turn, hint.can_play), (turn, CanPlay::Yes));
                    }
                    client.draft(turn, table.clone(), None).await.unwrap();
                }
                chosen.send(client, turn).await.unwrap();
            }
        }
        client.get_state().await.unwrap();
    }
    client.get_state().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folded_views_equal_fresh_snapshots_through_a_match() {
    let server = Running::start().await;
    let (anna, ben, carl) = (server.client().await, server.client().await, server.client().await);
    let mirrors = Mirrors::of([("anna", &anna), ("ben", &ben), ("carl", &carl)]);

    let overrides = serde_json::json!({"rack": 20, "opening": {"min_points": 0}, "match": {"rounds": 2}});
    let settings = Settings {
        overrides: serde_json::from_value(overrides).unwrap(),
        seats: Some(4),
        hints: Hints::Play,
        ..Settings::default()
    };
    let room = anna.create_room(name("Anna"), settings, None).await.unwrap();
    ben.join(Joining::new(room.code, name("Ben"))).await.unwrap();
    carl.join(Joining { role: Role::Spectator, ..Joining::new(room.code, name("Carl")) }).await.unwrap();
    for _ in 0..2 {
        anna.seat_bot(None, BotLevel::Medium).await.unwrap();
    }
    anna.get_state().await.unwrap();
    ben.say(ChatText::new("Hello").unwrap()).await.unwrap();
    ben.set_ready().await.unwrap();
    anna.set_ready().await.unwrap();
    carl.get_state().await.unwrap();
    anna.start_match().await.unwrap();
    let watch = async {
        loop {
            let seen = carl.get_state().await.unwrap().seq();
            let over = carl.until(|state| {
                let view = state.view.as_ref()?;
                let over = view.room().r#match.as_ref().is_some_and(|m| m.state != MatchState::Playing);
                (over || view.seq() > seen).then_some(over)
            });
            if over.await.unwrap() {
                break;
            }
        }
        carl.get_state().await.unwrap();
    };
    tokio::join!(play(&anna), play(&ben), watch);
    // Who watched may look back too.
    let analysis = carl.analyse_round(1).await.unwrap();
    assert!(!analysis.turns.is_empty());
    assert!(analysis.turns.iter().all(|turn| turn.possible >= turn.played), "{analysis:?}");
    assert!(mirrors.end([anna, ben, carl]).await > 20);
    server.stop().await;
}

fn name(text: &str) -> PlayerName {
    PlayerName::new(text).unwrap()
}

fn short(seats: u8) -> Settings {
    let overrides = serde_json::json!({"rack": 20, "opening": {"min_points": 0}, "match": {"rounds": 1}});
    Settings {
        overrides: serde_json::from_value(overrides).unwrap(),
        seats: Some(seats),
        ..Settings::default()
    }
}

/// Takes a command that has to be accepted, and then a snapshot for each of these clients.
macro_rules! then_all_look {
    ($command:expr, $($client:ident),+) => {
        $command.await.unwrap();
        $($client.get_state().await.unwrap();)+
    };
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folded_views_equal_fresh_snapshots_whatever_people_do() {
    let server = Running::start().await;
    let (anna, ben, carl) = (server.client().await, server.client().await, server.client().await);
    let mirrors = Mirrors::of([("anna", &anna), ("ben", &ben), ("carl", &carl)]);
    let room = anna.create_room(name("Anna"), short(4), None).await.unwrap();
    carl.join(Joining { role: Role::Spectator, ..Joining::new(room.code, name("Carl")) }).await.unwrap();
    ben.join(Joining::new(room.code, name("Ben"))).await.unwrap();

    then_all_look!(ben.set_ready(), anna, ben, carl);
    then_all_look!(anna.change_settings(short(3)), anna, ben, carl);
    then_all_look!(anna.seat_bot(None, BotLevel::Medium), anna, carl);
    then_all_look!(anna.remove_bot(sarja_rules::Seat(2)), anna, carl);
    let invited = anna.invite_bot().await.unwrap();
    then_all_look!(anna.get_state(), anna, carl);
    then_all_look!(anna.remove_player(invited.player_id), anna, carl);
    then_all_look!(ben.leave_seat(), anna, ben, carl);
    then_all_look!(ben.take_seat(Some(sarja_rules::Seat(2))), anna, ben, carl);
    then_all_look!(carl.take_seat(None), anna, ben, carl);
    then_all_look!(anna.hand_over_host(ben.player_id()), anna, ben, carl);
    then_all_look!(ben.say(ChatText::new("Hello").unwrap()), anna, ben, carl);
    for client in [&anna, &ben, &carl] {
        client.set_ready().await.unwrap();
    }
    then_all_look!(ben.start_match(), anna, ben, carl);
    anna.until(|state| (state.view.as_ref()?.room().phase == Phase::Playing).then_some(())).await.unwrap();

    then_all_look!(anna.ask_pause(), anna, ben, carl);
    ben.ask_pause().await.unwrap();
    then_all_look!(carl.ask_pause(), anna, ben, carl);
    then_all_look!(ben.resume_play(), anna, ben, carl);
    then_all_look!(ben.ask_end(), anna, carl);
    then_all_look!(ben.withdraw_end(), anna, ben, carl);
    then_all_look!(carl.resign(), anna, ben, carl);
    then_all_look!(carl.take_seat(None), anna, ben, carl);
    then_all_look!(carl.resign(), anna, ben, carl);
    then_all_look!(ben.seat_bot(None, BotLevel::Medium), anna, ben, carl);
    anna.ask_end().await.unwrap();
    then_all_look!(ben.ask_end(), anna, ben, carl);
    then_all_look!(ben.ask_rematch(), anna, ben, carl);
    then_all_look!(carl.leave_room(), anna, ben);
    assert!(mirrors.end([anna, ben, carl]).await > 40);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folded_views_equal_fresh_snapshots_when_time_runs_out() {
    let server = Running::start().await;
    let (anna, ben) = (server.client().await, server.client().await);
    let mirrors = Mirrors::of([("anna", &anna), ("ben", &ben)]);
    let practice = Practice { clock: PracticeClock::Stepped, ..Practice::default() };
    let room = anna.create_room(name("Anna"), short(2), Some(practice)).await.unwrap();
    ben.join(Joining::new(room.code, name("Ben"))).await.unwrap();
    anna.set_ready().await.unwrap();
    ben.set_ready().await.unwrap();
    then_all_look!(anna.start_match(), anna, ben);
    then_all_look!(anna.step_clock(2_000), anna, ben);
    let clocks = |seat: usize| {
        anna.until(move |state| {
            let seat = state.view.as_ref()?.room().seats.get(seat)?;
            Some((seat.absent_turns, seat.short_clock))
        })
    };
    for _ in 0..4 {
        then_all_look!(anna.step_clock(61_000), anna, ben);
    }
    assert_eq!((clocks(0).await.unwrap(), clocks(1).await.unwrap()), ((2, true), (2, true)));
    // Who acts has the full time again.
    for client in [&anna, &ben] {
        let own = client.until(|s| Some(s.view.as_ref()?.own_turn().map(|turn| turn.turn))).await.unwrap();
        if let Some(turn) = own {
            then_all_look!(client.draw(turn), anna, ben);
            break;
        }
    }
    assert_eq!(clocks(0).await.unwrap().1, !clocks(1).await.unwrap().1);
    assert!(mirrors.end([anna, ben]).await > 10);
    server.stop().await;
}
