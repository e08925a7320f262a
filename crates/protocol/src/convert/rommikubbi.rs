//! From the types of Rommikubbi to those of the wire.

use sarja_rules::rommikubbi::{
    self, JudgedLaying, LayingFate, OwnedSet, PlacedOwnedSet, Told, TurnCause, TurnReason,
};
use serde_json::json;

use super::{joker_views, set_fault};
use crate::{
    ArrangedSet, AtTimeOut, GoingOut, LaidSet, Reason, ReasonCode, SetId, SetVerdict, SetView, StarterTook,
    StepWhy, TurnStep,
};

same_variants! {
    TurnCause => StepWhy { Chosen, TimeRanOut, Gone }
    LayingFate => AtTimeOut { None, NotLegal, Stands, Reverted }
    rommikubbi::GoingOut => GoingOut { NewSetsOnly, Otherwise }
}

impl From<rommikubbi::TurnStep> for TurnStep {
    fn from(step: rommikubbi::TurnStep) -> Self {
        match step {
            rommikubbi::TurnStep::First => Self::First,
            rommikubbi::TurnStep::ToTake => Self::ToTake,
            rommikubbi::TurnStep::TookStock => Self::TookTile,
            rommikubbi::TurnStep::TookPile => Self::TookPile,
        }
    }
}

impl From<Told> for StarterTook {
    fn from(told: Told) -> Self {
        let number = match told {
            Told::Number(number) => Some(number.get()),
            Told::Joker => None,
        };
        Self { number, stacks: told.stacks() }
    }
}

impl From<&PlacedOwnedSet> for SetView {
    fn from(placed: &PlacedOwnedSet) -> Self {
        let set = &placed.set;
        Self {
            id: placed.id.into(),
            kind: set.kind().into(),
            tiles: set.tiles().to_vec(),
            points: set.score(),
            jokers: joker_views(set.jokers()),
            owner: Some(set.owner()),
        }
    }
}

impl From<&OwnedSet> for ArrangedSet {
    fn from(set: &OwnedSet) -> Self {
        Self {
            tiles: set.tiles().to_vec(),
            kind: set.kind().into(),
            points: set.laid_value(),
            jokers: joker_views(set.jokers()),
        }
    }
}

impl SetVerdict {
    /// What the referee of Rommikubbi says of each set of a turn, in the order in which they were sent.
    pub fn of_turn(judged: &JudgedLaying, sent: &[LaidSet], old: &[SetId]) -> Vec<Self> {
        let reasons = Reason::of_turn(judged, old);
        let verdict = |(place, laid): (usize, &LaidSet)| {
            let at = judged.places.iter().position(|sent| *sent == Some(place));
            let read = at.and_then(|at| judged.verdict.read.get(at)?.as_ref());
            let own: Vec<Reason> =
                reasons.iter().filter(|reason| reason.set == Some(place as u16)).cloned().collect();
            Self {
                valid: own.is_empty(),
                reasons: own,
                kind: read.map(|set| set.kind().into()),
                points: read.map_or(0, OwnedSet::laid_value),
                tiles: read.map_or_else(|| laid.tiles.clone(), |set| set.tiles().to_vec()),
                jokers: read.map(|set| joker_views(set.jokers())).unwrap_or_default(),
            }
        };
        sent.iter().enumerate().map(verdict).collect()
    }
}

impl Reason {
    /// The reasons of the referee of Rommikubbi; `old` are the ids of the sets of the table, in the order in which they were
    /// judged.
    pub fn of_turn(judged: &JudgedLaying, old: &[SetId]) -> Vec<Self> {
        judged.verdict.reasons.iter().map(|reason| of_turn(reason, &judged.places, old)).collect()
    }
}

fn of_turn(reason: &TurnReason, places: &[Option<usize>], old: &[SetId]) -> Reason {
    let (code, mut params) = match reason {
        TurnReason::Set { fault, .. } => set_fault(*fault),
        TurnReason::TakeNotAllowed => (ReasonCode::TakeNotAllowed, json!({})),
        TurnReason::TileTakenFromTable { tile, count } => {
            (ReasonCode::TileTakenFromTable, json!({"tile": tile, "count": count}))
        }
        TurnReason::TileNotInRack { tile, count } => {
            (ReasonCode::TileNotInRack, json!({"tile": tile, "count": count}))
        }
        TurnReason::PileTopNotInNewSet { tile } => (ReasonCode::PileTopNotInNewSet, json!({"tile": tile})),
        TurnReason::SetRearranged { .. } => (ReasonCode::SetRearranged, json!({})),
        TurnReason::JokerNotReplaced { faces, .. } => (ReasonCode::JokerNotReplaced, json!({"faces": faces})),
        TurnReason::OpeningFirst => (ReasonCode::OpeningFirst, json!({})),
        TurnReason::OpeningTooLow { have, need } => {
            (ReasonCode::OpeningTooLow, json!({"have": have, "need": need, "why": "points"}))
        }
        TurnReason::OpeningNeedsRun => (ReasonCode::OpeningNeedsRun, json!({})),
        TurnReason::DiscardMissing => (ReasonCode::DiscardMissing, json!({})),
        TurnReason::NoTileLeftToDiscard => (ReasonCode::NoTileLeftToDiscard, json!({})),
    };
    if code == ReasonCode::SetRearranged {
        params["old_set"] = json!(reason.set().and_then(|set| old.get(set)));
    }
    let set = reason.set().and_then(|set| places.get(set).copied().flatten());
    let tile = match reason {
        TurnReason::Set { fault: sarja_rules::SetFault::NotASet { tile, .. }, .. } => *tile,
        _ => None,
    };
    Reason {
        set: set.map(|set| set as u16),
        tile: tile.map(u16::from),
        ..Reason::new(code, super::params(params))
    }
}

#[cfg(test)]
mod tests {
    use sarja_rules::{Face, NotASet, SetFault};

    use super::*;

    fn faces(text: &str) -> Vec<Face> {
        text.split(' ').map(|face| face.parse().unwrap()).collect()
    }

    fn all_reasons() -> Vec<TurnReason> {
        let tile = faces("R4")[0];
        vec![
            TurnReason::TakeNotAllowed,
            TurnReason::TileTakenFromTable { tile, count: 1 },
            TurnReason::TileNotInRack { tile, count: 1 },
            TurnReason::PileTopNotInNewSet { tile },
            TurnReason::Set { set: 1, fault: SetFault::TooShort { have: 2 } },
            TurnReason::Set { set: 1, fault: SetFault::NotASet { why: NotASet::Gap, tile: Some(2) } },
            TurnReason::SetRearranged { set: 0 },
            TurnReason::JokerNotReplaced { set: 0, faces: faces("R4 K4") },
            TurnReason::OpeningFirst,
            TurnReason::OpeningTooLow { have: 24, need: 51 },
            TurnReason::OpeningNeedsRun,
            TurnReason::DiscardMissing,
            TurnReason::NoTileLeftToDiscard,
        ]
    }

    #[test]
    fn every_reason_of_a_turn_has_its_code_and_its_words() {
        for reason in all_reasons() {
            let told = of_turn(&reason, &[None, Some(0)], &[SetId(7)]);
            assert_eq!(told.code.as_str(), reason.code());
            assert!(!told.text.contains(['{', '?']), "{reason:?}: {}", told.text);
            for (name, _) in told.code.params() {
                assert!(told.params.contains_key(*name), "{reason:?} {name}");
            }
        }
    }

    #[test]
    fn a_reason_names_the_set_where_it_was_sent_and_an_old_set_by_its_id() {
        let places = [None, Some(0)];
        let gap = of_turn(&all_reasons()[5], &places, &[SetId(7)]);
        assert_eq!((gap.set, gap.tile), (Some(0), Some(2)));
        let gone = of_turn(&TurnReason::SetRearranged { set: 0 }, &places, &[SetId(7)]);
        assert_eq!((gone.set, gone.params["old_set"].as_u64()), (None, Some(7)));
    }
}
