//! Connecting, and commands and their answers.

use std::time::Duration;

use sarja_protocol::{ErrorCode, TurnNumber};
use serde_json::json;
use tokio::time::Instant;

use super::peer::{connected, in_room, options, pipes, refused_with};
use crate::{Client, CommandError, ConnectError, Ended, Notice};

#[tokio::test(start_paused = true)]
async fn a_new_player_learns_its_token_and_an_old_one_keeps_it() {
    let (client, ..) = connected(options()).await;
    let token = client.token().cloned().unwrap();
    let (again, ..) = connected(options().with_token(token.clone())).await;
    assert_eq!(again.token(), Some(&token));
    assert_eq!(again.player_id(), client.player_id());
}

#[tokio::test(start_paused = true)]
async fn a_refused_hello_says_why() {
    let error = refused_with(
        json!({"type": "error", "code": "bad_token", "message": "No such token.", "fatal": true}),
    )
    .await;
    assert!(matches!(&error, ConnectError::Refused(e) if e.code == ErrorCode::BadToken), "{error:?}");
    assert!(!error.may_pass());
}

#[tokio::test(start_paused = true)]
async fn something_else_than_welcome_is_no_server() {
    let error = refused_with(json!({"type": "presence", "people": []})).await;
    assert!(matches!(error, ConnectError::NoWelcome { .. }), "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_says_nothing_is_given_up() {
    let (pipes, mut door) = pipes();
    let silent = async {
        let _peer = door.open().await;
        std::future::pending::<()>().await;
    };
    let error = tokio::select! {
        connected = Client::connect_over(pipes, options(), [7; 32]) => connected.expect_err("nobody welcomed it"),
        () = silent => unreachable!("it stays silent"),
    };
    assert!(matches!(error, ConnectError::TooSlow { .. }), "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn each_command_gets_its_own_answer() {
    let (client, mut peer, _door) = in_room(options()).await;
    let serve = async {
        let draw = peer.command("draw").await;
        let ready = peer.command("set_ready").await;
        peer.say(json!({"type": "accepted", "command_id": ready, "seq": 7})).await;
        peer.say(json!({"type": "error", "command_id": draw, "code": "stale_turn", "message": "Over."}))
            .await;
    };
    let (draw, ready, ()) = tokio::join!(client.draw(TurnNumber(1)), client.set_ready(), serve);
    assert_eq!(ready.unwrap().seq.unwrap().0, 7);
    assert_eq!(draw.unwrap_err().code(), Some(ErrorCode::StaleTurn));
}

#[tokio::test(start_paused = true)]
async fn a_command_returns_when_its_events_are_in_the_view() {
    let (client, mut peer, _door) = in_room(options()).await;
    let serve = async {
        let id = peer.command("pass").await;
        peer.say(json!({"type": "accepted", "command_id": id, "seq": 9})).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        peer.event(8, json!({"type": "turn_passed", "seat": 0, "turn": 1, "why": "chosen"})).await;
        peer.event(9, json!({"type": "turn_started", "turn": 2, "seat": 1})).await;
    };
    let passing = async {
        client.pass(TurnNumber(1)).await.unwrap();
        assert!(client.state().borrow().view.as_ref().unwrap().own_turn().is_none());
    };
    tokio::join!(passing, serve);
}

#[tokio::test(start_paused = true)]
async fn a_busy_server_is_asked_again_under_the_same_id() {
    let (client, mut peer, _door) = in_room(options()).await;
    let started = Instant::now();
    let serve = async {
        let first = peer.command("draw").await;
        let busy = json!({"type": "error", "command_id": first, "code": "busy", "message": "Busy.", "retry_after_ms": 700});
        peer.say(busy).await;
        let second = peer.command("draw").await;
        assert_eq!(first, second);
        peer.say(json!({"type": "accepted", "command_id": second})).await;
    };
    let (draw, ()) = tokio::join!(client.draw(TurnNumber(1)), serve);
    draw.unwrap();
    assert!(started.elapsed() >= Duration::from_millis(700));
}

#[tokio::test(start_paused = true)]
async fn a_command_waits_for_a_room_that_stands_still_however_long_that_takes() {
    let (client, mut peer, _door) = in_room(options()).await;
    let serve = async {
        let first = peer.command("draw").await;
        for time in 0..20 {
            peer.say(json!({"type": "held", "why": "store_unavailable", "now_ms": 4_000 + time})).await;
            let refused = json!({"type": "error", "command_id": first, "code": "store_unavailable", "message": "Later.", "retry_after_ms": 1_000});
            peer.say(refused).await;
            tokio::time::sleep(Duration::from_secs(5)).await;
            peer.say(json!({"type": "released", "now_ms": 4_000 + time})).await;
            assert_eq!(peer.command("draw").await, first);
        }
        peer.say(json!({"type": "accepted", "command_id": first})).await;
    };
    let (draw, ()) = tokio::join!(client.draw(TurnNumber(1)), serve);
    draw.unwrap();
}

#[tokio::test(start_paused = true)]
async fn commands_that_waited_for_a_room_are_sent_again_in_their_order() {
    let (client, mut peer, _door) = in_room(options()).await;
    let client = std::sync::Arc::new(client);
    peer.say(json!({"type": "held", "why": "store_unavailable", "now_ms": 4_000})).await;
    let (mut ids, mut waiting) = (Vec::new(), tokio::task::JoinSet::new());
    for _ in 0..6 {
        let client = std::sync::Arc::clone(&client);
        waiting.spawn(async move { client.draw(TurnNumber(1)).await });
        let id = peer.command("draw").await;
        let refused = json!({"type": "error", "command_id": id, "code": "store_unavailable", "message": "Later.", "retry_after_ms": 1_000});
        peer.say(refused).await;
        ids.push(id);
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    peer.say(json!({"type": "released", "now_ms": 4_000})).await;
    for id in ids {
        assert_eq!(peer.command("draw").await, id);
    }
}

#[tokio::test(start_paused = true)]
async fn a_turn_of_rommikubbi_is_sent_in_its_steps() {
    let (client, mut peer, _door) = in_room(options()).await;
    let turn = TurnNumber(1);
    tokio::join!(client.take_tile(turn), peer.accept("take_tile")).0.unwrap();
    tokio::join!(client.take_pile(turn), peer.accept("take_pile")).0.unwrap();
    tokio::join!(client.give_pile_back(turn), peer.accept("give_pile_back")).0.unwrap();
    let tiles = crate::view::samples::faces("R1 R2 R3 K9");
    let serve = async {
        let sarja_protocol::ClientToServer::EndTurn(end) = peer.hear().await else { panic!("an end") };
        peer.say(json!({"type": "accepted", "command_id": end.command_id})).await;
        end
    };
    let table = vec![sarja_protocol::LaidSet::of(tiles[..3].to_vec())];
    let (ended, end) = tokio::join!(client.end_turn(turn, table.clone(), Some(tiles[3])), serve);
    ended.unwrap();
    assert_eq!((end.turn, end.table, end.discard), (turn, table, Some(tiles[3])));
}

#[tokio::test(start_paused = true)]
async fn an_answer_of_the_wrong_kind_is_named() {
    let (client, mut peer, _door) = in_room(options()).await;
    let (arranged, ()) = tokio::join!(
        client.arrange(crate::view::samples::faces("R1 R2 R3"), sarja_protocol::ArrangeMode::Order, None),
        peer.accept("arrange")
    );
    assert!(matches!(arranged, Err(CommandError::Unexpected("accepted"))));
}

#[tokio::test(start_paused = true)]
async fn drafts_are_numbered_and_only_the_latest_is_sent() {
    let (client, mut peer, _door) = in_room(options()).await;
    let table = |face: &str| vec![sarja_protocol::LaidSet::of(crate::view::samples::faces(face))];
    let mut drafts = Vec::new();
    client.draft(TurnNumber(1), table("R1"), None).await.unwrap();
    let sarja_protocol::ClientToServer::Draft(first) = peer.hear().await else { panic!("a draft") };
    drafts.push(first);
    for face in ["R2", "R3"] {
        client.draft(TurnNumber(1), table(face), "R5".parse().ok()).await.unwrap();
    }
    let sarja_protocol::ClientToServer::Draft(last) = peer.hear().await else { panic!("a draft") };
    drafts.push(last);
    let seen: Vec<_> = drafts.iter().map(|d| (d.draft.0, d.table[0].tiles[0].to_string())).collect();
    assert_eq!(seen, [(1, "R1".to_owned()), (2, "R3".to_owned())]);
    assert_eq!(drafts.iter().map(|d| d.discard).collect::<Vec<_>>(), [None, "R5".parse().ok()]);
    let known = client.state().borrow().view.as_ref().unwrap().room().draft.clone().unwrap();
    assert_eq!((known.draft.0, known.discard), (2, drafts[1].discard));
}

#[tokio::test(start_paused = true)]
async fn what_comes_can_be_listened_to_and_is_in_the_view_already() {
    let (client, mut peer, _door) = in_room(options()).await;
    let mut notices = client.listen();
    peer.event(8, json!({"type": "turn_started", "turn": 2, "seat": 1})).await;
    let Notice::Message(message) = notices.recv().await.unwrap() else { panic!("a message") };
    assert_eq!(message.type_name(), "event");
    assert_eq!(client.state().borrow().view.as_ref().unwrap().seq().0, 8);
}

#[tokio::test(start_paused = true)]
async fn closing_says_good_bye() {
    let (client, peer, _door) = in_room(options()).await;
    tokio::join!(peer.closed(), client.close());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_is_let_go_closes_even_if_nothing_was_answered() {
    let (client, mut peer, _door) = in_room(options()).await;
    let client = std::sync::Arc::new(client);
    let mut asking = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let client = std::sync::Arc::clone(&client);
        asking.spawn(async move { client.draw(TurnNumber(1)).await });
    }
    peer.command("draw").await;
    drop(client);
    asking.shutdown().await;
    let rest = async { while peer.try_hear().await.is_some() {} };
    tokio::time::timeout(Duration::from_secs(10), rest).await.expect("it closes");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_is_let_go_closes() {
    let (client, peer, _door) = in_room(options()).await;
    let mut notices = client.listen();
    drop(client);
    peer.closed().await;
    assert!(matches!(notices.recv().await, Ok(Notice::Ended(Ended::Closed))));
}
