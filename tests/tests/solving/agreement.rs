//! Small positions: the solver finds what the oracle finds by trying everything.

use sarja_solver::{NodeLimit, Objective};
use sarja_tests::{
    generator::{CaseKind, case},
    oracle::{self, Oracle},
};

use crate::{
    asked::{Asked, assert_all},
    games,
};

/// Positions that each of the tests here looks at. They run beside each other.
const SEEDS: u64 = 1_000;
const CUTTINGS: usize = 400;

fn agrees(asked: &Asked) -> Result<(), String> {
    let mut oracle = Oracle::of_case(&asked.written)?;
    let mut is_possible = false;
    for (objective, same) in
        [(Objective::Tiles, oracle::Objective::Tiles), (Objective::Points, oracle::Objective::Points)]
    {
        let expected = oracle.best(same);
        is_possible |= expected.is_some();
        let counts = expected.as_ref().map(|best| (best.tiles, best.points));
        let found = asked.best(objective)?;
        let given = found.as_ref().map(|play| (play.tiles as usize, play.points));
        if given != counts {
            let table = expected.map(|best| best.table.to_string());
            return Err(format!(
                "{objective:?}: {given:?} with {found:?}, and not {counts:?} with {table:?}"
            ));
        }
    }
    let said = asked.can_play()?;
    if said != Some(is_possible) {
        return Err(format!("can_play says {said:?}"));
    }
    Ok(())
}

#[test]
fn solver_and_oracle_agree_on_positions_made_for_them() {
    assert_all((0..SEEDS).map(|seed| case(CaseKind::Position, seed)), NodeLimit::default(), agrees);
}

#[test]
fn solver_and_oracle_agree_on_more_positions_made_for_them() {
    assert_all((SEEDS..2 * SEEDS).map(|seed| case(CaseKind::Position, seed)), NodeLimit::default(), agrees);
}

/// Positions made for them that were once answered wrong, or left without proof.
const ONCE_WRONG: [u64; 10] =
    [5_136, 81_450, 118_635, 139_939, 189_675, 193_588, 213_576, 240_520, 347_487, 476_453];

#[test]
fn solver_and_oracle_agree_where_they_once_did_not() {
    assert_all(ONCE_WRONG.map(|seed| case(CaseKind::Position, seed)), NodeLimit::default(), agrees);
}

#[test]
fn solver_and_oracle_agree_on_what_is_cut_from_games() {
    assert_all(games::cuttings().take(CUTTINGS), NodeLimit::default(), agrees);
}
