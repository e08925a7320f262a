//! Rooms that pass from one owner to another while something is under way.

use std::pin::pin;

use futures_util::FutureExt as _;
use sarja_store::{AppendError, Entry, Epoch, Fault, Owner};
use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection};
use tokio::task::JoinSet;

use crate::given::{self, append, command, entry};
use crate::place::Place;

async fn execute(conn: &mut PgConnection, sql: String) {
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(conn).await.unwrap();
}

pub(crate) async fn room_under_takeover_does_not_hold_up_the_others(place: &Place) {
    let store = place.open().await;
    let mut rooms = Vec::new();
    for _ in 0..5 {
        rooms.push(given::room(&store).await);
    }
    let mut taking = place.schema().connect().await;
    execute(
        &mut taking,
        format!("BEGIN; SELECT 1 FROM room_owner WHERE room_id = '{}' FOR UPDATE", rooms[2]),
    )
    .await;
    let mut batch = JoinSet::new();
    for (n, room) in rooms.iter().copied().enumerate() {
        let store = store.clone();
        batch.spawn(async move { (n, store.append(append(room, entry(2, 1))).await) });
    }
    for _ in 0..4 {
        let (n, outcome) = batch.join_next().await.unwrap().unwrap();
        assert!(n != 2 && outcome.is_ok(), "room {n}: {outcome:?}");
    }
    // The room itself waits, and goes on when nothing came of the takeover.
    assert!(batch.join_next().now_or_never().is_none());
    execute(&mut taking, "ROLLBACK".to_owned()).await;
    let (_, outcome) = batch.join_next().await.unwrap().unwrap();
    assert!(outcome.is_ok(), "{outcome:?}");
}

pub(crate) async fn room_that_is_held_for_too_long_is_unavailable(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let mut holder = place.schema().connect().await;
    execute(&mut holder, format!("BEGIN; SELECT 1 FROM room_owner WHERE room_id = '{room}' FOR UPDATE"))
        .await;
    let error = store.append(append(room, entry(2, 1))).await.unwrap_err();
    assert!(matches!(error, AppendError::Unavailable(Fault::Locked)), "{error}");
    execute(&mut holder, "ROLLBACK".to_owned()).await;
    store.append(append(room, entry(2, 1))).await.unwrap();
}

pub(crate) async fn taking_waits_for_the_append_that_is_under_way(place: &Place) {
    let (store, schema) = (place.open().await, place.schema());
    for carried in [vec![], vec![given::secret(1, 1)]] {
        let (player, room) = (given::player(&store).await, given::room(&store).await);
        // The append has the room and waits for its player, whom somebody else has.
        let mut holder = schema.connect().await;
        execute(&mut holder, format!("BEGIN; SELECT 1 FROM player WHERE id = '{player}' FOR UPDATE")).await;
        let entry = Entry { command: Some(command(player, "c1")), secrets: carried, ..entry(2, 1) };
        let mut appending = pin!(store.append(append(room, entry)));
        while schema.waiting_for_locks().await < 1 {
            assert!(appending.as_mut().now_or_never().is_none());
        }
        let mut taking = pin!(store.take_room(room, Owner::from("boot-2")));
        while schema.waiting_for_locks().await < 2 {
            assert!(taking.as_mut().now_or_never().is_none());
        }
        execute(&mut holder, "ROLLBACK".to_owned()).await;
        assert_eq!(taking.await.unwrap().unwrap().epoch, Epoch(2));
        assert_eq!(given::events(&store, room).await, [1, 2], "it is in the log that is read now");
        appending.await.unwrap();
    }
}

pub(crate) async fn append_that_comes_while_the_room_is_taken_is_fenced(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let mut new = place.schema().connect().await;
    let take = format!("BEGIN; UPDATE room_owner SET owner = 'boot-2', epoch = 2 WHERE room_id = '{room}'");
    execute(&mut new, take).await;
    let mut late = pin!(store.append(append(room, entry(2, 1))));
    while place.schema().waiting_for_locks().await < 1 {
        assert!(late.as_mut().now_or_never().is_none());
    }
    execute(&mut new, "COMMIT".to_owned()).await;
    let error = late.await.unwrap_err();
    assert!(matches!(error, AppendError::Fenced { current: Epoch(2), .. }), "{error}");
    assert_eq!(given::events(&store, room).await, [1]);
}

pub(crate) async fn append_that_comes_while_the_room_is_closed_is_refused(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let mut closing = place.schema().connect().await;
    let lock = format!("BEGIN; SELECT 1 FROM room_owner WHERE room_id = '{room}' FOR UPDATE;");
    execute(&mut closing, lock + &format!("UPDATE room SET closed_ms = 9000 WHERE id = '{room}'")).await;
    let mut late = pin!(store.append(append(room, entry(2, 1))));
    while place.schema().waiting_for_locks().await < 1 {
        assert!(late.as_mut().now_or_never().is_none());
    }
    execute(&mut closing, "COMMIT".to_owned()).await;
    let error = late.await.unwrap_err();
    assert!(matches!(error, AppendError::NotOpen(id) if id == room), "{error}");
}

pub(crate) async fn owner_that_died_in_an_append_does_not_keep_the_room(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let owner = Owner::from(uuid::Uuid::new_v4().to_string());
    store.take_room(room, owner.clone()).await.unwrap();
    // Its connection is open still, as far as the server knows, in the middle of a transaction.
    let options = place.schema().options().application_name(&format!("sarja/{owner}"));
    let mut dead = options.connect().await.unwrap();
    execute(&mut dead, format!("BEGIN; SELECT 1 FROM room_owner WHERE room_id = '{room}' FOR SHARE")).await;
    let taken = store.take_room(room, Owner::from("boot-3")).await.unwrap();
    assert_eq!(taken.unwrap().epoch, Epoch(3));
    assert!(sqlx::raw_sql("COMMIT").execute(&mut dead).await.is_err(), "its connection was ended");
}
