//! What a client folds is what a fresh snapshot holds.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use sarja_cli::bot::{Move, choose};
use sarja_client::{Client, Joining, LocalView, Notice};
use sarja_protocol::{MatchState, PlayerName, Role, ServerToClient, Settings};
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
            Some(Some((turn, Move::Play(table)))) => {
                client.draft(turn, table.clone()).await.unwrap();
                client.play(turn, table).await.unwrap();
            }
            Some(Some((turn, Move::Draw))) => drop(client.draw(turn).await.unwrap()),
            Some(Some((turn, Move::Pass))) => drop(client.pass(turn).await.unwrap()),
        }
        client.get_state().await.unwrap();
    }
    client.get_state().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folded_views_equal_fresh_snapshots_through_a_match() {
    let server = Running::start().await;
    let (anna, ben, carl) = (server.client().await, server.client().await, server.client().await);
    let compared = Arc::new(AtomicU32::new(0));
    let mirrors: Vec<_> = [("anna", &anna), ("ben", &ben), ("carl", &carl)]
        .map(|(who, client)| tokio::spawn(mirror(client.listen(), who, Arc::clone(&compared))))
        .into();
    let name = |text| PlayerName::new(text).unwrap();

    let overrides = serde_json::json!({"rack": 20, "opening": {"min_points": 0}, "match": {"rounds": 2}});
    let settings = Settings {
        overrides: serde_json::from_value(overrides).unwrap(),
        seats: Some(4),
        ..Settings::default()
    };
    let room = anna.create_room(name("Anna"), settings, None).await.unwrap();
    ben.join(Joining::new(room.code, name("Ben"))).await.unwrap();
    carl.join(Joining { role: Role::Spectator, ..Joining::new(room.code, name("Carl")) }).await.unwrap();
    for _ in 0..2 {
        anna.seat_bot(None, sarja_protocol::BotLevel::Simple).await.unwrap();
    }
    anna.get_state().await.unwrap();
    ben.say(sarja_protocol::ChatText::new("Hello").unwrap()).await.unwrap();
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
    for client in [anna, ben, carl] {
        client.close().await;
    }
    for mirror in mirrors {
        mirror.await.unwrap();
    }
    assert!(compared.load(Ordering::Relaxed) > 20, "{compared:?}");
    server.stop().await;
}
