//! What text may be stored: checked before it is queued, so that a bad one never reaches a batch.
//!
//! NUL is refused in every form, because `PostgreSQL` can hold it neither in text nor in JSON, and the log
//! must be able to move between the engines.

use std::fmt;

use serde::de::IgnoredAny;

use crate::limits::{EVENTS_BYTES_MAX, TEXT_BYTES_MAX};

/// Data that the store does not take. The caller made it wrong; trying again does not help.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {problem}")]
pub struct Unstorable {
    /// What it is, in words.
    pub field: &'static str,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with [`Unstorable`] data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It holds the character NUL, plainly or as a JSON escape.
    Nul,
    /// It is longer than it may be.
    TooLong {
        /// Its length in bytes.
        bytes: usize,
        /// The limit.
        bytes_max: usize,
    },
    /// It is not JSON of the right shape; the text says where.
    NotJson(String),
    /// The number of events is not what the caller said, or is zero.
    Count {
        /// What the caller said.
        said: u32,
        /// How many there are.
        found: usize,
    },
    /// The number does not fit.
    OutOfRange(u64),
    /// The database refused it; the text is its reason and names the constraint.
    Rejected(String),
}

impl Unstorable {
    pub(crate) fn new(field: &'static str, problem: Problem) -> Self {
        Self { field, problem }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nul => write!(f, "holds a NUL character"),
            Self::TooLong { bytes, bytes_max } => {
                write!(f, "has {bytes} bytes, at most {bytes_max} are stored")
            }
            Self::NotJson(why) => write!(f, "is not the JSON it should be: {why}"),
            Self::Count { said, found } => write!(f, "should be {said} (at least 1) but are {found}"),
            Self::OutOfRange(value) => write!(f, "is out of range: {value}"),
            Self::Rejected(why) => write!(f, "was refused by the database: {why}"),
        }
    }
}

/// Checks plain text.
pub(crate) fn plain(field: &'static str, text: &str) -> Result<(), Unstorable> {
    length(field, text, TEXT_BYTES_MAX)?;
    if text.contains('\0') { Err(Unstorable::new(field, Problem::Nul)) } else { Ok(()) }
}

/// Checks JSON text of any shape.
pub(crate) fn json(field: &'static str, text: &str) -> Result<(), Unstorable> {
    length(field, text, TEXT_BYTES_MAX)?;
    parse::<IgnoredAny>(field, text).map(|_| ())
}

/// Checks the events of one append: a JSON array of `count` elements.
pub(crate) fn events(text: &str, count: u32) -> Result<(), Unstorable> {
    length("events", text, EVENTS_BYTES_MAX)?;
    let found = parse::<Vec<IgnoredAny>>("events", text)?.len();
    if found == 0 || u32::try_from(found) != Ok(count) {
        return Err(Unstorable::new("events", Problem::Count { said: count, found }));
    }
    Ok(())
}

fn length(field: &'static str, text: &str, bytes_max: usize) -> Result<(), Unstorable> {
    let bytes = text.len();
    if bytes > bytes_max {
        Err(Unstorable::new(field, Problem::TooLong { bytes, bytes_max }))
    } else {
        Ok(())
    }
}

fn parse<'t, T: serde::Deserialize<'t>>(field: &'static str, text: &'t str) -> Result<T, Unstorable> {
    // Before parsing, so that the reason is the right one: a plain NUL is no JSON either.
    if text.contains('\0') || has_escaped_nul(text) {
        return Err(Unstorable::new(field, Problem::Nul));
    }
    serde_json::from_str(text).map_err(|error| Unstorable::new(field, Problem::NotJson(error.to_string())))
}

/// Whether JSON text holds the escape of NUL. In `\\u0000` the backslash is escaped and the rest are letters.
fn has_escaped_nul(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let escape = &rest[at + 1..];
        if escape.starts_with("u0000") {
            return true;
        }
        let mut after = escape.chars();
        after.next(); // the escaped character, which may be another backslash
        rest = after.as_str();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_nul_is_found_only_where_it_is_one() {
        for (text, nul) in [
            (r#"["\u0000"]"#, true),
            (r#"["\\\u0000"]"#, true),
            (r#"["\\u0000"]"#, false),
            (r#"["\"\u0001é\\"]"#, false),
            ("[\"\0\"]", true),
        ] {
            let refused = json("text", text).is_err_and(|e| e.problem == Problem::Nul);
            assert_eq!(refused, nul, "{text}");
        }
    }

    #[test]
    fn events_must_be_as_many_as_said() {
        assert_eq!(events("[{},{}]", 2), Ok(()));
        let problem = |text, count| events(text, count).unwrap_err().problem;
        assert_eq!(problem("[{},{}]", 3), Problem::Count { said: 3, found: 2 });
        assert_eq!(problem("[]", 0), Problem::Count { said: 0, found: 0 });
        assert!(matches!(problem("{}", 1), Problem::NotJson(_)));
        assert!(matches!(problem("[{}", 1), Problem::NotJson(_)));
    }

    #[test]
    fn text_has_a_longest_length() {
        let long = "x".repeat(TEXT_BYTES_MAX + 1);
        assert_eq!(plain("name", &long[1..]), Ok(()));
        let error = plain("name", &long).unwrap_err();
        assert_eq!(error.to_string(), "name has 65537 bytes, at most 65536 are stored");
    }
}
