//! Cases of kind `table`.

use serde::Deserialize;
use serde_json::{Value, json};

use sarja_rules::{Points, Ties, big_points};

use crate::cases::{CaseError, read};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    small: Vec<Points>,
    big_points: Vec<i32>,
    ties: Tied,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Tied {
    Best,
    Mean,
}

pub(super) fn judge(case: &Value) -> Result<Value, CaseError> {
    let case: Case = read(case)?;
    let ties = match case.ties {
        Tied::Best => Ties::Best,
        Tied::Mean => Ties::Mean,
    };
    let big = big_points(&case.small, &case.big_points, ties)
        .map_err(|e| CaseError::at("big_points", e.to_string()))?;
    let texts: Vec<String> = big.iter().map(ToString::to_string).collect();
    Ok(json!({ "big": texts }))
}
