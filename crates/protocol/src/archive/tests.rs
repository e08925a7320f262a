//! Archives: what is read, and what fits together.

use sarja_rules::{Face, Seat};
use serde_json::{Value, json};

use super::*;

fn tiles(words: &str) -> Vec<Face> {
    words.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn list(words: &str) -> Value {
    words.split_whitespace().map(Value::from).collect()
}

fn set(id: u32, words: &str) -> Value {
    json!({"id": id, "kind": "run", "tiles": list(words), "points": 0})
}

fn round(racks: [&str; 2], pool: u16, events: &[Value]) -> ArchivedRound {
    let events: Vec<Value> = events.iter().map(|event| json!({"at_ms": 5, "event": event})).collect();
    let zeros = "0".repeat(64);
    serde_json::from_value(json!({
        "round": 1, "deal": 1, "commitment": zeros, "secret": zeros, "starter": 1, "pool": pool,
        "racks": racks.map(list), "events": events,
    }))
    .unwrap()
}

fn turn(turn: u32, seat: u8) -> Value {
    json!({"type": "turn_started", "turn": turn, "seat": seat})
}

fn drawn(turn: u32, seat: u8, pool: u16, words: &str) -> Value {
    let (tiles, why) = (list(words), "chosen");
    let count = tiles.as_array().unwrap().len();
    json!({"type": "tiles_drawn", "turn": turn, "seat": seat, "count": count, "pool": pool, "why": why, "tiles": tiles})
}

fn played(turn: u32, seat: u8, table: &[Value], from_rack: &str, left: u16) -> Value {
    json!({"type": "sets_played", "turn": turn, "seat": seat, "table": table, "from_rack": list(from_rack), "tiles_left": left, "why": "played"})
}

fn taken(turn: u32, seat: u8, pool: u16, tile: &str) -> Value {
    json!({"type": "tile_taken", "turn": turn, "seat": seat, "pool": pool, "why": "chosen", "tile": tile})
}

fn discarded(turn: u32, seat: u8, tile: &str, pile: u16, left: u16) -> Value {
    json!({"type": "tile_discarded", "turn": turn, "seat": seat, "tile": tile, "pile": pile, "tiles_left": left, "why": "chosen"})
}

fn pile_taken(turn: u32, seat: u8, words: &str) -> Value {
    let tiles = list(words);
    json!({"type": "pile_taken", "turn": turn, "seat": seat, "count": tiles.as_array().unwrap().len(), "tiles": tiles})
}

fn given_back(turn: u32, seat: u8, top: &str, pile: u16, left: u16) -> Value {
    json!({"type": "pile_given_back", "turn": turn, "seat": seat, "pile_top": top, "pile": pile, "tiles_left": left, "given_back": 1, "why": "chosen"})
}

/// The problem of the last event, after others that fit.
fn problem(racks: [&str; 2], pool: u16, events: &[Value]) -> String {
    let error = round(racks, pool, events).positions().unwrap_err();
    assert_eq!(error.event, events.len() - 1, "{error}");
    error.to_string()
}

#[test]
fn positions_of_a_common_table_follow_from_its_events() {
    let events = [
        turn(7, 1),
        played(7, 1, &[set(1, "R1 R2 R3")], "R1 R2 R3", 1),
        turn(8, 0),
        drawn(8, 0, 3, "K5"),
        turn(9, 1),
        json!({"type": "paused", "until_ms": 9, "pauses_left": 1, "why": "agreed"}),
        played(9, 1, &[set(1, "R1 R2 R3 R4")], "R4", 0),
    ];
    let round = round(["B1 B2", "R1 R2 R3 R4"], 4, &events);
    let positions = round.positions().unwrap();
    let after: Vec<_> = positions.iter().map(|position| position.after).collect();
    assert_eq!(after, [None, Some(0), Some(1), Some(2), Some(3), Some(4), Some(6)], "a pause moves nothing");
    assert_eq!((positions[0].turn, positions[0].seat), (None, Seat(1)), "the starter");
    let last = positions.last().unwrap();
    assert_eq!(
        last.racks[0].to_vec(),
        tiles("B1 B2 K5").iter().collect::<sarja_rules::FaceCounts>().to_vec()
    );
    assert!(last.racks[1].is_empty());
    assert_eq!((last.pool, last.table[0].tiles.clone()), (3, tiles("R1 R2 R3 R4")));
}

#[test]
fn positions_of_a_pile_follow_from_its_events() {
    let events = [
        turn(1, 1),
        discarded(1, 1, "R4", 1, 1),
        turn(2, 0),
        taken(2, 0, 0, "K5"),
        discarded(2, 0, "B1", 2, 2),
        turn(3, 1),
        pile_taken(3, 1, "R4 B1"),
        given_back(3, 1, "B1", 2, 1),
        turn(4, 0),
        json!({"type": "pile_turned_over", "pool": 2}),
        taken(4, 0, 1, "R4"),
    ];
    let positions = round(["B1 B2", "R1 R4"], 1, &events).positions().unwrap();
    let pile_after = |event| positions.iter().find(|p| p.after == Some(event)).unwrap().pile.clone();
    assert_eq!(pile_after(4), tiles("R4 B1"), "from the bottom to the top");
    assert_eq!(pile_after(6), []);
    assert_eq!(pile_after(7), tiles("R4 B1"));
    assert_eq!(pile_after(9), []);
    assert_eq!(positions.last().unwrap().pool, 1);
}

#[test]
fn what_cannot_have_happened_is_named() {
    let racks = ["B1 B2", "R1 R2 R3 R4"];
    for (events, says) in [
        (vec![turn(1, 2)], "event 0 (turn_started): there is no seat 2"),
        (
            vec![turn(1, 1), drawn(1, 0, 3, "K5")],
            "event 1 (tiles_drawn): it is of turn 1 and seat 0, which is not the turn in progress",
        ),
        (
            vec![turn(1, 1), played(1, 1, &[set(1, "R1 R2 B3")], "R1 R2 B3", 1)],
            "event 1 (sets_played): seat 1 does not have B3",
        ),
        (
            vec![turn(1, 1), played(1, 1, &[set(1, "R1 R2 R4")], "R1 R2 R3", 1)],
            "event 1 (sets_played): the table should have the tiles that lay on it and those that were laid: expected R1 R2 R3, found R1 R2 R4",
        ),
        (
            vec![turn(1, 1), played(1, 1, &[set(1, "R1 R2 R3")], "R1 R2 R3", 2)],
            "event 1 (sets_played): the tiles that are left: expected 1, found 2",
        ),
        (vec![turn(1, 1), drawn(1, 1, 4, "K5")], "event 1 (tiles_drawn): the pool: expected 3, found 4"),
        (
            vec![turn(1, 1), drawn(1, 1, 0, "K1 K2 K3 K4 K5")],
            "event 1 (tiles_drawn): the tiles to be drawn at most: expected 4, found 5",
        ),
        (vec![turn(1, 1), discarded(1, 1, "K5", 1, 3)], "event 1 (tile_discarded): seat 1 does not have K5"),
        (vec![turn(1, 1), pile_taken(1, 1, "K5")], "event 1 (pile_taken): the pile: expected none, found K5"),
        (
            vec![turn(1, 1), given_back(1, 1, "K5", 1, 4)],
            "event 1 (pile_given_back): no pile was taken in this turn",
        ),
        (
            vec![json!({"type": "match_abandoned", "why": "agreed", "racks": [["B1", "B2"], ["R1"]]})],
            "event 0 (match_abandoned): a rack: expected R1 R2 R3 R4, found R1",
        ),
    ] {
        assert_eq!(problem(racks, 4, &events), says);
    }
    let mut hidden = drawn(1, 1, 3, "K5");
    hidden.as_object_mut().unwrap().remove("tiles");
    assert!(problem(racks, 4, &[turn(1, 1), hidden]).ends_with("the tiles are not told"));
}

#[test]
fn round_that_was_never_dealt_has_no_positions() {
    assert_eq!(round(["", ""], 0, &[]).positions().unwrap().len(), 1, "two racks without tiles are dealt");
    let never = ArchivedRound { racks: vec![], ..round(["", ""], 0, &[]) };
    assert_eq!(never.positions(), Ok(vec![]));
}

#[test]
fn archive_of_a_higher_version_is_refused_by_name() {
    for (text, says) in [
        (r#"{"archive":2,"matches":"many"}"#, "it is an archive of version 2; versions 1 to 1 are known"),
        (r#"{"archive":0}"#, "it is an archive of version 0; versions 1 to 1 are known"),
        (r#"{"archive":1}"#, "it is no archive of a match: missing field `match_id`"),
        ("{}", "it is no archive of a match: missing field `archive`"),
        ("", "it is no archive of a match: EOF"),
    ] {
        let error = MatchArchive::read(text).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

#[test]
fn events_and_fields_of_a_later_program_are_left_out() {
    let sneezed = json!({"type": "sneezed", "seat": 1});
    let later = json!({"type": "turn_passed", "seat": 1, "turn": 7, "why": "earthquake"});
    let mut started = turn(7, 1);
    started["weather"] = "fair".into();
    let round = round(["B1", "R1"], 4, &[sneezed, started, later]);
    let events: Vec<_> = round.events.iter().map(|archived| archived.event.is_archived()).collect();
    assert_eq!(events, [false, true, false]);
    assert_eq!(round.positions().unwrap().len(), 2);
}
