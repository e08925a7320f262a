//! A record that was tampered with, or written by a bug, is found out by its log.

use sarja_protocol::{PlayerId, Practice};
use sarja_store::{RoomRecord, RoundEnd, SeatNo, ShuffleSecret};
use serde_json::json;

use crate::table::{A, SECOND, Table};

/// A room with a match of two rounds behind it.
fn played() -> Table {
    let settings = json!({"overrides": {"match": {"rounds": 2}, "clock": {"turn_seconds": null}}});
    let mut table = Table::playing(&settings, 2);
    table.play_round();
    table.advance(22 * SECOND);
    table.play_round();
    table
}

/// What is found once something was changed.
fn found(table: &Table, change: impl FnOnce(&mut RoomRecord)) -> Vec<String> {
    let mut record = table.record();
    change(&mut record);
    table.audit(&record)
}

#[test]
fn untouched_record_is_whole() {
    let table = played();
    assert_eq!((table.rounds.len(), table.matches.len()), (2, 1));
    assert_eq!(found(&table, |_| {}), [""; 0]);
    // Another engine may write JSON with other spaces.
    let spaced =
        |record: &mut RoomRecord| record.rounds[0].points = record.rounds[0].points.replace(',', " ,  ");
    assert_eq!(found(&table, spaced), [""; 0]);
}

#[test]
fn other_result_of_a_round_is_found() {
    let table = played();
    let other = |what| format!("round 1 of match 1 has another {what} in its result than in the log");
    assert_eq!(found(&table, |r| r.rounds[0].points = "[1,-1]".into()), [other("points")]);
    assert_eq!(found(&table, |r| r.rounds[0].racks = "[[],[]]".into()), [other("racks")]);
    let end = match table.rounds[0].how {
        RoundEnd::Out => RoundEnd::Blocked,
        RoundEnd::Blocked => RoundEnd::Out,
    };
    assert_eq!(found(&table, |r| r.rounds[0].how = end), [other("end")]);
    let winner = table.rounds[0].winner.map_or(SeatNo(0), |seat| SeatNo(1 - seat.0));
    assert_eq!(found(&table, |r| r.rounds[0].winner = Some(winner)), [other("winner")]);
}

#[test]
fn missing_and_invented_results_are_found() {
    let table = played();
    assert_eq!(
        found(&table, |r| drop(r.rounds.remove(1))),
        ["round 2 of match 1 was played, and has no result"]
    );
    assert_eq!(found(&table, |r| r.matches.clear()), ["match 1 ended, and has no result"]);
    let invented = |r: &mut RoomRecord| {
        let mut third = r.rounds[1].clone();
        third.round_no.0 = 3;
        r.rounds.push(third);
    };
    assert_eq!(found(&table, invented), ["round 3 of match 1 has a result, and was not played"]);
}

#[test]
fn other_ranking_and_other_people_are_found() {
    let table = played();
    let points = found(&table, |r| r.matches[0].seats[0].points += 1);
    assert!(points.len() == 1 && points[0].starts_with("match 1 has SeatRow"), "{points:?}");
    assert_eq!(found(&table, |r| r.matches[0].seats[1].place = Some(7)).len(), 1);
    assert_eq!(found(&table, |r| r.matches[0].seats.swap(0, 1)).len(), 2);
    let other = PlayerId(uuid::Uuid::from_u128(77)).0.into();
    assert_eq!(found(&table, |r| r.matches[0].seats[0].player = Some(other)).len(), 1);
    assert_eq!(
        found(&table, |r| drop(r.matches[0].seats.pop())),
        ["match 1 has another number of seats in its result than in the log"]
    );
}

#[test]
fn log_with_a_gap_or_a_wrong_count_is_found() {
    let table = played();
    let gap = found(&table, |r| drop(r.loaded.rows.remove(5)));
    assert!(gap.len() == 1 && gap[0].contains("has no event"), "{gap:?}");
    let count = found(&table, |r| r.loaded.rows[3].count += 1);
    assert!(count.len() == 1 && count[0].contains("says that it has"), "{count:?}");
    let cut = found(&table, |r| r.loaded.rows[4].events.truncate(10));
    assert!(cut.len() == 1 && cut[0].contains("cannot be read"), "{cut:?}");
    let lost = found(&table, |r| drop(r.loaded.rows.pop()));
    assert!(lost.iter().any(|fault| fault.contains("and was not played")), "{lost:?}");
}

#[test]
fn secret_that_the_server_was_not_bound_to_is_found() {
    let table = played();
    let other = found(&table, |r| r.loaded.secrets[0].secret = ShuffleSecret::new([9; 32]));
    assert_eq!(other[0], "deal 1 has another secret than the server was bound to");
    assert!(other.len() > 1, "other tiles, another result");
    let missing = found(&table, |r| {
        r.loaded.secrets.remove(0);
    });
    assert_eq!(missing[0], "deal 1 has no secret");
}

#[test]
fn seeded_room_may_have_other_match_ids() {
    let practice: Practice = serde_json::from_value(json!({"seed": 7})).unwrap();
    let settings = json!({"overrides": {"match": {"rounds": 1}, "clock": {"turn_seconds": null}}});
    let mut table = Table::practising(&settings, 1, Some(&practice)).unwrap();
    table.seat(2);
    table.start();
    table.play_round();
    let other_id = |r: &mut RoomRecord| r.matches[0].id = uuid::Uuid::from_u128(5_000_000).into();
    assert_eq!(found(&table, other_id), [""; 0]);
    let ordinary = played();
    assert_eq!(found(&ordinary, other_id), ["match 1 has another id in its result than in the log"]);
    assert!(ordinary.room.seat_of(A).is_some());
}
