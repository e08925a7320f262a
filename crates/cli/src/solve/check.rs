//! Whether an answer is what its case expects, and a legal play.

use sarja_rules::{rack_worth, rummikub::judge_play};
use sarja_solver::Solution;
use serde_json::{Map, Value, json};

use super::{answer, case::SolveCase};

/// What is wrong with an answer: `expected` where it differs from what the case expects, `reasons` where its play is not
/// legal, `counted` where the play is worth something else. Empty if nothing is.
pub(super) fn faults(case: &SolveCase, expect: Option<&Value>, solution: &Solution) -> Map<String, Value> {
    let mut faults = Map::new();
    let best = solution.play();
    let (tiles, points) = best.map_or((0, 0), |play| (play.tiles, play.points));
    if let Some(expect) = expect {
        let differs = |name: &str, given: u32| expect.get(name).is_some_and(|wanted| *wanted != json!(given));
        if differs("tiles", tiles) || differs("points", points) {
            faults.insert("expected".into(), expect.clone());
        }
    }
    if let Some(play) = best {
        let position = case.position();
        let verdict = judge_play(position, &answer::laid(play));
        if !verdict.is_legal() {
            let reasons: Vec<&str> = verdict.reasons.iter().map(|reason| reason.code().as_str()).collect();
            faults.insert("reasons".into(), json!(reasons));
        }
        let laid = verdict.from_rack.total();
        let worth = rack_worth(position.ruleset, &verdict.from_rack).unsigned_abs();
        if json!([laid, worth]) != json!([tiles, points]) {
            faults.insert("counted".into(), json!({ "tiles": laid, "points": worth }));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use sarja_rules::{Face, LaidSet};
    use sarja_solver::Play;

    use super::*;

    fn laid(tiles: &str) -> LaidSet {
        LaidSet::new(tiles.split(' ').map(|code| code.parse().unwrap()).collect::<Vec<Face>>())
    }

    fn faults_of(sets: &[&str], tiles: u32, points: u32) -> Value {
        let written = json!({"ruleset": "classic-2600", "table": [["R1", "R2", "R3"]], "rack": ["R4", "K9"], "opened": true});
        let case = SolveCase::read(&written).unwrap();
        let play = Play { table: sets.iter().map(|set| laid(set)).collect(), tiles, points };
        faults(&case, Some(&json!({"tiles": 1})), &Solution::Exact(Some(play))).into()
    }

    #[test]
    fn answer_as_expected_with_a_legal_play_has_no_fault() {
        assert_eq!(faults_of(&["R1 R2 R3 R4"], 1, 4), json!({}));
    }

    #[test]
    fn illegal_play_is_found_whatever_it_says_of_itself() {
        let faults = faults_of(&["R2 R3 R4"], 1, 4);
        assert_eq!(faults, json!({"reasons": ["tile_taken_from_table"]}));
    }

    #[test]
    fn play_that_is_worth_something_else_is_found() {
        let counted = json!({"tiles": 1, "points": 4});
        assert_eq!(faults_of(&["R1 R2 R3 R4"], 1, 9), json!({"counted": counted}));
        let both = faults_of(&["R1 R2 R3 R4"], 2, 4);
        assert_eq!(both, json!({"expected": {"tiles": 1}, "counted": counted}));
    }
}
