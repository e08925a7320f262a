//! A turn whose play is still sought.

use super::choice;
use super::face::Face;
use super::position::Position;
use super::reading::Laid;
use super::ruleset::TableUse;
use serde_json::{Value, json};

/// The table and the rack before a play, to be asked what the table may look like after it.
pub(crate) struct Turn {
    position: Position,
}

impl Turn {
    /// Reads a case of the kind `solve` of judge-format.md.
    pub(crate) fn of_case(case: &Value) -> Result<Self, String> {
        let play = json!({
            "ruleset": case["ruleset"], "options": case["options"],
            "before": {"table": case["table"], "rack": case["rack"], "opened": case["opened"]},
            "after": {"table": []},
        });
        Ok(Self { position: Position::of_case(&play)? })
    }

    /// Whether the player may end the turn with this table.
    pub(crate) fn may_end_with(&mut self, after: Vec<Laid>) -> bool {
        self.position.readings = after.iter().map(Laid::readings).collect();
        self.position.after = after;
        self.position.plain_faults().is_empty() && choice::one_is_in_order(&self.position)
    }

    /// Whether every set of the old table has to stay as it is, tile for tile (rules.md §3, `next_turn`).
    pub(crate) fn keeps_the_old_sets(&self) -> bool {
        !self.position.opened && self.position.ruleset.table_use == TableUse::NextTurn
    }

    /// The sets of the old table, each laid so that its stored reading is open to it.
    pub(crate) fn old_sets(&self) -> Vec<Laid> {
        let laid =
            |old: &super::position::OldSet| Laid { tiles: old.tiles.clone(), kind: Some(old.reading.kind) };
        self.position.old.iter().map(laid).collect()
    }

    pub(crate) fn rack(&self) -> &[Face] {
        &self.position.rack
    }

    /// What a tile costs its holder.
    pub(crate) fn worth(&self, face: Face) -> u32 {
        match face {
            Face::Real { number, .. } => u32::from(number),
            Face::Joker => u32::try_from(self.position.ruleset.joker_rack_points).expect("it is at most 100"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Turn;
    use crate::generator::{CaseKind, case};
    use crate::referee::{judge, position};
    use serde_json::json;

    #[test]
    fn a_table_may_be_the_last_one_of_a_turn_if_the_play_is_legal() {
        for seed in 20_000..23_000 {
            let play = case(CaseKind::Play, seed);
            let mut open = play["before"].clone();
            open["ruleset"] = play["ruleset"].clone();
            open["options"] = play["options"].clone();
            let mut turn = Turn::of_case(&open).unwrap();
            let after = position::read_table(&play["after"]["table"]).unwrap();
            assert_eq!(json!(turn.may_end_with(after)), judge(&play)["legal"], "{play}");
        }
    }

    #[test]
    fn old_sets_are_laid_as_they_were_read() {
        let tables = [
            json!([["R9", "J", "J"], {"tiles": ["R9", "J", "J"], "kind": "group"}, ["J", "B4", "B2", "B5"]]),
            json!([["K13", "J", "K11"], ["O1", "J", "K1"], {"tiles": ["J", "J", "K12"], "kind": "run"}]),
        ];
        for table in tables {
            let case = json!({"ruleset": "xp-6", "table": table, "rack": ["B1"], "opened": true});
            let turn = Turn::of_case(&case).unwrap();
            for (laid, old) in turn.old_sets().iter().zip(&turn.position.old) {
                assert!(laid.readings().contains(&old.reading), "{laid:?}");
            }
        }
    }
}
