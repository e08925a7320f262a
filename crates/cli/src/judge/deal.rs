//! Cases of kind `deal`.

use serde::Deserialize;
use serde_json::{Value, json};

use sarja_rules::{
    Face, Family, Kind, LaidSet, Overrides, Ruleset, Seat,
    rommikubbi::{FinalHand, Finish, GoingOut, OwnedSet, score_deal},
};

use crate::cases::{CaseError, read, ruleset};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    ruleset: String,
    #[serde(default)]
    options: Overrides,
    table: Vec<WrittenSet>,
    players: Vec<Player>,
    finisher: Option<Seat>,
    bonus: Option<u32>,
}

/// A set as cases of this game write it: with its owner.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenSet {
    owner: Seat,
    tiles: Vec<Face>,
    #[serde(default)]
    kind: Option<Kind>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    hand: Vec<Face>,
    opened: bool,
    #[serde(default)]
    given_back: u8,
}

pub(super) fn judge(case: &Value) -> Result<Value, CaseError> {
    let case: Case = read(case)?;
    let ruleset = rommikubbi(&case.ruleset, &case.options)?;
    let table = owned(&case.table, "table")?;
    let seats = case.players.len();
    if seats < 2 {
        return Err(CaseError::at("players", "a deal has at least two"));
    }
    if let Some(place) = case.table.iter().position(|set| set.owner.index() >= seats) {
        return Err(CaseError::at(format!("table[{place}].owner"), "is no player"));
    }
    let how = match case.bonus {
        None => None,
        Some(100) => Some(GoingOut::NewSetsOnly),
        Some(50) => Some(GoingOut::Otherwise),
        Some(_) => return Err(CaseError::at("bonus", "is 100, 50 or null")),
    };
    let finish = match (case.finisher, how) {
        (None, None) => None,
        (Some(seat), Some(how)) if seat.index() < seats => Some(Finish { seat, how }),
        (Some(_), Some(_)) => return Err(CaseError::at("finisher", "is no player")),
        _ => return Err(CaseError::at("bonus", "goes with a finisher, and only with one")),
    };
    let hands: Vec<FinalHand> = case
        .players
        .iter()
        .map(|p| FinalHand { hand: p.hand.iter().collect(), opened: p.opened, given_back: p.given_back })
        .collect();
    Ok(json!({ "points": score_deal(&ruleset, &table, &hands, finish) }))
}

/// The ruleset of a case, which has to be one of this game.
pub(super) fn rommikubbi(name: &str, options: &Overrides) -> Result<Ruleset, CaseError> {
    let rules = ruleset(name, options)?;
    if rules.family == Family::Rommikubbi {
        return Ok(rules);
    }
    Err(CaseError::at("ruleset", format!("`{name}` is not played in deals and turns: `rommikubbi` is")))
}

/// The sets of a table; `path` is where the case has it.
pub(super) fn owned(sets: &[WrittenSet], path: &str) -> Result<Vec<OwnedSet>, CaseError> {
    let read = |(place, set): (usize, &WrittenSet)| {
        let laid = LaidSet { tiles: set.tiles.clone(), kind: set.kind };
        OwnedSet::read(set.owner, &laid).ok_or_else(|| CaseError::at(format!("{path}[{place}]"), "is no set"))
    };
    sets.iter().enumerate().map(read).collect()
}
