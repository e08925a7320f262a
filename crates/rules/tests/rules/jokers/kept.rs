//! When a joker is kept: the same tile, in a set of the same kind, beside a tile that it stood beside before.

use sarja_rules::{JokerSets, Release, rummikub::ReasonCode::*};

use crate::table::{At, at};

/// Under the hardest demands: whatever is legal here was not retrieved.
fn strict(table: &[&str], rack: &str) -> At {
    at(table, rack).with(|r| r.joker.release = Release::ExactRack)
}

#[test]
fn a_joker_set_may_be_lengthened() {
    strict(&["R5 J R7"], "R8 R4").legal(&["R4 R5 J R7 R8"]);
    strict(&["R9 B9 J"], "K9").legal(&["R9 B9 K9 J"]);
}

#[test]
fn a_joker_set_may_be_split_round_its_joker() {
    strict(&["R4 R5 R6 J R8 R9"], "R3").legal(&["R3 R4 R5", "R6 J R8 R9"]);
}

#[test]
fn a_joker_set_may_be_thinned_out() {
    strict(&["R4 R5 J R7"], "B4 K4").legal(&["R5 J R7", "R4 B4 K4"]);
    strict(&["R9 B9 K9 J"], "K8 K10").legal(&["R9 B9 J", "K8 K9 K10"]);
}

#[test]
fn a_joker_that_stands_for_another_tile_is_retrieved() {
    // It was the 7, and would be the 8.
    strict(&["R5 R6 J"], "R7").faults(&["R5 R6 R7 J"], &[JokerNotInNewSet]);
}

#[test]
fn a_joker_as_the_same_tile_in_a_set_of_the_other_kind_is_retrieved() {
    // The red 9 of a run, then the red 9 of a group.
    strict(&["R7 R8 J", "R10 B10 K10 O10"], "B9 K9 R6")
        .faults(&["R6 R7 R8", "B9 K9 J", "R10 B10 K10 O10"], &[JokerNotReplaced]);
}

#[test]
fn a_joker_beside_none_of_its_old_tiles_is_retrieved() {
    let here = strict(&["R6 R7 R8 J"], "R10 R11");
    here.faults(&["R6 R7 R8", "J R10 R11"], &[JokerNotReplaced]);
    here.with(|r| r.joker.release = Release::Any).legal(&["R6 R7 R8", "J R10 R11"]);
}

#[test]
fn in_a_group_some_colour_has_to_fit_before_and_after() {
    // Black or orange before, orange after.
    strict(&["R9 B9 J"], "K9").legal(&["R9 B9 K9 J"]);
    // Orange before, blue or black after: another tile.
    strict(&["R9 B9 K9 J", "O9 O10 O11 O12"], "B8 B10 K8 K10")
        .faults(&["R9 O9 J", "B8 B9 B10", "K8 K9 K10", "O10 O11 O12"], &[JokerNotReplaced]);
}

#[test]
fn either_of_two_equal_tiles_may_be_the_one_that_a_joker_stood_beside() {
    strict(&["R5 J R7"], "R7 R8 B5 K5 B7 K7").legal(&["R5 B5 K5", "J R7 R8", "R7 B7 K7"]);
}

#[test]
fn locked_sets_may_grow_round_a_kept_joker_but_not_lose_tiles() {
    let here = strict(&["R4 R5 J R7"], "R3 R8 B4 K4").with(|r| r.joker.sets = JokerSets::Locked);
    here.legal(&["R3 R4 R5 J R7 R8"]);
    here.faults(&["R5 J R7 R8", "R4 B4 K4"], &[JokerSetBroken]);
}
