//! Opening and closing.

use sarja_store::{OpenError, Store};

use crate::given;
use crate::place::Place;

pub(crate) async fn newer_schema_is_refused_with_both_versions(place: &Place) {
    place.open().await.close().await;
    place.pretend_newer_schema(9_999).await;
    let error = Store::open(&place.url().parse().unwrap()).await.unwrap_err();
    let OpenError::SchemaNewer { found: 9_999, known } = error else { panic!("{error}") };
    let text = error.to_string();
    assert!(text.contains("9999") && text.contains(&known.to_string()), "{text}");
}

pub(crate) async fn stores_that_open_a_new_place_together_both_work(place: &Place) {
    let (one, two) = tokio::join!(place.open(), place.open());
    let room = given::room(&one).await;
    assert_eq!(given::events(&two, room).await, [1]);
}

pub(crate) async fn open_store_is_ready_and_a_closed_one_is_not(place: &Place) {
    let store = place.open().await;
    store.ready().await.unwrap();
    let clone = store.clone();
    clone.close().await;
    assert!(store.ready().await.is_err());
    store.close().await; // again does no harm
}
