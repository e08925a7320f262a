//! Cases for the places where rules.md §8 leaves room, or asks for two things at once.

use crate::referee::judge;
use serde_json::{Value, json};

fn words(text: &str) -> Value {
    text.split_whitespace().map(Value::from).collect()
}

/// A turn that takes the pile, of somebody who has opened.
fn with_the_pile(before: &[&str], hand: &str, pile: &str, after: &[&str], discard: &str) -> Value {
    let old: Vec<Value> = before.iter().map(|set| json!({"owner": 1, "tiles": words(set)})).collect();
    let new: Vec<Value> = after.iter().map(|set| words(set)).collect();
    json!({
        "kind": "turn", "ruleset": "rommikubbi",
        "before": {"table": old, "hand": words(hand), "seat": 0, "opened": true, "first_turn": false,
                   "pile": words(pile)},
        "turn": {"take": "pile", "table": new, "discard": discard},
    })
}

/// The same turn of somebody who has not opened.
fn unopened(mut turn: Value) -> Value {
    turn["before"]["opened"] = json!(false);
    turn
}

#[test]
fn one_joker_is_not_both_the_swapped_one_and_the_top_of_the_pile() {
    let before = ["B3 J O3"];
    let turn = with_the_pile(&before, "K3 R6 O6 B6 R5", "J", &["B3 K3 O3", "R6 O6 B6 J"], "R5");
    assert_eq!(judge(&turn)["reasons"], json!(["pile_top_not_in_new_set"]));
    let after = ["B3 K3 O3", "R6 O6 B6 J", "K8 K9 J"];
    let turn = with_the_pile(&before, "K3 R6 O6 B6 K8 K9 R5", "J", &after, "R5");
    assert_eq!(judge(&turn)["legal"], json!(true));
    let after = ["J B3 K3 O3", "R6 O6 B6 J"];
    let turn = with_the_pile(&before, "K3 R6 O6 B6 R5", "J", &after, "R5");
    assert_eq!(judge(&turn)["legal"], json!(true));
}

#[test]
fn opening_points_are_the_most_also_if_such_a_reading_has_no_run() {
    let turn = with_the_pile(&[], "O8 R8 K8 B8 J J R5", "K8", &["J J K8", "O8 R8 K8 B8"], "R5");
    let verdict = judge(&unopened(turn));
    assert_eq!((&verdict["legal"], &verdict["opening_points"]), (&json!(true), &json!(56)));
}

#[test]
fn joker_of_the_hand_counts_for_one_of_two_sets() {
    let before = ["K3 J R3"];
    let after = ["K3 B3 R3", "R11 R12 J", "K6 O6 J", "B5 B6 B7"];
    let turn = with_the_pile(&before, "B3 R11 R12 J K6 O6 B5 B6 R1", "B7", &after, "R1");
    let verdict = judge(&unopened(turn));
    // 11 12 13 with the own joker and 5 6 7; the sixes with the joker of the table do not count.
    assert_eq!((&verdict["legal"], &verdict["opening_points"]), (&json!(true), &json!(54)));
}

#[test]
fn replaced_joker_of_a_full_group_goes_nowhere_but_into_another_set() {
    let turn = with_the_pile(&["K3 B3 R3 J"], "O3 K7 K8 R1", "K9", &["K3 B3 R3 O3", "K7 K8 K9 J"], "R1");
    assert_eq!(judge(&turn), json!({"legal": true, "reasons": [], "went_out": 100}));
    let turn = with_the_pile(&["K3 B3 R3 J"], "O3 K7 K8 R1", "K9", &["K3 B3 R3 J O3", "K7 K8 K9"], "R1");
    assert_eq!(judge(&turn)["reasons"], json!(["not_a_set", "set_rearranged"]));
}
