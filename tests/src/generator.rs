//! Cases out of seeds, for the comparison of the two referees.
//!
//! The same seed gives the same case on every machine and in every build; cases carry no `expect`. The tables of a play
//! are built and rearranged with the readings of [`crate::referee`], never with those of the production judge.

mod deck;
mod dice;
mod options;
mod plays;
mod positions;
mod rommikubbi;
mod scores;
mod workbench;

use serde_json::Value;

/// The kinds of case that can be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaseKind {
    /// A turn of the Rummikub family.
    Play,
    /// A small position of the Rummikub family, to be solved.
    Position,
    /// The end of a round.
    Round,
    /// A match in its course or at its end.
    Match,
    /// A table of a league.
    Table,
    /// A turn of Rommikubbi.
    Turn,
    /// The end of a deal of Rommikubbi.
    Deal,
}

/// A case of a kind, of the shape that judge-format.md gives it.
pub fn case(kind: CaseKind, seed: u64) -> Value {
    match kind {
        CaseKind::Play => plays::case(seed),
        CaseKind::Position => positions::case(seed),
        CaseKind::Round => scores::round(seed),
        CaseKind::Match => scores::a_match(seed),
        CaseKind::Table => scores::table(seed),
        CaseKind::Turn => rommikubbi::turn(seed),
        CaseKind::Deal => rommikubbi::deal(seed),
    }
}

#[cfg(test)]
mod tests {
    use super::{CaseKind, case};
    use crate::oracle::Oracle;
    use crate::referee::judge;
    use serde_json::Value;
    use std::collections::BTreeMap;

    /// The kinds that the second referee judges.
    const JUDGED: [CaseKind; 6] =
        [CaseKind::Play, CaseKind::Round, CaseKind::Match, CaseKind::Table, CaseKind::Turn, CaseKind::Deal];

    #[test]
    fn the_same_seed_gives_the_same_case() {
        for kind in JUDGED {
            assert_eq!(case(kind, 7), case(kind, 7));
            assert_ne!(case(kind, 7), case(kind, 8));
        }
    }

    #[test]
    fn every_case_can_be_read() {
        for kind in JUDGED {
            for seed in 0..300 {
                let case = case(kind, seed);
                assert_eq!(judge(&case).get("error"), None, "{case}");
            }
        }
    }

    /// The faces of the sets of a table.
    fn faces(table: &Value) -> Vec<String> {
        let sets = table.as_array().unwrap().iter();
        let tiles = sets.flat_map(|set| set.get("tiles").unwrap_or(set).as_array().unwrap());
        tiles.map(|tile| tile.as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn every_position_can_be_read() {
        for seed in 0..300 {
            let case = case(CaseKind::Position, seed);
            assert_eq!(Oracle::of_case(&case).err(), None, "{case}");
            assert_eq!(case, super::case(CaseKind::Position, seed));
        }
    }

    #[test]
    fn no_play_needs_more_tiles_than_its_ruleset_has() {
        for seed in 0..500 {
            let case = case(CaseKind::Play, seed);
            let (copies, jokers) = if case["ruleset"] == "xp-6" { (3, 4) } else { (2, 2) };
            let rack: Value = vec![case["before"]["rack"].clone()].into();
            let owned = [faces(&case["before"]["table"]), faces(&rack)].concat();
            for tiles in [owned, faces(&case["after"]["table"])] {
                for face in &tiles {
                    let number = tiles.iter().filter(|other| *other == face).count();
                    assert!(number <= if face == "J" { jokers } else { copies }, "{number} {face} in {case}");
                }
            }
        }
    }

    /// The judge that is tested sees every reason often, and about as many legal plays as illegal ones.
    #[test]
    fn the_mixture_of_plays_is_healthy() {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut count = |name: String| *seen.entry(name).or_default() += 1;
        for seed in 0..5000 {
            let case = case(CaseKind::Play, seed);
            let verdict = judge(&case);
            count(format!("legal {}", verdict["legal"]));
            for reason in verdict["reasons"].as_array().unwrap() {
                count(reason.as_str().unwrap().to_owned());
            }
        }
        for (name, least) in [
            ("legal true", 2000),
            ("legal false", 1800),
            ("joker_needs_rack_tiles_beside", 100),
            ("joker_not_in_new_set", 100),
            ("joker_not_in_other_set", 40),
            ("joker_not_replaced", 250),
            ("joker_set_broken", 120),
            ("no_rack_tile_played", 250),
            ("not_a_set", 250),
            ("opening_too_low", 250),
            ("opening_uses_table", 250),
            ("set_too_short", 250),
            ("tile_not_in_rack", 100),
            ("tile_taken_from_table", 80),
            ("too_many_jokers", 40),
        ] {
            let count = seen.get(name).copied().unwrap_or(0);
            assert!(count >= least, "{name}: {count} cases, wanted {least}; {seen:?}");
        }
    }

    #[test]
    fn no_turn_needs_more_tiles_than_there_are() {
        for seed in 0..1000 {
            let case = case(CaseKind::Turn, seed);
            let (before, turn) = (&case["before"], &case["turn"]);
            let drawn: Vec<Value> = turn.get("drawn").cloned().into_iter().collect();
            let others: Value = vec![before["hand"].clone(), before["pile"].clone(), drawn.into()].into();
            let tiles = [faces(&before["table"]), faces(&others)].concat();
            for face in &tiles {
                let number = tiles.iter().filter(|other| *other == face).count();
                assert!(number <= 2, "{number} {face} in {case}");
            }
        }
    }

    #[test]
    fn the_mixture_of_turns_is_healthy() {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut count = |name: String| *seen.entry(name).or_default() += 1;
        for seed in 0..5000 {
            let case = case(CaseKind::Turn, seed);
            let verdict = judge(&case);
            count(format!("legal {}", verdict["legal"]));
            count(format!("out {}", verdict["went_out"]));
            for reason in verdict["reasons"].as_array().unwrap() {
                count(reason.as_str().unwrap().to_owned());
            }
            if verdict["legal"] == true && verdict["opening_points"].as_u64().is_some_and(|points| points > 0)
            {
                count("opened".to_owned());
            }
        }
        for (name, least) in [
            ("legal true", 2000),
            ("legal false", 1800),
            ("opened", 450),
            ("out 100", 150),
            ("out 50", 300),
            ("discard_missing", 150),
            ("joker_not_replaced", 150),
            ("no_tile_left_to_discard", 80),
            ("not_a_set", 400),
            ("opening_first", 400),
            ("opening_needs_run", 400),
            ("opening_too_low", 800),
            ("pile_top_not_in_new_set", 100),
            ("set_rearranged", 450),
            ("set_too_short", 200),
            ("take_not_allowed", 150),
            ("tile_not_in_rack", 400),
            ("tile_taken_from_table", 200),
        ] {
            let count = seen.get(name).copied().unwrap_or(0);
            assert!(count >= least, "{name}: {count} cases, wanted {least}; {seen:?}");
        }
    }

    #[test]
    fn the_mixture_of_the_other_kinds_is_healthy() {
        let verdicts = |kind| (0..500).map(move |seed| judge(&case(kind, seed))).collect::<Vec<Value>>();
        let share =
            |verdicts: &[Value], is_one: fn(&Value) -> bool| verdicts.iter().filter(|v| is_one(v)).count();
        let rounds = verdicts(CaseKind::Round);
        assert!(share(&rounds, |verdict| verdict["winner"].is_null()) > 20);
        assert!(share(&rounds, |verdict| verdict["replay"] == true) > 5);
        let matches = verdicts(CaseKind::Match);
        assert!((100..400).contains(&share(&matches, |verdict| verdict["over"] == true)));
        let is_shared =
            |verdict: &Value| verdict["ranking"][0].as_array().is_some_and(|first| first.len() > 1);
        assert!(share(&matches, is_shared) > 50);
        let tables = verdicts(CaseKind::Table);
        let has_a_fraction = |verdict: &Value| verdict["big"].to_string().contains('/');
        assert!(share(&tables, has_a_fraction) > 30);
    }
}
