//! The production judge against the cases of the referee, and against the second referee on cases out of seeds.

use std::{fs, io::Cursor, path::Path};

use sarja_cli::{
    cases::Report,
    judge::{judge_case, judge_lines},
};
use sarja_tests::{
    compare,
    generator::{self, CaseKind},
    referee,
};
use serde_json::Value;

/// How many seeds of plays, of turns and of the other kinds are judged by both.
const PLAYS: u64 = 6_000;
const TURNS: u64 = 6_000;
const OTHERS: u64 = 1_000;

fn check_file(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(name);
    let cases = fs::read(&path).expect("the cases lie in the tree");
    let mut output = Vec::new();
    let summary =
        judge_lines(Cursor::new(&cases), &mut output, Report::Differences).expect("both sides are in memory");
    let lines = cases.split(|&b| b == b'\n').filter(|l| !l.is_empty()).count();
    assert_eq!(
        (summary.passed, summary.failed, summary.unreadable),
        (lines, 0, 0),
        "{}",
        String::from_utf8_lossy(&output)
    );
    assert!(lines > 0, "{} holds no case", path.display());
}

#[test]
fn sample_plays_are_judged_as_expected() {
    check_file("plays.jsonl");
}

#[test]
fn sample_rounds_are_scored_as_expected() {
    check_file("rounds.jsonl");
}

#[test]
fn sample_matches_are_ranked_as_expected() {
    check_file("matches.jsonl");
}

#[test]
fn sample_league_tables_are_counted_as_expected() {
    check_file("tables.jsonl");
}

#[test]
fn sample_turns_are_judged_as_expected() {
    check_file("turns.jsonl");
}

#[test]
fn sample_deals_are_scored_as_expected() {
    check_file("deals.jsonl");
}

/// The opening points of a play that is illegal anyway are what the player is shown; the two referees may look at them
/// differently where sets or tiles are wrong, and only there.
fn without_points_of_what_cannot_stand(mut expected: Value) -> Value {
    let wrong = |code: &str| expected["reasons"].as_array().is_some_and(|r| r.iter().any(|c| c == code));
    let cannot_stand = [
        "tile_taken_from_table",
        "tile_not_in_rack",
        "set_too_short",
        "not_a_set",
        "too_many_jokers",
        "opening_uses_table",
        "set_rearranged",
    ];
    if cannot_stand.into_iter().any(wrong)
        && let Some(fields) = expected.as_object_mut()
    {
        fields.remove("opening_points");
    }
    expected
}

fn agree(kind: CaseKind, seeds: u64) {
    let mut differences = Vec::new();
    for seed in 0..seeds {
        let case = generator::case(kind, seed);
        let expected = without_points_of_what_cannot_stand(referee::judge(&case));
        let verdict = judge_case(&case).unwrap_or_else(|e| serde_json::json!({ "error": e.to_string() }));
        if let Err(difference) = compare(&expected, &verdict) {
            differences
                .push(format!("seed {seed}: {difference}\n{case}\nexpected {expected}\ngiven {verdict}"));
        }
    }
    assert!(differences.is_empty(), "{} of {seeds} differ:\n{}", differences.len(), differences.join("\n\n"));
}

#[test]
fn both_referees_agree_on_plays() {
    agree(CaseKind::Play, PLAYS);
}

#[test]
fn both_referees_agree_on_rounds() {
    agree(CaseKind::Round, OTHERS);
}

#[test]
fn both_referees_agree_on_matches() {
    agree(CaseKind::Match, OTHERS);
}

#[test]
fn both_referees_agree_on_league_tables() {
    agree(CaseKind::Table, OTHERS);
}

#[test]
fn both_referees_agree_on_turns() {
    agree(CaseKind::Turn, TURNS);
}

#[test]
fn both_referees_agree_on_deals() {
    agree(CaseKind::Deal, OTHERS);
}
