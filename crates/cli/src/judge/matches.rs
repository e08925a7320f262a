//! Cases of kind `match`.

use serde::Deserialize;
use serde_json::{Value, json};

use sarja_rules::{Over, Overrides, Points, RoundResult, Seat, match_state};

use crate::cases::{CaseError, read, ruleset};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    ruleset: String,
    #[serde(default)]
    options: Overrides,
    players: u8,
    rounds: Vec<Played>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    points: Vec<Points>,
    winner: Option<Seat>,
}

pub(super) fn judge(case: &Value) -> Result<Value, CaseError> {
    let case: Case = read(case)?;
    let rules = ruleset(&case.ruleset, &case.options)?;
    let rounds: Vec<RoundResult> =
        case.rounds.into_iter().map(|r| RoundResult { points: r.points, winner: r.winner }).collect();
    let state =
        match_state(&rules, case.players, &rounds).map_err(|e| CaseError::at("rounds", e.to_string()))?;
    Ok(json!({ "over": state.over == Over::Yes, "ranking": state.ranking }))
}
