//! Rooms that are made, end and fail.

use sarja_protocol::{ClientToServer, CloseReason, LeaveRoom, RoomId};
use tokio::time::Instant;

use super::{RoomError, given::Place};
use crate::{
    actor::{ConnectionId, RoomHandle, ToRoom},
    connection::Outbox,
};

/// Sends a command and waits until the room has ended.
async fn leave(room: &RoomHandle, outbox: &Outbox) {
    let command = ClientToServer::from(LeaveRoom { command_id: "leave".parse().unwrap() });
    let (connection, received, outbox) = (ConnectionId(1), Instant::now(), outbox.clone());
    room.try_send(ToRoom::Command { connection, command: Box::new(command), received, outbox }).unwrap();
    room.ended().await;
}

#[tokio::test]
async fn rooms_that_are_made_and_end_leave_nothing_behind() {
    let place = Place::new().await;
    for n in 0..50 {
        let id = format!("room-{n}");
        let room = place.room(&id).await;
        let (outbox, _reader) = place.enter(&room, &id).await;
        leave(&room, &outbox).await;
    }
    place.stop.cancel();
    place.hub.ended().await;
    assert_eq!(place.hub.held(), Default::default());
}

#[tokio::test]
async fn a_room_that_panics_takes_nobody_along() {
    let place = Place::new().await;
    let (room, other) = (place.room("one").await, place.room("two").await);
    let (outbox, _reader) = place.enter(&other, "two").await;

    let (victim, reader) = crate::connection::outbox(crate::metrics::Metrics::new());
    let viewers = crate::actor::viewers_of(place.player, victim);
    place.hub.run(&room, async move {
        let _watched = viewers;
        panic!("a bug in a room")
    });
    reader.is_closing().cancelled().await;
    assert_eq!(reader.closing().map(|closing| closing.reason), Some(CloseReason::RoomMoved));

    leave(&other, &outbox).await;
}

#[tokio::test]
async fn a_room_that_fails_again_and_again_is_set_aside() {
    let place = Place::new().await;
    let room = RoomId(uuid::Uuid::nil());
    for _ in 0..crate::limits::FAILURES_MAX {
        assert!(matches!(place.hub.by_id(room).await, Ok(None)));
        place.hub.report_failure(room, crate::metrics::RoomFault::Panic);
    }
    assert!(matches!(place.hub.by_id(room).await, Err(RoomError::SetAside)));
}

#[tokio::test]
async fn the_same_wish_at_the_same_time_makes_one_room() {
    let place = Place::new().await;
    let (one, two) = tokio::join!(place.room("once"), place.room("once"));
    assert_eq!(one.id(), two.id());
}
