//! The seeds.

use std::{collections::BTreeMap, env};

use super::{
    planted::{Planted, plant},
    run::{Telling, run},
};

/// Seeds in all where everything is checked, and elsewhere, unless `SARJA_SEEDS` says otherwise.
const SEEDS: [u64; 2] = [1_000, 240];

/// Tests that share them, so that all processors have something to do.
const PARTS: u64 = 8;

/// What the seeds of each part have to reach where everything is checked: else nothing would be proven by them.
const REACHED: [&str; 24] = [
    "accepted",
    "clock_restarted",
    "desert",
    "draft_shown",
    "draft_verdict",
    "kill",
    "match_started",
    "paused",
    "restart",
    "resumed",
    "room_closed",
    "room_moved",
    "seat_retaken",
    "seat_vacated",
    "second tab",
    "sets_laid",
    "sets_played",
    "stop",
    "store_unavailable",
    "taken_over",
    "tile_discarded",
    "tiles_drawn",
    "time_ran_out",
    "too_slow",
];

pub(super) fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok()?.parse().ok()
}

/// Whether somebody wants to see one seed and no others.
pub(super) fn is_replay() -> bool {
    number("SARJA_SEED").is_some()
}

/// Runs the seeds of one part.
fn nothing_breaks_in(part: u64) {
    if is_replay() {
        return;
    }
    let is_ci = env::var_os("CI").is_some_and(|ci| ci == "true");
    let usual = SEEDS[usize::from(!is_ci)];
    let each = number("SARJA_SEEDS").unwrap_or(usual).div_ceil(PARTS);
    let mut reached: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in part * each..(part + 1) * each {
        let report = run(seed, Telling::Quiet).unwrap_or_else(|failure| panic!("{failure}"));
        for (what, count) in report.reached {
            *reached.entry(what).or_default() += count;
        }
    }
    println!("{reached:?}");
    if each >= SEEDS[0] / PARTS {
        let missed: Vec<_> = REACHED.iter().filter(|what| !reached.contains_key(*what)).collect();
        assert!(missed.is_empty(), "the seeds did not come to {missed:?}: {reached:?}");
    }
}

#[test]
fn nothing_breaks_in_the_first_part_of_the_seeds() {
    nothing_breaks_in(0);
}

#[test]
fn nothing_breaks_in_the_second_part_of_the_seeds() {
    nothing_breaks_in(1);
}

#[test]
fn nothing_breaks_in_the_third_part_of_the_seeds() {
    nothing_breaks_in(2);
}

#[test]
fn nothing_breaks_in_the_fourth_part_of_the_seeds() {
    nothing_breaks_in(3);
}

#[test]
fn nothing_breaks_in_the_fifth_part_of_the_seeds() {
    nothing_breaks_in(4);
}

#[test]
fn nothing_breaks_in_the_sixth_part_of_the_seeds() {
    nothing_breaks_in(5);
}

#[test]
fn nothing_breaks_in_the_seventh_part_of_the_seeds() {
    nothing_breaks_in(6);
}

#[test]
fn nothing_breaks_in_the_last_part_of_the_seeds() {
    nothing_breaks_in(7);
}

/// Plants a fault: the simulation finds it in each of the first seeds, and says so.
fn is_found(fault: Planted, said: &str) {
    if is_replay() {
        return;
    }
    plant(Some(fault));
    for seed in 0..20 {
        match run(seed, Telling::Quiet) {
            Ok(report) => panic!("{fault:?} is not found in seed {seed}: {report:?}"),
            Err(failure) => assert!(failure.broken().contains(said), "{failure}"),
        }
    }
    plant(None);
}

#[test]
fn an_event_that_is_told_before_it_is_committed_is_found() {
    is_found(Planted::ToldBeforeCommit, "is told before it is committed");
}

#[test]
fn a_view_with_one_hidden_tile_is_found() {
    is_found(Planted::HiddenTile, "a tile that he may not see");
}

#[test]
fn a_timer_that_fires_twice_is_found() {
    is_found(Planted::TimerTwice, "ran out at");
}

#[test]
fn a_command_that_is_done_twice_is_found() {
    is_found(Planted::DoneTwice, "is done twice");
}

#[test]
fn a_seed_gives_the_same_world_again() {
    if is_replay() {
        return;
    }
    let world = |seed| run(seed, Telling::Quiet).unwrap_or_else(|failure| panic!("{failure}")).hash;
    for seed in 0..8 {
        assert_eq!(world(seed), world(seed), "of seed {seed}");
    }
    assert_ne!(world(0), world(1));
}

/// `SARJA_SEED=17 cargo test -p sarja-server simulation -- --nocapture`
#[test]
fn a_seed_is_shown_to_whoever_asks_for_it() {
    let Some(seed) = number("SARJA_SEED") else { return };
    let report = run(seed, Telling::Everything).unwrap_or_else(|failure| panic!("{failure}"));
    println!("{report:#?}");
}
