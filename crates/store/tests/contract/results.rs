//! Results are part of the entry that causes them.

use sarja_store::{
    AppendError, Entry, Epoch, MATCHES_MAX, MatchId, MatchNo, MatchRow, MatchState, Problem, RecordedMatch,
    RoomCode, RoundEnd, RoundRow, Tally,
};

use crate::given::{self, append, entry, finished_match, round, secret};
use crate::place::Place;

pub(crate) async fn results_are_written_with_their_entry(place: &Place) {
    let store = place.open().await;
    let (player, room) = (given::player(&store).await, given::room(&store).await);
    let tie = RoundRow {
        how: RoundEnd::Blocked,
        winner: None,
        tally: Tally::PlayedAgain,
        racks: "[]".into(),
        ..round(1)
    };
    store.append(append(room, Entry { rounds: vec![tie.clone()], ..entry(2, 1) })).await.unwrap();
    assert_eq!(store.rounds(room, MatchNo(1)).await.unwrap(), std::slice::from_ref(&tie));
    assert_eq!(store.match_by_room(room, MatchNo(1)).await.unwrap(), None);

    let result = finished_match(1, player);
    let last = Entry { rounds: vec![round(2)], matches: vec![result.clone()], ..entry(3, 2) };
    store.append(append(room, last)).await.unwrap();
    assert_eq!(store.rounds(room, MatchNo(1)).await.unwrap(), [tie, round(2)]);
    assert_eq!(store.match_by_room(room, MatchNo(1)).await.unwrap(), Some(RecordedMatch { room, result }));
    assert_eq!(store.rounds(room, MatchNo(2)).await.unwrap(), []);
}

pub(crate) async fn result_that_fails_takes_its_entry_with_it(place: &Place) {
    let store = place.open().await;
    let (player, room) = (given::player(&store).await, given::room(&store).await);
    let mut twice = finished_match(1, player);
    twice.seats[1].seat = twice.seats[0].seat;
    let bad =
        Entry { secrets: vec![secret(1, 1)], rounds: vec![round(1)], matches: vec![twice], ..entry(2, 1) };
    let error = store.append(append(room, bad)).await.unwrap_err();
    let AppendError::Refused(why) = error else { panic!("{error}") };
    assert!(why.field == "match" && matches!(why.problem, Problem::Rejected(_)), "{why}");
    assert_eq!(given::events(&store, room).await, [1]);
    assert_eq!(store.load_room(room).await.unwrap().unwrap().secrets, []);
    assert_eq!(store.rounds(room, MatchNo(1)).await.unwrap(), []);
    assert_eq!(store.match_by_room(room, MatchNo(1)).await.unwrap(), None);
}

pub(crate) async fn results_are_written_once(place: &Place) {
    let store = place.open().await;
    let (player, room) = (given::player(&store).await, given::room(&store).await);
    let first = Entry { rounds: vec![round(1)], matches: vec![finished_match(1, player)], ..entry(2, 1) };
    let result = first.matches[0].clone();
    store.append(append(room, first)).await.unwrap();
    let another_end = RoundRow { how: RoundEnd::Blocked, ..round(1) };
    for again in [
        Entry { rounds: vec![another_end], ..entry(3, 1) },
        Entry { matches: vec![finished_match(1, player)], ..entry(3, 1) },
    ] {
        let error = store.append(append(room, again)).await.unwrap_err();
        assert!(matches!(error, AppendError::Refused(_)), "{error}");
    }
    assert_eq!(store.rounds(room, MatchNo(1)).await.unwrap(), [round(1)]);
    assert_eq!(store.match_by_room(room, MatchNo(1)).await.unwrap().unwrap().result, result);
    assert_eq!(given::events(&store, room).await, [1, 2]);
}

pub(crate) async fn matches_of_a_player_come_latest_first(place: &Place) {
    let store = place.open().await;
    let (player, other) = (given::player(&store).await, given::player(&store).await);
    let room = given::room(&store).await;
    let mut matches = Vec::new();
    for match_no in 1..=3 {
        let mut result = finished_match(match_no, if match_no == 2 { other } else { player });
        if match_no == 3 {
            result = abandoned(result);
        }
        let entry = Entry { matches: vec![result.clone()], ..entry(1 + u64::from(match_no), 1) };
        store.append(append(room, entry)).await.unwrap();
        matches.push(RecordedMatch { room, result });
    }
    let latest_first = [matches[2].clone(), matches[0].clone()];
    assert_eq!(store.matches_of_player(player, 10).await.unwrap(), latest_first);
    assert_eq!(store.matches_of_player(player, 1).await.unwrap(), latest_first[..1]);
    assert_eq!(store.matches_of_player(player, u32::MAX).await.unwrap(), latest_first);
}

pub(crate) async fn match_is_found_by_its_id(place: &Place) {
    let store = place.open().await;
    let (player, room) = (given::player(&store).await, given::room(&store).await);
    let matches: Vec<_> = (1..=2).map(|match_no| finished_match(match_no, player)).collect();
    store.append(append(room, Entry { matches: matches.clone(), ..entry(2, 1) })).await.unwrap();
    for result in matches {
        let found = store.match_by_id(result.id).await.unwrap();
        assert_eq!(found, Some(RecordedMatch { room, result }));
    }
    assert_eq!(store.match_by_id(MatchId(uuid::Uuid::new_v4())).await.unwrap(), None);
}

pub(crate) async fn latest_match_of_a_code_is_found_also_in_closed_rooms(place: &Place) {
    let store = place.open().await;
    let (player, code) = (given::player(&store).await, RoomCode::from("ABCD2345"));
    let by_code = async |match_no| {
        let found = store.match_by_code(&code, match_no).await.unwrap();
        found.map(|found| (found.room, found.result.match_no.0, found.result.seats.len()))
    };
    assert_eq!(by_code(None).await, None);
    let mut rooms = Vec::new();
    for (matches, later) in [(3, 100), (2, 200)] {
        let new = given::new_room(code.as_str());
        rooms.push(new.id);
        store.create_room(new.clone()).await.unwrap();
        // Those of the second room end later.
        let result =
            |match_no| MatchRow { ended_ms: later + i64::from(match_no), ..finished_match(match_no, player) };
        let matches = (1..=matches).map(result).collect();
        store.append(append(new.id, Entry { matches, ..entry(2, 1) })).await.unwrap();
        assert_eq!(by_code(Some(MatchNo(1))).await, Some((new.id, 1, 2)));
        store.close_room(new.id, Epoch::FIRST, 2_000).await.unwrap();
    }
    assert_eq!(by_code(None).await, Some((rooms[1], 2, 2)));
    assert_eq!(by_code(Some(MatchNo(3))).await, Some((rooms[0], 3, 2)), "the later room has no third");
    assert_eq!(by_code(Some(MatchNo(4))).await, None);
    assert_eq!(store.match_by_code(&RoomCode::from("ABCD2346"), None).await.unwrap(), None);
}

pub(crate) async fn matches_of_a_player_are_limited(place: &Place) {
    let store = place.open().await;
    let (player, room) = (given::player(&store).await, given::room(&store).await);
    let matches = (0..=MATCHES_MAX).map(|match_no| finished_match(match_no, player)).collect();
    store.append(append(room, Entry { matches, ..entry(2, 1) })).await.unwrap();
    let all = store.matches_of_player(player, u32::MAX).await.unwrap();
    assert_eq!(u32::try_from(all.len()), Ok(MATCHES_MAX));
    assert!(
        all.iter().all(|recorded| recorded.result.seats.len() == 2),
        "the limit is one of matches, not of seats"
    );
}

fn abandoned(result: MatchRow) -> MatchRow {
    let mut result = MatchRow { state: MatchState::Abandoned, ..result };
    for seat in &mut result.seats {
        seat.place = None;
    }
    result
}
