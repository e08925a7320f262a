//! How long the best play takes: the positions whose best play is known, by ruleset, and the hard ones.

use std::{fs, path::Path};

use divan::{Bencher, black_box};
use sarja_rules::{
    Face, FaceCounts, LaidSet, Overrides, Ruleset, TableSet,
    rummikub::{Opened, Position},
};
use sarja_solver::{NodeLimit, Objective, can_play, solve};
use serde_json::Value;

fn main() {
    divan::main();
}

/// A position to be solved.
struct Case {
    ruleset: Ruleset,
    table: Vec<TableSet>,
    rack: FaceCounts,
    opened: Opened,
}

impl Case {
    fn read(line: &str) -> Self {
        let case: Value = serde_json::from_str(line).expect("a case");
        let faces = |list: &Value| -> Vec<Face> { serde_json::from_value(list.clone()).expect("faces") };
        let mut ruleset =
            Ruleset::named(case["ruleset"].as_str().unwrap_or_default()).expect("a printed ruleset");
        if case["options"].is_object() {
            let overrides: Overrides = serde_json::from_value(case["options"].clone()).expect("overrides");
            ruleset = overrides.apply(&ruleset).expect("a ruleset that can be played");
        }
        let laid = |set: &Value| match set {
            Value::Array(_) => LaidSet::new(faces(set)),
            declared => serde_json::from_value(declared.clone()).expect("a declared set"),
        };
        let read = |set: &Value| TableSet::read(&laid(set), 13).expect("a set");
        let table = case["table"].as_array().expect("a table").iter().map(read).collect();
        let opened = if case["opened"] == true { Opened::Yes } else { Opened::No };
        Self { ruleset, table, rack: faces(&case["rack"]).into_iter().collect(), opened }
    }

    fn position(&self) -> Position<'_> {
        Position { ruleset: &self.ruleset, table: &self.table, rack: &self.rack, opened: self.opened }
    }
}

fn cases(file: &str, wanted: impl Fn(&Case) -> bool) -> Vec<Case> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(file);
    let text = fs::read_to_string(file).expect("the cases");
    text.lines().map(Case::read).filter(wanted).collect()
}

/// The positions that come from games: those of whole rulesets.
fn of_ruleset(name: &str) -> Vec<Case> {
    cases("positions.jsonl", |case| Ruleset::named(name).is_some_and(|printed| printed == case.ruleset))
}

const RULESETS: [&str; 7] =
    ["classic-2600", "travel-2017", "tactic-2008", "turniej-pl", "sabra-no", "xp-6", "federation"];

fn bench_each(bencher: Bencher, cases: &[Case], ask: impl Fn(Position<'_>) + Sync) {
    let mut next = cases.iter().cycle();
    bencher.bench_local(|| ask(black_box(next.next().expect("a cycle").position())));
}

#[divan::bench(args = RULESETS, sample_count = 200)]
fn most_tiles(bencher: Bencher, ruleset: &str) {
    bench_each(bencher, &of_ruleset(ruleset), |position| {
        black_box(solve(position, Objective::Tiles, NodeLimit::default()));
    });
}

#[divan::bench(args = RULESETS, sample_count = 200)]
fn most_points(bencher: Bencher, ruleset: &str) {
    bench_each(bencher, &of_ruleset(ruleset), |position| {
        black_box(solve(position, Objective::Points, NodeLimit::default()));
    });
}

#[divan::bench(args = RULESETS, sample_count = 200)]
fn any_play(bencher: Bencher, ruleset: &str) {
    bench_each(bencher, &of_ruleset(ruleset), |position| {
        black_box(can_play(position, NodeLimit::default()));
    });
}

#[divan::bench(sample_count = 30, sample_size = 1)]
fn hard(bencher: Bencher) {
    bench_each(bencher, &cases("positions-hard.jsonl", |_| true), |position| {
        black_box(solve(position, Objective::Tiles, NodeLimit::default()));
    });
}
