//! The seeds.

use std::{collections::BTreeMap, env};

use super::run::run;
use crate::simulation::{
    planted::{Planted, plant},
    run::Telling,
    tests::{is_replay, number},
};

/// Seeds in all where everything is checked, and elsewhere, unless `SARJA_SEEDS` says otherwise.
const SEEDS: [u64; 2] = [20, 5];

/// Tests that share them, so that two processors have something to do.
const PARTS: u64 = 2;

/// What the seeds of each part have to reach where everything is checked: else nothing would be proven by them.
const REACHED: [&str; 25] = [
    "accepted",
    "clock_restarted",
    "draining",
    "held",
    "hold",
    "kill",
    "lose all",
    "lose one way",
    "lose some",
    "match_started",
    "no connection",
    "outage",
    "power fails",
    "reset",
    "restart",
    "resumed",
    "room_closed",
    "seat_retaken",
    "silent",
    "slow",
    "stop",
    "store_unavailable",
    "switch off",
    "tiles_drawn",
    "time_ran_out",
];

/// Runs the seeds of one part.
fn nothing_breaks_in(part: u64) {
    if is_replay() {
        return;
    }
    let is_ci = env::var_os("CI").is_some_and(|ci| ci == "true");
    let usual = SEEDS[usize::from(!is_ci)];
    let seeds = number("SARJA_SEEDS").unwrap_or(usual);
    let mut reached: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in (0..seeds).filter(|seed| seed % PARTS == part) {
        let report = run(seed, Telling::Quiet).unwrap_or_else(|failure| panic!("{failure}"));
        for (what, count) in report.reached {
            *reached.entry(what).or_default() += count;
        }
    }
    println!("{reached:?}");
    if seeds >= SEEDS[0] {
        let missed: Vec<_> = REACHED.iter().filter(|what| !reached.contains_key(*what)).collect();
        assert!(missed.is_empty(), "the seeds did not come to {missed:?}: {reached:?}");
    }
}

#[test]
fn nothing_breaks_over_a_network_in_even_seeds() {
    nothing_breaks_in(0);
}

#[test]
fn nothing_breaks_over_a_network_in_odd_seeds() {
    nothing_breaks_in(1);
}

#[test]
fn a_seed_gives_the_same_network_again() {
    if is_replay() {
        return;
    }
    let net = || run(1, Telling::Quiet).unwrap_or_else(|failure| panic!("{failure}")).hash;
    assert_eq!(net(), net());
}

/// Plants a fault: it is found in each of the first seeds, and said what it is.
fn is_found(fault: Planted, said: &str) {
    if is_replay() {
        return;
    }
    plant(Some(fault));
    for seed in 0..5 {
        match run(seed, Telling::Quiet) {
            Ok(report) => panic!("{fault:?} is not found in seed {seed}: {report:?}"),
            Err(failure) => assert!(failure.broken().contains(said), "{failure}"),
        }
    }
    plant(None);
}

#[test]
fn an_event_that_is_told_before_it_is_committed_is_found_over_a_network() {
    is_found(Planted::ToldBeforeCommit, "is told before it is committed");
}

#[test]
fn a_view_with_one_hidden_tile_is_found_over_a_network() {
    is_found(Planted::HiddenTile, "a tile that he may not see");
}

#[test]
fn a_command_that_is_done_twice_is_found_over_a_network() {
    is_found(Planted::DoneTwice, "is done twice");
}

/// `SARJA_SEED=17 cargo test -p sarja-server simulation::wire -- --nocapture`
#[test]
fn a_seed_over_a_network_is_shown_to_whoever_asks_for_it() {
    let Some(seed) = number("SARJA_SEED") else { return };
    let report = run(seed, Telling::Everything).unwrap_or_else(|failure| panic!("{failure}"));
    println!("{report:#?}");
}
