//! Databases, the stores that are opened on them, and what ends with which.

use std::time::Duration;

use futures_util::FutureExt as _;
use sarja_store::{AppendError, Fate, Fault, OpenError, Store, StoreLock, StoreUrl};
use tokio::time::advance;

use crate::given::{self, append, entry};
use crate::script::{Scene, written};

const STEP: Duration = Duration::from_millis(10);

#[tokio::test(start_paused = true)]
async fn database_outlives_its_stores_with_what_was_on_its_way() {
    let Scene { script, database, store, room } = Scene::new().await;
    store.append(append(room, entry(2, 1))).await.unwrap();
    script.write(written(STEP, Fate::Answered));
    assert!(store.append(append(room, entry(3, 1))).now_or_never().is_none());
    drop(store);
    let next = database.open();
    assert_eq!(given::events(&next, room).await, [1, 2]);
    advance(STEP).await;
    assert_eq!(given::events(&next, room).await, [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn closing_waits_for_what_is_under_way_and_not_for_what_was_lost() {
    let Scene { script, database, store, room } = Scene::new().await;
    let hour = Duration::from_hours(1);
    let other = given::room(&store).await;
    script.write(written(STEP, Fate::UnknownDoneLater(hour)));
    store.append(append(other, entry(2, 1))).await.unwrap_err();
    store.append(append(room, entry(2, 1))).await.unwrap();
    script.write(written(STEP, Fate::Answered));
    assert!(store.append(append(room, entry(3, 1))).now_or_never().is_none());
    store.close().await;
    assert_eq!(database.log_after(room, sarja_store::Seq(0)).len(), 3);
    assert!(database.next_due().is_some(), "what was lost may still come");
    let error = store.append(append(room, entry(4, 1))).await.unwrap_err();
    assert!(matches!(error, AppendError::Unavailable(Fault::Closed)), "{error}");
    assert!(store.load_room(room).await.is_err());
}

#[tokio::test]
async fn each_store_by_its_url_is_one_of_its_own() {
    let url: StoreUrl = "memory:".parse().unwrap();
    let (one, two) = (Store::open(&url).await.unwrap(), Store::open(&url).await.unwrap());
    let room = given::room(&one).await;
    assert_eq!(given::events(&one, room).await, [1]);
    assert_eq!(two.load_room(room).await.unwrap(), None);
    let (_one, _two) = (StoreLock::take(&url).unwrap(), StoreLock::take(&url).unwrap());
}

#[tokio::test]
async fn nobody_can_look_into_a_store_in_memory_from_outside() {
    let error = Store::open_existing(&"memory:".parse().unwrap()).await.unwrap_err();
    assert!(matches!(error, OpenError::InMemory), "{error}");
}
