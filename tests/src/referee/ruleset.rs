//! The rulesets of rules.md §7 and §8 as far as a verdict depends on them, and their overrides (§10).

use serde_json::{Map, Value, json};

/// The names of the rulesets of the Rummikub family.
pub(crate) const RUMMIKUB: [&str; 7] =
    ["classic-2600", "travel-2017", "tactic-2008", "turniej-pl", "sabra-no", "xp-6", "federation"];

/// What a retrieved joker has to be replaced by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Release {
    Any,
    Exact,
    ExactRack,
}

/// Where a retrieved joker has to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reuse {
    NewSet,
    OtherSet,
    Anywhere,
}

/// How far the table may be used in the turn of the opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableUse {
    NextTurn,
    SameTurn,
}

/// Whether old sets with jokers have to stay together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JokerSets {
    Open,
    Locked,
}

/// Who gets the points of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scoring {
    ZeroSum,
    LosersPay,
}

/// When a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MatchEnd {
    Cycles(usize),
    Target(i64),
    Rounds(usize),
    Open,
}

/// The fields that a verdict depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ruleset {
    pub(crate) is_rommikubbi: bool,
    pub(crate) min_points: u32,
    pub(crate) table_use: TableUse,
    pub(crate) release: Release,
    pub(crate) reuse: Reuse,
    pub(crate) rack_tiles_beside: usize,
    pub(crate) joker_sets: JokerSets,
    pub(crate) per_set: Option<usize>,
    pub(crate) joker_rack_points: i64,
    pub(crate) scoring: Scoring,
    /// `could_not` and `could`.
    pub(crate) unopened: Option<(i64, i64)>,
    pub(crate) replays_ties: bool,
    pub(crate) match_end: MatchEnd,
    pub(crate) ranks_by_wins: bool,
}

/// Every field that a room can override, with the values of `classic-2600`.
fn classic() -> Value {
    json!({
        "rack": 14,
        "opening": {"min_points": 30, "table_use": "next_turn"},
        "joker": {"release": "any", "reuse": "new_set", "rack_tiles_beside": 0, "sets": "open", "per_set": null,
                  "rack_points": 30},
        "clock": {"turn_seconds": 60, "grace_ms": 250, "legal_draft": "stands"},
        "penalty": {"timeout": 1, "rearranging": 3},
        "illegal_play": "refuse", "must_play": false, "pool_empty": "play_on", "scoring": "zero_sum",
        "unopened": null, "blocked_tie": "void", "starter": "draw", "match": {"cycles": 1}, "ranking": "wins"
    })
}

/// What a ruleset changes of [`classic`].
fn differences(name: &str) -> Option<Value> {
    Some(match name {
        "classic-2600" | "xp-6" => json!({}),
        "travel-2017" => json!({
            "joker": {"release": "exact_rack", "rack_tiles_beside": 2}, "clock": {"turn_seconds": 120},
            "match": {"target": 100}, "ranking": "points", "blocked_tie": "replay"
        }),
        "tactic-2008" => json!({"joker": {"release": "exact_rack", "sets": "locked", "per_set": 1}}),
        "turniej-pl" => json!({
            "joker": {"release": "exact", "reuse": "other_set"}, "penalty": {"rearranging": 1},
            "illegal_play": "penalty", "pool_empty": "end_at_once", "match": {"rounds": 4}, "ranking": "points",
            "starter": "rotate"
        }),
        "sabra-no" => json!({
            "opening": {"table_use": "same_turn"}, "joker": {"release": "exact_rack", "reuse": "other_set"},
            "clock": {"turn_seconds": 120}, "match": {"open": true}, "ranking": "points"
        }),
        "federation" => json!({
            "joker": {"release": "exact", "rack_points": 100}, "clock": {"turn_seconds": 40},
            "pool_empty": "one_more_turn", "unopened": {"could_not": 100, "could": 200}, "match": {"rounds": 4},
            "ranking": "points", "starter": "rotate"
        }),
        "rommikubbi" => json!({
            "opening": {"min_points": 51}, "joker": {"rack_points": 15}, "clock": {"turn_seconds": null},
            "match": {"target": 500}, "ranking": "points"
        }),
        _ => return None,
    })
}

impl Ruleset {
    /// The ruleset of a case, with the case's own options.
    pub(crate) fn of_case(case: &Value) -> Result<Self, String> {
        let name = case.get("ruleset").and_then(Value::as_str).ok_or("no ruleset")?;
        let changes = differences(name).ok_or_else(|| format!("no ruleset `{name}`"))?;
        let mut fields = classic();
        merge(&mut fields, &changes)?;
        match case.get("options") {
            None | Some(Value::Null) => {}
            Some(options) => merge(&mut fields, options)?,
        }
        Self::from_fields(name, &fields)
    }

    fn from_fields(name: &str, fields: &Value) -> Result<Self, String> {
        let unopened = match &fields["unopened"] {
            Value::Null => None,
            fine => Some((number(&fine["could_not"], 0, 500)?, number(&fine["could"], 0, 500)?)),
        };
        let per_set = match &fields["joker"]["per_set"] {
            Value::Null => None,
            limit => Some(size(limit, 1, 3)?),
        };
        let release = [("any", Release::Any), ("exact", Release::Exact), ("exact_rack", Release::ExactRack)];
        let reuse =
            [("new_set", Reuse::NewSet), ("other_set", Reuse::OtherSet), ("anywhere", Reuse::Anywhere)];
        Ok(Self {
            is_rommikubbi: name == "rommikubbi",
            min_points: u32::try_from(number(&fields["opening"]["min_points"], 0, 100)?)
                .map_err(|error| error.to_string())?,
            table_use: word(
                &fields["opening"]["table_use"],
                &[("next_turn", TableUse::NextTurn), ("same_turn", TableUse::SameTurn)],
            )?,
            release: word(&fields["joker"]["release"], &release)?,
            reuse: word(&fields["joker"]["reuse"], &reuse)?,
            rack_tiles_beside: size(&fields["joker"]["rack_tiles_beside"], 0, 2)?,
            joker_sets: word(
                &fields["joker"]["sets"],
                &[("open", JokerSets::Open), ("locked", JokerSets::Locked)],
            )?,
            per_set,
            joker_rack_points: number(&fields["joker"]["rack_points"], 0, 100)?,
            scoring: word(
                &fields["scoring"],
                &[("zero_sum", Scoring::ZeroSum), ("losers_pay", Scoring::LosersPay)],
            )?,
            unopened,
            replays_ties: word(&fields["blocked_tie"], &[("void", false), ("replay", true)])?,
            match_end: match_end(&fields["match"])?,
            ranks_by_wins: word(&fields["ranking"], &[("wins", true), ("points", false)])?,
        })
    }
}

/// Puts changes over fields, nested as they are; `match` and `unopened` are replaced as a whole.
fn merge(fields: &mut Value, changes: &Value) -> Result<(), String> {
    let (Some(fields), Some(changes)) = (fields.as_object_mut(), changes.as_object()) else {
        return Err(format!("options are an object, not {changes}"));
    };
    for (name, change) in changes {
        let Some(field) = fields.get_mut(name) else {
            return Err(format!("no field `{name}` can be overridden"));
        };
        if field.is_object() && name != "match" && name != "unopened" {
            merge(field, change)?;
        } else {
            *field = change.clone();
        }
    }
    Ok(())
}

fn match_end(field: &Value) -> Result<MatchEnd, String> {
    let single = field
        .as_object()
        .filter(|object| object.len() == 1)
        .and_then(|object: &Map<_, _>| object.iter().next());
    let Some((name, value)) = single else {
        return Err(format!("{field} is no end of a match"));
    };
    match name.as_str() {
        "cycles" => Ok(MatchEnd::Cycles(size(value, 1, 10)?)),
        "target" => Ok(MatchEnd::Target(number(value, 50, 5000)?)),
        "rounds" => Ok(MatchEnd::Rounds(size(value, 1, 40)?)),
        "open" if *value == Value::Bool(true) => Ok(MatchEnd::Open),
        _ => Err(format!("{field} is no end of a match")),
    }
}

fn word<T: Copy>(field: &Value, words: &[(&str, T)]) -> Result<T, String> {
    let known = words.iter().find(|(word, _)| field.as_str() == Some(*word));
    known.map(|&(_, value)| value).ok_or_else(|| format!("{field} is no value of its field"))
}

fn number(field: &Value, least: i64, most: i64) -> Result<i64, String> {
    let in_range = field.as_i64().filter(|number| (least..=most).contains(number));
    in_range.ok_or_else(|| format!("{field} is not a number from {least} to {most}"))
}

fn size(field: &Value, least: i64, most: i64) -> Result<usize, String> {
    usize::try_from(number(field, least, most)?).map_err(|error| error.to_string())
}
