//! What tiles can be read as (rules.md §1).

use sarja_rules::{NotASet, Reading, Readings, SetFault, TableSet};

use crate::{
    notation::{faces, laid, on_table, written},
    table::at,
};

/// All readings, each as the table would store it.
fn readings(text: &str) -> Vec<String> {
    let set = laid(text);
    Readings::of(&set, 13).as_slice().iter().map(|&r| written(&TableSet::new(&set.tiles, r))).collect()
}

/// For each joker of the stored set the faces that it may stand for.
fn stands(text: &str) -> Vec<String> {
    let faces = |j: sarja_rules::JokerStand| j.faces().map(|f| f.to_string()).collect::<Vec<_>>().join("/");
    on_table(text).jokers().map(faces).collect()
}

#[track_caller]
fn is_no_set(text: &str, why: NotASet, tile: Option<u8>) {
    let tiles = faces(text.split_once(':').map_or(text, |(_, tiles)| tiles));
    let rack: Vec<_> = tiles.iter().map(ToString::to_string).collect();
    let verdict = at(&[], &rack.join(" ")).judge(&[text]);
    assert_eq!(verdict.sets[0].faults(), [SetFault::NotASet { why, tile }], "{text}");
}

#[test]
fn a_group_is_three_or_four_tiles_of_one_number_in_different_colours() {
    assert_eq!(readings("R9 B9 K9"), ["group: R9 B9 K9"]);
    assert_eq!(readings("O9 R9 B9 K9"), ["group: R9 B9 K9 O9"]);
    is_no_set("R9 B9 K9 R9", NotASet::ColourTwice, Some(3));
    is_no_set("R9 B9 K9 O9 J", NotASet::GroupTooLong, Some(4));
}

#[test]
fn a_run_is_three_or_more_consecutive_numbers_of_one_colour() {
    assert_eq!(readings("R3 R4 R5"), ["run: R3 R4 R5"]);
    assert_eq!(
        readings("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13"),
        ["run: R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13"]
    );
    is_no_set("R3 R4 R6", NotASet::Gap, Some(2));
    is_no_set("R3 R4 R9", NotASet::Gap, Some(2));
    is_no_set("R3 R4 B5", NotASet::Mixed, Some(2));
    is_no_set("R3 R4 R4 R5", NotASet::NumberTwice, Some(2));
}

#[test]
fn one_is_the_lowest_and_nothing_follows_thirteen() {
    is_no_set("R12 R13 R1", NotASet::Gap, Some(2));
    is_no_set("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 J", NotASet::PastTheEnd, None);
    assert_eq!(readings("R12 R13 J"), ["run: J R12 R13"]);
    assert_eq!(readings("J R1 R2"), ["run: R1 R2 J"]);
}

#[test]
fn two_tiles_are_no_set_and_the_fault_says_how_many_there_are() {
    for (text, have) in [("", 0), ("R5", 1), ("R5 R6", 2), ("J J", 2)] {
        let verdict = at(&[], "R5 R6 J J").judge(&[text]);
        assert_eq!(verdict.sets[0].faults(), [SetFault::TooShort { have }], "{text}");
    }
}

#[test]
fn jokers_alone_are_no_set() {
    is_no_set("J J J", NotASet::OnlyJokers, None);
    is_no_set("group: J J J", NotASet::OnlyJokers, None);
}

#[test]
fn any_number_of_jokers_may_stand_with_one_real_tile() {
    assert_eq!(readings("R5 J J J J"), ["run: R5 J J J J"]);
    assert_eq!(readings("R13 J J J"), ["run: J J J R13", "group: R13 J J J"]);
}

#[test]
fn a_joker_never_stands_for_a_colour_that_the_group_has() {
    assert_eq!(stands("R9 B9 J"), ["K9/O9"]);
    assert_eq!(stands("R9 B9 K9 J"), ["O9"]);
    assert_eq!(stands("group: R9 J J"), ["B9/K9/O9", "B9/K9/O9"]);
}

#[test]
fn a_joker_may_stand_for_a_tile_of_which_all_copies_are_in_play() {
    let here = at(&["R9 B9 K9", "R9 B9 O9"], "R8 J R10");
    here.legal(&["R9 B9 K9", "R9 B9 O9", "R8 J R10"]);
}

#[test]
fn the_place_in_a_run_tells_what_a_joker_stands_for() {
    assert_eq!(stands("R3 J R5"), ["R4"]);
    assert_eq!(readings("J R4 R5"), ["run: J R4 R5"]);
    assert_eq!(readings("R4 R5 J"), ["run: R4 R5 J"]);
}

#[test]
fn a_run_laid_backwards_is_read_backwards() {
    assert_eq!(readings("R5 R4 J"), ["run: J R4 R5"]);
    assert_eq!(readings("R9 J R7"), ["run: R7 J R9"]);
    assert_eq!(readings("R13 J J"), ["run: J J R13", "group: R13 J J"]);
}

#[test]
fn as_laid_goes_before_backwards() {
    assert_eq!(readings("run: J J R5"), ["run: J J R5"]);
    assert_eq!(stands("run: J J R5"), ["R3", "R4"]);
    assert_eq!(stands("run: R5 J J"), ["R6", "R7"]);
}

#[test]
fn tiles_in_no_order_leave_every_reading_open_dearest_first() {
    assert_eq!(readings("R5 J R4"), ["run: R4 R5 J", "run: J R4 R5"]);
    assert_eq!(readings("R7 R5 J J"), ["run: R5 J R7 J", "run: J R5 J R7"]);
    // The numbers do not fit their places, so the order tells nothing.
    assert_eq!(readings("J R1 J"), ["run: R1 J J", "group: R1 J J"]);
}

#[test]
fn order_never_makes_a_set_illegal() {
    assert_eq!(readings("R5 R3 R4"), ["run: R3 R4 R5"]);
    assert_eq!(readings("R12 R13 J R10"), ["run: R10 J R12 R13"]);
    assert_eq!(readings("J K9 O9"), ["group: K9 O9 J"]);
}

#[test]
fn nine_and_two_jokers_are_a_group_or_a_run_and_a_declared_kind_decides() {
    assert_eq!(readings("R9 J J"), ["run: R9 J J", "group: R9 J J"]);
    assert_eq!(readings("run: R9 J J"), ["run: R9 J J"]);
    assert_eq!(readings("group: R9 J J"), ["group: R9 J J"]);
}

#[test]
fn a_set_of_the_other_kind_than_declared_is_no_set() {
    is_no_set("group: R3 R4 R5", NotASet::OtherKind, None);
    is_no_set("run: R3 B3 K3", NotASet::OtherKind, None);
}

#[test]
fn undeclared_the_highest_value_counts_and_a_run_goes_before_a_group() {
    let dearest = |text: &str| Readings::of(&laid(text), 13).dearest(faces(text).len()).unwrap();
    assert!(matches!(dearest("R9 J J"), Reading::Run { .. }));
    // Laid so, 3 4 5: the group of fives is worth more.
    assert!(matches!(dearest("J J R5"), Reading::Group { .. }));
    // In the middle both are worth 27.
    assert!(matches!(dearest("J R9 J"), Reading::Run { .. }));
}

#[test]
fn a_reading_is_worth_what_its_tiles_and_jokers_stand_for() {
    for (text, value) in [
        ("R9 J J", 30),
        ("group: R9 J J", 27),
        ("run: J J R5", 12),
        ("J J R5", 15),
        ("K10 B10 J", 30),
        ("O13 B13 J", 39),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", 91),
        ("R1 B1 K1 O1", 4),
    ] {
        assert_eq!(on_table(text).value(), value, "{text}");
    }
}

#[test]
fn a_table_set_lies_in_canonical_order() {
    for (text, stored) in [
        ("O9 J R9", "group: R9 O9 J"),
        ("J R13 R11", "run: R11 J R13"),
        ("R5 R4 R3", "run: R3 R4 R5"),
        ("run: J J R5", "run: J J R5"),
        // Worth more so than as 3 4 5: the order tells where a run begins, not that it is one.
        ("J J R5", "group: R5 J J"),
    ] {
        assert_eq!(written(&on_table(text)), stored, "{text}");
    }
}

#[test]
fn a_table_set_laid_again_has_its_reading() {
    for text in
        ["R9 J J", "group: R9 J J", "run: J J R5", "J J R5", "R13 J J", "J R1 J", "O9 J R9", "R2 J R4 J"]
    {
        let set = on_table(text);
        assert_eq!(TableSet::read(&set.to_laid(), 13), Some(set), "{text}");
    }
}
