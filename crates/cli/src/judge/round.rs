//! Cases of kind `round`.

use serde::Deserialize;
use serde_json::{Value, json};

use sarja_rules::{Face, FinalRack, OpeningState, Overrides, RoundEnd, Seat, Standing, score_round};

use crate::cases::{CaseError, read, ruleset};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    ruleset: String,
    #[serde(default)]
    options: Overrides,
    end: End,
    players: Vec<Player>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum End {
    Out,
    Blocked,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    rack: Vec<Face>,
    opened: bool,
    #[serde(default)]
    could_open: bool,
}

impl Player {
    fn final_rack(&self) -> FinalRack {
        let opening = match (self.opened, self.could_open) {
            (true, _) => OpeningState::Opened,
            (false, true) => OpeningState::CouldOpen,
            (false, false) => OpeningState::CouldNotOpen,
        };
        FinalRack { rack: self.rack.iter().collect(), opening, standing: Standing::Playing }
    }
}

pub(super) fn judge(case: &Value) -> Result<Value, CaseError> {
    let case: Case = read(case)?;
    let rules = ruleset(&case.ruleset, &case.options)?;
    if case.players.len() < 2 {
        return Err(CaseError::at("players", "a round has at least two"));
    }
    let end = match case.end {
        End::Blocked => RoundEnd::Blocked,
        End::Out => {
            let out = case.players.iter().position(|p| p.rack.is_empty());
            let winner =
                out.ok_or_else(|| CaseError::at("players", "nobody's rack is empty, yet somebody is out"))?;
            RoundEnd::Out { winner: Seat(winner as u8) }
        }
    };
    let racks: Vec<FinalRack> = case.players.iter().map(Player::final_rack).collect();
    let score = score_round(&rules, end, &racks);
    Ok(json!({ "points": score.points, "winner": score.winner, "replay": score.replay }))
}
