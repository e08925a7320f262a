//! When a match ends.

use core::fmt;

/// When a match ends (rules.md §6), written `{"cycles": 1}`, `{"target": 100}`, `{"rounds": 4}` or `{"open": true}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchEnd {
    /// After players × this many rounds, 1 to 10.
    Cycles(u8),
    /// After the round in which somebody's total reaches this, 50 to 5000.
    Target(u16),
    /// After this many rounds, 1 to 40.
    Rounds(u8),
    /// When the host ends it.
    Open,
}

impl fmt::Display for MatchEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycles(n) => write!(f, r#"{{"cycles": {n}}}"#),
            Self::Target(n) => write!(f, r#"{{"target": {n}}}"#),
            Self::Rounds(n) => write!(f, r#"{{"rounds": {n}}}"#),
            Self::Open => f.write_str(r#"{"open": true}"#),
        }
    }
}

#[cfg(feature = "serde")]
mod json {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser::SerializeMap};

    use super::MatchEnd;
    use crate::ruleset::present::present;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Keys {
        #[serde(default, deserialize_with = "present")]
        cycles: Option<u8>,
        #[serde(default, deserialize_with = "present")]
        target: Option<u16>,
        #[serde(default, deserialize_with = "present")]
        rounds: Option<u8>,
        #[serde(default, deserialize_with = "present")]
        open: Option<bool>,
    }

    impl Serialize for MatchEnd {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(1))?;
            match self {
                Self::Cycles(n) => map.serialize_entry("cycles", n)?,
                Self::Target(n) => map.serialize_entry("target", n)?,
                Self::Rounds(n) => map.serialize_entry("rounds", n)?,
                Self::Open => map.serialize_entry("open", &true)?,
            }
            map.end()
        }
    }

    impl<'de> Deserialize<'de> for MatchEnd {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            match Keys::deserialize(deserializer)? {
                Keys { cycles: Some(n), target: None, rounds: None, open: None } => Ok(Self::Cycles(n)),
                Keys { cycles: None, target: Some(n), rounds: None, open: None } => Ok(Self::Target(n)),
                Keys { cycles: None, target: None, rounds: Some(n), open: None } => Ok(Self::Rounds(n)),
                Keys { cycles: None, target: None, rounds: None, open: Some(true) } => Ok(Self::Open),
                Keys { cycles: None, target: None, rounds: None, open: Some(false) } => {
                    Err(D::Error::custom("`open` can only be true: leave it out and say when the match ends"))
                }
                Keys { cycles: None, target: None, rounds: None, open: None } => Err(D::Error::custom(
                    "`match` is empty: give one of `cycles`, `target`, `rounds`, `open`",
                )),
                _ => Err(D::Error::custom("`match` takes only one of `cycles`, `target`, `rounds`, `open`")),
            }
        }
    }
}

#[cfg(feature = "schema")]
mod schema {
    use alloc::{borrow::Cow, string::String};
    use std::path::PathBuf;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::MatchEnd;
    use crate::ruleset::limit::{MATCH_CYCLES, MATCH_ROUNDS, MATCH_TARGET};

    impl JsonSchema for MatchEnd {
        fn schema_name() -> Cow<'static, str> {
            "MatchEnd".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let counted = |key: &str, limit: crate::ruleset::limit::Limit, meaning: &str| {
                json_schema!({
                    "type": "object",
                    "description": meaning,
                    "properties": { key: { "type": "integer", "minimum": limit.min, "maximum": limit.max } },
                    "required": [key],
                    "additionalProperties": false
                })
            };
            json_schema!({
                "description": "When a match ends.",
                "oneOf": [
                    counted("cycles", MATCH_CYCLES, "After players × this many rounds."),
                    counted("target", MATCH_TARGET, "After the round in which somebody's total reaches this."),
                    counted("rounds", MATCH_ROUNDS, "After this many rounds."),
                    {
                        "type": "object",
                        "description": "When the host ends it.",
                        "properties": { "open": { "const": true } },
                        "required": ["open"],
                        "additionalProperties": false
                    }
                ]
            })
        }
    }

    impl ts_rs::TS for MatchEnd {
        type WithoutGenerics = Self;
        type OptionInnerType = Self;

        fn docs() -> Option<String> {
            Some("/**\n * When a match ends.\n */\n".into())
        }

        fn name(_: &ts_rs::Config) -> String {
            "MatchEnd".into()
        }

        fn inline(_: &ts_rs::Config) -> String {
            "{ cycles: number } | { target: number } | { rounds: number } | { open: true }".into()
        }

        fn decl(cfg: &ts_rs::Config) -> String {
            alloc::format!("type MatchEnd = {};", Self::inline(cfg))
        }

        fn decl_concrete(cfg: &ts_rs::Config) -> String {
            Self::decl(cfg)
        }

        fn output_path() -> Option<PathBuf> {
            Some("sarja.ts".into())
        }
    }
}

#[cfg(feature = "serde")]
#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn each_end_is_one_key() {
        for (end, json) in [
            (MatchEnd::Cycles(2), r#"{"cycles":2}"#),
            (MatchEnd::Target(500), r#"{"target":500}"#),
            (MatchEnd::Rounds(40), r#"{"rounds":40}"#),
            (MatchEnd::Open, r#"{"open":true}"#),
        ] {
            assert_eq!(serde_json::to_string(&end).unwrap(), json);
            assert_eq!(serde_json::from_str::<MatchEnd>(json).unwrap(), end);
            assert_eq!(serde_json::from_str::<MatchEnd>(&end.to_string()).unwrap(), end);
        }
    }

    #[test]
    fn any_other_object_is_refused_by_name() {
        for (json, says) in [
            (r#"{"open":false}"#, "`open` can only be true"),
            ("{}", "`match` is empty"),
            (r#"{"cycles":1,"target":100}"#, "only one of"),
            (r#"{"cycles":1,"open":false}"#, "only one of"),
            (r#"{"sets":3}"#, "unknown field `sets`"),
            (r#"{"cycles":null}"#, "null"),
            (r#"{"cycles":1,"target":null}"#, "null"),
            (r#"{"cycles":-1}"#, "-1"),
            (r#"{"cycles":1,"cycles":1}"#, "duplicate field `cycles`"),
        ] {
            let error = serde_json::from_str::<MatchEnd>(json).unwrap_err().to_string();
            assert!(error.contains(says), "{json}: {error}");
        }
    }
}
