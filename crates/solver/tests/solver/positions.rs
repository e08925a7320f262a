//! Positions with the best play that is known, solved (tests/cases).

use std::{fs, path::Path};

use sarja_rules::{
    Face, LaidSet, Overrides, Ruleset, TableSet,
    rummikub::{Opened, Position, judge_play},
};
use sarja_solver::{Answer, NodeLimit, Objective, Solver, can_play, solve};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenSet {
    Tiles(Vec<Face>),
    Declared(LaidSet),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum WrittenObjective {
    Tiles,
    Points,
}

#[derive(Deserialize)]
struct Expect {
    tiles: u32,
    points: Option<u32>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    ruleset: String,
    #[serde(default)]
    options: serde_json::Value,
    table: Vec<WrittenSet>,
    rack: Vec<Face>,
    opened: bool,
    objective: WrittenObjective,
    expect: Expect,
}

/// What is wrong with the answer to a case, if something is.
fn fault(solver: &mut Solver, case: Case) -> Option<String> {
    let mut rules = Ruleset::named(&case.ruleset).expect("a printed ruleset");
    if !case.options.is_null() {
        let overrides: Overrides = serde_json::from_value(case.options).expect("overrides");
        rules = overrides.apply(&rules).expect("a ruleset that can be played");
    }
    let read = |set| {
        let laid = match set {
            WrittenSet::Tiles(tiles) => LaidSet::new(tiles),
            WrittenSet::Declared(set) => set,
        };
        TableSet::read(&laid, rules.tiles.numbers).expect("a set")
    };
    let table: Vec<TableSet> = case.table.into_iter().map(read).collect();
    let rack = case.rack.iter().collect();
    let opened = if case.opened { Opened::Yes } else { Opened::No };
    let position = Position { ruleset: &rules, table: &table, rack: &rack, opened };
    let objective = match case.objective {
        WrittenObjective::Tiles => Objective::Tiles,
        WrittenObjective::Points => Objective::Points,
    };
    let solution = solve(position, objective, NodeLimit::default());
    let (tiles, points) = solution.play().map_or((0, 0), |p| (p.tiles, p.points));
    let mut faults = Vec::new();
    if solver.solve(position, objective, NodeLimit::default()) != solution {
        faults.push("another answer from a solver that was asked before".into());
    }
    if let Some(play) = solution.play() {
        let verdict = judge_play(position, &play.table);
        if !verdict.is_legal() {
            faults.push(format!("illegal: {:?}", verdict.reasons));
        }
    }
    if !solution.is_exact() {
        faults.push("not proven".into());
    }
    if tiles != case.expect.tiles || case.expect.points.is_some_and(|p| p != points) {
        faults.push(format!(
            "{tiles} tiles, {points} points instead of {}, {:?}",
            case.expect.tiles, case.expect.points
        ));
    }
    let answer = can_play(position, NodeLimit::default());
    if matches!(answer, Answer::Yes(_)) != (tiles > 0) || answer == Answer::Unknown {
        faults.push(format!("can play: {answer:?}"));
    }
    (!faults.is_empty()).then(|| format!("{} ({}): {}", case.id, case.ruleset, faults.join("; ")))
}

fn faults(file: &str) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(file);
    let text = fs::read_to_string(file).expect("the cases");
    let cases: Vec<Case> = text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect();
    assert!(cases.len() >= 30);
    let mut solver = Solver::default();
    cases.into_iter().filter_map(|case| fault(&mut solver, case)).collect()
}

#[test]
fn every_position_is_solved_as_its_case_expects() {
    let faults = faults("positions.jsonl");
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

/// Those of games in which the best play would be another one if jokers owed nothing.
#[test]
fn positions_of_games_that_turn_on_their_jokers_are_solved() {
    let faults = faults("positions-jokers.jsonl");
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn hard_positions_are_solved() {
    let faults = faults("positions-hard.jsonl");
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}
