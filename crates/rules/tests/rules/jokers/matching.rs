//! Which joker is which, and which of two equal tiles: the way that makes the play legal counts.

use sarja_rules::{JokerSets, Release, rummikub::ReasonCode::*};

use crate::table::{At, at};

fn strict(table: &[&str], rack: &str) -> At {
    at(table, rack).with(|r| r.joker.release = Release::ExactRack)
}

#[test]
fn a_rack_joker_laid_elsewhere_is_not_the_one_on_the_table() {
    strict(&["R5 J R7"], "J K1 K2").legal(&["R5 J R7", "K1 K2 J"]);
}

#[test]
fn a_rack_joker_takes_no_real_tile_s_place() {
    strict(&["R5 J R7"], "J K1 K2 B5 K5 B7 K7")
        .faults(&["R5 B5 K5", "R7 B7 K7", "K1 K2 J J"], &[JokerNotReplaced]);
}

#[test]
fn two_jokers_may_have_changed_places() {
    // Each stands where the other stood; matched crosswise both are kept.
    strict(&["R5 J R7", "B5 J B7"], "R8 B8").legal(&["B5 J B7 B8", "R5 J R7 R8"]);
}

#[test]
fn one_of_two_jokers_of_a_set_may_be_kept_and_the_other_retrieved() {
    strict(&["R5 J J R8"], "R6 K1 K2").legal(&["R5 R6 J R8", "K1 K2 J"]);
    strict(&["group: R9 J J"], "K9 K1 K2").legal(&["R9 K9 J", "K1 K2 J"]);
}

#[test]
fn two_kept_jokers_cannot_share_one_tile() {
    let groups = ["B5 K5 O5", "B7 K7 O7", "B9 K9 O9"];
    let table = [&["R5 J R7", "R7 J R9"], &groups[..]].concat();
    let here = strict(&table, "K1 K2 K3");
    let after = ["J R7 J", "R5 B5 K5 O5", "R7 B7 K7 O7", "R9 B9 K9 O9", "K1 K2 K3"];
    here.faults(&after, &[JokerNotReplaced]);
    here.with(|r| r.joker.release = Release::Any).legal(&after);
}

#[test]
fn a_joker_beside_the_other_copy_of_its_tile_may_be_a_retrieved_one() {
    // As a kept joker it would have left its locked set; as a retrieved one it was replaced by black 9.
    let here = strict(&["R9 B9 J"], "K9 R9 O9").with(|r| r.joker.sets = JokerSets::Locked);
    here.legal(&["R9 B9 K9", "R9 O9 J"]);
    // With one red 9 only it is the joker's own.
    let here = strict(&["R9 B9 J"], "K9 O9 B8 B10").with(|r| r.joker.sets = JokerSets::Locked);
    here.faults(&["R9 O9 J", "B8 B9 B10"], &[JokerSetBroken]);
}

#[test]
fn of_several_ways_to_break_the_rules_the_one_with_the_fewest_faults_is_named() {
    // Either joker may be called the retrieved one; one tile is owed, not two.
    let verdict = strict(&["R5 J R7", "R5 J R7"], "B5 K5 B7 K7 K1 K2")
        .faults(&["R5 J R7", "R5 B5 K5", "R7 B7 K7", "K1 K2 J"], &[JokerNotReplaced]);
    assert_eq!(verdict.reasons.len(), 1);
}

#[test]
fn four_jokers_are_matched_too() {
    let table = ["R5 J R7", "B5 J B7", "group: K9 J J"];
    let here = strict(&table, "R6 B6 R9 O9 K1 K2 O1 O2 R1 R2 B1 B2").under("xp-6").with(|r| {
        r.joker.release = Release::ExactRack;
    });
    here.legal(&["R5 R6 R7", "B5 B6 B7", "K9 R9 O9", "K1 K2 J", "O1 O2 J", "R1 R2 J", "B1 B2 J"]);
    here.legal(&["R5 J R7", "B5 B6 B7", "K9 R9 J", "K1 K2 J", "O1 O2 J"]);
    here.faults(&["R5 J R7", "B5 J B7", "K9 R9 O9", "K1 K2 J J", "R6 B6"], &[SetTooShort]);
}
