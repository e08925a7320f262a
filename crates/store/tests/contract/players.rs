//! Players.

use sarja_store::{
    AppendError, CreatePlayerError, Entry, Epoch, NewPlayer, Player, PlayerId, RoomId, Scope, TokenHash,
    UpdatePlayerError,
};
use uuid::Uuid;

use crate::given::{self, append, entry};
use crate::place::Place;

pub(crate) async fn player_is_found_by_token_only(place: &Place) {
    let store = place.open().await;
    let given = given::new_player();
    store.create_player(given.clone()).await.unwrap();
    let player = Player { id: given.id, name: "Aino".into(), scope: None, created_ms: 1_000, seen_ms: 1_000 };
    assert_eq!(store.player_by_token(&given.token_hash).await.unwrap(), Some(player));
    assert_eq!(store.player_by_token(&TokenHash::of(b"another")).await.unwrap(), None);
}

pub(crate) async fn taken_id_or_token_is_refused(place: &Place) {
    let store = place.open().await;
    let first = given::new_player();
    store.create_player(first.clone()).await.unwrap();
    let same_id = NewPlayer { id: first.id, ..given::new_player() };
    let same_token = NewPlayer { token_hash: first.token_hash, ..given::new_player() };
    for taken in [same_id, same_token] {
        let error = store.create_player(taken).await.unwrap_err();
        assert!(matches!(error, CreatePlayerError::Taken(_)), "{error}");
    }
}

pub(crate) async fn seen_time_never_goes_back(place: &Place) {
    let store = place.open().await;
    let given = given::new_player();
    store.create_player(given.clone()).await.unwrap();
    for (now_ms, seen_ms) in [(5_000, 5_000), (3_000, 5_000), (6_000, 6_000)] {
        store.touch_player(given.id, now_ms).await.unwrap();
        let player = store.player_by_token(&given.token_hash).await.unwrap().unwrap();
        assert_eq!((player.seen_ms, player.created_ms), (seen_ms, 1_000));
    }
}

pub(crate) async fn rename_changes_the_name(place: &Place) {
    let store = place.open().await;
    let (given, other) = (given::new_player(), given::new_player());
    store.create_player(given.clone()).await.unwrap();
    store.create_player(other.clone()).await.unwrap();
    store.rename_player(given.id, "Väinö".into()).await.unwrap();
    assert_eq!(store.player_by_token(&given.token_hash).await.unwrap().unwrap().name, "Väinö");
    assert_eq!(store.player_by_token(&other.token_hash).await.unwrap().unwrap().name, "Aino");
}

pub(crate) async fn unknown_player_cannot_be_changed(place: &Place) {
    let store = place.open().await;
    let nobody = PlayerId(Uuid::new_v4());
    for outcome in [store.touch_player(nobody, 1).await, store.rename_player(nobody, "x".into()).await] {
        let error = outcome.unwrap_err();
        assert!(matches!(error, UpdatePlayerError::NoSuchPlayer(id) if id == nobody), "{error}");
    }
}

pub(crate) async fn token_of_an_invited_player_tells_its_only_room(place: &Place) {
    let store = place.open().await;
    let new = given::new_room("ABCDEFGH");
    let (room, code) = (new.id, new.code.clone());
    store.create_room(new).await.unwrap();
    let (id, token_hash, player) = given::scoped_player();
    store.append(append(room, Entry { players: vec![player], ..entry(2, 1) })).await.unwrap();
    let scope = |closed_ms| Some(Scope { room, code: code.clone(), closed_ms });
    let found = store.player_by_token(&token_hash).await.unwrap().unwrap();
    assert_eq!((found.id, &found.scope, found.created_ms), (id, &scope(None), 1_040));
    store.close_room(room, Epoch::FIRST, 5_000).await.unwrap();
    let found = store.player_by_token(&token_hash).await.unwrap().unwrap();
    assert_eq!(found.scope, scope(Some(5_000)));
}

pub(crate) async fn invited_player_is_not_there_without_the_entry(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let (_, token_hash, player) = given::scoped_player();
    let twice = Entry { players: vec![player.clone(), player.clone()], ..entry(2, 1) };
    let error = store.append(append(room, twice)).await.unwrap_err();
    assert!(matches!(&error, AppendError::Refused(why) if why.field == "scoped player"), "{error}");
    let elsewhere = append(RoomId(Uuid::new_v4()), Entry { players: vec![player], ..entry(2, 1) });
    let error = store.append(elsewhere).await.unwrap_err();
    assert!(matches!(error, AppendError::NotOpen(_)), "{error}");
    assert_eq!(store.player_by_token(&token_hash).await.unwrap(), None);
    assert_eq!(given::events(&store, room).await, [1]);
}
