//! Positions in which other solvers went wrong, by public reports.

use sarja_rules::{
    Face, FaceCounts, LaidSet, Ruleset, TableSet,
    rummikub::{Opened, Position, judge_play},
};
use sarja_solver::{NodeLimit, Objective, Play, Solution, solve};

fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace().map(|f| f.parse().expect("a face")).collect()
}

/// The best play of somebody who has opened, legal and proven.
fn best(ruleset: &str, table: &[&str], rack: &str) -> Play {
    let rules = Ruleset::named(ruleset).expect("a printed ruleset");
    let read = |set: &&str| TableSet::read(&LaidSet::new(faces(set)), rules.tiles.numbers).expect("a set");
    let table: Vec<TableSet> = table.iter().map(read).collect();
    let rack = faces(rack).into_iter().collect();
    let position = Position { ruleset: &rules, table: &table, rack: &rack, opened: Opened::Yes };
    let Solution::Exact(Some(play)) = solve(position, Objective::Tiles, NodeLimit::default()) else {
        panic!("there is a play that can be proven");
    };
    let verdict = judge_play(position, &play.table);
    assert!(verdict.is_legal(), "{:?}", verdict.reasons);
    play
}

fn laid(play: &Play) -> FaceCounts {
    play.table.iter().flat_map(|set| &set.tiles).collect()
}

/// A greedy solver took the long run first, and was left with two sixes.
#[test]
fn a_long_run_gives_up_a_tile_for_a_group() {
    let play = best("classic-2600", &[], "R3 R4 R5 R6 R7 B6 K6");
    assert_eq!(play.tiles, 6);
    let all: FaceCounts = faces("R3 R4 R5 R6 R7 B6 K6").iter().collect();
    assert_eq!(all.minus(&laid(&play)).to_vec(), faces("R7"));
}

/// A suggested table lacked two tiles of the old one.
#[test]
fn no_tile_of_the_table_is_lost_and_none_is_made() {
    let table = ["R8 R9 R10 R11", "O8 K8 R8", "B7 B8 B9", "B13 R13 K13", "J B4 B5 B6"];
    let rack = "B8 B10 K9 K10 O13 R12 B3";
    let play = best("classic-2600", &table, rack);
    let old: FaceCounts = table.iter().flat_map(|set| faces(set)).collect();
    let held: FaceCounts = faces(rack).into_iter().collect();
    let after = laid(&play);
    assert!(old.is_subset_of(&after), "{:?}", play.table);
    let shed = after.minus(&old);
    assert!(shed.is_subset_of(&held), "{:?}", play.table);
    assert_eq!((after.total(), shed.total() as u32), (old.total() + shed.total(), play.tiles));
}

/// A solver crashed with three or four jokers.
#[test]
fn four_jokers_are_played_from_the_rack_and_from_the_table() {
    assert_eq!(best("xp-6", &[], "J J J J R5 B9").tiles, 6);
    assert_eq!(best("xp-6", &["R1 R2 R3", "K11 K12 K13"], "J J J J").tiles, 4);
    let table = ["J R5 R6", "B7 J B9", "K1 K2 J", "O9 J J"];
    let play = best("xp-6", &table[..3], "J R4 R7 B10 O9 K9");
    assert_eq!(play.tiles, 6);
    assert_eq!(laid(&play).jokers(), 4);
    assert_eq!(best("classic-2600", &table[3..], "O10").tiles, 1);
}

/// A solver claimed six tiles, and laid four.
#[test]
fn as_many_tiles_are_laid_as_are_claimed() {
    let table = ["R8 R9 R10 R11", "R3 R4 R5", "O8 K8 R8", "B7 B8 B9", "B13 R13 K13", "B3 B4 B5 B6 B7"];
    let rack = "R3 B6 B8 B12 K1 K4 K6 K9 K11 O9 O12 O13";
    let play = best("classic-2600", &table, rack);
    let old: FaceCounts = table.iter().flat_map(|set| faces(set)).collect();
    assert_eq!((play.tiles, laid(&play).total() - old.total()), (5, 5));
}
