//! Rooms that their owner leaves to whoever takes them next.

use sarja_store::{Days, Epoch, Handover, HandoverState, Problem, Retention, RoomId, Seq, Store, WriteError};

use crate::given::{self, append, entry};
use crate::place::Place;

/// A room as its first owner leaves it before this event.
fn left(room: RoomId, next_seq: u64, state: &str) -> Handover {
    let state = HandoverState::new(state.to_owned());
    Handover { room, epoch: Epoch::FIRST, next_seq: Seq(next_seq), state }
}

/// What somebody finds who takes the room.
async fn found(store: &Store, room: RoomId) -> (u64, Option<String>) {
    let taken = store.take_room(room, "boot-2".into()).await.unwrap().unwrap();
    (taken.epoch.0, taken.handed_over.map(|state| state.expose().to_owned()))
}

pub(crate) async fn what_was_left_is_given_once_to_whoever_takes_the_room_next(place: &Place) {
    let store = place.open().await;
    let (room, other) = (given::room(&store).await, given::room(&store).await);
    assert_eq!(store.hand_over(vec![left(room, 2, "[1]")]).await.unwrap(), 1);
    assert_eq!(found(&store, other).await, (2, None));
    assert_eq!(found(&store, room).await, (2, Some("[1]".to_owned())));
    assert_eq!(found(&store, room).await, (3, None));
}

pub(crate) async fn what_was_left_last_counts(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.hand_over(vec![left(room, 2, "[1]")]).await.unwrap();
    store.append(append(room, entry(2, 3))).await.unwrap();
    store.hand_over(vec![left(room, 5, "[2]")]).await.unwrap();
    assert_eq!(found(&store, room).await, (2, Some("[2]".to_owned())));
}

pub(crate) async fn what_was_left_before_another_event_is_worth_nothing(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.hand_over(vec![left(room, 2, "[1]")]).await.unwrap();
    store.append(append(room, entry(2, 1))).await.unwrap();
    assert_eq!(found(&store, room).await, (2, None));
    assert_eq!(found(&store, room).await, (3, None));
}

pub(crate) async fn what_was_left_is_worth_nothing_once_the_room_was_retaken(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.hand_over(vec![left(room, 2, "[1]")]).await.unwrap();
    store.retake_room(room, "boot-1".into(), Epoch::FIRST).await.unwrap().unwrap();
    assert_eq!(found(&store, room).await, (3, None));
}

pub(crate) async fn who_has_lost_a_room_leaves_nothing_and_removes_nothing(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.take_room(room, "boot-2".into()).await.unwrap();
    store.hand_over(vec![Handover { epoch: Epoch(2), ..left(room, 2, "[2]") }]).await.unwrap();
    assert_eq!(store.hand_over(vec![left(room, 2, "[1]")]).await.unwrap(), 0);
    assert_eq!(found(&store, room).await, (3, Some("[2]".to_owned())));
}

pub(crate) async fn closed_or_unknown_rooms_are_left_to_nobody(place: &Place) {
    let store = place.open().await;
    let (open, closed) = (given::room(&store).await, given::room(&store).await);
    store.close_room(closed, Epoch::FIRST, 5_000).await.unwrap();
    let nowhere = RoomId(uuid::Uuid::new_v4());
    let rooms = [closed, open, nowhere].map(|room| left(room, 2, "[1]"));
    assert_eq!(store.hand_over(rooms.into()).await.unwrap(), 1);
    assert_eq!(found(&store, open).await, (2, Some("[1]".to_owned())));
}

pub(crate) async fn many_rooms_are_left_together(place: &Place) {
    let store = place.open().await;
    let mut rooms = Vec::new();
    for _ in 0..40 {
        rooms.push(given::room(&store).await);
    }
    let all = rooms.iter().enumerate().map(|(n, room)| left(*room, 2, &format!("[{n}]"))).collect();
    assert_eq!(store.hand_over(all).await.unwrap(), 40);
    for (n, room) in rooms.iter().enumerate() {
        assert_eq!(found(&store, *room).await, (2, Some(format!("[{n}]"))));
    }
    assert_eq!(store.hand_over(Vec::new()).await.unwrap(), 0);
}

pub(crate) async fn what_is_no_json_is_left_by_nobody(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    for bad in ["", "[1", "[\"\\u0000\"]"] {
        let refused = store.hand_over(vec![left(room, 2, bad)]).await.unwrap_err();
        let WriteError::Refused(why) = refused else { panic!("{refused}") };
        assert!(matches!(why.problem, Problem::NotJson(_) | Problem::Nul), "{why}");
    }
    assert_eq!(found(&store, room).await, (2, None));
}

pub(crate) async fn room_that_was_left_and_closed_goes_after_its_time(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.hand_over(vec![left(room, 2, "[1]")]).await.unwrap();
    store.close_room(room, Epoch::FIRST, 5_000).await.unwrap();
    let a_day = Retention { unplayed_rooms: Days::new(1), ..Retention::FOR_EVER };
    store.prune(&a_day, i64::MAX).await.unwrap();
    assert_eq!(store.load_room(room).await.unwrap(), None);
}
