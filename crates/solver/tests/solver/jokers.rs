//! Positions in which jokers make the difference, each with what is best.

use sarja_rules::{
    Face, LaidSet, Ruleset, TableSet,
    rummikub::{Opened, Position, judge_play},
};
use sarja_solver::{NodeLimit, Objective, Solution, solve};

fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace().map(|f| f.parse().expect("a face")).collect()
}

/// How many tiles the best play sheds; it has to be proven and legal.
fn tiles(ruleset: &str, change: impl Fn(&mut Ruleset), table: &[&str], rack: &str) -> u32 {
    let mut rules = Ruleset::named(ruleset).expect("a printed ruleset");
    change(&mut rules);
    let read = |set: &&str| TableSet::read(&LaidSet::new(faces(set)), 13).expect("a set");
    let table: Vec<TableSet> = table.iter().map(read).collect();
    let rack = faces(rack).into_iter().collect();
    let position = Position { ruleset: &rules, table: &table, rack: &rack, opened: Opened::Yes };
    let Solution::Exact(best) = solve(position, Objective::Tiles, NodeLimit::default()) else {
        panic!("not proven");
    };
    best.map_or(0, |play| {
        let verdict = judge_play(position, &play.table);
        assert!(verdict.is_legal(), "{:?}", verdict.reasons);
        play.tiles
    })
}

const fn as_printed(_: &mut Ruleset) {}

#[test]
fn a_retrieved_joker_closes_a_gap_while_another_joker_stays() {
    let table = ["K8 K9 J", "R2 R3 J", "R5 R4 R3"];
    assert_eq!(tiles("classic-2600", as_printed, &table, "R10 R4 R13 R12 R9"), 5);
    assert_eq!(tiles("federation", as_printed, &["K2 J K4 K5 K6 J K8"], "O8 K3 O10 O6 O9"), 5);
}

#[test]
fn two_kept_jokers_of_one_set_need_a_tile_of_it_each() {
    let beside = |rules: &mut Ruleset| rules.joker.rack_tiles_beside = 2;
    assert_eq!(tiles("classic-2600", beside, &["J J R6"], "B6 B8 B6 B3 B7 B5 O6 R6"), 7);
    assert_eq!(tiles("travel-2017", as_printed, &["J O8 J"], "O2 O3 O4 R8 O5 O8 O7 O6"), 7);
}

#[test]
fn locked_sets_need_their_own_tiles() {
    let locked_only = |rules: &mut Ruleset| rules.joker.release = sarja_rules::Release::Any;
    let table = ["B8 B11 B10 J", "B7 J B9 B10"];
    assert_eq!(tiles("tactic-2008", locked_only, &table, "K2 K9 K1 K7 B13 O10 K11 K5"), 0);
}

#[test]
fn four_jokers_are_no_difficulty() {
    let table = ["K1 J J", "O5 R5 J"];
    let other_set = |rules: &mut Ruleset| rules.joker.reuse = sarja_rules::Reuse::OtherSet;
    assert_eq!(tiles("xp-6", other_set, &table, "O9 O10 J R4 B5 O1 K13 R1"), 7);
    assert_eq!(tiles("xp-6", as_printed, &["K11 R11 B11 O11", "O5 J R5"], "J J J K2 B11 R12 K1 O5"), 6);
}

#[test]
fn what_greedy_players_leave_is_played() {
    assert_eq!(tiles("classic-2600", as_printed, &[], "R3 R4 R5 R6 R7 B6 K6"), 6);
    let table = ["R8 R9 R10 R11", "R3 R4 R5", "O8 K8 R8", "B7 B8 B9", "B13 R13 K13", "B3 B4 B5 B6 B7"];
    let rack = "R3 B6 B8 B12 K1 K4 K6 K9 K11 O9 O12 O13";
    assert_eq!(tiles("classic-2600", as_printed, &table, rack), 5);
}
