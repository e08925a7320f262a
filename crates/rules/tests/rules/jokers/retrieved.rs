//! What a retrieved joker owes: its replacement, and where it may be laid.

use sarja_rules::{
    JokerSets, Release, Reuse,
    rummikub::{Place, Reason, ReasonCode::*},
};

use crate::{
    notation::faces,
    table::{At, at},
};

fn released(release: Release, table: &[&str], rack: &str) -> At {
    at(table, rack).with(|r| {
        r.joker.release = release;
        r.joker.reuse = Reuse::NewSet;
    })
}

#[test]
fn any_asks_for_no_replacement() {
    released(Release::Any, &["R9 B9 K9 J"], "K1 K2").legal(&["R9 B9 K9", "K1 K2 J"]);
    released(Release::Any, &["R4 R5 R6 J"], "K1 K2").legal(&["R4 R5 R6", "K1 K2 J"]);
    released(Release::Any, &["R4 J R6"], "R2 R3 B6 K6 K1 K2").legal(&["R2 R3 R4", "R6 B6 K6", "K1 K2 J"]);
}

#[test]
fn exact_takes_the_tile_from_the_table_or_the_rack() {
    let from_rack = released(Release::Exact, &["R5 J R7"], "R6 K1 K2");
    from_rack.legal(&["R5 R6 R7", "K1 K2 J"]);
    let from_table = released(Release::Exact, &["R5 J R7", "R6 B6 K6 O6"], "K1 K2");
    from_table.legal(&["R5 R6 R7", "B6 K6 O6", "K1 K2 J"]);
}

#[test]
fn exact_is_content_with_a_tile_that_lay_anywhere_on_the_table() {
    let here = |release| released(release, &["R6 J R8 R9 R10", "R7 B7 K7"], "B6 K6 K1 K2");
    let after = ["R8 R9 R10", "R7 B7 K7", "R6 B6 K6", "K1 K2 J"];
    here(Release::Exact).legal(&after);
    here(Release::ExactRack).faults(&after, &[JokerNotReplaced]);
}

#[test]
fn exact_rack_takes_the_tile_from_the_rack_alone() {
    let from_table = released(Release::ExactRack, &["R5 J R7", "R6 B6 K6 O6"], "K1 K2");
    let verdict = from_table.faults(&["R5 R6 R7", "B6 K6 O6", "K1 K2 J"], &[JokerNotReplaced]);
    let place = Place { set: 2, tile: Some(2) };
    assert_eq!(verdict.reasons, [Reason::JokerNotReplaced { place, faces: faces("R6") }]);
    released(Release::ExactRack, &["R5 J R7"], "R6 K1 K2").legal(&["R5 R6 R7", "K1 K2 J"]);
}

#[test]
fn exact_rack_does_not_ask_where_the_tile_lies() {
    // The set of the joker is dissolved, and the tile that it stood for lies elsewhere.
    released(Release::ExactRack, &["R5 R6 J", "B5 K5 O5", "B6 K6 O6"], "R7 B7 K7 K1 K2").legal(&[
        "R5 B5 K5 O5",
        "R6 B6 K6 O6",
        "R7 B7 K7",
        "K1 K2 J",
    ]);
}

#[test]
fn either_missing_colour_replaces_a_joker_in_a_group_of_three() {
    for (rack, group) in [("K9 R1 R2", "R9 B9 K9"), ("O9 R1 R2", "R9 B9 O9")] {
        released(Release::ExactRack, &["R9 B9 J"], rack).legal(&[group, "R1 R2 J"]);
    }
    let verdict = released(Release::ExactRack, &["R9 B9 K9 J"], "R1 R2")
        .faults(&["R9 B9 K9", "R1 R2 J"], &[JokerNotReplaced]);
    let place = Place { set: 1, tile: Some(2) };
    assert_eq!(verdict.reasons, [Reason::JokerNotReplaced { place, faces: faces("O9") }]);
}

#[test]
fn each_retrieved_joker_needs_a_tile_of_its_own() {
    let table = ["R5 J R7", "R5 J R7"];
    released(Release::ExactRack, &table, "R6 R6 K1 K2 O1 O2")
        .legal(&["R5 R6 R7", "R5 R6 R7", "K1 K2 J", "O1 O2 J"]);
    released(Release::ExactRack, &table, "R6 B5 O5 B7 K7 K1 K2 O1 O2")
        .faults(&["R5 R6 R7", "R5 B5 O5", "R7 B7 K7", "K1 K2 J", "O1 O2 J"], &[JokerNotReplaced]);
}

#[test]
fn two_jokers_of_a_group_stand_for_two_colours() {
    let here = released(Release::ExactRack, &["group: R9 J J"], "R8 R10 B7 B8 B8 B9 B9 B10 K9 K1 K2 O1 O2");
    here.legal(&["R9 B9 K9", "K1 K2 J", "O1 O2 J"]);
    here.faults(&["R8 R9 R10", "B8 B9 B10", "B7 B8 B9", "K1 K2 J", "O1 O2 J"], &[JokerNotReplaced]);
}

#[test]
fn new_set_refuses_a_joker_in_what_is_left_of_any_old_set() {
    let own = released(Release::Any, &["R5 R6 J"], "R4");
    let verdict = own.faults(&["J R4 R5 R6"], &[JokerNotInNewSet]);
    assert_eq!(verdict.reasons, [Reason::JokerNotInNewSet { place: Place { set: 0, tile: Some(0) } }]);
    let other = released(Release::Any, &["R5 R6 J", "B1 B2 B3"], "R7");
    other.faults(&["R5 R6 R7", "B1 B2 B3 J"], &[JokerNotInNewSet]);
}

#[test]
fn new_set_allows_a_set_of_parts_of_old_ones() {
    released(Release::Any, &["R5 R6 R7 J", "B1 B2 B3 B4"], "B5").legal(&["R5 R6 R7", "B1 B2 B3", "B4 B5 J"]);
}

#[test]
fn a_single_tile_that_is_left_is_no_old_set() {
    // Both jokers are retrieved, as 10 and 12, and of the old set one tile is left.
    released(Release::Any, &["group: R9 J J"], "R8 R11").legal(&["R8 R9 J R11 J"]);
}

#[test]
fn a_set_with_exactly_the_tiles_of_an_old_one_is_not_new() {
    // The joker was the 7 and is the 4 now; two tiles are left and it lies with them.
    released(Release::Any, &["R5 R6 J"], "K1 K2 K3").faults(&["J R5 R6", "K1 K2 K3"], &[JokerNotInNewSet]);
    // One tile is left, but the set holds just what it held.
    released(Release::Any, &["group: R9 J J"], "K1 K2 K3")
        .faults(&["run: R9 J J", "K1 K2 K3"], &[JokerNotInNewSet; 2]);
}

#[test]
fn other_set_refuses_only_the_own_old_set() {
    let here = at(&["R5 R6 J", "B1 B2 B3"], "R7 R4").with(|r| r.joker.reuse = Reuse::OtherSet);
    here.legal(&["R5 R6 R7", "B1 B2 B3 J"]);
    let verdict = here.faults(&["J R4 R5 R6", "B1 B2 B3"], &[JokerNotInOtherSet]);
    assert_eq!(verdict.reasons, [Reason::JokerNotInOtherSet { place: Place { set: 0, tile: Some(0) } }]);
}

#[test]
fn anywhere_lets_a_joker_go_back_into_its_own_set() {
    let here = at(&["R5 R6 J", "B1 B2 B3"], "R7 R4").with(|r| r.joker.reuse = Reuse::Anywhere);
    here.legal(&["J R4 R5 R6", "B1 B2 B3"]);
    here.legal(&["R5 R6 R7 J", "B1 B2 B3"]);
}

#[test]
fn rack_tiles_beside_are_counted_without_the_replacing_tile() {
    let beside = |n: u8, rack: &str| {
        released(Release::ExactRack, &["R5 J R7", "B1 B2 B3 B4"], rack)
            .with(|r| r.joker.rack_tiles_beside = n)
    };
    beside(2, "R6 K1 K2").legal(&["R5 R6 R7", "K1 K2 J", "B1 B2 B3 B4"]);
    beside(1, "R6 B5").legal(&["R5 R6 R7", "B1 B2 B3", "B4 B5 J"]);
    let verdict =
        beside(2, "R6 B5").faults(&["R5 R6 R7", "B1 B2 B3", "B4 B5 J"], &[JokerNeedsRackTilesBeside]);
    let place = Place { set: 2, tile: Some(2) };
    assert_eq!(verdict.reasons, [Reason::JokerNeedsRackTilesBeside { place, have: 1, need: 2 }]);
}

#[test]
fn a_replacing_tile_is_set_aside_only_where_one_is_owed() {
    let here = |release, sixes: &str| {
        released(release, &["R5 J R7", "B5 K5 O5", "B7 K7 O7", sixes], "R6 B6")
            .with(|r| r.joker.rack_tiles_beside = 2)
    };
    let after = |sixes| ["R5 B5 K5 O5", "R7 B7 K7 O7", "R6 B6 J", sixes];
    let (elsewhere, none) = ("R6 K6 O6", "K11 K12 K13");
    here(Release::Any, none).legal(&after(none));
    here(Release::Exact, none).faults(&after(none), &[JokerNeedsRackTilesBeside]);
    here(Release::Exact, elsewhere).legal(&after(elsewhere));
    here(Release::ExactRack, elsewhere).faults(&after(elsewhere), &[JokerNeedsRackTilesBeside]);
}

#[test]
fn locked_keeps_what_a_joker_set_held_in_one_set_with_its_replacement() {
    let here = |rack: &str| {
        released(Release::ExactRack, &["R5 J R7 R8"], rack).with(|r| r.joker.sets = JokerSets::Locked)
    };
    here("R6 K1 K2").legal(&["R5 R6 R7 R8", "K1 K2 J"]);
    here("R6 R9 K1 K2").legal(&["R5 R6 R7 R8 R9", "K1 K2 J"]);
    let verdict =
        here("R6 R4 B8 K8 K1 K2").faults(&["R4 R5 R6 R7", "R8 B8 K8", "K1 K2 J"], &[JokerSetBroken]);
    assert_eq!(verdict.reasons, [Reason::JokerSetBroken { old: 0 }]);
}
