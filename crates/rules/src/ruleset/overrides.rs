//! What a room changes of a printed ruleset.

#[cfg(feature = "serde")]
use super::present::present;
use super::{
    BlockedTie, IllegalPlay, JokerSets, LegalDraft, MatchEnd, OverrideError, PoolEmpty, Ranking, Release,
    Reuse, Ruleset, Scoring, Starter, TableUse, UnopenedRule, limit,
};

/// Declares a struct of fields that may be left out.
///
/// Numbers are wider than in [`Ruleset`], so that a value out of range is refused by name and not as unreadable. The type is
/// repeated as text for the schema, where an absent field must not look like one that can be null.
macro_rules! overrides {
    ($( $(#[$struct_doc:meta])* pub struct $name:ident { $( $(#[$doc:meta])* $field:ident: $type:ty as $schema:literal, )+ } )+) => { $(
        $(#[$struct_doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts", optional_fields))]
        pub struct $name { $(
            $(#[$doc])*
            #[cfg_attr(
                feature = "serde",
                serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")
            )]
            #[cfg_attr(feature = "schema", schemars(with = $schema))]
            pub $field: Option<$type>,
        )+ }
    )+ };
}

overrides! {
    /// Fields of a ruleset that a room sets otherwise; what is left out stays as printed.
    ///
    /// `family`, `tiles`, `seats` and the name belong to the ruleset and have no place here (rules.md §10). Where null is a
    /// value, it is not the same as leaving the field out.
    pub struct Overrides {
        /// Tiles dealt to each rack, 7 to 20; in Rommikubbi only 14.
        rack: u32 as "u32",
        /// The opening.
        opening: OpeningOverrides as "OpeningOverrides",
        /// The jokers.
        joker: JokerOverrides as "JokerOverrides",
        /// The clock.
        clock: ClockOverrides as "ClockOverrides",
        /// What a failed turn costs.
        penalty: PenaltyOverrides as "PenaltyOverrides",
        /// What becomes of an illegal play.
        illegal_play: IllegalPlay as "IllegalPlay",
        /// Whether a player who can play must.
        must_play: bool as "bool",
        /// What happens when the pool is empty.
        pool_empty: PoolEmpty as "PoolEmpty",
        /// How a round is scored.
        scoring: Scoring as "Scoring",
        /// What a loser scores who never opened, 0 to 500 each, or null.
        unopened: Option<UnopenedRule> as "Option<UnopenedRule>",
        /// What becomes of a blocked round with two lowest racks.
        blocked_tie: BlockedTie as "BlockedTie",
        /// Who starts a round.
        starter: Starter as "Starter",
        /// When the match ends; replaces the printed end as a whole.
        r#match: MatchEnd as "MatchEnd",
        /// What ranks the players where the rounds are fixed.
        ranking: Ranking as "Ranking",
    }

    /// What a room changes of the opening.
    pub struct OpeningOverrides {
        /// The least worth of the opening, in points, 0 to 100.
        min_points: u32 as "u32",
        /// Whether the table may be used in the same turn.
        table_use: TableUse as "TableUse",
    }

    /// What a room changes of the rules for jokers.
    pub struct JokerOverrides {
        /// What has to replace a retrieved joker.
        release: Release as "Release",
        /// Where a retrieved joker may be laid.
        reuse: Reuse as "Reuse",
        /// How many rack tiles must lie beside a retrieved joker, 0 to 2.
        rack_tiles_beside: u32 as "u32",
        /// Whether sets with jokers may be taken apart.
        sets: JokerSets as "JokerSets",
        /// The most jokers in a set, 1 to 3, or null.
        per_set: Option<u32> as "Option<u32>",
        /// What a joker costs on a rack, in points, 0 to 100.
        rack_points: u32 as "u32",
    }

    /// What a room changes of the clock.
    pub struct ClockOverrides {
        /// Time for a turn in seconds, 10 to 600, or null for no clock.
        turn_seconds: Option<u32> as "Option<u32>",
        /// What the network is granted on top, in milliseconds, 0 to 2000.
        grace_ms: u32 as "u32",
        /// What becomes of a legal draft at the end of the time.
        legal_draft: LegalDraft as "LegalDraft",
    }

    /// What a room changes of the penalties.
    pub struct PenaltyOverrides {
        /// Tiles drawn if no old set was touched, 0 to 7.
        timeout: u32 as "u32",
        /// Tiles drawn if an old set was touched, 0 to 7.
        rearranging: u32 as "u32",
    }
}

/// Puts a value in its place, if there is one.
fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

/// Puts a number in its place, if there is one and it lies in its range.
fn set_number<T: TryFrom<u32>>(
    place: &mut T,
    value: Option<u32>,
    limit: limit::Limit,
) -> Result<(), OverrideError> {
    set(place, value.map(|value| limit.narrow(value)).transpose()?);
    Ok(())
}

/// The same for a number that can be null.
#[expect(clippy::option_option, reason = "absent, null and a number are three things here")]
fn set_or_null<T: TryFrom<u32>>(
    place: &mut Option<T>,
    value: Option<Option<u32>>,
    limit: limit::Limit,
) -> Result<(), OverrideError> {
    set(place, value.map(|value| value.map(|value| limit.narrow(value)).transpose()).transpose()?);
    Ok(())
}

impl Overrides {
    /// The ruleset with these fields changed.
    ///
    /// # Errors
    ///
    /// The first value out of its range.
    pub fn apply(&self, printed: &Ruleset) -> Result<Ruleset, OverrideError> {
        let mut r = printed.clone();
        set_number(&mut r.rack, self.rack, limit::RACK)?;
        if let Some(opening) = &self.opening {
            set_number(&mut r.opening.min_points, opening.min_points, limit::OPENING_MIN_POINTS)?;
            set(&mut r.opening.table_use, opening.table_use);
        }
        if let Some(joker) = &self.joker {
            set(&mut r.joker.release, joker.release);
            set(&mut r.joker.reuse, joker.reuse);
            set_number(
                &mut r.joker.rack_tiles_beside,
                joker.rack_tiles_beside,
                limit::JOKER_RACK_TILES_BESIDE,
            )?;
            set(&mut r.joker.sets, joker.sets);
            set_or_null(&mut r.joker.per_set, joker.per_set, limit::JOKER_PER_SET)?;
            set_number(&mut r.joker.rack_points, joker.rack_points, limit::JOKER_RACK_POINTS)?;
        }
        if let Some(clock) = &self.clock {
            set_or_null(&mut r.clock.turn_seconds, clock.turn_seconds, limit::CLOCK_TURN_SECONDS)?;
            set_number(&mut r.clock.grace_ms, clock.grace_ms, limit::CLOCK_GRACE_MS)?;
            set(&mut r.clock.legal_draft, clock.legal_draft);
        }
        if let Some(penalty) = &self.penalty {
            set_number(&mut r.penalty.timeout, penalty.timeout, limit::PENALTY_TIMEOUT)?;
            set_number(&mut r.penalty.rearranging, penalty.rearranging, limit::PENALTY_REARRANGING)?;
        }
        set(&mut r.illegal_play, self.illegal_play);
        set(&mut r.must_play, self.must_play);
        set(&mut r.pool_empty, self.pool_empty);
        set(&mut r.scoring, self.scoring);
        set(&mut r.unopened, self.unopened);
        set(&mut r.blocked_tie, self.blocked_tie);
        set(&mut r.starter, self.starter);
        set(&mut r.r#match, self.r#match);
        set(&mut r.ranking, self.ranking);
        r.validate()?;
        Ok(r)
    }
}

#[cfg(feature = "serde")]
#[cfg(test)]
mod tests {
    use alloc::{
        format,
        string::{String, ToString},
    };

    use super::*;

    fn read(json: &str) -> Result<Overrides, String> {
        serde_json::from_str(json).map_err(|e| e.to_string())
    }

    fn applied(name: &str, json: &str) -> Result<Ruleset, OverrideError> {
        read(json).unwrap().apply(&Ruleset::named(name).unwrap())
    }

    /// rules.md §10: field, the ends of its range, the values beside them, and what is said to be allowed.
    const RANGES: &[(&str, [i64; 2], &[i64], &str)] = &[
        ("rack", [7, 20], &[6, 21, 300], "7-20"),
        ("opening.min_points", [0, 100], &[101, 70_000], "0-100"),
        ("joker.rack_tiles_beside", [0, 2], &[3], "0-2"),
        ("joker.per_set", [1, 3], &[0, 4], "1-3 or null"),
        ("joker.rack_points", [0, 100], &[101], "0-100"),
        ("clock.turn_seconds", [10, 600], &[9, 601, 100_000], "10-600 or null"),
        ("clock.grace_ms", [0, 2000], &[2001], "0-2000"),
        ("penalty.timeout", [0, 7], &[8], "0-7"),
        ("penalty.rearranging", [0, 7], &[8], "0-7"),
        ("match.cycles", [1, 10], &[0, 11], "1-10"),
        ("match.target", [50, 5000], &[49, 5001], "50-5000"),
        ("match.rounds", [1, 40], &[0, 41], "1-40"),
    ];

    fn nested(field: &str, value: i64) -> String {
        match field.split_once('.') {
            Some((outer, inner)) => format!(r#"{{"{outer}": {{"{inner}": {value}}}}}"#),
            None => format!(r#"{{"{field}": {value}}}"#),
        }
    }

    #[test]
    fn each_number_is_held_to_its_range() {
        for &(field, ends, beside, allowed) in RANGES {
            for end in ends {
                assert!(applied("classic-2600", &nested(field, end)).is_ok(), "{field} {end}");
            }
            for &value in beside {
                let error = applied("classic-2600", &nested(field, value)).unwrap_err();
                assert_eq!(error, OverrideError { field, value: value.to_string(), allowed: allowed.into() });
            }
        }
    }

    #[test]
    fn a_fine_for_not_opening_is_0_to_500() {
        assert!(applied("classic-2600", r#"{"unopened": {"could_not": 0, "could": 500}}"#).is_ok());
        for (json, field) in [
            (r#"{"unopened": {"could_not": 501, "could": 0}}"#, "unopened.could_not"),
            (r#"{"unopened": {"could_not": 0, "could": 501}}"#, "unopened.could"),
        ] {
            assert_eq!(applied("classic-2600", json).unwrap_err().field, field);
        }
    }

    #[test]
    fn the_error_says_field_value_and_range() {
        assert_eq!(
            applied("classic-2600", r#"{"clock": {"turn_seconds": 5}}"#).unwrap_err().to_string(),
            "`clock.turn_seconds` cannot be 5: allowed is 10-600 or null"
        );
    }

    #[test]
    fn null_is_a_value_and_absence_is_none() {
        let printed = Ruleset::named("federation").unwrap();
        let untouched = applied("federation", r#"{"clock": {}}"#).unwrap();
        assert_eq!(untouched, printed);
        let changed =
            applied("federation", r#"{"clock": {"turn_seconds": null}, "unopened": null}"#).unwrap();
        assert_eq!((changed.clock.turn_seconds, changed.unopened), (None, None));
        let changed = applied("tactic-2008", r#"{"joker": {"per_set": null}}"#).unwrap();
        assert_eq!(changed.joker.per_set, None);
    }

    #[test]
    fn null_is_refused_where_it_means_nothing() {
        for json in [
            r#"{"rack": null}"#,
            r#"{"joker": null}"#,
            r#"{"match": null}"#,
            r#"{"joker": {"release": null}}"#,
            r#"{"clock": {"grace_ms": null}}"#,
        ] {
            assert!(read(json).is_err(), "{json}");
        }
    }

    #[test]
    fn what_is_no_field_of_a_room_is_refused_by_name() {
        for (json, field) in [
            (r#"{"family": "rommikubbi"}"#, "family"),
            (r#"{"tiles": {"numbers": 13, "copies": 2, "jokers": 3}}"#, "tiles"),
            (r#"{"seats": [2, 8]}"#, "seats"),
            (r#"{"name": "mine"}"#, "name"),
            (r#"{"joker": {"realease": "any"}}"#, "realease"),
            (r#"{"unopened": {"could_not": 1, "could": 2, "may": 3}}"#, "may"),
        ] {
            assert!(read(json).unwrap_err().contains(&format!("unknown field `{field}`")), "{json}");
        }
    }

    #[test]
    fn the_match_is_replaced_as_a_whole() {
        let changed = applied("classic-2600", r#"{"match": {"target": 200}}"#).unwrap();
        assert_eq!(changed.r#match, MatchEnd::Target(200));
    }

    #[test]
    fn only_the_fields_that_are_given_change() {
        let changed =
            applied("classic-2600", r#"{"joker": {"release": "exact"}, "must_play": true}"#).unwrap();
        let mut expected = Ruleset::default();
        expected.joker.release = Release::Exact;
        expected.must_play = true;
        assert_eq!(changed, expected);
    }

    #[test]
    fn the_rack_of_rommikubbi_is_fixed_by_its_stacks() {
        assert!(applied("rommikubbi", r#"{"rack": 14}"#).is_ok());
        let error = applied("rommikubbi", r#"{"rack": 13}"#).unwrap_err();
        assert_eq!((error.field, error.allowed.as_str()), ("rack", "14"));
    }

    #[test]
    fn overrides_read_back_as_they_are_written() {
        for json in [
            "{}",
            r#"{"rack":7,"clock":{"turn_seconds":null}}"#,
            r#"{"joker":{"release":"any","per_set":2},"unopened":null,"match":{"open":true}}"#,
        ] {
            let overrides = read(json).unwrap();
            assert_eq!(serde_json::to_string(&overrides).unwrap(), json);
        }
    }

    #[test]
    fn a_ruleset_reads_back_as_it_is_written() {
        for ruleset in Ruleset::printed() {
            let json = serde_json::to_string(&ruleset).unwrap();
            assert_eq!(serde_json::from_str::<Ruleset>(&json).unwrap(), ruleset);
        }
    }

    #[cfg(feature = "schema")]
    #[test]
    fn the_schema_offers_null_only_where_it_is_a_value() {
        let schema = schemars::schema_for!(Overrides).to_value();
        assert_eq!(schema["properties"]["rack"]["type"], "integer");
        assert_eq!(schema["$defs"]["ClockOverrides"]["properties"]["turn_seconds"]["type"][1], "null");
        assert_eq!(schema["required"], serde_json::Value::Null);
        assert_eq!(schema["additionalProperties"], false);
    }

    #[cfg(feature = "schema")]
    #[test]
    fn typescript_has_optional_fields_and_null_only_where_it_is_a_value() {
        use ts_rs::TS;
        let config = ts_rs::Config::new();
        let clock = ClockOverrides::inline(&config);
        assert!(clock.contains("turn_seconds?: number | null,"), "{clock}");
        assert!(clock.contains("grace_ms?: number,"), "{clock}");
        let all = Overrides::inline(&config);
        assert!(
            all.contains("match?: MatchEnd,") && all.contains("unopened?: UnopenedRule | null,"),
            "{all}"
        );
        assert_eq!(crate::Face::decl(&config), "type Face = string;");
    }
}
