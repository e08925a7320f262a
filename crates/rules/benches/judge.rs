//! How long a verdict takes: whole tables of real size, drafts, racks, and a round from deal to end.

use divan::{Bencher, black_box};
use sarja_rules::{
    Face, FaceCounts, LaidSet, Ruleset, Seat, Seed, TableSet, TurnNumber,
    rummikub::{
        Action, Opened, Position, RackSearch, Round, SeenPosition, choose_simply, holds_opening, judge_play,
        split_into_sets,
    },
    tile_order,
};

fn main() {
    divan::main();
}

fn laid(text: &str) -> LaidSet {
    LaidSet::new(text.split_whitespace().map(|f| f.parse::<Face>().expect("a face")).collect::<Vec<_>>())
}

/// A play to be judged.
struct Play {
    ruleset: Ruleset,
    table: Vec<TableSet>,
    rack: FaceCounts,
    after: Vec<LaidSet>,
}

impl Play {
    /// The rack is what has been added.
    fn new(ruleset: &str, before: &[&str], after: &[&str]) -> Self {
        let ruleset = Ruleset::named(ruleset).expect("a printed ruleset");
        let table: Vec<TableSet> =
            before.iter().map(|s| TableSet::read(&laid(s), 13).expect("a set")).collect();
        let after: Vec<LaidSet> = after.iter().map(|s| laid(s)).collect();
        let held: FaceCounts = table.iter().flat_map(TableSet::tiles).collect();
        let rack = after.iter().flat_map(|s| &s.tiles).collect::<FaceCounts>().minus(&held);
        Self { ruleset, table, rack, after }
    }

    fn bench(&self, bencher: Bencher, legal: bool) {
        let position =
            Position { ruleset: &self.ruleset, table: &self.table, rack: &self.rack, opened: Opened::Yes };
        let verdict = judge_play(position, &self.after);
        assert_eq!(verdict.is_legal(), legal, "{:?}", verdict.reasons);
        bencher.bench_local(|| judge_play(black_box(position), black_box(&self.after)));
    }
}

/// All but three of the 106 tiles: runs of one copy, groups of the other, and the jokers at the ends of runs.
const FULL: [&str; 21] = [
    "R1 R2 R3 R4 R5 R6",
    "R7 R8 R9 R10 R11 R12",
    "B1 B2 B3 B4 B5 B6",
    "B7 B8 B9 B10 B11 B12 B13",
    "K1 K2 K3 K4 K5 K6",
    "K7 K8 K9 K10 K11 K12 K13",
    "O1 O2 O3 O4 O5 O6 J",
    "O8 O9 O10 O11 O12 O13",
    "R1 B1 K1 O1",
    "R2 B2 K2 O2",
    "R3 B3 K3 O3",
    "R4 B4 K4 O4",
    "R5 B5 K5 O5",
    "R6 B6 K6 O6",
    "R7 B7 K7 J",
    "R8 B8 K8 O8",
    "R9 B9 K9 O9",
    "R10 B10 K10 O10",
    "R11 B11 K11 O11",
    "R12 B12 K12 O12",
    "R13 B13 K13 O13",
];

fn full() -> Vec<&'static str> {
    FULL.to_vec()
}

/// The same with some sets in the place of others.
fn with(changes: &[(&str, &[&'static str])]) -> Vec<&'static str> {
    let mut sets = full();
    for (old, new) in changes {
        let at = sets.iter().position(|s| s == old).expect("an old set");
        sets.splice(at..=at, new.iter().copied());
    }
    sets
}

#[divan::bench]
fn full_table_last_tile_added(bencher: Bencher) {
    let after = with(&[("R7 R8 R9 R10 R11 R12", &["R7 R8 R9 R10 R11 R12 R13"])]);
    Play::new("classic-2600", &full(), &after).bench(bencher, true);
}

#[divan::bench]
fn full_table_rearranged(bencher: Bencher) {
    // Every run of the first colours and half of the groups are cut and joined anew.
    let after = with(&[
        ("R1 R2 R3 R4 R5 R6", &["R1 R2 R3", "R4 R5 R6 R7"]),
        ("R7 R8 R9 R10 R11 R12", &["R8 R9 R10", "R11 R12 R13"]),
        ("B1 B2 B3 B4 B5 B6", &["B1 B2 B3 B4", "B5 B6 B7"]),
        ("B7 B8 B9 B10 B11 B12 B13", &["B8 B9 B10", "B11 B12 B13"]),
        ("K1 K2 K3 K4 K5 K6", &["K1 K2 K3", "K4 K5 K6 K7"]),
        ("K7 K8 K9 K10 K11 K12 K13", &["K8 K9 K10", "K11 K12 K13"]),
    ]);
    Play::new("classic-2600", &full(), &after).bench(bencher, true);
}

#[divan::bench]
fn full_table_joker_moved(bencher: Bencher) {
    let after = with(&[
        ("O1 O2 O3 O4 O5 O6 J", &["O1 O2 O3 O4 O5 O6 O7"]),
        ("R7 R8 R9 R10 R11 R12", &["R7 R8 R9", "R10 R11 R12 J"]),
    ]);
    Play::new("turniej-pl", &full(), &after).bench(bencher, true);
}

#[divan::bench]
fn full_table_illegal(bencher: Bencher) {
    let after = with(&[
        ("R7 R8 R9 R10 R11 R12", &["R7 R8 R9 R10 R11 R12 R13"]),
        ("O1 O2 O3 O4 O5 O6 J", &["O1 O2 O3 O4 O5 O6"]),
        ("K1 K2 K3 K4 K5 K6", &["K1 K2 K3 K4 K5 K6 J"]),
    ]);
    Play::new("travel-2017", &full(), &after).bench(bencher, false);
}

/// 160 tiles and four jokers, every set of theirs open to several readings, and nothing to be found.
fn xp(ruleset: &str) -> Play {
    let whole = [
        "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13",
        "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13",
        "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13",
        "O1 O2 O3 O4 O5 O6 O7 O8 O9 O10 O11 O12 O13",
        "R1 B1 K1 O1",
        "R2 B2 K2 O2",
        "R3 B3 K3 O3",
        "R4 B4 K4 O4",
        "R5 B5 K5 O5",
        "R6 B6 K6 O6",
        "R7 B7 K7 O7",
        "R8 B8 K8 O8",
        "R10 B10 K10 O10",
        "R11 B11 K11 O11",
        "R12 B12 K12 O12",
        "R13 B13 K13 O13",
        "R1 B1 K1",
        "R2 B2 K2",
        "R3 B3 K3",
        "R4 B4 K4",
        "R5 B5 K5",
        "R6 B6 K6",
        "R7 B7 K7",
    ];
    let before = [&whole[..], &["R9 B9 J", "R9 B9 J", "K9 O9 J", "K9 O9 J"]].concat();
    let after = [&whole[..], &["R9 O9 J", "R9 O9 J", "B9 K9 J", "B9 K9 J", "R10 R11 R12"]].concat();
    Play::new(ruleset, &before, &after)
}

#[divan::bench]
fn xp_four_jokers(bencher: Bencher) {
    xp("xp-6").bench(bencher, true);
}

#[divan::bench]
fn xp_four_jokers_hardest_rules(bencher: Bencher) {
    let mut play = xp("xp-6");
    let strict = Ruleset::named("tactic-2008").expect("a printed ruleset");
    play.ruleset.joker = strict.joker;
    play.ruleset.joker.rack_tiles_beside = 2;
    play.bench(bencher, false);
}

#[divan::bench]
fn draft_of_loose_tiles(bencher: Bencher) {
    let after = with(&[
        ("R1 R2 R3 R4 R5 R6", &["R1 R2", "R3", "R4 R5 R6"]),
        ("R13 B13 K13 O13", &["R13 B13", "K13 O13 R13"]),
    ]);
    Play::new("classic-2600", &full(), &after).bench(bencher, false);
}

/// The first tiles of a shuffled deal.
fn rack(tiles: usize, seed: u8) -> FaceCounts {
    let supply = Ruleset::default().tiles;
    tile_order(&Seed::from_bytes([seed; 32]), supply).into_iter().take(tiles).collect()
}

#[divan::bench(args = [14, 20, 40])]
fn rack_holds_an_opening(bencher: Bencher, tiles: usize) {
    let rules = Ruleset::named("federation").expect("a printed ruleset");
    let racks: Vec<FaceCounts> = (0..32).map(|seed| rack(tiles, seed)).collect();
    let mut next = racks.iter().cycle();
    bencher.bench_local(|| holds_opening(&rules, black_box(next.next().expect("a cycle"))));
}

#[divan::bench(args = [6, 13, 26])]
fn picked_tiles_are_split(bencher: Bencher, tiles: usize) {
    let rules = Ruleset::default();
    let picked: FaceCounts = Face::all().take(tiles).collect();
    bencher.bench_local(|| split_into_sets(&rules, black_box(&picked)));
}

/// Plays a round of two simple players; how many turns it took.
fn simulated(seed: u8) -> u32 {
    let rules = Ruleset::default();
    let order = tile_order(&Seed::from_bytes([seed; 32]), rules.tiles);
    let mut round = Round::deal(&rules, 2, Seat(0), TurnNumber(0), &order).expect("a deal");
    let mut events = round.start(&RackSearch);
    loop {
        for event in &events {
            round.apply(event);
        }
        if round.end().is_some() {
            return round.turn().0;
        }
        let player = round.player(round.seat()).expect("it plays");
        let action = choose_simply(SeenPosition {
            ruleset: &rules,
            table: round.table(),
            rack: player.rack(),
            opened: player.opened(),
            pool: round.pool(),
        });
        events =
            round.decide(round.seat(), round.turn(), &action, &RackSearch).expect("it was judged before");
    }
}

#[divan::bench(sample_count = 20)]
fn whole_round(bencher: Bencher) {
    bencher.bench_local(|| simulated(black_box(7)));
}

#[divan::bench]
fn turn_decided_and_applied(bencher: Bencher) {
    let rules = Ruleset::default();
    let order = tile_order(&Seed::from_bytes([3; 32]), rules.tiles);
    let mut round = Round::deal(&rules, 4, Seat(0), TurnNumber(0), &order).expect("a deal");
    for event in round.start(&RackSearch) {
        round.apply(&event);
    }
    bencher.bench_local(|| {
        let mut next = round.clone();
        let events =
            round.decide(round.seat(), round.turn(), &Action::Draw, &RackSearch).expect("it may draw");
        for event in &events {
            next.apply(event);
        }
        next
    });
}
