//! Sets made of some tiles alone: splitting picked tiles, and whether a rack holds an opening.

use sarja_rules::rummikub::{holds_opening, split_into_sets};

use crate::notation::{rack, ruleset, written};

fn split(name: &str, tiles: &str) -> Option<Vec<String>> {
    let mut sets: Vec<_> = split_into_sets(&ruleset(name), &rack(tiles))?.iter().map(written).collect();
    sets.sort();
    Some(sets)
}

#[test]
fn picked_tiles_are_split_into_sets_that_use_them_all() {
    let sets = split("classic-2600", "R3 R4 R5 R6 B6 K6").unwrap();
    assert_eq!(sets, ["group: R6 B6 K6", "run: R3 R4 R5"]);
    assert_eq!(split("classic-2600", "R3 R4 R5 R6 B6"), None);
    assert_eq!(split("classic-2600", ""), Some(Vec::new()));
    assert_eq!(split("classic-2600", "J J"), None);
}

#[test]
fn a_joker_is_split_off_where_it_is_needed() {
    assert!(split("classic-2600", "R3 R5 J B9 K9 O9").is_some());
    assert!(split("classic-2600", "R3 R4 J J B9 K9").is_some());
    assert!(split("classic-2600", "R12 R13 J").is_some());
}

#[test]
fn where_a_set_holds_one_joker_a_joker_may_lie_beside_its_own_tile() {
    // The red 11 is needed with blue 11, so that a joker stands between 10 and 12.
    let sets = split("tactic-2008", "R10 R11 R12 B11 J J").unwrap();
    assert_eq!(sets, ["group: R11 B11 J", "run: R10 J R12"]);
}

#[test]
fn an_opening_is_found_over_several_sets() {
    let holds = |tiles: &str| holds_opening(&ruleset("federation"), &rack(tiles));
    assert!(holds("R9 R10 R11 B1 K4"));
    assert!(holds("R1 R2 R3 B8 K8 O8 K13"));
    assert!(!holds("R1 R2 R3 B7 K7 O7 K13 K12"));
    assert!(holds("K12 K13 J"));
    assert!(!holds("K13 B12 O11 R10 K9"));
}

#[test]
fn without_a_minimum_any_set_is_an_opening() {
    let mut rules = ruleset("classic-2600");
    rules.opening.min_points = 0;
    assert!(holds_opening(&rules, &rack("R1 R2 R3")));
    assert!(!holds_opening(&rules, &rack("R1 R2 R4")));
}

#[test]
fn a_dearer_opening_than_one_set_is_found_where_a_set_holds_one_joker() {
    let mut rules = ruleset("tactic-2008");
    rules.opening.min_points = 66;
    assert!(holds_opening(&rules, &rack("R10 R11 R12 B11 J J")));
    rules.opening.min_points = 67;
    assert!(!holds_opening(&rules, &rack("R10 R11 R12 B11 J J")));
}
