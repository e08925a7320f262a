//! The rulesets that a room can be played by.

use axum::Json;
use sarja_rules::Ruleset;
use serde::Serialize;

/// A ruleset with a sentence on it.
#[derive(Debug, Serialize)]
pub(super) struct Listed {
    /// What it is like.
    summary: &'static str,
    /// All its fields.
    #[serde(flatten)]
    ruleset: Ruleset,
}

/// All that can be played here, the default first.
pub(super) async fn list() -> Json<Vec<Listed>> {
    Json(Ruleset::printed().map(|ruleset| Listed { summary: ruleset.summary(), ruleset }).collect())
}
