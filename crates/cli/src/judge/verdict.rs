//! One case: which kind it is, and its verdict.

use serde_json::{Value, json};

use super::{deal, league, matches, play, round, turn};
use crate::cases::CaseError;

/// Judges one case: the fields of its verdict, without the id.
///
/// # Errors
/// [`CaseError`] names the field that cannot be read.
pub fn judge_case(case: &Value) -> Result<Value, CaseError> {
    let kind = match case.get("kind") {
        None => "play",
        Some(kind) => kind.as_str().ok_or_else(|| CaseError::at("kind", "is no text"))?,
    };
    match kind {
        "play" => play::judge(case),
        "round" => round::judge(case),
        "match" => matches::judge(case),
        "table" => league::judge(case),
        "turn" => turn::judge(case),
        "deal" => deal::judge(case),
        other => Err(CaseError::at(
            "kind",
            format!("`{other}` is not judged: play, round, match, table, turn or deal"),
        )),
    }
}

/// The codes of a verdict as JSON.
pub(super) fn verdict(legal: bool, reasons: &[&str]) -> Value {
    json!({ "legal": legal, "reasons": reasons })
}
