//! The score of a deal.

use super::reading;
use crate::referee::face::Face;
use crate::referee::{position, read_tiles, ruleset::Ruleset};
use serde_json::{Value, json};

/// What a tile of an own set scores at most.
const MOST_FOR_A_TILE: u32 = 10;
/// What it costs not to have opened when somebody finishes, and to give a pile back.
const FINE: i64 = 100;

/// The verdict on a `deal` case.
pub(in crate::referee) fn judge(case: &Value) -> Result<Value, String> {
    let ruleset = Ruleset::of_case(case)?;
    if !ruleset.is_rommikubbi {
        return Err("only Rommikubbi has deals".to_owned());
    }
    let players = case["players"].as_array().ok_or("no players")?;
    let finisher = read_finisher(&case["finisher"], players.len())?;
    let bonus = match &case["bonus"] {
        Value::Null => 0,
        bonus => bonus.as_i64().filter(|bonus| [50, 100].contains(bonus)).ok_or("a bonus is 50 or 100")?,
    };
    let mut points = sets_of_owners(&case["table"], players.len())?;
    for (seat, player) in players.iter().enumerate() {
        let opened = player["opened"].as_bool().ok_or("`opened` is missing")?;
        let mut cost = hand(&player["hand"], &ruleset)?;
        if finisher.is_some() && !opened {
            cost += FINE;
        }
        if bonus == 100 && finisher != Some(seat) {
            cost *= 2;
        }
        let given_back = player.get("given_back").map_or(Some(0), Value::as_i64);
        points[seat] -= cost + FINE * given_back.ok_or("`given_back` is no number")?;
        if finisher == Some(seat) {
            points[seat] += bonus;
        }
    }
    Ok(json!({ "points": points }))
}

fn read_finisher(finisher: &Value, players: usize) -> Result<Option<usize>, String> {
    if finisher.is_null() {
        return Ok(None);
    }
    let seat = finisher.as_u64().and_then(|seat| usize::try_from(seat).ok());
    Ok(Some(seat.filter(|&seat| seat < players).ok_or("the finisher has no seat")?))
}

/// What the sets on the table score for each seat.
fn sets_of_owners(table: &Value, players: usize) -> Result<Vec<i64>, String> {
    let mut points = vec![0; players];
    let owners = table.as_array().ok_or("no table")?;
    for (set, laid) in owners.iter().zip(position::read_table(table)?) {
        let owner = set["owner"].as_u64().and_then(|owner| usize::try_from(owner).ok());
        let owner = owner.filter(|&owner| owner < players).ok_or("a set without an owner")?;
        let reading = reading::stored_reading(&laid).ok_or("what lies on the table is no set")?;
        let score: u32 = reading.values().into_iter().map(|value| value.min(MOST_FOR_A_TILE)).sum();
        points[owner] += i64::from(score);
    }
    Ok(points)
}

fn hand(tiles: &Value, ruleset: &Ruleset) -> Result<i64, String> {
    let cost = |face: Face| match face {
        Face::Real { number, .. } => i64::from(number),
        Face::Joker => ruleset.joker_rack_points,
    };
    Ok(read_tiles(tiles)?.into_iter().map(cost).sum())
}
