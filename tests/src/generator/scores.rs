//! Cases of the kinds `round`, `match` and `table`.

use super::deck::Deck;
use super::dice::Dice;
use super::options;
use crate::referee;
use crate::referee::face::Face;
use crate::referee::ruleset::RUMMIKUB;
use serde_json::{Value, json};

fn players(dice: &mut Dice, ruleset: &str) -> usize {
    match ruleset {
        "xp-6" => dice.between(5, 6),
        "rommikubbi" => dice.between(2, 5),
        _ => dice.between(2, 4),
    }
}

/// A round out of a seed. Racks are small, so that ties are frequent.
pub(super) fn round(seed: u64) -> Value {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    let ruleset = *dice.pick(&RUMMIKUB);
    let options = options::of_round(dice);
    let blocked = dice.chance(50);
    let number = players(dice, ruleset);
    let winner = dice.below(number);
    let mut deck = Deck::of_ruleset(ruleset);
    let mut list = Vec::new();
    for seat in 0..number {
        let size = if !blocked && seat == winner { 0 } else { *dice.pick(&[1, 1, 1, 2, 3, 5, 9]) };
        let mut rack: Vec<Face> = (0..size).filter_map(|_| deck.take_any(dice)).collect();
        if blocked && dice.chance(40) {
            // Low enough to be the lowest, and equal often enough.
            rack = vec![Face::Real { colour: seat % 4, number: 2 }];
        }
        let rack: Vec<String> = rack.iter().map(Face::to_string).collect();
        // Whoever goes out has opened.
        let opened = size == 0 || dice.chance(65);
        list.push(json!({"rack": rack, "opened": opened, "could_open": !opened && dice.chance(50)}));
    }
    json!({"id": format!("round-{seed}"), "kind": "round", "ruleset": ruleset, "options": options,
           "end": if blocked { "blocked" } else { "out" }, "players": list})
}

/// A match out of a seed, at some point of its course or at its end.
pub(super) fn a_match(seed: u64) -> Value {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    let is_rommikubbi = dice.chance(15);
    let ruleset = if is_rommikubbi { "rommikubbi" } else { *dice.pick(&RUMMIKUB) };
    let options = match (is_rommikubbi, dice.chance(50)) {
        (false, _) => options::of_match(dice),
        (true, true) => json!({"match": {"rounds": dice.between(1, 4)}}),
        (true, false) => json!({"match": {"target": dice.between(1, 4) * 50}}),
    };
    let number = players(dice, ruleset);
    let mut case = json!({"id": format!("match-{seed}"), "kind": "match", "ruleset": ruleset, "options": options,
                          "players": number, "rounds": []});
    let most = dice.between(0, 9);
    let mut rounds = Vec::new();
    while rounds.len() < most && referee::judge(&case)["over"] == json!(false) {
        rounds.push(played_round(dice, &case, number));
        case["rounds"] = Value::Array(rounds.clone());
    }
    case
}

fn played_round(dice: &mut Dice, case: &Value, players: usize) -> Value {
    let winner = dice.below(players);
    if case["ruleset"] == "rommikubbi" {
        let points: Vec<i64> = (0..players).map(|_| *dice.pick(&[-50, 0, 20, 50, 50, 100])).collect();
        let finisher = if dice.chance(90) { Some(winner) } else { None };
        return json!({"points": points, "winner": finisher});
    }
    if dice.chance(15) {
        return json!({"points": vec![0; players], "winner": null});
    }
    let pays = case["options"]["scoring"] == "losers_pay";
    let mut points: Vec<i64> = (0..players).map(|_| *dice.pick(&[1, 1, 2, 5, 10, 20, 40])).collect();
    points[winner] = 0;
    if !pays {
        for loss in &mut points {
            *loss = -*loss;
        }
        points[winner] = -points.iter().sum::<i64>();
    }
    json!({"points": points, "winner": winner})
}

/// A league table out of a seed.
pub(super) fn table(seed: u64) -> Value {
    let mut dice = Dice::new(seed);
    let number = dice.between(2, 6);
    let small: Vec<i64> = (0..number).map(|_| *dice.pick(&[-30, -10, -10, 0, 5, 35])).collect();
    let mut big: Vec<usize> = match number {
        4 if dice.chance(50) => vec![4, 3, 1, 0],
        3 if dice.chance(50) => vec![4, 2, 0],
        2 if dice.chance(50) => vec![4, 0],
        _ => (0..number).map(|_| dice.below(12)).collect(),
    };
    big.sort_unstable();
    big.reverse();
    json!({"id": format!("table-{seed}"), "kind": "table", "small": small, "big_points": big,
           "ties": *dice.pick(&["best", "mean"])})
}
