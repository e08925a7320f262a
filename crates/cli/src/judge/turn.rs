//! Cases of kind `turn`.

use serde::Deserialize;
use serde_json::{Value, json};

use sarja_rules::{
    Face, FaceCounts, LaidSet, Overrides, Seat,
    rommikubbi::{GoingOut, Take, Turn, TurnPosition, TurnReason, judge_turn},
};

use super::{
    deal::{WrittenSet, owned, rommikubbi},
    verdict::verdict,
};
use crate::cases::{CaseError, CaseSet, read};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    ruleset: String,
    #[serde(default)]
    options: Overrides,
    before: Before,
    turn: Laid,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Before {
    table: Vec<WrittenSet>,
    hand: Vec<Face>,
    seat: Seat,
    opened: bool,
    #[serde(default)]
    first_turn: bool,
    #[serde(default)]
    pile: Vec<Face>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Laid {
    take: Taken,
    #[serde(default)]
    drawn: Option<Face>,
    table: Vec<CaseSet>,
    discard: Option<Face>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Taken {
    None,
    Stock,
    Pile,
}

pub(super) fn judge(case: &Value) -> Result<Value, CaseError> {
    let case: Case = read(case)?;
    let ruleset = rommikubbi(&case.ruleset, &case.options)?;
    let before = owned(&case.before.table, "before.table")?;
    let hand: FaceCounts = case.before.hand.iter().collect();
    let take = match (case.turn.take, case.turn.drawn) {
        (Taken::Stock, Some(face)) => Take::Stock(face),
        (Taken::Stock, None) => {
            return Err(CaseError::at("turn.drawn", "is missing: a tile was taken from the stock"));
        }
        (_, Some(_)) => return Err(CaseError::at("turn.drawn", "goes with `take` `stock` only")),
        (Taken::Pile, None) => Take::Pile(&case.before.pile),
        (Taken::None, None) => Take::Nothing,
    };
    let laid: Vec<LaidSet> = case.turn.table.iter().map(CaseSet::laid).collect();
    let position = TurnPosition {
        ruleset: &ruleset,
        table: &before,
        hand: &hand,
        seat: case.before.seat,
        opened: case.before.opened,
        first_turn: case.before.first_turn,
        take,
    };
    let judged = judge_turn(position, Turn { table: &laid, discard: case.turn.discard });
    let mut codes: Vec<&str> = judged.reasons.iter().map(TurnReason::code).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut answer = verdict(judged.is_legal(), &codes);
    answer["went_out"] = json!(judged.went_out.map(GoingOut::points));
    if !case.before.opened {
        answer["opening_points"] = json!(judged.opening_points);
    }
    Ok(answer)
}
