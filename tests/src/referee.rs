//! A second referee, written from the text of the rules alone.
//!
//! It is there to be compared with the production judge, and knows nothing of it. It is slow and simple: it goes
//! through every reading of every set and through every *history* (every way to say which of the equal tiles is
//! which), looks at each with the sentences of the rules in hand, and takes the best.
//!
//! Where the text leaves room, this is what was taken:
//!
//! - **Sets of the old table** (judge-format.md, "as laid, else at its highest value"). The order of the tiles tells where
//!   a run begins (§1), not that the set is a run: `J J R5` is read as it would be if it were laid now, as a group of
//!   fives, which is worth more than 3 4 5.
//! - **Interchangeable tiles** (§1). What counts single tiles (which joker is which, the tile that a kept joker stood
//!   beside, tiles from the rack, sets that stay) is applied to a history; of all histories that the two tables allow,
//!   the one that makes the play legal counts. One history has to satisfy opening and jokers at once.
//! - **New sets** (§4). Whether a set holds what is left of an old one is a question of faces: a set of rack tiles equal
//!   to those of an old set holds them, even if the old set lies untouched beside it.
//! - **Smallest fault sets** (judge-format.md). The fault sets with the fewest faults, opening and jokers together;
//!   the other faults are there under every choice.
//! - **A joker in what is no set** cannot be kept: it counts as retrieved and owes what a retrieved joker owes.
//!   A joker that is gone owes nothing: it is a tile taken from the table.
//! - **`set_too_short` hides `not_a_set`**, never `too_many_jokers`.
//! - **A tile from nowhere** is no rack tile, but does not make `opening_uses_table`.
//! - **`opening_points`** are the most over the choices that are in order; if none is, over all choices. So the old set
//!   keeps its reading where two equal ones lie there.
//! - **Two jokers of one group** stood for two different colours.
//! - **The replacing tile** that is not counted beside a joker is its own; another joker's counts.
//! - **`locked`**: a tile that another old joker set held cannot take the place of a joker.
//! - **`not_replaced`** is named only if no choice of colours and tiles serves all retrieved jokers of a history.
//! - **A match** whose target has been reached is over, also if the total falls again; in Rommikubbi once the top is
//!   not shared. Rommikubbi always ranks by points (§8: highest total wins).

mod choice;
#[cfg(test)]
mod decisions;
pub(crate) mod face;

pub use face::with_numbers;

mod history;
mod jokers;
mod league;
mod opening;
mod position;
mod ranking;
pub(crate) mod reading;
pub(crate) mod rommikubbi;
mod round;
pub(crate) mod ruleset;
pub(crate) mod turn;

use face::Face;
use position::Position;
use serde_json::{Value, json};

/// The whole `expect` object of a case of judge-format.md, for the kinds `play` (the default), `round`, `match`,
/// `table`, `turn` and `deal`; `{"error": …}` for a case that cannot be read.
///
/// The `reasons` of a play or a turn are all faults that a judge may name, sorted.
pub fn judge(case: &Value) -> Value {
    let verdict = match case.get("kind").map_or(Some("play"), Value::as_str) {
        Some("play") => judge_play(case),
        Some("round") => round::judge(case),
        Some("match") => ranking::judge(case),
        Some("table") => league::judge(case),
        Some("turn") => rommikubbi::judge_turn(case),
        Some("deal") => rommikubbi::judge_deal(case),
        _ => Err("a case of another kind".to_owned()),
    };
    verdict.unwrap_or_else(|error| json!({ "error": error }))
}

fn judge_play(case: &Value) -> Result<Value, String> {
    let position = Position::of_case(case)?;
    let findings = choice::Findings::of(&position);
    let mut faults = position.plain_faults();
    faults.extend(&findings.faults);
    let mut verdict = json!({"legal": faults.is_empty(), "reasons": faults});
    if !position.opened {
        verdict["opening_points"] = json!(findings.opening_points());
    }
    Ok(verdict)
}

/// Reads a list of faces.
fn read_tiles(list: &Value) -> Result<Vec<Face>, String> {
    let faces = list.as_array().ok_or_else(|| format!("{list} is no list of tiles"))?;
    faces.iter().map(|face| Face::parse(face.as_str().unwrap_or_default())).collect()
}

#[cfg(test)]
mod tests {
    use super::judge;
    use serde_json::Value;
    use std::{fs, path::Path};

    /// Judges every case of a file and lists those where the verdict is not what the file expects.
    fn differences(file: &str) -> Vec<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(file);
        let text = fs::read_to_string(&path).unwrap();
        let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(!cases.is_empty(), "{} holds no case", path.display());
        let differs = |case: &&Value| judge(case) != case["expect"];
        cases.iter().filter(differs).map(|case| format!("{case}\n → {}", judge(case))).collect()
    }

    #[test]
    fn plays_are_judged_as_the_cases_expect() {
        assert_eq!(differences("plays.jsonl"), Vec::<String>::new());
    }

    #[test]
    fn rounds_are_scored_as_the_cases_expect() {
        assert_eq!(differences("rounds.jsonl"), Vec::<String>::new());
    }

    #[test]
    fn matches_are_ranked_as_the_cases_expect() {
        assert_eq!(differences("matches.jsonl"), Vec::<String>::new());
    }

    #[test]
    fn big_points_are_given_as_the_cases_expect() {
        assert_eq!(differences("tables.jsonl"), Vec::<String>::new());
    }

    #[test]
    fn turns_are_judged_as_the_cases_expect() {
        assert_eq!(differences("turns.jsonl"), Vec::<String>::new());
    }

    #[test]
    fn deals_are_scored_as_the_cases_expect() {
        assert_eq!(differences("deals.jsonl"), Vec::<String>::new());
    }
}
