//! A play is judged on the table before and the table after, and nothing else (rules.md §2).

use sarja_rules::{
    NotASet, SetFault,
    rummikub::{Place, Reason, ReasonCode, leaves_table_untouched},
};

use crate::{
    notation::{all_laid, faces, on_table},
    table::at,
};

fn face(code: &str) -> sarja_rules::Face {
    faces(code)[0]
}

fn place(set: usize, tile: usize) -> Place {
    Place { set, tile: Some(tile) }
}

#[test]
fn sets_may_be_taken_apart_and_put_together_anew() {
    let here = at(&["R4 R5 R6 R7", "B7 K7 O7", "B4 K4 O4"], "R8");
    here.legal(&["R5 R6 R7 R8", "B7 K7 O7", "R4 B4 K4 O4"]);
}

#[test]
fn a_run_may_be_split_round_a_second_copy() {
    at(&["R4 R5 R6 R7 R8"], "R6").legal(&["R4 R5 R6", "R6 R7 R8"]);
}

#[test]
fn every_table_tile_still_lies_there() {
    let verdict = at(&["R4 R5 R6 R7", "B1 B2 B3"], "B4 R9 K9 O9")
        .faults(&["R5 R6 R7", "R9 K9 O9", "B1 B2 B3"], &[ReasonCode::TileTakenFromTable]);
    assert_eq!(verdict.reasons, [Reason::TileTakenFromTable { tile: face("R4"), count: 1 }]);
}

#[test]
fn what_is_added_comes_from_the_rack_and_the_last_place_of_the_tile_is_named() {
    let verdict = at(&["R4 R5 R6"], "R9 K9").faults(&["R4 R5 R6", "R9 K9 O9"], &[ReasonCode::TileNotInRack]);
    let reason = Reason::TileNotInRack { tile: face("O9"), count: 1, place: Some(place(1, 2)) };
    assert_eq!(verdict.reasons, [reason]);
    assert_eq!(verdict.reasons[0].place(), Some(place(1, 2)));
    assert!(!verdict.reasons[0].can_happen_with_real_tiles());
}

#[test]
fn two_missing_tiles_of_one_face_are_counted() {
    let verdict = at(&[], "R9 K9 B9 K10 O10 R10").judge(&["R9 K9 B9", "R10 R10 R10"]);
    let reason = Reason::TileNotInRack { tile: face("R10"), count: 2, place: Some(place(1, 2)) };
    assert!(verdict.reasons.contains(&reason), "{:?}", verdict.reasons);
}

#[test]
fn at_least_one_rack_tile_is_laid() {
    let here = at(&["R4 R5 R6 R7 R8 R9"], "K1");
    here.faults(&["R4 R5 R6", "R7 R8 R9"], &[ReasonCode::NoRackTilePlayed]);
    here.faults(&["R4 R5 R6 R7 R8 R9"], &[ReasonCode::NoRackTilePlayed]);
}

#[test]
fn an_empty_table_sent_over_sets_names_every_tile_that_is_gone() {
    let verdict = at(&["R4 R5 R6"], "K1").judge(&[]);
    let gone = ["R4", "R5", "R6"].map(|c| Reason::TileTakenFromTable { tile: face(c), count: 1 });
    assert_eq!(verdict.reasons[..3], gone);
}

#[test]
fn every_fault_is_named_at_its_set() {
    let verdict = at(&["R4 R5 R6"], "K1 K2 K7 B9 O9 B3").judge(&["R4 R5 R6", "K1 K2", "K7 B9 O9"]);
    assert_eq!(
        verdict.reasons,
        [
            Reason::Set { set: 1, fault: SetFault::TooShort { have: 2 } },
            Reason::Set { set: 2, fault: SetFault::NotASet { why: NotASet::Mixed, tile: Some(1) } },
        ]
    );
    assert_eq!(verdict.reasons[0].place(), Some(Place::set(1)));
    assert_eq!(verdict.reasons[1].place(), Some(place(2, 1)));
    assert!(verdict.table().is_none());
}

#[test]
fn a_set_with_too_many_jokers_is_read_all_the_same() {
    let verdict = at(&[], "R5 R6 J J")
        .with(|r| r.joker.per_set = Some(1))
        .faults(&["R5 R6 J J"], &[ReasonCode::TooManyJokers]);
    let fault = SetFault::TooManyJokers { have: 2, most: 1 };
    assert_eq!(verdict.reasons, [Reason::Set { set: 0, fault }]);
    assert!(verdict.sets[0].set().is_some());
    assert_eq!(verdict.sets[0].faults(), [fault]);
}

#[test]
fn a_set_may_be_no_set_and_hold_too_many_jokers() {
    at(&[], "R5 B6 J J")
        .with(|r| r.joker.per_set = Some(1))
        .faults(&["R5 B6 J J"], &[ReasonCode::NotASet, ReasonCode::TooManyJokers]);
}

#[test]
fn set_verdicts_come_in_the_order_in_which_the_sets_were_sent() {
    let verdict = at(&["R4 R5 R6"], "R7 K1 K2 K3").legal(&["K1 K2 K3", "R4 R5 R6 R7"]);
    let first: Vec<_> = verdict.sets.iter().map(|s| s.set().unwrap().tiles()[0]).collect();
    assert_eq!(first, faces("K1 R4"));
}

#[test]
fn an_untouched_undeclared_set_keeps_its_stored_reading() {
    let here = at(&["group: R9 J J"], "K1 K2 K3");
    assert_eq!(here.stored(&["R9 J J", "K1 K2 K3"]), ["group: R9 J J", "run: K1 K2 K3"]);
}

#[test]
fn a_table_set_laid_in_another_order_says_that_its_jokers_stand_for_other_tiles() {
    // It was 7 8 9 and is laid as 9 10 11.
    at(&["run: J J R9"], "K1 K2 K3").faults(&["R9 J J", "K1 K2 K3"], &[ReasonCode::JokerNotInNewSet; 2]);
    // In no order that is a run, it may still be what it was.
    assert_eq!(at(&["J R2 R3"], "K1 K2 K3").stored(&["R3 J R2", "K1 K2 K3"])[0], "run: J R2 R3");
}

#[test]
fn an_undeclared_new_set_is_stored_at_its_highest_value() {
    assert_eq!(at(&[], "R9 J J").stored(&["R9 J J"]), ["run: R9 J J"]);
    assert_eq!(at(&[], "R9 J J").stored(&["J J R9"]), ["group: R9 J J"]);
    assert_eq!(at(&[], "R4 R5 J").stored(&["R5 J R4"]), ["run: R4 R5 J"]);
    assert_eq!(at(&[], "R9 J J").stored(&["J R9 J"]), ["run: J R9 J"]);
}

#[test]
fn a_reading_under_which_the_play_is_legal_goes_before_a_dearer_one() {
    let after = ["R9 J J", "B9 B10 B11"];
    let here = at(&["group: R9 B9 J J"], "B10 B11");
    assert_eq!(here.stored(&after)[0], "run: R9 J J");
    // As the run 9 10 11 the jokers would have to be replaced.
    let here = here.with(|r| r.joker.release = sarja_rules::Release::Exact);
    assert_eq!(here.stored(&after)[0], "group: R9 J J");
}

#[test]
fn which_of_two_equal_tiles_lies_where_is_all_the_same() {
    let here = at(&["R4 R5 R6", "R5 B5 K5"], "R5 R7");
    assert_eq!(here.stored(&["R4 R5 R6 R7", "R5 B5 K5"]).len(), 2);
    let here = at(&["R4 R5 R6", "R6 B6 K6"], "R3 O6");
    here.legal(&["R3 R4 R5 R6", "B6 K6 O6 R6"]);
}

#[test]
fn a_table_is_untouched_if_every_old_set_still_lies_tile_for_tile() {
    let table = [on_table("R4 R5 R6"), on_table("B9 K9 O9")];
    let untouched = |after: &[&str]| leaves_table_untouched(&table, &all_laid(after));
    assert!(untouched(&["O9 K9 B9", "R4 R5 R6", "K1 K2"]));
    assert!(!untouched(&["R4 R5 R6 R7", "B9 K9 O9"]));
    assert!(!untouched(&["R4 R5 R6"]));
    assert!(!untouched(&[]));
}

#[test]
fn two_equal_old_sets_are_untouched_only_if_both_lie_there() {
    let table = [on_table("R4 R5 R6"), on_table("R4 R5 R6")];
    assert!(!leaves_table_untouched(&table, &all_laid(&["R4 R5 R6", "R4 R5", "R6"])));
    assert!(leaves_table_untouched(&table, &all_laid(&["R4 R5 R6", "R4 R5 R6"])));
}

#[test]
fn what_the_play_lays_from_the_rack_is_told_even_if_it_is_refused() {
    let verdict = at(&["R4 R5 R6"], "R7 K1").judge(&["R4 R5 R6 R7", "K1 K2 K3"]);
    assert_eq!(verdict.from_rack.to_vec(), faces("R7 K1"));
}
