//! Losing the connection and coming back.

use std::time::Duration;

use sarja_protocol::{ClientToServer, CloseReason, Settings, TurnNumber};
use serde_json::json;
use tokio::time::Instant;

use super::peer::{connected, in_room, options};
use crate::{Ended, LinkState, Notice, Options, Reconnecting, view::samples::playing};

#[tokio::test(start_paused = true)]
async fn a_command_on_its_way_is_sent_again_after_the_room_was_resumed() {
    let (client, mut peer, mut door) = in_room(options()).await;
    let serve = async {
        let first = peer.command("draw").await;
        drop(peer);
        let mut peer = door.welcome().await;
        let ClientToServer::ResumeRoom(resume) = peer.hear().await else { panic!("it resumes first") };
        assert_eq!((resume.last_seq.0, resume.epoch.0), (7, 2));
        peer.say(json!({"type": "resumed", "command_id": resume.command_id, "from_seq": 8, "to_seq": 8}))
            .await;
        peer.event(8, json!({"type": "turn_passed", "seat": 0, "turn": 1, "why": "chosen"})).await;
        let again = peer.command("draw").await;
        assert_eq!(first, again);
        peer.say(json!({"type": "accepted", "command_id": again, "seq": 8})).await;
        peer
    };
    let (drew, _peer) = tokio::join!(client.draw(TurnNumber(1)), serve);
    drew.unwrap();
    assert_eq!(client.state().borrow().view.as_ref().unwrap().seq().0, 8);
}

#[tokio::test(start_paused = true)]
async fn commands_given_while_away_wait_for_the_connection() {
    let (client, peer, mut door) = in_room(options()).await;
    drop(peer);
    client.until(|state| (state.link == LinkState::Down).then_some(())).await.unwrap();
    let serve = async {
        let mut peer = door.welcome().await;
        peer.command("resume_room").await;
        peer.snapshot("resumed", 20, playing()).await;
        peer.accept("draw").await;
        peer
    };
    let (drew, _peer) = tokio::join!(client.draw(TurnNumber(1)), serve);
    drew.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_room_that_forgot_events_is_taken_as_it_is() {
    let (client, peer, mut door) = in_room(options()).await;
    drop(peer);
    let mut peer = door.welcome().await;
    let id = peer.command("resume_room").await;
    peer.say(json!({"type": "history_rewound", "command_id": id, "seq": 5, "epoch": 2})).await;
    peer.snapshot("rewound", 5, playing()).await;
    client.until(|state| state.view.as_ref().filter(|v| v.seq().0 == 5).map(|_| ())).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn joining_is_asked_again_if_the_answer_was_lost() {
    let (client, mut peer, mut door) = connected(options()).await;
    let name = sarja_protocol::PlayerName::new("Anna").unwrap();
    let serve = async {
        let first = peer.command("create_room").await;
        drop(peer);
        let mut peer = door.welcome().await;
        assert_eq!(peer.command("create_room").await, first);
        let room = crate::view::samples::ROOM;
        peer.say(json!({"type": "room_joined", "command_id": first, "room_id": room, "code": "ABCD2345", "role": "player"})).await;
        peer.snapshot("joined", 1, crate::view::samples::lobby()).await;
        peer
    };
    let (made, _peer) = tokio::join!(client.create_room(name, Settings::default(), None), serve);
    assert_eq!(made.unwrap().code.as_str(), "ABCD2345");
}

#[tokio::test(start_paused = true)]
async fn silence_is_a_lost_connection() {
    let (client, _peer, mut door) = in_room(options()).await;
    let mut notices = client.listen();
    let started = Instant::now();
    let Notice::Lost { cause } = notices.recv().await.unwrap() else { panic!("it is lost") };
    assert_eq!(&*cause, "nothing came for 30 s");
    assert!(started.elapsed() >= Duration::from_secs(30));
    let mut peer = door.welcome().await;
    peer.command("resume_room").await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_restarts_is_given_the_time_it_asks_for() {
    let (client, peer, mut door) = in_room(options()).await;
    let started = Instant::now();
    peer.close("restart", 1012, "resume", Some(5_000)).await;
    let mut peer = door.welcome().await;
    let waited = started.elapsed();
    assert!(waited >= Duration::from_secs(5) && waited < Duration::from_secs(6), "{waited:?}");
    peer.command("resume_room").await;
    drop(client);
}

#[tokio::test(start_paused = true)]
async fn who_was_taken_over_does_not_come_back() {
    let (client, peer, _door) = in_room(options()).await;
    peer.close("taken_over", 4051, "on_request", None).await;
    let ended = client.until(|_| None::<()>).await.unwrap_err();
    assert!(matches!(&ended, Ended::ByServer(c) if c.reason == CloseReason::TakenOver), "{ended:?}");
    assert!(client.draw(TurnNumber(1)).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn tries_go_on_with_growing_waits_until_the_limit() {
    let limited = Options { reconnect: Reconnecting::Within(Duration::from_mins(5)), ..options() };
    let (client, peer, door) = in_room(limited).await;
    let started = Instant::now();
    drop(peer);
    door.lock();
    let ended = client.until(|_| None::<()>).await.unwrap_err();
    assert!(matches!(ended, Ended::Lost(_)), "{ended:?}");
    let tried_for = started.elapsed();
    assert!(tried_for > Duration::from_mins(4) && tried_for <= Duration::from_mins(5), "{tried_for:?}");
}

#[tokio::test(start_paused = true)]
async fn a_token_that_is_no_longer_known_ends_the_client() {
    let (client, peer, mut door) = in_room(options()).await;
    drop(peer);
    let mut peer = door.open().await;
    peer.hear().await;
    peer.say(json!({"type": "error", "code": "bad_token", "message": "Unknown.", "fatal": true})).await;
    let ended = client.until(|_| None::<()>).await.unwrap_err();
    assert!(matches!(ended, Ended::Refused(_)), "{ended:?}");
}

#[tokio::test(start_paused = true)]
async fn who_is_away_can_still_close() {
    let (client, peer, door) = in_room(options()).await;
    drop(peer);
    door.lock();
    client.until(|state| (state.link == LinkState::Down).then_some(())).await.unwrap();
    client.close().await;
}
