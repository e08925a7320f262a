//! Looking at everything, and removing what nobody needs.

use sarja_store::{
    Append, Counts, Days, Depth, Entry, Epoch, PlayerId, Pruned, Retention, RoomId, RoomRecord, Store,
};

use crate::given::{self, append, command, entry, finished_match, new_player, new_room, round, secret};
use crate::place::Place;

const DAY_MS: i64 = 86_400_000;
/// What closed rooms and guests of the tests have in common: it was then.
const THEN_MS: i64 = 100 * DAY_MS;

fn after(days: u16) -> Retention {
    Retention { unplayed_rooms: Days::new(days), idle_guests: Days::new(days) }
}

async fn close(store: &Store, room: RoomId) {
    store.close_room(room, Epoch::FIRST, THEN_MS).await.unwrap();
}

async fn guest_seen(store: &Store, seen_ms: i64) -> PlayerId {
    let guest = new_player();
    let id = guest.id;
    store.create_player(guest).await.unwrap();
    store.touch_player(id, seen_ms).await.unwrap();
    id
}

/// Fails where the player is gone, and changes nothing where not.
async fn is_there(store: &Store, player: PlayerId) -> bool {
    store.touch_player(player, 0).await.is_ok()
}

pub(crate) async fn room_in_which_nothing_was_played_goes_after_its_time(place: &Place) {
    let store = place.open().await;
    let guest = given::player(&store).await;
    let (program, token, invited) = given::scoped_player();
    let first = Entry { secrets: vec![secret(0, 7)], ..entry(1, 1) };
    let lobby = sarja_store::NewRoom { first, ..new_room("LOBBY") };
    let room = lobby.id;
    store.create_room(lobby).await.unwrap();
    let said = Entry { command: Some(command(guest, "c1")), players: vec![invited], ..entry(2, 1) };
    store.append(append(room, said)).await.unwrap();
    store.append(append(room, Entry { command: Some(command(program, "c1")), ..entry(3, 1) })).await.unwrap();
    close(&store, room).await;

    let now_ms = THEN_MS + 30 * DAY_MS;
    assert_eq!(store.prune(&after(30), now_ms).await.unwrap(), Pruned::default(), "it is kept for 30 days");
    let only_rooms = Retention { idle_guests: None, ..after(30) };
    assert_eq!(store.prune(&only_rooms, now_ms + 1).await.unwrap(), Pruned { rooms: 1, guests: 0 });
    assert_eq!(store.load_room(room).await.unwrap(), None);
    assert_eq!(store.player_by_token(&token).await.unwrap(), None, "its program went with it");
    assert!(is_there(&store, guest).await);
    assert_eq!(store.counts().await.unwrap(), Counts { players: 1, ..Counts::default() });
    assert_eq!(store.prune(&only_rooms, now_ms + 1).await.unwrap(), Pruned::default());
}

pub(crate) async fn what_was_played_is_kept_for_ever(place: &Place) {
    let store = place.open().await;
    let player = given::player(&store).await;
    let (dealt, ended, recorded) =
        (given::room(&store).await, given::room(&store).await, given::room(&store).await);
    store.append(append(dealt, Entry { secrets: vec![secret(1, 1)], ..entry(2, 1) })).await.unwrap();
    store.append(append(ended, Entry { rounds: vec![round(1)], ..entry(2, 1) })).await.unwrap();
    let with_match = Entry { matches: vec![finished_match(1, player)], ..entry(2, 1) };
    store.append(append(recorded, with_match)).await.unwrap();
    for room in [dealt, ended, recorded] {
        close(&store, room).await;
    }
    assert_eq!(store.prune(&after(1), i64::MAX).await.unwrap(), Pruned::default());
    for room in [dealt, ended, recorded] {
        assert_eq!(given::events(&store, room).await, [1, 2]);
    }
    assert!(is_there(&store, player).await, "who is in a match stays, however long ago");
}

pub(crate) async fn open_room_stays_however_old(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    assert_eq!(store.prune(&after(1), i64::MAX).await.unwrap(), Pruned::default());
    assert_eq!(given::events(&store, room).await, [1]);
}

pub(crate) async fn guest_who_was_nowhere_goes_after_the_time(place: &Place) {
    let store = place.open().await;
    let (idle, late, speaker) = (
        guest_seen(&store, THEN_MS).await,
        guest_seen(&store, THEN_MS + 1).await,
        guest_seen(&store, THEN_MS).await,
    );
    let room = given::room(&store).await;
    let said = Entry { command: Some(command(speaker, "c1")), ..entry(2, 1) };
    store.append(append(room, said)).await.unwrap();
    let (program, _, invited) = given::scoped_player();
    store.append(append(room, Entry { players: vec![invited], ..entry(3, 1) })).await.unwrap();

    let pruned = store.prune(&after(400), THEN_MS + 400 * DAY_MS + 1).await.unwrap();
    assert_eq!(pruned, Pruned { rooms: 0, guests: 1 });
    let there = [idle, late, speaker, program].map(|player| is_there(&store, player));
    assert_eq!(
        futures(there).await,
        [false, true, true, true],
        "the idle one is gone; who was seen later, who is in a log, and who is invited is not"
    );
}

async fn futures<const N: usize>(all: [impl Future<Output = bool>; N]) -> [bool; N] {
    let mut done = [false; N];
    for (done, future) in done.iter_mut().zip(all) {
        *done = future.await;
    }
    done
}

pub(crate) async fn guest_of_a_room_that_went_goes_too(place: &Place) {
    let store = place.open().await;
    let guest = guest_seen(&store, THEN_MS).await;
    let room = given::room(&store).await;
    store.append(append(room, Entry { command: Some(command(guest, "c1")), ..entry(2, 1) })).await.unwrap();
    close(&store, room).await;
    let pruned = store.prune(&after(30), THEN_MS + 31 * DAY_MS).await.unwrap();
    assert_eq!(pruned, Pruned { rooms: 1, guests: 1 });
    assert_eq!(store.counts().await.unwrap(), Counts::default());
}

pub(crate) async fn nothing_goes_that_is_kept_for_ever(place: &Place) {
    let store = place.open().await;
    given::player(&store).await;
    close(&store, given::room(&store).await).await;
    assert_eq!(store.prune(&Retention::FOR_EVER, i64::MAX).await.unwrap(), Pruned::default());
    assert_eq!(store.counts().await.unwrap(), Counts { rooms: 1, players: 1, ..Counts::default() });
}

pub(crate) async fn many_rooms_go_while_others_play(place: &Place) {
    let store = place.open().await;
    for _ in 0..120 {
        close(&store, given::room(&store).await).await;
    }
    let playing = given::room(&store).await;
    let writing = {
        let store = store.clone();
        tokio::spawn(async move {
            for seq in 2..=60 {
                store.append(append(playing, entry(seq, 1))).await.unwrap();
            }
        })
    };
    let pruned = store.prune(&after(1), i64::MAX).await.unwrap();
    writing.await.unwrap();
    assert_eq!(pruned, Pruned { rooms: 120, guests: 0 });
    assert_eq!(given::events(&store, playing).await, (1..=60).collect::<Vec<_>>());
}

pub(crate) async fn room_ids_are_read_in_parts_without_gap_or_repetition(place: &Place) {
    let store = place.open().await;
    assert_eq!(store.room_ids(None, 10).await.unwrap(), []);
    let mut given = Vec::new();
    for _ in 0..7 {
        given.push(given::room(&store).await);
    }
    close(&store, given[3]).await;
    given.sort();
    let (mut read, mut after) = (Vec::new(), None);
    loop {
        let part = store.room_ids(after, 3).await.unwrap();
        after = part.last().copied();
        if part.is_empty() {
            break;
        }
        assert!(part.len() <= 3);
        read.extend(part);
    }
    assert_eq!(read, given);
}

pub(crate) async fn record_of_a_room_has_its_results_in_order(place: &Place) {
    let store = place.open().await;
    let (player, room, other) =
        (given::player(&store).await, given::room(&store).await, given::room(&store).await);
    let (first, second) = (finished_match(1, player), finished_match(2, player));
    let later = sarja_store::RoundRow { match_no: sarja_store::MatchNo(2), ..round(1) };
    let rounds = vec![later.clone(), round(2), round(1)];
    let entry_of_all = Entry { rounds, matches: vec![second.clone(), first.clone()], ..entry(2, 1) };
    store.append(append(room, entry_of_all)).await.unwrap();
    let elsewhere = Entry { rounds: vec![round(1)], matches: vec![finished_match(1, player)], ..entry(2, 1) };
    store.append(Append { room: other, epoch: Epoch::FIRST, entry: elsewhere }).await.unwrap();

    let RoomRecord { loaded, rounds, matches } = store.room_record(room).await.unwrap().unwrap();
    assert_eq!(Some(loaded), store.load_room(room).await.unwrap());
    assert_eq!(rounds, [round(1), round(2), later]);
    assert_eq!(matches, [first, second]);
    let counts = Counts { rooms: 2, matches: 3, rounds: 4, players: 1 };
    assert_eq!(store.counts().await.unwrap(), counts);
}

pub(crate) async fn sound_store_has_no_faults(place: &Place) {
    let store = place.open().await;
    given::room(&store).await;
    for depth in [Depth::Pages, Depth::Everything] {
        assert_eq!(store.file_faults(depth).await.unwrap(), [""; 0]);
    }
}

pub(crate) async fn store_for_reading_sees_what_is_written_meanwhile_and_writes_nothing(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    let reader = Store::open_existing(&place.url().parse().unwrap()).await.unwrap();
    store.append(append(room, entry(2, 1))).await.unwrap();
    assert_eq!(given::events(&reader, room).await, [1, 2]);
    assert!(reader.append(append(room, entry(3, 1))).await.is_err());
    assert!(reader.create_player(new_player()).await.is_err());
    assert_eq!(given::events(&store, room).await, [1, 2]);
}
