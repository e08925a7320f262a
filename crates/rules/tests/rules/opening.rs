//! The opening (rules.md §3).

use sarja_rules::{
    TableUse,
    rummikub::{Reason, ReasonCode::*},
};

use crate::{
    notation::family,
    table::{at, unopened_at},
};

#[test]
fn sets_of_rack_tiles_worth_thirty_together_open() {
    assert_eq!(unopened_at(&[], "R9 R10 R11").legal(&["R9 R10 R11"]).opening_points, 30);
    assert_eq!(unopened_at(&[], "R4 R5 R6 B5 K5 O5").legal(&["R4 R5 R6", "B5 K5 O5"]).opening_points, 30);
}

#[test]
fn twenty_nine_is_too_low_and_both_figures_are_told() {
    let here = unopened_at(&[], "R4 R5 R6 R1 R2 R3 B2 K2 O2 B7");
    let verdict = here.faults(&["R4 R5 R6", "R1 R2 R3", "B2 K2 O2"], &[OpeningTooLow]);
    assert_eq!(verdict.reasons, [Reason::OpeningTooLow { have: 27, need: 30 }]);
    assert_eq!(verdict.opening_points, 27);
}

#[test]
fn every_printed_ruleset_opens_with_thirty() {
    for ruleset in family() {
        unopened_at(&[], "R9 R10 R11").under(&ruleset.name).legal(&["R9 R10 R11"]);
        unopened_at(&[], "R7 R8 R9 K1").under(&ruleset.name).faults(&["R7 R8 R9"], &[OpeningTooLow]);
    }
}

#[test]
fn a_joker_counts_as_the_tile_that_it_stands_for() {
    for (tiles, points) in [("K10 B10 J", 30), ("J O13 B13", 39), ("R9 J J", 30), ("R9 J R11", 30)] {
        assert_eq!(unopened_at(&[], tiles).legal(&[tiles]).opening_points, points, "{tiles}");
    }
}

#[test]
fn the_order_of_the_tiles_can_make_an_opening_too_low() {
    unopened_at(&[], "J J R9").faults(&["run: J J R9"], &[OpeningTooLow]);
    unopened_at(&[], "J J R9").legal(&["run: R9 J J"]);
}

#[test]
fn who_has_opened_needs_no_points() {
    at(&[], "R1 R2 R3").legal(&["R1 R2 R3"]);
}

#[test]
fn next_turn_leaves_every_table_set_as_it_is_tile_for_tile() {
    let here = unopened_at(&["B4 B5 B6", "R3 K3 O3"], "R9 R10 R11 B7");
    here.legal(&["B4 B5 B6", "R3 K3 O3", "R9 R10 R11"]);
    let verdict = here.faults(&["R3 K3 O3", "B4 B5 B6 B7", "R9 R10 R11"], &[OpeningUsesTable]);
    assert_eq!(verdict.reasons, [Reason::OpeningUsesTable { old: 0 }]);
    assert_eq!(verdict.reasons[0].old_set(), Some(0));
}

#[test]
fn next_turn_lets_equal_tiles_of_the_rack_stand_beside_the_table() {
    unopened_at(&["R9 R10 R11"], "R9 R10 R11").legal(&["R9 R10 R11", "R9 R10 R11"]);
}

#[test]
fn same_turn_lets_the_rest_of_the_play_use_the_table() {
    let here = unopened_at(&["B4 B5 B6"], "R9 R10 R11 B7").with(|r| r.opening.table_use = TableUse::SameTurn);
    here.legal(&["B4 B5 B6 B7", "R9 R10 R11"]);
}

#[test]
fn same_turn_counts_only_sets_made_wholly_of_rack_tiles() {
    let here =
        unopened_at(&["R9 B9 K9 O9"], "R10 R11 B7 B8").with(|r| r.opening.table_use = TableUse::SameTurn);
    let verdict = here.faults(&["B9 K9 O9", "R9 R10 R11"], &[OpeningTooLow]);
    assert_eq!(verdict.opening_points, 0);
}

#[test]
fn same_turn_opening_sets_still_lie_there_at_the_end() {
    let here =
        unopened_at(&["B12 B13 B11"], "B10 R10 K10 B9").with(|r| r.opening.table_use = TableUse::SameTurn);
    here.legal(&["B11 B12 B13", "B10 R10 K10"]);
    // Laid and taken apart again in the same turn is laid never.
    here.faults(&["B9 B10 B11 B12 B13"], &[OpeningTooLow]);
}

#[test]
fn a_table_joker_that_stays_keeps_its_reading_through_an_opening() {
    let here = unopened_at(&["group: R9 J J"], "K10 K11 K12");
    assert_eq!(here.stored(&["R9 J J", "K10 K11 K12"])[0], "group: R9 J J");
    here.faults(&["run: R9 J J", "K10 K11 K12"], &[JokerNotInNewSet, JokerNotInNewSet, OpeningUsesTable]);
}

#[test]
fn without_a_minimum_one_set_of_rack_tiles_is_still_needed() {
    let here = unopened_at(&["B4 B5 B6"], "B7 R1 R2 R3").with(|r| {
        r.opening.min_points = 0;
        r.opening.table_use = TableUse::SameTurn;
    });
    here.legal(&["B4 B5 B6 B7", "R1 R2 R3"]);
    let verdict = here.faults(&["B4 B5 B6 B7"], &[OpeningTooLow]);
    assert_eq!(verdict.reasons, [Reason::OpeningTooLow { have: 0, need: 0 }]);
}

#[test]
fn a_set_that_is_none_or_has_too_many_jokers_counts_nothing() {
    let verdict = unopened_at(&[], "R9 R10 R11 K13 K12").judge(&["R9 R10 R11", "K12 K13"]);
    assert_eq!(verdict.opening_points, 30);
    let here = unopened_at(&[], "R13 J J").with(|r| r.joker.per_set = Some(1));
    assert_eq!(here.faults(&["R13 J J"], &[TooManyJokers, OpeningTooLow]).opening_points, 0);
}

#[test]
fn a_set_that_the_rack_could_have_made_counts_wherever_its_tiles_lay() {
    // Table and rack hold the same run: whichever it is, one of the two is the rack's.
    let here = unopened_at(&["R9 R10 R11"], "R9 R10 R11 R12");
    assert_eq!(here.faults(&["R9 R10 R11", "R9 R10 R11 R12"], &[]).opening_points, 42);
}

#[test]
fn nobody_retrieves_a_joker_before_the_opening() {
    let here = unopened_at(&["B6 J B8"], "B7 R10 R11 K1 K2 K3");
    here.faults(&["B6 B7 B8", "R10 R11 J"], &[OpeningTooLow, OpeningUsesTable]);
    let same_turn = here.with(|r| r.opening.table_use = TableUse::SameTurn);
    // The joker is the table's: the set is not made wholly of rack tiles.
    same_turn.faults(&["B6 B7 B8", "R10 R11 J"], &[OpeningTooLow]);
}

#[test]
fn a_rack_joker_in_the_opening_is_not_the_one_on_the_table() {
    let here = unopened_at(&["B6 J B8"], "J R10 R11");
    assert_eq!(here.legal(&["B6 J B8", "R10 R11 J"]).opening_points, 33);
}

#[test]
fn of_two_equal_joker_sets_the_one_that_opens_is_the_dearer() {
    // One of the two jokers lay on the table; the other set is the opening, and 5 6 7 8 opens with more than 6 7 8.
    let here = unopened_at(&["J R7 R8"], "R5 K6 K7 K8 R7 R8 J").under("turniej-pl");
    let verdict = here.legal(&["R5 J R7 R8", "K6 K7 K8", "J R7 R8"]);
    assert_eq!(verdict.opening_points, 47);
}
