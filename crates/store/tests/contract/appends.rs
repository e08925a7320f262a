//! Appending to one room.

use sarja_store::{Append, AppendError, Appended, CommandId, Entry, Epoch, LogRow, RoomId, Seq};
use uuid::Uuid;

use crate::given::{self, append, command, entry};
use crate::place::Place;

pub(crate) async fn entry_is_read_back_as_it_was_written(place: &Place) {
    let store = place.open().await;
    let (player, room) = (given::player(&store).await, given::room(&store).await);
    let given = Entry { command: Some(command(player, "c1")), ..entry(2, 3) };
    let done = store.append(append(room, given.clone())).await.unwrap();
    assert_eq!(done, Appended { next_seq: Seq(5) });
    let row = LogRow {
        first_seq: Seq(2),
        count: 3,
        epoch: Epoch::FIRST,
        command: given.command,
        at_ms: 40,
        wall_ms: 1_040,
        events: r#"[{"n":2},{"n":3},{"n":4}]"#.into(),
    };
    assert_eq!(store.load_room(room).await.unwrap().unwrap().rows[1..], *std::slice::from_ref(&row));
    assert_eq!(store.committed(room, player, &CommandId::from("c1")).await.unwrap(), Some(row));
    assert_eq!(store.committed(room, player, &CommandId::from("c2")).await.unwrap(), None);
}

pub(crate) async fn log_after_begins_with_the_row_that_holds_the_next_event(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.append(append(room, entry(2, 3))).await.unwrap();
    store.append(append(room, entry(5, 1))).await.unwrap();
    for (after, firsts) in
        [(0, vec![1, 2, 5]), (1, vec![2, 5]), (2, vec![2, 5]), (4, vec![5]), (5, vec![]), (u64::MAX, vec![])]
    {
        let rows = store.log_after(room, Seq(after)).await.unwrap();
        assert_eq!(rows.iter().map(|row| row.first_seq.0).collect::<Vec<_>>(), firsts, "after {after}");
    }
}

pub(crate) async fn command_sent_again_meets_what_is_stored(place: &Place) {
    let store = place.open().await;
    let (player, room) = (given::player(&store).await, given::room(&store).await);
    let sent = command(player, "c1");
    store.append(append(room, Entry { command: Some(sent.clone()), ..entry(2, 2) })).await.unwrap();
    store.append(append(room, entry(4, 1))).await.unwrap();
    // As the next entry, and as the one that it was: the command decides.
    for first_seq in [5, 2, 4] {
        let again = Entry { command: Some(sent.clone()), ..entry(first_seq, 2) };
        let error = store.append(append(room, again)).await.unwrap_err();
        let AppendError::Conflict { stored, .. } = error else { panic!("{error}") };
        assert_eq!((stored.first_seq, stored.command.as_ref()), (Seq(2), Some(&sent)));
    }
    assert_eq!(given::events(&store, room).await, [1, 2, 3, 4]);
}

pub(crate) async fn same_command_id_of_another_player_is_another_command(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    for first_seq in [2, 3] {
        let sent = command(given::player(&store).await, "c1");
        store.append(append(room, Entry { command: Some(sent), ..entry(first_seq, 1) })).await.unwrap();
    }
    assert_eq!(given::events(&store, room).await, [1, 2, 3]);
}

pub(crate) async fn taken_place_in_the_log_is_a_conflict(place: &Place) {
    let store = place.open().await;
    let (player, room) = (given::player(&store).await, given::room(&store).await);
    store.append(append(room, entry(2, 3))).await.unwrap();
    // The same first event, and events in the middle of a row, which no key of the table would notice.
    for first_seq in [2, 3, 4] {
        let late = Entry { command: Some(command(player, "c2")), ..entry(first_seq, 1) };
        let error = store.append(append(room, late)).await.unwrap_err();
        let AppendError::Conflict { stored, .. } = error else { panic!("{error}") };
        assert_eq!((stored.first_seq, stored.command.clone()), (Seq(2), None));
    }
    assert_eq!(given::events(&store, room).await, [1, 2, 3, 4]);
}

pub(crate) async fn gap_is_refused_with_the_number_that_comes_next(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let error = store.append(append(room, entry(3, 1))).await.unwrap_err();
    assert!(matches!(error, AppendError::Gap { expected: Seq(2), given: Seq(3), .. }), "{error}");
    assert_eq!(given::events(&store, room).await, [1]);
}

pub(crate) async fn old_owner_is_fenced(place: &Place) {
    let (old, new) = (place.open().await, place.open().await);
    let room = given::room(&old).await;
    old.append(append(room, entry(2, 1))).await.unwrap();
    let epoch = new.take_room(room, "boot-2".into()).await.unwrap().unwrap().epoch;
    assert_eq!(epoch, Epoch(2));
    let error = old.append(append(room, entry(3, 1))).await.unwrap_err();
    let fence = AppendError::Fenced { room, held: Epoch(1), current: Epoch(2) };
    assert_eq!(error.to_string(), fence.to_string());
    new.append(Append { room, epoch, entry: entry(3, 1) }).await.unwrap();
    assert_eq!(given::events(&old, room).await, [1, 2, 3]);
}

pub(crate) async fn fenced_owner_hears_of_the_fence_even_if_its_command_is_stored(place: &Place) {
    let store = place.open().await;
    let (player, room) = (given::player(&store).await, given::room(&store).await);
    let sent = Entry { command: Some(command(player, "c1")), ..entry(2, 1) };
    store.append(append(room, sent.clone())).await.unwrap();
    store.take_room(room, "boot-2".into()).await.unwrap();
    let error = store.append(append(room, sent)).await.unwrap_err();
    assert!(matches!(error, AppendError::Fenced { .. }), "{error}");
}

pub(crate) async fn closed_or_unknown_room_takes_no_entry(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.close_room(room, Epoch::FIRST, 9_000).await.unwrap();
    for room in [room, RoomId(Uuid::new_v4())] {
        let error = store.append(append(room, entry(2, 1))).await.unwrap_err();
        assert!(matches!(error, AppendError::NotOpen(id) if id == room), "{error}");
    }
    assert_eq!(given::events(&store, room).await, [1]);
}
