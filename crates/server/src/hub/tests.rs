//! Rooms that are made, end and fail.

use std::time::Duration;

use sarja_protocol::{ClientToServer, CloseReason, LeaveRoom, RoomId};
use tokio::time::{Instant, advance, pause, resume, timeout};

use super::{Held, RoomError, given::Place};
use crate::{
    actor::{ConnectionId, Ended, Outcome, RoomHandle, ToRoom},
    connection::Outbox,
    idle_rooms::IdleRooms,
};

/// Lets so much time pass in a moment.
async fn jump(time: Duration) {
    pause();
    advance(time).await;
    resume();
}

/// Waits until what the hub holds is so.
async fn until(place: &Place, holds: impl Fn(Held) -> bool) {
    let looking = async {
        while !holds(place.hub.held().0) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let held = timeout(Duration::from_secs(30), looking).await;
    assert!(held.is_ok(), "{:?}", place.hub.held());
}

/// A place whose rooms leave memory as soon as they may, with one that has.
async fn with_one_asleep() -> Place {
    let place = Place::with(IdleRooms { after: Duration::ZERO }).await;
    place.room("one").await;
    jump(crate::limits::AWAKE_MIN).await;
    until(&place, |held| (held.awake, held.asleep) == (0, 1)).await;
    place
}

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

#[tokio::test]
async fn a_lobby_that_sleeps_is_closed_when_its_time_has_come() {
    let place = with_one_asleep().await;
    jump(Duration::from_mins(31)).await;
    until(&place, |held| held == Held::default()).await;
    assert!(place.store.open_rooms().await.unwrap().is_empty());
}

#[tokio::test]
async fn rooms_in_memory_and_asleep_are_left_to_the_next_server() {
    let place = with_one_asleep().await;
    let room = place.room("two").await;
    let (_outbox, _reader) = place.enter(&room, "two").await;
    place.stop.cancel();
    place.hub.ended().await;
    assert_eq!(place.hub.held(), Default::default());
    let open = place.store.open_rooms().await.unwrap();
    assert_eq!(open.len(), 2);
    for head in open {
        let taken = place.store.take_room(head.id, "the next".to_owned().into()).await.unwrap().unwrap();
        assert!(taken.handed_over.is_some(), "{head:?}");
    }
}

#[tokio::test]
async fn a_stop_ends_though_nothing_can_be_left() {
    let place = with_one_asleep().await;
    place.room("two").await;
    place.store.close().await;
    place.stop.cancel();
    timeout(Duration::from_secs(30), place.hub.ended()).await.expect("nothing is waited for");
    assert_eq!(place.hub.held(), Default::default());
}

#[tokio::test]
async fn a_room_that_cannot_be_woken_sleeps_on_and_is_tried_again() {
    let place = with_one_asleep().await;
    place.store.close().await;
    jump(Duration::from_mins(31)).await;
    let is_put_off = |_| place.hub.0.registry.first_due().is_some_and(|due| due > Instant::now());
    until(&place, is_put_off).await;
    assert_eq!(place.hub.held().0.asleep, 1);
}

#[tokio::test]
async fn a_room_that_panicked_is_read_again_though_nobody_comes() {
    let place = Place::new().await;
    let room = place.room("one").await;
    place.hub.run(&room, async { panic!("a bug in a room") });
    until(&place, |held| (held.unread, held.failures) == (1, 1)).await;
    jump(crate::limits::STORE_RETRY).await;
    until(&place, |held| held.unread == 0).await;
    let epoch = place.hub.by_id(room.id()).await.unwrap().unwrap().pulse().epoch;
    assert_eq!(epoch.0, 2, "whatever the task before was writing is fenced");
}

#[tokio::test]
async fn a_room_that_fails_again_is_read_later_than_before_though_nobody_comes() {
    let place = Place::new().await;
    let room = place.room("one").await;
    for wait in [1, 2, 4].map(Duration::from_secs) {
        let failed = Instant::now();
        place.hub.run(&room, async { Outcome::Ended(Ended::Failed) });
        until(&place, |held| held.unread == 1).await;
        let due = place.hub.0.registry.first_due().unwrap();
        assert!(due >= failed + wait, "{:?}", due - failed);
        jump(wait).await;
        // It is read, and leaves memory: nobody is there.
        until(&place, |held| (held.unread, held.asleep) == (0, 1)).await;
    }
    assert_eq!(place.hub.held().0.failures, 0, "it can be read, and is not set aside");
}

#[tokio::test]
async fn a_room_that_somebody_else_had_meanwhile_is_taken_anew() {
    let place = with_one_asleep().await;
    let id = place.store.open_rooms().await.unwrap()[0].id;
    place.store.take_room(id, "elsewhere".to_owned().into()).await.unwrap().unwrap();
    let room = place.hub.by_id(RoomId(id.0)).await.unwrap().unwrap();
    assert_eq!(room.pulse().epoch.0, 3);
}

#[tokio::test]
async fn who_gives_up_waiting_for_a_room_leaves_no_place_behind() {
    let place = Place::new().await;
    let stranger = RoomId(uuid::Uuid::from_u128(7));
    // Polled once, then dropped: the store has not answered by then.
    let asked = Box::pin(place.hub.by_id(stranger));
    assert!(futures_util::FutureExt::now_or_never(asked).is_none());
    assert_eq!(place.hub.held().0, Held::default());
}
