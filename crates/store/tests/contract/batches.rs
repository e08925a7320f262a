//! Many writes at once, committed together. The tests' runtime has one thread, so what is spawned before the
//! first `await` reaches the writer as one batch.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use sarja_store::{AppendError, Entry, Epoch, Fault, PlayerId};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::given::{self, append, command, entry};
use crate::place::Place;

pub(crate) async fn bad_entry_hurts_no_other_in_its_batch(place: &Place) {
    let store = place.open().await;
    let mut rooms = Vec::new();
    for _ in 0..9 {
        rooms.push(given::room(&store).await);
    }
    let mut batch = JoinSet::new();
    for (n, room) in rooms.iter().copied().enumerate() {
        let stranger = PlayerId(Uuid::new_v4());
        let entry = match n {
            2 => Entry { command: Some(command(stranger, "c1")), ..entry(2, 1) }, // no such player
            4 => Entry { matches: vec![given::finished_match(1, stranger)], ..entry(2, 1) },
            6 => entry(7, 1),
            _ => entry(2, 1),
        };
        let store = store.clone();
        batch.spawn(async move { (n, store.append(append(room, entry)).await) });
    }
    let mut outcomes = batch.join_all().await;
    outcomes.sort_by_key(|(n, _)| *n);
    for ((n, outcome), room) in outcomes.into_iter().zip(rooms) {
        let bad = match n {
            2 | 4 => matches!(outcome, Err(AppendError::Refused(_))),
            6 => matches!(outcome, Err(AppendError::Gap { .. })),
            _ => outcome.is_ok(),
        };
        assert!(bad, "entry {n}: {outcome:?}");
        let expected: &[u64] = if matches!(n, 2 | 4 | 6) { &[1] } else { &[1, 2] };
        assert_eq!(given::events(&store, room).await, expected, "room {n}");
    }
}

pub(crate) async fn each_entry_of_a_large_batch_is_judged_by_itself(place: &Place) {
    const ROOMS: u64 = 60;
    let store = place.open().await;
    let mut entries = Vec::new();
    for n in 0..ROOMS {
        let room = given::room(&store).await;
        match n % 6 {
            0 => store.close_room(room, Epoch::FIRST, 5_000).await.unwrap(),
            1 => drop(store.take_room(room, "boot-2".into()).await.unwrap()),
            _ => {}
        }
        let entry = match n % 6 {
            2 => entry(1, 1),
            3 => entry(3, 1),
            _ => Entry { command: Some(command(given::player(&store).await, "c1")), ..entry(2, 1) },
        };
        entries.push((n, room, entry));
    }
    let mut batch = JoinSet::new();
    for (n, room, entry) in entries {
        let store = store.clone();
        batch.spawn(async move { (n, room, store.append(append(room, entry)).await) });
    }
    for (n, room, outcome) in batch.join_all().await {
        let is_right = match n % 6 {
            0 => matches!(outcome, Err(AppendError::NotOpen(_))),
            1 => matches!(outcome, Err(AppendError::Fenced { .. })),
            2 => matches!(outcome, Err(AppendError::Conflict { .. })),
            3 => matches!(outcome, Err(AppendError::Gap { .. })),
            _ => outcome.is_ok(),
        };
        assert!(is_right, "entry {n}: {outcome:?}");
        let expected: &[u64] = if n % 6 < 4 { &[1] } else { &[1, 2] };
        assert_eq!(given::events(&store, room).await, expected, "room {n}");
    }
}

pub(crate) async fn two_claims_of_one_place_in_one_batch_give_one_conflict(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let (one, two) =
        tokio::join!(store.append(append(room, entry(2, 1))), store.append(append(room, entry(2, 2))));
    assert!(one.is_ok() && matches!(two, Err(AppendError::Conflict { .. })), "{one:?} {two:?}");
    assert_eq!(given::events(&store, room).await, [1, 2]);
}

pub(crate) async fn many_rooms_at_once_keep_every_row_in_order(place: &Place) {
    const ROOMS: usize = 64;
    const APPENDS: u64 = 50;
    let store = place.open().await;
    let mut players = JoinSet::new();
    for _ in 0..ROOMS {
        let store = store.clone();
        players.spawn(async move {
            let room = given::room(&store).await;
            for n in 0..APPENDS {
                store.append(append(room, entry(2 + 2 * n, 2))).await.unwrap();
            }
            room
        });
    }
    let rooms = players.join_all().await;
    assert_eq!(rooms.len(), ROOMS);
    for room in rooms {
        assert_eq!(given::events(&store, room).await, (1..2 + 2 * APPENDS).collect::<Vec<_>>());
    }
}

pub(crate) async fn entry_of_a_caller_that_went_away_is_written(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    {
        let mut sent = pin!(store.append(append(room, entry(2, 1))));
        poll_fn(|context| {
            assert!(sent.as_mut().poll(context).is_pending());
            Poll::Ready(())
        })
        .await;
    }
    store.ready().await.unwrap(); // waits behind the entry
    assert_eq!(given::events(&store, room).await, [1, 2]);
}

pub(crate) async fn close_finishes_what_is_queued(place: &Place) {
    let store = place.open().await;
    let mut rooms = Vec::new();
    for _ in 0..20 {
        rooms.push(given::room(&store).await);
    }
    let mut queued = JoinSet::new();
    for room in rooms.iter().copied() {
        let store = store.clone();
        queued.spawn(async move { store.append(append(room, entry(2, 1))).await });
    }
    // Spawned last, the order to close lies behind the entries in the same batch.
    let closing = tokio::spawn({
        let store = store.clone();
        async move { store.close().await }
    });
    assert!(queued.join_all().await.iter().all(Result::is_ok));
    closing.await.unwrap();
    let error = store.append(append(rooms[0], entry(3, 1))).await.unwrap_err();
    assert!(matches!(error, AppendError::Unavailable(Fault::Closed)), "{error}");
    let again = place.open().await;
    for room in rooms {
        assert_eq!(given::events(&again, room).await, [1, 2]);
    }
}
