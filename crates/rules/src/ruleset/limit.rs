//! What can be set in a room: the ranges of rules.md §10.

use alloc::{
    format,
    string::{String, ToString},
};

/// A value of a ruleset that is out of its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` cannot be {value}: allowed is {allowed}")]
pub struct OverrideError {
    /// The field's JSON name with a dot for each level, as `clock.turn_seconds`.
    pub field: &'static str,
    /// The value that was given.
    pub value: String,
    /// What would be allowed, as `10-600 or null`.
    pub allowed: String,
}

/// The range of a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// JSON name of the field.
    pub(super) field: &'static str,
    /// Least value.
    pub(super) min: u32,
    /// Greatest value.
    pub(super) max: u32,
    null: Null,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Null {
    Refused,
    Allowed,
}

pub(super) const RACK: Limit = Limit::new("rack", 7, 20);
pub(super) const OPENING_MIN_POINTS: Limit = Limit::new("opening.min_points", 0, 100);
pub(super) const JOKER_RACK_TILES_BESIDE: Limit = Limit::new("joker.rack_tiles_beside", 0, 2);
pub(super) const JOKER_PER_SET: Limit = Limit::new("joker.per_set", 1, 3).or_null();
pub(super) const JOKER_RACK_POINTS: Limit = Limit::new("joker.rack_points", 0, 100);
pub(super) const CLOCK_TURN_SECONDS: Limit = Limit::new("clock.turn_seconds", 10, 600).or_null();
pub(super) const CLOCK_GRACE_MS: Limit = Limit::new("clock.grace_ms", 0, 2000);
pub(super) const PENALTY_TIMEOUT: Limit = Limit::new("penalty.timeout", 0, 7);
pub(super) const PENALTY_REARRANGING: Limit = Limit::new("penalty.rearranging", 0, 7);
pub(super) const UNOPENED_COULD_NOT: Limit = Limit::new("unopened.could_not", 0, 500);
pub(super) const UNOPENED_COULD: Limit = Limit::new("unopened.could", 0, 500);
pub(super) const MATCH_CYCLES: Limit = Limit::new("match.cycles", 1, 10);
pub(super) const MATCH_TARGET: Limit = Limit::new("match.target", 50, 5000);
pub(super) const MATCH_ROUNDS: Limit = Limit::new("match.rounds", 1, 40);

impl Limit {
    const fn new(field: &'static str, min: u32, max: u32) -> Self {
        Self { field, min, max, null: Null::Refused }
    }

    const fn or_null(self) -> Self {
        Self { null: Null::Allowed, ..self }
    }

    /// The value as the type of the field, if it lies in the range.
    pub(super) fn narrow<T: TryFrom<u32>>(self, value: u32) -> Result<T, OverrideError> {
        let in_range = (self.min..=self.max).contains(&value).then(|| T::try_from(value).ok()).flatten();
        in_range.ok_or_else(|| OverrideError {
            field: self.field,
            value: value.to_string(),
            allowed: match self.null {
                Null::Refused => format!("{}-{}", self.min, self.max),
                Null::Allowed => format!("{}-{} or null", self.min, self.max),
            },
        })
    }

    /// Refuses a value out of the range.
    pub(super) fn check(self, value: impl Into<u32>) -> Result<(), OverrideError> {
        self.narrow::<u32>(value.into()).map(|_| ())
    }
}
