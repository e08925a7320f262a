//! Why a table is no legal play.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// Parameters of a reason or an error: by name, numbers and texts.
pub type Params = BTreeMap<String, Value>;

/// A reason why a set or a play is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Reason {
    /// What is wrong; translate by this.
    pub code: ReasonCode,
    /// Which set, as its place in the table that was sent, from 0; absent if it is the whole play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<u16>,
    /// Which tile, as its place in that set as it was sent, from 0; absent if it is the whole set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<u16>,
    /// The numbers and faces that the text names; each code has its own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(type = "Record<string, unknown>", optional)]
    pub params: Params,
    /// The same for people, in English.
    pub text: String,
}

impl Reason {
    /// A reason that concerns the whole play, with the English of its code.
    pub fn new(code: ReasonCode, params: Params) -> Self {
        let text = code.english(&params);
        Self { code, set: None, tile: None, params, text }
    }

    /// The same, laid to a set.
    #[must_use]
    pub fn in_set(self, set: u16) -> Self {
        Self { set: Some(set), ..self }
    }

    /// The same, laid to a tile of a set.
    #[must_use]
    pub fn at_tile(self, set: u16, tile: u16) -> Self {
        Self { set: Some(set), tile: Some(tile), ..self }
    }
}

macro_rules! reason_codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $code:literal, [$($param:literal: $what:literal),*], $english:literal
        $(, why { $($word:literal: $words:literal),+ $(,)? })?;)+) => {
        /// What can be wrong with a set, a play or a turn (rules.md §1 to §4, §8).
        ///
        /// New codes may come with new rulesets; a client shows the `text` of a code that it does not know.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS)]
        #[serde(rename_all = "snake_case")]
        #[ts(export_to = "sarja.ts")]
        pub enum ReasonCode {
            $($(#[doc = $doc])+ $variant,)+
            /// A code that this version of the library does not know.
            #[serde(other)]
            #[schemars(skip)]
            #[ts(skip)]
            Unknown,
        }

        impl ReasonCode {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its text on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)+ Self::Unknown => "unknown" }
            }

            /// The English, with `{name}` where a parameter goes.
            pub const fn template(self) -> &'static str {
                match self { $(Self::$variant => $english,)+ Self::Unknown => "this is not allowed" }
            }

            /// The words that the parameter `why` can be, each with its English, which stands where the template has `{why}`;
            /// none for a code without that parameter.
            pub const fn words(self) -> &'static [(&'static str, &'static str)] {
                match self { $($(Self::$variant => &[$(($word, $words)),+],)?)+ _ => &[] }
            }

            /// The parameters: name and meaning.
            pub const fn params(self) -> &'static [(&'static str, &'static str)] {
                match self { $(Self::$variant => &[$(($param, $what)),*],)+ Self::Unknown => &[] }
            }

            /// What the code means, in a sentence.
            pub fn meaning(self) -> String {
                match self { $(Self::$variant => [$($doc),+].concat().trim().to_owned(),)+ Self::Unknown => String::new() }
            }
        }
    };
}

reason_codes! {
    /// A tile that lay on the table no longer lies there.
    TileTakenFromTable = "tile_taken_from_table", ["tile": "the face that is missing", "count": "how many of it are missing"],
        "gone from the table: {count} × {tile}";
    /// A tile is laid, or discarded, that neither lay on the table nor is in the rack.
    TileNotInRack = "tile_not_in_rack", ["tile": "the face that is too many", "count": "how many of it are too many"],
        "not in your rack: {count} × {tile}";
    /// No tile of the rack was played.
    NoRackTilePlayed = "no_rack_tile_played", [], "lay at least one tile of your rack";
    /// A set has too few tiles.
    SetTooShort = "set_too_short", ["have": "tiles in the set", "need": "the fewest allowed", "missing": "how many more it needs"],
        "a set needs {missing} more";
    /// A set is neither a run nor a group.
    NotASet = "not_a_set", ["why": "what keeps it from being a set"], "{why}", why {
        "only_jokers": "jokers alone are no set",
        "mixed": "colours differ, and numbers too",
        "colour_twice": "same colour twice",
        "group_too_long": "at most 4 in a group",
        "number_twice": "same number twice",
        "gap": "numbers not in a row",
        "past_the_end": "a run cannot go past its last number",
        "other_kind": "it is not of the kind that was declared",
    };
    /// A set holds more jokers than the ruleset allows.
    TooManyJokers = "too_many_jokers", ["have": "jokers in the set", "most": "the most allowed"],
        "{have} jokers in a set, at most {most} may be";
    /// The sets from the rack are worth too little to open.
    OpeningTooLow = "opening_too_low", ["have": "points so far", "need": "points needed", "why": "what is wanted"], "{why}", why {
        "points": "opening: {have} of {need} points",
        "no_set": "open with a set of your own tiles",
    };
    /// The opening used what lay on the table.
    OpeningUsesTable = "opening_uses_table", ["old_set": "the id of the set that did not stay as it was"],
        "the table stays as it is until your opening has been made";
    /// A retrieved joker was not replaced by a tile that it stood for.
    JokerNotReplaced = "joker_not_replaced", ["faces": "the tiles of which one would replace it"],
        "the joker must be replaced by {faces}";
    /// A retrieved joker does not lie in a new set.
    JokerNotInNewSet = "joker_not_in_new_set", [], "a joker taken from a set must go into a new set";
    /// A retrieved joker lies in its own old set.
    JokerNotInOtherSet = "joker_not_in_other_set", [], "a joker taken from a set must go into another set";
    /// Too few tiles of the rack lie beside a retrieved joker.
    JokerNeedsRackTilesBeside = "joker_needs_rack_tiles_beside", ["have": "rack tiles beside it", "need": "the fewest allowed"],
        "{have} of {need} tiles of your rack lie beside the joker taken from a set";
    /// Nothing was taken yet in this turn: a tile of the stock, or the pile, comes first.
    TakeNotAllowed = "take_not_allowed", [], "take a tile or the pile first";
    /// The pile was taken, and its top lies in no new set.
    PileTopNotInNewSet = "pile_top_not_in_new_set", ["tile": "the top of the pile"],
        "{tile}, the top of the pile, has to lie in a new set";
    /// A set of the table was changed otherwise than by adding to it.
    SetRearranged = "set_rearranged", ["old_set": "the id of the set"], "sets on the table stay as they are; you may only add to them";
    /// Tiles were added to sets of the table, or jokers swapped, without an opening in this turn or before.
    OpeningFirst = "opening_first", [], "before you add to sets or swap jokers you have to open";
    /// No run is among the sets of the opening.
    OpeningNeedsRun = "opening_needs_run", [], "one of the sets of an opening has to be a run";
    /// No tile is discarded, and tiles are left.
    DiscardMissing = "discard_missing", [], "choose a tile to discard";
    /// Every tile was laid, and none is left to be discarded.
    NoTileLeftToDiscard = "no_tile_left_to_discard", [], "keep one tile to discard";
    /// What a set with a joker held does not lie together any more.
    JokerSetBroken = "joker_set_broken", ["old_set": "the id of the set that was taken apart"], "a set with a joker must stay together";
}

impl ReasonCode {
    /// The English with the parameters in their places; a parameter that is missing shows as `?`.
    pub fn english(self, params: &Params) -> String {
        let why = params.get("why").and_then(Value::as_str);
        let words = self.words().iter().find(|(word, _)| Some(*word) == why).map(|(_, words)| words);
        let mut text =
            words.map_or_else(|| self.template().to_owned(), |words| self.template().replace("{why}", words));
        for (name, _) in self.params() {
            let value = match params.get(*name) {
                Some(Value::String(value)) => value.clone(),
                Some(Value::Array(values)) => {
                    let words: Vec<_> = values
                        .iter()
                        .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
                        .collect();
                    words.join(" or ")
                }
                Some(value) => value.to_string(),
                None => "?".to_owned(),
            };
            text = text.replace(&format!("{{{name}}}"), &value);
        }
        text
    }
}

/// All reason codes with their parameters and English, as `sarja schema --reasons` prints them.
pub fn reasons() -> Value {
    ReasonCode::ALL
        .iter()
        .map(|code| {
            let params: serde_json::Map<_, _> =
                code.params().iter().map(|&(name, what)| (name.to_owned(), what.into())).collect();
            let mut told = serde_json::json!({
                "code": code.as_str(),
                "meaning": code.meaning(),
                "params": params,
                "english": code.template(),
            });
            if !code.words().is_empty() {
                let words: serde_json::Map<_, _> =
                    code.words().iter().map(|&(word, english)| (word.to_owned(), english.into())).collect();
                told["why"] = words.into();
            }
            told
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_code_is_its_serde_name() {
        for code in ReasonCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        }
    }

    #[test]
    fn english_names_every_parameter_it_has() {
        let params = Params::from([
            ("have".into(), 24.into()),
            ("need".into(), 30.into()),
            ("why".into(), "points".into()),
        ]);
        assert_eq!(Reason::new(ReasonCode::OpeningTooLow, params).text, "opening: 24 of 30 points");
        let params = Params::from([("faces".into(), serde_json::json!(["R4", "K4"]))]);
        assert_eq!(
            Reason::new(ReasonCode::JokerNotReplaced, params).text,
            "the joker must be replaced by R4 or K4"
        );
        for code in ReasonCode::ALL {
            let texts = code.words().iter().map(|(_, english)| *english).chain([code.template()]);
            for named in
                texts.flat_map(|text| text.split('{').skip(1)).filter_map(|rest| rest.split('}').next())
            {
                assert!(code.params().iter().any(|(param, _)| *param == named), "{code:?}: {named}");
            }
            assert_eq!(code.template().contains("{why}"), !code.words().is_empty(), "{code:?}");
        }
    }

    #[test]
    fn a_code_of_a_later_version_is_read_as_unknown() {
        let reason: Reason =
            serde_json::from_value(serde_json::json!({"code": "of_a_later_version", "text": "…"})).unwrap();
        assert_eq!(reason.code, ReasonCode::Unknown);
    }
}
