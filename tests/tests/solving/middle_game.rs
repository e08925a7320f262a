//! Whole positions of games, which are too large to try everything: what must hold of every answer.

use sarja_solver::{NodeLimit, Objective, Solution};
use serde_json::Value;

use crate::{
    asked::assert_all,
    games::{self, Turn},
};

/// Every so many-th turn is looked at, and so many of them.
const STEP: usize = 13;
const TURNS: usize = 60;

/// With six players, four jokers and a full table there are positions of which much more would be needed to prove anything.
const LIMIT: NodeLimit = NodeLimit(200_000);

fn some_positions() -> impl Iterator<Item = Value> {
    games::turns().step_by(STEP).take(TURNS).map(|turn| turn.position)
}

/// Tiles and points of the play that was found.
fn counts(solution: &Solution) -> (u32, u32) {
    solution.play().map_or((0, 0), |play| (play.tiles, play.points))
}

#[test]
fn plays_in_games_are_legal_and_each_is_best_by_its_own_measure() {
    let mut proven = 0;
    assert_all(some_positions(), LIMIT, |asked| {
        let [tiles, points] = [asked.solve(Objective::Tiles)?, asked.solve(Objective::Points)?];
        if !tiles.is_exact() || !points.is_exact() {
            return Ok(());
        }
        proven += 1;
        let (tiles, points) = (counts(&tiles), counts(&points));
        if tiles.0 < points.0 || tiles.1 > points.1 || (tiles.0 == points.0) != (tiles.1 == points.1) {
            return Err(format!("most tiles are {tiles:?}, most points {points:?}"));
        }
        Ok(())
    });
    assert!(proven * 4 >= TURNS * 3, "{proven} of {TURNS} are proven");
}

#[test]
fn it_is_known_in_games_whether_anything_can_be_played() {
    assert_all(some_positions(), LIMIT, |asked| {
        let Some(is_possible) = asked.can_play()? else {
            return Err("it is not known whether anything can be played".into());
        };
        let (least, most) = asked.range(Objective::Tiles)?;
        if is_possible && most == 0 || !is_possible && least > 0 {
            return Err(format!(
                "from {least} to {most} tiles can be played, and can_play says {is_possible}"
            ));
        }
        Ok(())
    });
}

#[test]
fn nobody_plays_more_tiles_than_the_solver_says() {
    let plays = games::turns().filter(|turn| turn.simple_tiles > 0).step_by(5).take(TURNS);
    let plays: Vec<Turn> = plays.collect();
    assert_eq!(plays.len(), TURNS);
    for Turn { position, simple_tiles } in plays {
        assert_all([position], LIMIT, |asked| {
            let (least, most) = asked.range(Objective::Tiles)?;
            if simple_tiles > most as usize {
                return Err(format!("{simple_tiles} tiles were played, from {least} to {most} are possible"));
            }
            Ok(())
        });
    }
}

/// Whatever can be played without a tile can be played with it.
#[test]
fn one_tile_less_makes_no_play_better() {
    assert_all(some_positions(), LIMIT, |asked| {
        let less = asked.without_the_last_tile();
        for objective in [Objective::Tiles, Objective::Points] {
            let (without, with) = (less.range(objective)?, asked.range(objective)?);
            if without.0 > with.1 {
                return Err(format!(
                    "{objective:?}: {without:?} without the last tile, and {with:?} with it"
                ));
            }
        }
        Ok(())
    });
}
