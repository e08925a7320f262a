//! What the server says to drafts, and how it puts tiles into order: questions that change nothing.

use sarja_protocol::{
    Arrange, ArrangeMode, ArrangedSet, LaidSet, PlayVerdict, PrimaryAction, Reason, SetVerdict,
};
use sarja_rules::{
    FaceCounts, Seat, TableSet,
    rummikub::{Opened, Reason as RulesReason, split_into_sets},
};

use super::Room;

impl Room {
    /// What the referee says to a table of this seat: on each set, and on the whole.
    pub fn verdict(&self, seat: Seat, table: &[LaidSet]) -> Option<(Vec<SetVerdict>, PlayVerdict)> {
        let (_, game) = self.playing()?;
        let sets = game.sets();
        let position = game.position(seat, &sets)?;
        let laid = LaidSet::table(table.to_vec());
        let verdict = sarja_rules::rummikub::judge_play(position, &laid.sets);
        let each =
            verdict.sets.iter().zip(table).enumerate().map(|(i, (v, l))| SetVerdict::new(v, i, l)).collect();
        let ids: Vec<_> = game.table().iter().map(|p| p.id.into()).collect();
        let unopened = position.opened == Opened::No;
        let only_nothing_played = verdict
            .reasons
            .iter()
            .all(|r| matches!(r, RulesReason::NoRackTilePlayed | RulesReason::OpeningTooLow { .. }));
        let primary = if game.seat() != seat {
            PrimaryAction::Wait
        } else if verdict.is_legal() {
            PrimaryAction::Play
        } else if !verdict.from_rack.is_empty() || !only_nothing_played {
            PrimaryAction::NotValid
        } else if game.pool() > 0 {
            PrimaryAction::Draw
        } else {
            PrimaryAction::Pass
        };
        let play = PlayVerdict {
            legal: verdict.is_legal(),
            reasons: verdict.reasons.iter().map(|r| Reason::from_rules(r, &ids)).collect(),
            opening_points: unopened.then_some(verdict.opening_points),
            opening_needed: unopened.then_some(position.ruleset.opening.min_points),
            rack_tiles_played: verdict.from_rack.total() as u16,
            primary,
        };
        Some((each, play))
    }

    /// Puts tiles into valid order, or splits them into valid sets; `None` where that cannot be done.
    pub fn arrange(&self, wanted: &Arrange) -> Option<Vec<ArrangedSet>> {
        let rules = &self.settings.as_ref()?.rules;
        match wanted.mode {
            ArrangeMode::Order => {
                let laid =
                    sarja_rules::LaidSet { tiles: wanted.tiles.clone(), kind: wanted.kind.map(Into::into) };
                let few = rules.joker.per_set.is_none_or(|most| laid.jokers() <= usize::from(most));
                let set = TableSet::read(&laid, rules.tiles.numbers).filter(|_| few)?;
                Some(vec![ArrangedSet::from(&set)])
            }
            ArrangeMode::Split => {
                let tiles: FaceCounts = wanted.tiles.iter().collect();
                Some(split_into_sets(rules, &tiles)?.iter().map(ArrangedSet::from).collect())
            }
        }
    }
}
