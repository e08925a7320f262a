//! From the types of the rules to those of the wire, and back.

use sarja_rules::{
    JokerStand, Kind, RoundEnd, SetFault, Table, TableSet,
    rummikub::{self, DraftFate, DrawCause, PassCause, PlacedSet, PlayCause},
};
use serde_json::{Value, json};

use crate::{
    ArrangedSet, AtTimeOut, Difference, JokerView, LaidSet, Params, PlayWhy, Reason, ReasonCode, RoundHow,
    SetId, SetKind, SetVerdict, SetView, ShownSet, TurnEndWhy, TurnNumber,
};

/// A conversion between enums whose variants have the same names.
macro_rules! same_variants {
    ($($from:ty => $to:ty { $($variant:ident),+ })+) => {$(
        impl From<$from> for $to {
            fn from(value: $from) -> Self {
                match value {
                    $(<$from>::$variant => Self::$variant,)+
                }
            }
        }
    )+};
}

mod rommikubbi;

same_variants! {
    Kind => SetKind { Run, Group }
    SetKind => Kind { Run, Group }
    PlayCause => PlayWhy { Played, TimeRanOut }
    DrawCause => TurnEndWhy { Chosen, TimeRanOut, Rearranged, IllegalPlay, Gone }
    PassCause => TurnEndWhy { Chosen, TimeRanOut, IllegalPlay, Gone }
    DraftFate => AtTimeOut { None, Untouched, Rearranged, Stands, Reverted }
    rummikub::ReasonCode => ReasonCode {
        TileTakenFromTable, TileNotInRack, NoRackTilePlayed, SetTooShort, NotASet, TooManyJokers, OpeningTooLow,
        OpeningUsesTable, JokerNotReplaced, JokerNotInNewSet, JokerNotInOtherSet, JokerNeedsRackTilesBeside, JokerSetBroken
    }
}

impl From<RoundEnd> for RoundHow {
    fn from(end: RoundEnd) -> Self {
        match end {
            RoundEnd::Out { .. } => Self::Out,
            RoundEnd::Blocked => Self::Blocked,
        }
    }
}

/// Numbers that are the same on both sides.
macro_rules! same_number {
    ($($rules:ty = $wire:ident),+) => {$(
        impl From<$rules> for $wire {
            fn from(number: $rules) -> Self {
                Self(number.0)
            }
        }

        impl From<$wire> for $rules {
            fn from(number: $wire) -> Self {
                Self(number.0)
            }
        }
    )+};
}

same_number! { sarja_rules::TurnNumber = TurnNumber, sarja_rules::SetId = SetId }

impl From<LaidSet> for sarja_rules::LaidSet {
    fn from(set: LaidSet) -> Self {
        Self { tiles: set.tiles, kind: set.kind.map(Into::into) }
    }
}

impl LaidSet {
    /// The whole table that these sets make, as the rules take it.
    pub fn table(sets: Vec<Self>) -> Table {
        let ids = sets.iter().map(|set| set.id.map(Into::into)).collect();
        Table { sets: sets.into_iter().map(Into::into).collect(), ids }
    }
}

impl From<ShownSet> for LaidSet {
    fn from(set: ShownSet) -> Self {
        Self { tiles: set.tiles, kind: set.kind, id: set.id }
    }
}

fn joker_views(jokers: impl Iterator<Item = JokerStand>) -> Vec<JokerView> {
    jokers.map(|joker| JokerView { place: joker.place, stands_for: joker.faces().collect() }).collect()
}

impl From<&PlacedSet> for SetView {
    fn from(placed: &PlacedSet) -> Self {
        let set = &placed.set;
        Self {
            id: placed.id.into(),
            kind: set.kind().into(),
            tiles: set.tiles().to_vec(),
            points: set.value(),
            jokers: joker_views(set.jokers()),
            owner: None,
        }
    }
}

impl From<&TableSet> for ArrangedSet {
    fn from(set: &TableSet) -> Self {
        Self {
            tiles: set.tiles().to_vec(),
            kind: set.kind().into(),
            points: set.value(),
            jokers: joker_views(set.jokers()),
        }
    }
}

impl SetVerdict {
    /// What the referee says of one set, which was laid as `laid` at place `index` of the table.
    pub fn new(verdict: &rummikub::SetVerdict, index: usize, laid: &LaidSet) -> Self {
        let reason =
            |&fault: &SetFault| Reason::from_rules(&rummikub::Reason::Set { set: index, fault }, &[]);
        let set = verdict.set();
        Self {
            valid: verdict.faults().is_empty(),
            reasons: verdict.faults().iter().map(reason).collect(),
            kind: set.map(|set| set.kind().into()),
            points: set.map_or(0, TableSet::value),
            tiles: set.map_or_else(|| laid.tiles.clone(), |set| set.tiles().to_vec()),
            jokers: set.map(|set| joker_views(set.jokers())).unwrap_or_default(),
        }
    }
}

impl Reason {
    /// A reason of the referee; `old` are the ids of the sets of the table before the play, in the order in which it was
    /// judged.
    pub fn from_rules(reason: &rummikub::Reason, old: &[SetId]) -> Self {
        use rummikub::Reason as R;
        let place = reason.place();
        let mut params = match reason {
            R::TileTakenFromTable { tile, count } | R::TileNotInRack { tile, count, .. } => {
                json!({"tile": tile, "count": count})
            }
            R::Set { fault, .. } => set_fault(*fault).1,
            R::OpeningTooLow { have, need } => {
                // Where no points are needed there is still no opening without a set of the rack.
                json!({"have": have, "need": need, "why": if *need == 0 { "no_set" } else { "points" }})
            }
            R::JokerNotReplaced { faces, .. } => json!({"faces": faces}),
            R::JokerNeedsRackTilesBeside { have, need, .. } => json!({"have": have, "need": need}),
            _ => json!({}),
        };
        if let Some(id) = reason.old_set().and_then(|index| old.get(index)) {
            params["old_set"] = json!(id);
        }
        Self {
            set: place.map(|place| place.set as u16),
            tile: place.and_then(|place| place.tile).map(|tile| tile as u16),
            ..Self::new(reason.code().into(), self::params(params))
        }
    }
}

/// The code of what is wrong with a set by itself, with its parameters.
fn set_fault(fault: SetFault) -> (ReasonCode, Value) {
    match fault {
        SetFault::TooShort { have } => (
            ReasonCode::SetTooShort,
            json!({"have": have, "need": SET_TILES_MIN, "missing": SET_TILES_MIN.saturating_sub(have)}),
        ),
        SetFault::NotASet { why, .. } => (ReasonCode::NotASet, json!({"why": why})),
        SetFault::TooManyJokers { have, most } => {
            (ReasonCode::TooManyJokers, json!({"have": have, "most": most}))
        }
    }
}

fn params(object: Value) -> Params {
    match object {
        Value::Object(params) => params.into_iter().collect(),
        _ => Params::new(),
    }
}

/// How many tiles a set has at least (rules.md §1).
const SET_TILES_MIN: u8 = 3;

impl From<sarja_rules::Difference> for Difference {
    fn from(difference: sarja_rules::Difference) -> Self {
        Self { field: difference.field, printed: difference.printed, here: difference.here }
    }
}

#[cfg(test)]
mod tests {
    use sarja_rules::{Face, FaceCounts, Readings, Ruleset, rummikub::Opened};

    use super::*;

    fn faces(text: &str) -> Vec<Face> {
        text.split(' ').map(|face| face.parse().unwrap()).collect()
    }

    fn judge(table: &[&str], rack: &str, after: &[&str]) -> (rummikub::PlayVerdict, Vec<LaidSet>) {
        let read = |text: &&str| TableSet::read(&sarja_rules::LaidSet::new(faces(text)), 13).unwrap();
        let before: Vec<_> = table.iter().map(read).collect();
        let rack: FaceCounts = faces(rack).into_iter().collect();
        let after: Vec<_> = after.iter().map(|text| LaidSet::of(faces(text))).collect();
        let ruleset = Ruleset::named("classic-2600").unwrap();
        let position =
            rummikub::Position { ruleset: &ruleset, table: &before, rack: &rack, opened: Opened::No };
        let laid: Vec<_> = after.iter().cloned().map(Into::into).collect();
        (rummikub::judge_play(position, &laid), after)
    }

    #[test]
    fn a_joker_in_a_verdict_says_what_it_stands_for() {
        let (verdict, after) = judge(&[], "J O13 B13", &["J O13 B13"]);
        let set = SetVerdict::new(&verdict.sets[0], 0, &after[0]);
        assert_eq!((set.valid, set.kind, set.points), (true, Some(SetKind::Group), 39));
        let joker = set.tiles.iter().position(|f| f.is_joker()).unwrap();
        assert_eq!(set.jokers, [JokerView { place: joker as u8, stands_for: faces("R13 K13") }]);
    }

    #[test]
    fn reasons_name_set_tile_and_old_set() {
        let (verdict, after) = judge(&["R1 R2 R3"], "K4 B4 R4 K9", &["R1 R2 R3 R4", "K4 B4 K9"]);
        let old = [SetId(7)];
        let reasons: Vec<_> = verdict.reasons.iter().map(|r| Reason::from_rules(r, &old)).collect();
        let of = |code| {
            reasons.iter().find(|r| r.code == code).unwrap_or_else(|| panic!("{code:?} in {reasons:?}"))
        };
        assert_eq!(of(ReasonCode::OpeningUsesTable).params["old_set"], 7);
        assert_eq!(of(ReasonCode::OpeningTooLow).params["need"], 30);
        assert_eq!(of(ReasonCode::NotASet).set, Some(1));
        let set = SetVerdict::new(&verdict.sets[1], 1, &after[1]);
        assert_eq!((set.valid, set.kind, set.tiles), (false, None, after[1].tiles.clone()));
    }

    /// A reason of each kind, with each word and number that changes what is said.
    fn all_reasons() -> Vec<rummikub::Reason> {
        use sarja_rules::NotASet as Why;
        let place = rummikub::Place { set: 0, tile: Some(2) };
        let whys =
            [Why::OnlyJokers, Why::Mixed, Why::ColourTwice, Why::GroupTooLong, Why::NumberTwice, Why::Gap]
                .into_iter()
                .chain([Why::PastTheEnd, Why::OtherKind]);
        let no_set = whys.map(|why| SetFault::NotASet { why, tile: Some(1) });
        let faults = no_set
            .chain([SetFault::TooShort { have: 1 }, SetFault::TooShort { have: 2 }])
            .chain([SetFault::TooManyJokers { have: 2, most: 1 }]);
        faults
            .map(|fault| rummikub::Reason::Set { set: 0, fault })
            .chain([
                rummikub::Reason::TileTakenFromTable { tile: Face::JOKER, count: 2 },
                rummikub::Reason::TileNotInRack { tile: Face::JOKER, count: 2, place: Some(place) },
                rummikub::Reason::NoRackTilePlayed,
                rummikub::Reason::OpeningTooLow { have: 24, need: 30 },
                rummikub::Reason::OpeningTooLow { have: 0, need: 0 },
                rummikub::Reason::OpeningUsesTable { old: 0 },
                rummikub::Reason::JokerNotReplaced { place, faces: faces("R4 K4") },
                rummikub::Reason::JokerNotInNewSet { place },
                rummikub::Reason::JokerNotInOtherSet { place },
                rummikub::Reason::JokerNeedsRackTilesBeside { place, have: 1, need: 2 },
                rummikub::Reason::JokerSetBroken { old: 0 },
            ])
            .collect()
    }

    #[test]
    fn the_english_of_the_catalogue_is_what_the_referee_says() {
        for reason in all_reasons() {
            let told = Reason::from_rules(&reason, &[SetId(1)]);
            // A template has one text for one tile and for several.
            if !told.params.contains_key("count") {
                assert_eq!(told.text, reason.to_string(), "{reason:?}");
            }
            assert!(!told.text.contains(['{', '?']), "{reason:?}: {}", told.text);
            for (name, _) in told.code.params() {
                assert!(told.params.contains_key(*name), "{reason:?} {name}");
            }
        }
    }

    #[test]
    fn the_words_of_a_reason_are_those_of_the_catalogue() {
        let mut told: Vec<_> = all_reasons()
            .iter()
            .map(|reason| Reason::from_rules(reason, &[SetId(1)]))
            .filter_map(|reason| Some((reason.code, reason.params.get("why")?.as_str()?.to_owned())))
            .collect();
        told.sort();
        let listed = |&code: &ReasonCode| code.words().iter().map(move |&(word, _)| (code, word.to_owned()));
        let mut listed: Vec<_> = ReasonCode::ALL.iter().flat_map(listed).collect();
        listed.sort();
        assert_eq!(told, listed);
    }

    #[test]
    fn a_set_that_is_laid_keeps_kind_and_id() {
        let laid = LaidSet { tiles: faces("R9 J J"), kind: Some(SetKind::Group), id: Some(SetId(3)) };
        let table = LaidSet::table(vec![laid]);
        assert_eq!(table.ids, [Some(sarja_rules::SetId(3))]);
        let reading = Readings::of(&table.sets[0], 13).dearest(3).unwrap();
        assert_eq!(SetKind::from(reading.kind()), SetKind::Group);
    }
}
