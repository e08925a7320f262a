//! Shuffle secrets.

use sarja_store::{AppendError, DealNo, Entry, Problem, Secret, Seq};

use crate::given::{self, append, entry, secret};
use crate::place::Place;

pub(crate) async fn secret_is_apart_from_the_log(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.append(append(room, Entry { secrets: vec![secret(1, 0xee)], ..entry(2, 1) })).await.unwrap();
    let loaded = store.load_room(room).await.unwrap().unwrap();
    let hidden = Secret { deal: DealNo(1), secret: secret(1, 0xee).secret, revealed_ms: None };
    assert_eq!(loaded.secrets, [hidden]);
    // What is read for clients and logs has no place for it.
    let rows = store.log_after(room, Seq(0)).await.unwrap();
    for text in [format!("{rows:?}"), format!("{loaded:?}")] {
        assert!(!text.contains("238, 238") && !text.to_lowercase().contains("eeee"), "{text}");
    }
}

pub(crate) async fn revealing_keeps_the_first_time(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let dealt = Entry { secrets: vec![secret(1, 1), secret(2, 2)], ..entry(2, 1) };
    store.append(append(room, dealt)).await.unwrap();
    for (first_seq, wall_ms) in [(3, 7_000), (4, 8_000)] {
        let reveal = Entry { reveals: vec![DealNo(1)], wall_ms, ..entry(first_seq, 1) };
        store.append(append(room, reveal)).await.unwrap();
        let secrets = store.load_room(room).await.unwrap().unwrap().secrets;
        assert_eq!(secrets.iter().map(|s| s.revealed_ms).collect::<Vec<_>>(), [Some(7_000), None]);
    }
}

pub(crate) async fn revealing_what_is_not_there_is_refused(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let reveal = Entry { reveals: vec![DealNo(3)], ..entry(2, 1) };
    let error = store.append(append(room, reveal)).await.unwrap_err();
    assert_eq!(error.to_string(), "reveal was refused by the database: deal 3 has no secret");
    assert_eq!(given::events(&store, room).await, [1]);
}

pub(crate) async fn deal_has_one_secret(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    store.append(append(room, Entry { secrets: vec![secret(1, 1)], ..entry(2, 1) })).await.unwrap();
    let again = Entry { secrets: vec![secret(1, 2)], ..entry(3, 1) };
    let error = store.append(append(room, again)).await.unwrap_err();
    let AppendError::Refused(why) = error else { panic!("{error}") };
    assert!(why.field == "shuffle secret" && matches!(why.problem, Problem::Rejected(_)), "{why}");
    let secrets = store.load_room(room).await.unwrap().unwrap().secrets;
    assert_eq!(secrets.len(), 1);
    assert_eq!(secrets[0].secret, secret(1, 1).secret);
}
