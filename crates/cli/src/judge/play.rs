//! Cases of kind `play`.

use serde::Deserialize;
use serde_json::{Value, json};

use sarja_rules::{
    Face, FaceCounts, LaidSet, Overrides,
    rummikub::{Opened, Position, judge_play},
};

use super::verdict::verdict;
use crate::cases::{CaseError, CaseSet, read, ruleset, table};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    ruleset: String,
    #[serde(default)]
    options: Overrides,
    before: Before,
    after: After,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Before {
    table: Vec<CaseSet>,
    rack: Vec<Face>,
    opened: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct After {
    table: Vec<CaseSet>,
}

pub(super) fn judge(case: &Value) -> Result<Value, CaseError> {
    let case: Case = read(case)?;
    let rules = ruleset(&case.ruleset, &case.options)?;
    let before = table(&case.before.table, rules.tiles.numbers, "before.table")?;
    let rack: FaceCounts = case.before.rack.iter().collect();
    let after: Vec<LaidSet> = case.after.table.iter().map(CaseSet::laid).collect();
    let opened = if case.before.opened { Opened::Yes } else { Opened::No };
    let judged = judge_play(Position { ruleset: &rules, table: &before, rack: &rack, opened }, &after);

    let mut codes: Vec<&str> = judged.reasons.iter().map(|r| r.code().as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut answer = verdict(judged.is_legal(), &codes);
    if opened == Opened::No {
        answer["opening_points"] = json!(judged.opening_points);
    }
    Ok(answer)
}
