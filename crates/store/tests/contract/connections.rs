//! Connections to a server that are cut, at the worst of moments too.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sarja_store::{
    Append, AppendError, Appended, Entry, Epoch, Fault, Owner, RoomId, Secret, Store, StoreUrl, WriteError,
};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::cutting_proxy::{Cut, CuttingProxy};
use crate::given::{self, append, entry, secret};
use crate::place::Place;

/// A store behind a proxy, and a room in it whose next event is 3.
async fn behind_a_proxy(place: &Place) -> (CuttingProxy, Store, RoomId) {
    let schema = place.schema();
    let proxy = CuttingProxy::to(schema.server()).await;
    let url: StoreUrl = schema.url_through(proxy.port()).parse().unwrap();
    let store = Store::open(&url).await.unwrap();
    let room = given::room(&store).await;
    store.append(append(room, entry(2, 1))).await.unwrap();
    (proxy, store, room)
}

/// An entry that is more than a row of the log.
fn with_secret(first_seq: u64) -> Entry {
    Entry { secrets: vec![secret(1, 1)], ..entry(first_seq, 1) }
}

/// What an owner does who has to know what became of an entry.
async fn find_out(store: &Store, room: RoomId) -> (Epoch, Vec<u64>) {
    let epoch = store.retake_room(room, Owner::from("boot-1"), Epoch::FIRST).await.unwrap().unwrap();
    (epoch, given::events(store, room).await)
}

async fn secrets(store: &Store, room: RoomId) -> Vec<Secret> {
    store.load_room(room).await.unwrap().unwrap().secrets
}

#[track_caller]
fn assert_unknown(outcome: &Result<Appended, AppendError>) {
    assert!(matches!(outcome, Err(AppendError::OutcomeUnknown(_))), "{outcome:?}");
}

pub(crate) async fn cut_while_nothing_is_written_is_noticed_by_nobody(place: &Place) {
    let owner = Owner::from(Uuid::new_v4().to_string());
    let store = Store::open_as(&place.url().parse().unwrap(), &owner).await.unwrap();
    let room = given::room(&store).await;
    for seq in 2..6 {
        store.append(append(room, entry(seq, 1))).await.unwrap();
        store.append(append(given::room(&store).await, with_secret(2))).await.unwrap();
        let ended = place.schema().end_connections(owner.as_str()).await;
        assert!(ended >= 2, "the store's connections have the owner's name: {ended}");
    }
    assert_eq!(given::events(&store, room).await, [1, 2, 3, 4, 5]);
    store.ready().await.unwrap();
}

pub(crate) async fn answer_that_was_cut_off_leaves_it_unknown_and_the_log_tells(place: &Place) {
    let (mut proxy, store, room) = behind_a_proxy(place).await;
    let other = given::room(&store).await;
    proxy.cut_at(r#"{"n":3}"#, Cut::After);
    assert_unknown(&store.append(append(room, entry(3, 1))).await);
    proxy.was_cut().await;
    store.append(append(other, entry(2, 1))).await.expect("it connects again by itself");

    let (epoch, events) = find_out(&store, room).await;
    assert_eq!((epoch, events), (Epoch(2), vec![1, 2, 3]));
    let again = store.append(append(room, entry(3, 1))).await.unwrap_err();
    assert!(matches!(again, AppendError::Fenced { .. }), "{again}");
    store.append(Append { room, epoch, entry: entry(4, 1) }).await.unwrap();
}

pub(crate) async fn statement_that_was_cut_off_leaves_it_unknown_and_the_log_tells(place: &Place) {
    let (mut proxy, store, room) = behind_a_proxy(place).await;
    proxy.cut_at(r#"{"n":3}"#, Cut::Before);
    assert_unknown(&store.append(append(room, entry(3, 1))).await);
    proxy.was_cut().await;
    let (epoch, events) = find_out(&store, room).await;
    assert_eq!((epoch, events), (Epoch(2), vec![1, 2]));
    store.append(Append { room, epoch, entry: entry(3, 1) }).await.unwrap();
    assert_eq!(given::events(&store, room).await, [1, 2, 3]);
}

pub(crate) async fn entry_that_arrives_after_the_room_was_retaken_is_not_written(place: &Place) {
    let (mut proxy, store, room) = behind_a_proxy(place).await;
    let (arrive, when) = oneshot::channel();
    proxy.cut_at(r#"{"n":3}"#, Cut::Late(when));
    assert_unknown(&store.append(append(room, entry(3, 2))).await);
    let (epoch, events) = find_out(&store, room).await;
    assert_eq!(events, [1, 2]);
    arrive.send(()).unwrap();
    proxy.was_cut().await;
    assert_eq!(given::events(&store, room).await, [1, 2], "the log is what it was when it was read");
    store.append(Append { room, epoch, entry: entry(3, 1) }).await.unwrap();
    assert_eq!(given::events(&store, room).await, [1, 2, 3]);
}

pub(crate) async fn cut_commit_leaves_the_whole_entry_unknown(place: &Place) {
    for (cut, events, secret_count) in [(Cut::After, vec![1, 2, 3], 1), (Cut::Before, vec![1, 2], 0)] {
        let (mut proxy, store, room) = behind_a_proxy(place).await;
        proxy.cut_at("COMMIT", cut);
        assert_unknown(&store.append(append(room, with_secret(3))).await);
        proxy.was_cut().await;
        assert_eq!(find_out(&store, room).await, (Epoch(2), events));
        assert_eq!(secrets(&store, room).await.len(), secret_count, "all of it or nothing");
    }
}

pub(crate) async fn cut_before_the_commit_is_certain_to_have_written_nothing(place: &Place) {
    for cut in [Cut::Before, Cut::After] {
        let (mut proxy, store, room) = behind_a_proxy(place).await;
        proxy.cut_at(r#"{"n":3}"#, cut);
        let error = store.append(append(room, with_secret(3))).await.unwrap_err();
        assert!(matches!(error, AppendError::Unavailable(Fault::Driver(_))), "{error}");
        proxy.was_cut().await;
        store.append(append(room, with_secret(3))).await.expect("the same entry again");
        assert_eq!(given::events(&store, room).await, [1, 2, 3]);
        assert_eq!(secrets(&store, room).await.len(), 1);
    }
}

pub(crate) async fn server_that_is_away_is_unavailable_until_it_is_back(place: &Place) {
    let (proxy, store, room) = behind_a_proxy(place).await;
    let port = proxy.close().await;
    for entry in [entry(3, 1), with_secret(3)] {
        let error = store.append(append(room, entry)).await.unwrap_err();
        assert!(matches!(error, AppendError::Unavailable(Fault::Driver(_))), "{error}");
    }
    assert!(store.ready().await.is_err());
    let _back = CuttingProxy::at(port, place.schema().server()).await;
    store.append(append(room, entry(3, 1))).await.unwrap();
    assert_eq!(given::events(&store, room).await, [1, 2, 3]);
    store.ready().await.unwrap();
}

pub(crate) async fn acknowledged_rows_survive_connections_that_are_killed(place: &Place) {
    const ROOMS: usize = 8;
    const LAST: u64 = 60;
    let owner = Owner::from(Uuid::new_v4().to_string());
    let store = Store::open_as(&place.url().parse().unwrap(), &owner).await.unwrap();
    let mut rooms = Vec::new();
    for _ in 0..ROOMS {
        rooms.push(given::room(&store).await);
    }
    let mut owners = JoinSet::new();
    for room in rooms.iter().copied() {
        let (store, owner) = (store.clone(), owner.clone());
        owners.spawn(async move { play_to(&store, room, owner, LAST).await });
    }
    let playing = Arc::new(AtomicBool::new(true));
    let kill = async {
        let mut ended = 0;
        while playing.load(Ordering::Relaxed) {
            ended += place.schema().end_connections(owner.as_str()).await;
        }
        ended
    };
    let played = async {
        owners.join_all().await;
        playing.store(false, Ordering::Relaxed);
    };
    let (ended, ()) = tokio::join!(kill, played);
    assert!(ended > 0, "nothing was killed");
    for room in rooms {
        assert_eq!(given::events(&store, room).await, (1..=LAST).collect::<Vec<_>>());
    }
}

/// Appends one event after the other, each exactly once, as the owner of a room does.
async fn play_to(store: &Store, room: RoomId, owner: Owner, last: u64) {
    let (mut epoch, mut seq) = (Epoch::FIRST, 2);
    while seq <= last {
        // Every seventh is a transaction of several statements.
        let what = if seq % 7 == 0 { with_round(seq) } else { entry(seq, 1) };
        match store.append(Append { room, epoch, entry: what }).await {
            Ok(done) => seq = done.next_seq.0,
            Err(AppendError::Unavailable(_)) => {}
            Err(AppendError::OutcomeUnknown(_)) => {
                epoch = retake(store, room, &owner).await;
                seq = next_seq(store, room).await;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

fn with_round(seq: u64) -> Entry {
    Entry { rounds: vec![given::round(u32::try_from(seq).unwrap())], ..entry(seq, 1) }
}

async fn retake(store: &Store, room: RoomId, owner: &Owner) -> Epoch {
    loop {
        match store.take_room(room, owner.clone()).await {
            Ok(taken) => return taken.expect("the room is open").epoch,
            Err(WriteError::Unavailable(_) | WriteError::OutcomeUnknown(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

async fn next_seq(store: &Store, room: RoomId) -> u64 {
    loop {
        if let Ok(Some(loaded)) = store.load_room(room).await {
            return loaded.rows.last().map_or(1, |row| row.last_seq().0 + 1);
        }
    }
}
