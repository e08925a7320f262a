//! The best play of a small position, found by trying every play there is.
//!
//! It is there to be compared with the solver, and shares nothing with it: not the tiles, not the sets, not the judge. It
//! goes through every choice of rack tiles, best first, and for each through every way to part them and the old
//! table into sets, with every reading of the jokers; whether such a table may end the turn is for
//! [`referee`](crate::referee) to say. The first choice of tiles with a legal table is the best play.
//!
//! What is left out is left out for these reasons alone:
//!
//! - Equal tiles are the same (rules.md §1): a choice of tiles says how many there are of each face.
//! - The order of tiles says nothing beyond the reading: a run is laid upwards with each joker in its place, and the
//!   kind is declared.
//! - Whoever has not opened under `next_turn` leaves every old set as it is (§3): only rack tiles are parted into sets.
//! - Where tiles cannot be parted into sets at all, it is not tried twice.

mod partition;
mod shape;
mod tiles;

use crate::referee::face::{Face, count};
use crate::referee::reading::{Kind, Laid};
use crate::referee::turn::Turn;
use partition::Parting;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use tiles::Tiles;

/// What is to be as much as possible; the other breaks ties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Tiles played from the rack.
    Tiles,
    /// What they are worth on a rack.
    Points,
}

/// The best play of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// How many tiles the rack gives.
    pub tiles: usize,
    /// What they are worth on a rack, a joker what it would cost there.
    pub points: u32,
    /// The table after it, as the cases of judge-format.md have it.
    pub table: Value,
}

/// Answers for one position.
pub struct Oracle {
    turn: Turn,
    parting: Parting,
    /// The sets that stay whatever is played.
    fixed: Vec<Laid>,
    /// The tiles of the table that are parted anew together with those from the rack.
    loose: Tiles,
    /// Every choice of one rack tile or more.
    choices: Vec<Choice>,
    /// The tables that were found for choices that were looked at, none where no table is legal.
    known: BTreeMap<Tiles, Option<Vec<Laid>>>,
}

/// Some tiles of the rack.
#[derive(Clone)]
struct Choice {
    tiles: Tiles,
    count: usize,
    points: u32,
}

impl Oracle {
    /// The oracle of a position, which is a case of the kind `solve` of judge-format.md.
    ///
    /// # Errors
    /// What cannot be read, in words.
    pub fn of_case(case: &Value) -> Result<Self, String> {
        let turn = Turn::of_case(case)?;
        let tiles: Vec<Face> = turn.old_sets().into_iter().flat_map(|set| set.tiles).collect();
        let tiles = [&tiles[..], turn.rack()].concat();
        if let Some(face) = tiles.iter().find(|&&face| count(&tiles, face) > tiles::EQUAL_MAX) {
            return Err(format!("there are too many {face} for a small position"));
        }
        let old_sets = turn.old_sets();
        Ok(if turn.keeps_the_old_sets() {
            Self::parting(turn, old_sets, &Tiles::default())
        } else {
            let loose = Tiles::of(old_sets.iter().flat_map(|set| &set.tiles));
            Self::parting(turn, Vec::new(), &loose)
        })
    }

    fn parting(turn: Turn, fixed: Vec<Laid>, loose: &Tiles) -> Self {
        let rack = Tiles::of(turn.rack());
        Self {
            choices: choices(&turn, &rack),
            parting: Parting::of(&loose.with(&rack)),
            turn,
            fixed,
            loose: *loose,
            known: BTreeMap::new(),
        }
    }

    /// The best play; none where nothing can be played.
    pub fn best(&mut self, objective: Objective) -> Option<Best> {
        let mut choices = self.choices.clone();
        choices.sort_by_key(|choice| match objective {
            Objective::Tiles => Reverse((choice.count, u64::from(choice.points))),
            Objective::Points => Reverse((choice.points as usize, choice.count as u64)),
        });
        choices.into_iter().find_map(|choice| {
            let table = self.table_with(&choice.tiles)?;
            Some(Best { tiles: choice.count, points: choice.points, table: written(&table) })
        })
    }

    /// A table that ends the turn legally with exactly these tiles from the rack.
    fn table_with(&mut self, from_rack: &Tiles) -> Option<Vec<Laid>> {
        if let Some(known) = self.known.get(from_rack) {
            return known.clone();
        }
        let (turn, fixed) = (&mut self.turn, &self.fixed);
        let found = self.parting.find(self.loose.with(from_rack), &mut |sets| {
            let table: Vec<Laid> = fixed.iter().chain(sets.iter().copied()).cloned().collect();
            turn.may_end_with(table.clone()).then_some(table)
        });
        self.known.insert(*from_rack, found.clone());
        found
    }
}

/// Every choice of one tile or more; equal tiles make no difference.
fn choices(turn: &Turn, rack: &Tiles) -> Vec<Choice> {
    let mut choices = vec![Choice { tiles: Tiles::default(), count: 0, points: 0 }];
    for (face, held) in rack.faces() {
        let worth = turn.worth(face);
        let more = (1..=held).flat_map(|number| {
            choices.iter().map(move |choice| Choice {
                tiles: choice.tiles.with(&Tiles::equal(face, number)),
                count: choice.count + usize::from(number),
                points: choice.points + u32::from(number) * worth,
            })
        });
        let more: Vec<Choice> = more.collect();
        choices.extend(more);
    }
    choices.remove(0);
    choices
}

fn written(table: &[Laid]) -> Value {
    let set = |set: &Laid| {
        let tiles: Vec<String> = set.tiles.iter().map(Face::to_string).collect();
        match set.kind {
            None => json!(tiles),
            Some(Kind::Run) => json!({"tiles": tiles, "kind": "run"}),
            Some(Kind::Group) => json!({"tiles": tiles, "kind": "group"}),
        }
    };
    table.iter().map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::{Best, Objective, Oracle, Tiles, Turn};
    use crate::generator::{CaseKind, case};
    use crate::referee::judge;
    use serde_json::{Value, json};
    use std::{fs, path::Path};

    /// The positions of the file that are small: the others were solved by a program for integer problems.
    fn small_positions() -> Vec<Value> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/positions.jsonl");
        let text = fs::read_to_string(path).unwrap();
        let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        cases.filter(|case| !case["id"].as_str().unwrap().starts_with("ilp-")).collect()
    }

    /// The play of a best table, to be judged.
    fn play(case: &Value, after: &Value) -> Value {
        let before = json!({"table": case["table"], "rack": case["rack"], "opened": case["opened"]});
        json!({"ruleset": case["ruleset"], "options": case["options"], "before": before, "after": {"table": after}})
    }

    #[test]
    fn small_positions_are_solved_as_the_cases_expect() {
        let cases = small_positions();
        assert!(cases.len() >= 200, "{} small positions", cases.len());
        for case in &cases {
            let objective = if case["objective"] == "points" { Objective::Points } else { Objective::Tiles };
            let best = Oracle::of_case(case).unwrap().best(objective);
            let (tiles, points) = best.as_ref().map_or((0, 0), |best| (best.tiles, best.points));
            assert_eq!(json!({"tiles": tiles, "points": points}), case["expect"], "{case}");
            if let Some(best) = best {
                assert_eq!(judge(&play(case, &best.table))["legal"], true, "{case} → {}", best.table);
            }
        }
    }

    #[test]
    fn whoever_has_not_opened_finds_no_more_in_the_tiles_of_the_table() {
        let mut compared = 0;
        for seed in 0..300 {
            let case = case(CaseKind::Position, seed);
            let turn = Turn::of_case(&case).unwrap();
            if turn.keeps_the_old_sets() {
                let tiles: Vec<_> = turn.old_sets().into_iter().flat_map(|set| set.tiles).collect();
                let mut thorough = Oracle::parting(turn, Vec::new(), &Tiles::of(&tiles));
                let counts = |best: Option<Best>| best.map(|best| (best.tiles, best.points));
                let expected = counts(thorough.best(Objective::Tiles));
                let found = counts(Oracle::of_case(&case).unwrap().best(Objective::Tiles));
                assert_eq!(found, expected, "{case}");
                compared += 1;
            }
        }
        assert!(compared > 30, "{compared} compared");
    }

    #[test]
    fn more_points_may_mean_fewer_tiles() {
        let rack = ["R1", "R2", "R4", "K13", "O13", "J"];
        let case = json!({"ruleset": "classic-2600", "table": [], "rack": rack, "opened": true});
        let mut oracle = Oracle::of_case(&case).unwrap();
        let both = [Objective::Tiles, Objective::Points].map(|objective| oracle.best(objective).unwrap());
        assert_eq!(both.map(|best| (best.tiles, best.points)), [(4, 37), (3, 56)]);
    }

    #[test]
    fn nothing_is_played_where_nothing_can_be() {
        let case = json!({"ruleset": "classic-2600", "table": [["R1", "R2", "R3"]], "rack": ["R4", "K9", "B9"], "opened": false});
        assert_eq!(Oracle::of_case(&case).unwrap().best(Objective::Tiles), None);
    }
}
