//! Keeping up with a room.

use std::time::Duration;

use sarja_protocol::{Epoch, ErrorCode, Seq};
use serde_json::json;
use tokio::time::Instant;

use super::peer::{in_room, options};
use crate::{Client, Notice, view::samples::playing};

fn passed(turn: u32) -> serde_json::Value {
    json!({"type": "turn_passed", "seat": 0, "turn": turn, "why": "chosen"})
}

async fn known(client: &Client, seq: u64) -> (Epoch, Seq) {
    client
        .until(|state| state.view.as_ref().map(|v| (v.epoch(), v.seq())).filter(|(_, s)| s.0 >= seq))
        .await
        .unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_gap_is_filled_by_a_snapshot_that_is_asked_for_once() {
    let (client, mut peer, _door) = in_room(options()).await;
    peer.event(9, passed(1)).await;
    peer.event(10, passed(1)).await;
    let id = peer.command("get_state").await;
    let room = serde_json::to_value(playing()).unwrap();
    peer.say(json!({"type": "snapshot", "command_id": id, "why": "asked", "seq": 10, "epoch": 2, "now_ms": 1, "room": room})).await;
    peer.event(11, passed(1)).await;
    assert_eq!(known(&client, 11).await, (Epoch(2), Seq(11)));
    let (drew, ()) = tokio::join!(client.draw(sarja_protocol::TurnNumber(1)), peer.accept("draw"));
    drew.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_lost_last_message_is_noticed_by_the_heartbeat() {
    let (client, mut peer, _door) = in_room(options()).await;
    let started = Instant::now();
    peer.say(json!({"type": "heartbeat", "now_ms": 4_000, "seq": 8, "epoch": 2})).await;
    peer.command("get_state").await;
    assert!(started.elapsed() >= Duration::from_secs(1), "events may be on their way");
    peer.snapshot("asked", 8, playing()).await;
    assert_eq!(known(&client, 8).await, (Epoch(2), Seq(8)));
}

#[tokio::test(start_paused = true)]
async fn a_heartbeat_that_overtook_its_events_asks_for_nothing() {
    let (client, mut peer, _door) = in_room(options()).await;
    peer.say(json!({"type": "heartbeat", "now_ms": 4_000, "seq": 8, "epoch": 2})).await;
    peer.event(8, passed(1)).await;
    known(&client, 8).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let (drew, ()) = tokio::join!(client.draw(sarja_protocol::TurnNumber(1)), peer.accept("draw"));
    drew.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_state_that_is_refused_for_now_is_asked_for_again() {
    let (client, mut peer, _door) = in_room(options()).await;
    peer.event(9, passed(1)).await;
    let id = peer.command("get_state").await;
    peer.say(json!({"type": "error", "command_id": id, "code": "rate_limited", "message": "Slowly.", "retry_after_ms": 200})).await;
    peer.command("get_state").await;
    peer.snapshot("asked", 9, playing()).await;
    assert_eq!(known(&client, 9).await.1, Seq(9));
}

#[tokio::test(start_paused = true)]
async fn who_leaves_or_is_removed_has_no_room() {
    let (client, mut peer, _door) = in_room(options()).await;
    let (left, ()) = tokio::join!(client.leave_room(), peer.accept("leave_room"));
    left.unwrap();
    client.until(|state| state.view.is_none().then_some(())).await.unwrap();

    let (client, mut peer, _door) = in_room(options()).await;
    peer.event(8, json!({"type": "player_removed", "player_id": crate::view::samples::ANNA})).await;
    client.until(|state| state.view.is_none().then_some(())).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn who_hears_of_his_leaving_before_the_answer_has_no_room() {
    let (client, mut peer, _door) = in_room(options()).await;
    let serve = async {
        // The outcome was not known at first.
        let id = peer.command("leave_room").await;
        let again = json!({"type": "error", "command_id": id, "code": "store_unavailable", "message": "Wait.", "retry_after_ms": 1_000});
        peer.say(again).await;
        peer.event(8, json!({"type": "player_left", "player_id": crate::view::samples::ANNA, "why": "left"}))
            .await;
        let id = peer.command("leave_room").await;
        peer.say(json!({"type": "error", "command_id": id, "code": "not_in_room", "message": "No room."}))
            .await;
    };
    let (left, ()) = tokio::join!(client.leave_room(), serve);
    assert_eq!(left.unwrap_err().code(), Some(ErrorCode::NotInRoom));
    assert!(client.state().borrow().view.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_room_that_does_not_take_the_player_back_is_lost() {
    let (client, peer, mut door) = in_room(options()).await;
    let mut notices = client.listen();
    drop(peer);
    let serve = async {
        let mut peer = door.welcome().await;
        let id = peer.command("resume_room").await;
        peer.say(
            json!({"type": "error", "command_id": id, "code": "removed_from_room", "message": "Removed."}),
        )
        .await;
        peer
    };
    let (drew, _peer) = tokio::join!(client.draw(sarja_protocol::TurnNumber(1)), serve);
    let error = drew.unwrap_err();
    assert!(matches!(error, crate::CommandError::RoomLost(_)), "{error:?}");
    assert_eq!(error.code(), Some(ErrorCode::RemovedFromRoom));
    loop {
        if let Notice::RoomLost(error) = notices.recv().await.unwrap() {
            assert_eq!(error.code, ErrorCode::RemovedFromRoom);
            break;
        }
    }
    assert!(client.state().borrow().view.is_none());
}
