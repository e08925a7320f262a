//! Archives of version 1, kept as files: they load in every later version, and what was changed in one is found.
//!
//! `UPDATE=1` makes those that are missing, and never changes one that is there.

use std::{env, fs, path::PathBuf};

use sarja_cli::replay::verify;
use sarja_protocol::{Event, MatchArchive};
use serde_json::{Value, json};

use crate::{
    replay::{Wanted, abandoned, exported, of_bots},
    server::Running,
};

/// Of bots that play to the end, of two who give up, of people who leave and come back, of a pile that is given back and turned over.
const GOLDEN: [&str; 5] = ["rummikub", "rommikubbi", "abandoned", "left", "pile"];

/// Those that are made here; the others are out of the random courses by which the rooms are tested.
const MADE: [&str; 3] = ["rummikub", "rommikubbi", "abandoned"];

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../protocol/golden/v1/archive");
    folder.join(format!("{name}.json"))
}

fn golden(name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(file(name)).unwrap()).unwrap()
}

fn read(archive: &Value) -> MatchArchive {
    MatchArchive::read(&archive.to_string()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn golden_archives_are_there() {
    for name in MADE {
        if !file(name).exists() && env::var_os("UPDATE").is_some() {
            let server = Running::start_fast().await;
            let wanted = |ruleset, rounds| {
                let overrides = json!({ "match": { "rounds": rounds } });
                Wanted { ruleset, overrides, seats: 3, seed: Some(7) }
            };
            let played = match name {
                "rummikub" => of_bots(&server, &wanted("classic-2600", 2)).await,
                "rommikubbi" => of_bots(&server, &wanted("rommikubbi", 1)).await,
                _ => abandoned(&server, Some(3), async |_| {}).await,
            };
            fs::create_dir_all(file(name).parent().unwrap()).unwrap();
            fs::write(file(name), exported(&server, &played)).unwrap();
            server.stop().await;
        }
        assert!(file(name).exists(), "UPDATE=1 makes {name}");
    }
}

#[test]
fn golden_archives_load_and_every_position_is_rebuilt_and_all_verify() {
    for name in GOLDEN {
        let archive = read(&golden(name));
        assert_eq!(archive.archive, 1);
        for round in &archive.rounds {
            let positions = round.positions().unwrap();
            let tiles = archive.settings.rules.tiles.total();
            assert!(positions.len() > 4, "{name}");
            for position in positions {
                let lying: usize = position.table.iter().map(|set| set.tiles.len()).sum();
                let held: usize = position.racks.iter().map(sarja_rules::FaceCounts::total).sum();
                assert_eq!(lying + held + position.pool + position.pile.len(), tiles, "{name} {position:?}");
            }
            assert!(!round.events.iter().any(|archived| archived.event == Event::Unknown), "{name}");
        }
        let report = verify(&archive);
        assert!(report.is_sound(), "{name}: {report}");
        assert_eq!(serde_json::to_value(&archive).unwrap(), golden(name), "nothing is lost by reading");
    }
}

/// The events of the first round.
fn events(archive: &mut Value) -> &mut Vec<Value> {
    archive["rounds"][0]["events"].as_array_mut().unwrap()
}

fn first<'a>(archive: &'a mut Value, kind: &str) -> &'a mut Value {
    let event = events(archive).iter_mut().map(|archived| &mut archived["event"]);
    event.into_iter().find(|event| event["type"] == kind).unwrap_or_else(|| panic!("no {kind}"))
}

/// Another tile than this one.
fn other(tile: &Value) -> Value {
    if *tile == "R1" { "K13".into() } else { "R1".into() }
}

fn change_tile(tile: &mut Value) {
    *tile = other(tile);
}

/// Another text of the same form.
fn change_hex(hex: &mut Value) {
    let text = hex.as_str().unwrap();
    let digit = if text.starts_with('0') { "1" } else { "0" };
    *hex = format!("{digit}{}", &text[1..]).into();
}

fn change_number(number: &mut Value) {
    *number = (number.as_i64().unwrap() + 1).into();
}

/// A change of an archive, and what is said of it.
type Change = (&'static str, fn(&mut Value), &'static str);

const ANY: [Change; 10] = [
    ("seats", |a| drop(a["seats"].as_array_mut().unwrap().remove(0)), "match: the seats: expected"),
    ("all seats", |a| a["seats"] = json!([]), "match: 0 players: "),
    ("rules", |a| a["settings"]["rules"]["rack"] = json!(255), "match: "),
    ("secret", |a| change_hex(&mut a["rounds"][0]["secret"]), "the commitment: expected"),
    ("commitment", |a| change_hex(&mut a["rounds"][0]["commitment"]), "the commitment: expected"),
    ("rack", |a| change_tile(&mut a["rounds"][0]["racks"][1][0]), "the rack dealt to seat 1: expected"),
    ("deal", |a| change_number(&mut a["rounds"][0]["deal"]), "the commitment: expected"),
    ("pool", |a| change_number(&mut a["rounds"][0]["pool"]), "the pool after the deal: expected"),
    (
        "starter",
        |a| a["rounds"][0]["starter"] = json!((a["rounds"][0]["starter"].as_u64().unwrap() + 1) % 2),
        "the starter: expected",
    ),
    (
        "starter's tile",
        |a| change_tile(&mut a["rounds"][0]["starter_draws"][0]["tile"]),
        "the tiles drawn for the starter: expected",
    ),
];

const RUMMIKUB: [Change; 7] = [
    ("drawn tile", |a| change_tile(&mut first(a, "tiles_drawn")["tiles"][0]), "the tiles drawn: expected"),
    ("played tile", |a| change_tile(&mut first(a, "sets_played")["from_rack"][0]), "sets_played: "),
    (
        "tile on the table",
        |a| change_tile(&mut first(a, "sets_played")["table"][0]["tiles"][0]),
        "the table should have",
    ),
    ("point", |a| change_number(&mut first(a, "round_ended")["points"][0]), "the score: expected"),
    ("total", |a| change_number(&mut first(a, "round_ended")["totals"][0]), "the totals: expected"),
    ("secret at the end", |a| change_hex(&mut first(a, "round_ended")["secret"]), "the secret: expected"),
    (
        "rack at the end",
        |a| first(a, "round_ended")["racks"][0].as_array_mut().unwrap().push("R1".into()),
        "a rack: expected",
    ),
];

const ROMMIKUBBI: [Change; 4] = [
    ("drawn tile", |a| change_tile(&mut first(a, "tile_taken")["tile"]), "the tiles drawn: expected"),
    ("discarded tile", |a| change_tile(&mut first(a, "tile_discarded")["tile"]), "event "),
    ("laid tile", |a| change_tile(&mut first(a, "sets_laid")["from_rack"][0]), "sets_laid: "),
    ("point", |a| change_number(&mut first(a, "round_ended")["points"][0]), "the points: expected"),
];

/// Of matches that bots played to the end, each with a value of the own in the shuffles.
const ENDED: [Change; 6] = [
    (
        "value",
        |a| change_hex(&mut a["rounds"][0]["values"][1]["value"]),
        "the rack dealt to seat 0: expected",
    ),
    (
        "lost value",
        |a| drop(a["rounds"][0]["values"].as_array_mut().unwrap().pop()),
        "the rack dealt to seat 0: expected",
    ),
    ("points of the match", |a| change_number(&mut a["totals"][0]), "match: the totals: expected"),
    ("rounds won", |a| change_number(&mut a["rounds_won"][0]), "match: the rounds won: expected"),
    ("places", |a| a["ranking"].as_array_mut().unwrap().reverse(), "match: the ranking: expected"),
    ("a match that goes on", |a| a["state"] = "playing".into(), "match: state: expected"),
];

fn found(name: &str, changes: &[Change]) {
    for (what, change, says) in changes {
        let mut archive = golden(name);
        change(&mut archive);
        let report = verify(&read(&archive));
        assert!(!report.is_sound(), "{name}: {what}");
        assert!(report.to_string().contains(says), "{name}, {what}: {report}");
        assert!(report.to_string().contains("does NOT hold"), "{name}, {what}: {report}");
    }
}

#[test]
fn what_was_changed_in_an_archive_is_found() {
    for name in GOLDEN {
        found(name, &ANY);
    }
    found("rummikub", &RUMMIKUB);
    found("rummikub", &ENDED);
    found("rommikubbi", &ROMMIKUBBI);
    found("rommikubbi", &ENDED);
    found("abandoned", &RUMMIKUB[..1]);
}

#[test]
fn lost_and_repeated_events_are_found() {
    for name in GOLDEN {
        let of_the_game =
            ["tiles_drawn", "sets_played", "tile_taken", "tile_discarded", "pile_taken", "sets_laid"];
        let whole = golden(name);
        for index in 0..events(&mut whole.clone()).len() {
            let kind = whole["rounds"][0]["events"][index]["event"]["type"].clone();
            if !of_the_game.iter().any(|of| kind == *of) {
                continue;
            }
            let mut lost = whole.clone();
            events(&mut lost).remove(index);
            assert!(!verify(&read(&lost)).is_sound(), "{name} without event {index}, {kind}");
            let mut repeated = whole.clone();
            let again = events(&mut repeated)[index].clone();
            events(&mut repeated).insert(index, again);
            assert!(!verify(&read(&repeated)).is_sound(), "{name} with event {index} twice, {kind}");
        }
    }
}
