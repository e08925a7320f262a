//! The referee cases, judged (tests/cases).

use std::{collections::BTreeSet, fs, path::Path};

use sarja_rules::{
    LaidSet, Ruleset, TableSet,
    rummikub::{Opened, Position, judge_play},
};
use serde::Deserialize;

use crate::notation::ruleset;

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenSet {
    Tiles(Vec<sarja_rules::Face>),
    Declared(LaidSet),
}

impl From<WrittenSet> for LaidSet {
    fn from(written: WrittenSet) -> Self {
        match written {
            WrittenSet::Tiles(tiles) => Self::new(tiles),
            WrittenSet::Declared(set) => set,
        }
    }
}

#[derive(Deserialize)]
struct Before {
    table: Vec<WrittenSet>,
    rack: Vec<sarja_rules::Face>,
    opened: bool,
}

#[derive(Deserialize)]
struct After {
    table: Vec<WrittenSet>,
}

#[derive(Deserialize)]
struct Expect {
    legal: bool,
    reasons: BTreeSet<String>,
    opening_points: Option<u16>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    ruleset: String,
    #[serde(default)]
    options: serde_json::Value,
    before: Before,
    after: After,
    expect: Expect,
}

#[test]
fn every_play_is_judged_as_its_case_expects() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/plays.jsonl");
    let text = fs::read_to_string(file).unwrap();
    let mut judged = 0;
    for line in text.lines().filter(|l| !l.trim().is_empty()) {
        let case: Case = serde_json::from_str(line).unwrap();
        judge(case);
        judged += 1;
    }
    assert!(judged > 100, "{judged}");
}

fn judge(case: Case) {
    let rules: Ruleset = overridden(ruleset(&case.ruleset), &case.options);
    let sets = |written: Vec<WrittenSet>| written.into_iter().map(LaidSet::from);
    let table: Vec<TableSet> =
        sets(case.before.table).map(|s| TableSet::read(&s, rules.tiles.numbers).unwrap()).collect();
    let opened = if case.before.opened { Opened::Yes } else { Opened::No };
    let rack = case.before.rack.iter().collect();
    let position = Position { ruleset: &rules, table: &table, rack: &rack, opened };
    let verdict = judge_play(position, &sets(case.after.table).collect::<Vec<_>>());
    assert_eq!(verdict.is_legal(), case.expect.legal, "{}: {:?}", case.id, verdict.reasons);
    for reason in &verdict.reasons {
        assert!(case.expect.reasons.contains(reason.code().as_str()), "{}: {reason:?}", case.id);
    }
    if let Some(points) = case.expect.opening_points {
        assert_eq!(verdict.opening_points, points, "{}", case.id);
    }
}

/// The ruleset with the fields of the options, nested as they are.
fn overridden(rules: Ruleset, options: &serde_json::Value) -> Ruleset {
    fn merge(into: &mut serde_json::Value, from: &serde_json::Value) {
        match (into, from) {
            (serde_json::Value::Object(into), serde_json::Value::Object(from)) => {
                from.iter()
                    .for_each(|(k, v)| merge(into.entry(k.clone()).or_insert(serde_json::Value::Null), v));
            }
            (into, from) => *into = from.clone(),
        }
    }
    if options.is_null() {
        return rules;
    }
    let mut value = serde_json::to_value(&rules).unwrap();
    merge(&mut value, options);
    serde_json::from_value(value).unwrap()
}
