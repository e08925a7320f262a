//! Cases for the places where the text of the rules leaves room: each holds what the referee took there.

use super::judge;
use serde_json::{Value, json};

/// A play of somebody who has opened; sets and racks are words in one string.
fn play(ruleset: &str, options: &Value, before: &[&str], rack: &str, after: &[&str]) -> Value {
    let tiles = |text: &str| text.split(' ').map(Value::from).collect::<Value>();
    let table = |sets: &[&str]| sets.iter().map(|set| tiles(set)).collect::<Value>();
    json!({
        "ruleset": ruleset, "options": options,
        "before": {"table": table(before), "rack": tiles(rack), "opened": true},
        "after": {"table": table(after)},
    })
}

/// The same play of somebody who has not opened.
fn unopened(mut play: Value) -> Value {
    play["before"]["opened"] = json!(false);
    play
}

fn assert_faults(case: &Value, faults: &[&str]) {
    assert_eq!(judge(case)["reasons"], json!(faults), "{case}");
}

#[test]
fn order_tells_where_an_old_run_begins_not_that_it_is_one() {
    let after = ["R5 B5 J", "K1 K2 J"];
    assert_faults(&play("federation", &json!({}), &["J J R5"], "B5 K1 K2", &after), &[]);
    let after = ["R3 R4 R5", "K1 K2 J", "O1 O2 J"];
    let rack = "R3 R4 K1 K2 O1 O2";
    assert_faults(&play("federation", &json!({}), &["J J R5"], rack, &after), &["joker_not_replaced"]);
    assert_faults(
        &play(
            "federation",
            &json!({}),
            &["J R5 J"],
            "R4 R6 K1 K2 O1 O2",
            &["R4 R5 R6", "K1 K2 J", "O1 O2 J"],
        ),
        &[],
    );
}

#[test]
fn joker_moved_inside_its_set_is_in_no_new_set_though_an_equal_tile_was_laid_elsewhere() {
    let before = ["J B5 B6 B7"];
    let after = ["B4 B5 B6 B7 J", "B6 K6 O6"];
    assert_faults(
        &play("classic-2600", &json!({}), &before, "B4 B6 K6 O6", &after),
        &["joker_not_in_new_set"],
    );
}

#[test]
fn set_equal_to_an_old_one_is_not_new_though_the_old_one_lies_beside_it() {
    let before = ["B6 J B8", "K1 K2 K3"];
    let after = ["B6 B7 B8", "K1 K2 K3", "K1 K2 K3 J"];
    assert_faults(
        &play("classic-2600", &json!({}), &before, "B7 K1 K2 K3", &after),
        &["joker_not_in_new_set"],
    );
    assert_faults(&play("turniej-pl", &json!({}), &before, "B7 K1 K2 K3", &after), &[]);
}

#[test]
fn joker_beside_equal_tiles_from_the_rack_may_count_as_retrieved() {
    let before = ["R4 R5 J R7 R8"];
    let after = ["R4 R5 R6 R7 R8", "R5 J R7"];
    assert_faults(&play("tactic-2008", &json!({}), &before, "R6 R5 R7", &after), &[]);
    assert_faults(&play("tactic-2008", &json!({}), &before, "R6 K4 K5", &["R4 R5 R6 R7 R8", "K4 K5 J"]), &[]);
}

#[test]
fn two_kept_jokers_cannot_share_the_tile_of_one_of_them() {
    let after = ["R4 J R6", "R6 J R8"];
    let case = play("turniej-pl", &json!({}), &["J R6 J"], "R4 R6 R8", &after);
    assert_faults(&case, &["joker_not_replaced"]);
    assert_faults(&play("turniej-pl", &json!({}), &["J R6 J R8"], "R4 R9", &["R4 J R6", "J R8 R9"]), &[]);
}

#[test]
fn two_jokers_of_one_group_stood_for_two_colours() {
    let before = ["R9 B9 J J"];
    let after = ["R9 B9 K9", "K9 K10 K11", "O1 O2 J", "B1 B2 J"];
    let rack = "K9 K9 K10 K11 O1 O2 B1 B2";
    assert_faults(&play("federation", &json!({}), &before, rack, &after), &["joker_not_replaced"]);
    let both = ["R9 B9 K9", "O9 O10 O11", "O1 O2 J", "B1 B2 J"];
    let rack = "K9 O9 O10 O11 O1 O2 B1 B2";
    assert_faults(&play("federation", &json!({}), &before, rack, &both), &[]);
}

#[test]
fn old_set_keeps_its_reading_where_the_same_tiles_were_laid_again() {
    let before = ["R11 R12 J"];
    let after = ["R11 R12 J", "J R11 R12"];
    let case = unopened(play("classic-2600", &json!({}), &before, "R11 R12 J", &after));
    assert_faults(&case, &[]);
    assert_eq!(judge(&case)["opening_points"], 33);
    let dearer =
        unopened(play("classic-2600", &json!({"opening": {"min_points": 35}}), &before, "R11 R12 J", &after));
    assert_faults(&dearer, &["opening_too_low"]);
}

#[test]
fn opening_without_a_minimum_still_needs_one_set() {
    let options = json!({"opening": {"min_points": 0, "table_use": "same_turn"}});
    let lengthened = unopened(play("classic-2600", &options, &["B4 B5 B6"], "B7", &["B4 B5 B6 B7"]));
    assert_faults(&lengthened, &["opening_too_low"]);
    let after = ["B4 B5 B6 B7", "R1 K1 O1"];
    assert_faults(&unopened(play("classic-2600", &options, &["B4 B5 B6"], "B7 R1 K1 O1", &after)), &[]);
}

#[test]
fn rack_joker_of_the_opening_and_freed_joker_share_one_history() {
    let options = json!({"opening": {"table_use": "same_turn"}, "joker": {"rack_tiles_beside": 2}});
    let before = ["B6 J B8", "K1 K2 K3 K4"];
    let after = ["B6 B7 B8", "R11 R12 J", "K2 K3 K4", "K1 O1 J"];
    let case = unopened(play("classic-2600", &options, &before, "B7 J R11 R12 O1", &after));
    assert_faults(&case, &["joker_needs_rack_tiles_beside", "opening_too_low"]);
}

#[test]
fn replacing_tile_is_set_aside_only_where_it_came_from_the_rack_by_need() {
    let options = json!({"joker": {"rack_tiles_beside": 2}});
    let before = ["B6 J B8", "R6 K6 O6", "R8 K8 O8"];
    let after = ["B6 R6 K6 O6", "B8 R8 K8 O8", "B7 K7 J"];
    let faults = ["joker_needs_rack_tiles_beside"];
    assert_faults(&play("federation", &options, &before, "B7 K7", &after), &faults);
    assert_faults(&play("classic-2600", &options, &before, "B7 K7", &after), &[]);
    let (before, after) = ([&before[..], &["B7 B8 B9"]].concat(), [&after[..], &["B7 B8 B9"]].concat());
    assert_faults(&play("federation", &options, &before, "B7 K7", &after), &[]);
}

#[test]
fn joker_sets_are_locked_each_with_tiles_of_its_own() {
    let before = ["R9 B9 J", "R9 K9 J"];
    let after = ["R9 B9 K9 O9", "R9 O1 O2", "O3 O4 J", "K3 K4 J"];
    let case = play("xp-6", &json!({"joker": {"sets": "locked"}}), &before, "O9 O1 O2 O3 O4 K3 K4", &after);
    assert_faults(&case, &["joker_set_broken", "not_a_set"]);
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let no_set = play("classic-2600", &json!({}), &["B6 J B9"], "R1", &["B6 J B9"]);
    let no_option = play("classic-2600", &json!({"joker": {"limit": 1}}), &[], "R1 R2 R3", &["R1 R2 R3"]);
    let no_value =
        play("classic-2600", &json!({"opening": {"min_points": 101}}), &[], "R1 R2 R3", &["R1 R2 R3"]);
    let no_tile = play("classic-2600", &json!({}), &[], "R1 R2 R14", &["R1 R2 R14"]);
    let no_ruleset = play("house", &json!({}), &[], "R1 R2 R3", &["R1 R2 R3"]);
    for case in [no_set, no_option, no_value, no_tile, no_ruleset] {
        assert!(judge(&case)["error"].is_string(), "{case}");
    }
}

#[test]
fn reached_target_ends_the_match_for_good() {
    let rounds = json!([{"points": [120, -120], "winner": 0}, {"points": [-60, 60], "winner": 1}]);
    let case = json!({"kind": "match", "ruleset": "travel-2017", "players": 2, "rounds": rounds});
    assert_eq!(judge(&case), json!({"over": true, "ranking": [[0], [1]]}));
    let shared = json!([{"points": [500, 500], "winner": 0}, {"points": [-60, -50], "winner": null}]);
    let case = json!({"kind": "match", "ruleset": "rommikubbi", "players": 2, "rounds": shared});
    assert_eq!(judge(&case), json!({"over": true, "ranking": [[1], [0]]}));
}
