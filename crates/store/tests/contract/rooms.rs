//! Rooms and who owns them.

use sarja_store::{
    CloseRoomError, CommandRef, CreateRoomError, Entry, Epoch, NewRoom, PlayerId, RoomCode, RoomHead, RoomId,
};
use uuid::Uuid;

use crate::given::{self, append, entry, new_room};
use crate::place::Place;

pub(crate) async fn room_begins_with_its_first_row(place: &Place) {
    let store = place.open().await;
    let given = NewRoom { first: entry(7, 2), ..new_room("ABCDEFGH") };
    let created = store.create_room(given.clone()).await.unwrap();
    assert_eq!(created.epoch, Epoch::FIRST);
    let head = RoomHead {
        id: given.id,
        code: given.code.clone(),
        owner: given.owner,
        epoch: Epoch::FIRST,
        created_ms: 1_000,
        closed_ms: None,
    };
    assert_eq!(store.open_room_by_code(&given.code).await.unwrap(), Some(head.clone()));
    assert_eq!(store.load_room(given.id).await.unwrap().unwrap().room, head);
    assert_eq!(given::events(&store, given.id).await, [7, 8]);
    store.append(append(given.id, entry(9, 1))).await.unwrap();
    assert_eq!(store.load_room(RoomId(Uuid::new_v4())).await.unwrap(), None);
}

pub(crate) async fn room_whose_first_row_fails_is_not_there(place: &Place) {
    let store = place.open().await;
    let command: CommandRef = given::command(PlayerId(Uuid::new_v4()), "c1"); // of nobody
    let bad = NewRoom { first: Entry { command: Some(command), ..entry(1, 1) }, ..new_room("ABCDEFGH") };
    let error = store.create_room(bad.clone()).await.unwrap_err();
    assert!(matches!(error, CreateRoomError::Write(_)), "{error}");
    assert_eq!(store.load_room(bad.id).await.unwrap(), None);
    store.create_room(new_room("ABCDEFGH")).await.unwrap();
}

pub(crate) async fn code_is_unique_among_open_rooms(place: &Place) {
    let store = place.open().await;
    let first = new_room("ABCDEFGH");
    store.create_room(first.clone()).await.unwrap();
    let error = store.create_room(new_room("ABCDEFGH")).await.unwrap_err();
    assert!(matches!(&error, CreateRoomError::CodeTaken(code) if code.as_str() == "ABCDEFGH"), "{error}");
    let found = store.open_room_by_code(&RoomCode::from("ABCDEFGH")).await.unwrap();
    assert_eq!(found.map(|head| head.id), Some(first.id));
}

pub(crate) async fn code_is_free_again_after_close(place: &Place) {
    let store = place.open().await;
    let (first, second) = (new_room("ABCDEFGH"), new_room("ABCDEFGH"));
    store.create_room(first.clone()).await.unwrap();
    store.close_room(first.id, Epoch::FIRST, 5_000).await.unwrap();
    assert_eq!(store.open_room_by_code(&first.code).await.unwrap(), None);
    store.create_room(second.clone()).await.unwrap();
    assert_eq!(store.open_room_by_code(&second.code).await.unwrap().unwrap().id, second.id);
    // The closed room is still there to be read, and closing it again changes nothing.
    store.close_room(first.id, Epoch::FIRST, 6_000).await.unwrap();
    assert_eq!(store.load_room(first.id).await.unwrap().unwrap().room.closed_ms, Some(5_000));
}

pub(crate) async fn room_id_is_not_used_twice(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let error = store.create_room(NewRoom { id: room, ..new_room("ABCDEFGH") }).await.unwrap_err();
    assert!(matches!(error, CreateRoomError::RoomExists(id) if id == room), "{error}");
    assert_eq!(given::events(&store, room).await, [1]);
}

pub(crate) async fn taking_raises_the_epoch(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    for (owner, epoch) in [("boot-2", 2), ("boot-3", 3), ("boot-3", 4)] {
        let taken = store.take_room(room, owner.into()).await.unwrap();
        assert_eq!(taken.unwrap().epoch, Epoch(epoch));
        let head = store.load_room(room).await.unwrap().unwrap().room;
        assert_eq!((head.owner.as_str(), head.epoch), (owner, Epoch(epoch)));
    }
}

pub(crate) async fn retaking_needs_the_epoch_that_was_held(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let retake = |owner: &str, held| store.retake_room(room, owner.into(), Epoch(held));
    assert_eq!(retake("boot-1", 1).await.unwrap(), Some(Epoch(2)));
    store.take_room(room, "boot-2".into()).await.unwrap();
    assert_eq!(retake("boot-1", 2).await.unwrap(), None, "somebody else has it now");
    let head = store.load_room(room).await.unwrap().unwrap().room;
    assert_eq!((head.owner.as_str(), head.epoch), ("boot-2", Epoch(3)));
}

pub(crate) async fn closed_or_unknown_room_cannot_be_taken(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.close_room(room, Epoch::FIRST, 5_000).await.unwrap();
    for room in [room, RoomId(Uuid::new_v4())] {
        assert_eq!(store.take_room(room, "boot-2".into()).await.unwrap(), None);
    }
    assert_eq!(store.load_room(room).await.unwrap().unwrap().room.epoch, Epoch::FIRST);
}

pub(crate) async fn only_the_owner_closes_a_room(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.take_room(room, "boot-2".into()).await.unwrap();
    let error = store.close_room(room, Epoch::FIRST, 5_000).await.unwrap_err();
    assert!(matches!(error, CloseRoomError::Fenced { current: Epoch(2), .. }), "{error}");
    assert_eq!(store.open_rooms().await.unwrap().len(), 1);
    let nowhere = RoomId(Uuid::new_v4());
    let error = store.close_room(nowhere, Epoch::FIRST, 5_000).await.unwrap_err();
    assert!(matches!(error, CloseRoomError::NoSuchRoom(id) if id == nowhere), "{error}");
}

pub(crate) async fn open_rooms_come_oldest_first(place: &Place) {
    let store = place.open().await;
    assert_eq!(store.open_rooms().await.unwrap(), []);
    for (code, now_ms) in [("C", 300), ("A", 100), ("B", 200)] {
        store.create_room(NewRoom { now_ms, ..new_room(code) }).await.unwrap();
    }
    let closed = store.open_room_by_code(&RoomCode::from("B")).await.unwrap().unwrap().id;
    store.close_room(closed, Epoch::FIRST, 400).await.unwrap();
    let codes: Vec<_> = store.open_rooms().await.unwrap().into_iter().map(|head| head.code).collect();
    assert_eq!(codes, [RoomCode::from("A"), RoomCode::from("C")]);
}
