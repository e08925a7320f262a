//! Rulesets as data: the printed ones, and what a room may override.

mod check;
mod choice;
mod fields;
mod limit;
mod match_end;
mod overrides;
#[cfg(feature = "serde")]
mod present;
mod printed;
mod word;

pub use check::{DealError, Difference};
pub use choice::{
    BlockedTie, Family, IllegalPlay, JokerSets, LegalDraft, PoolEmpty, Ranking, Release, Reuse, Scoring,
    Starter, TableUse,
};
pub use fields::{ClockRule, JokerRule, OpeningRule, PenaltyRule, Ruleset, TileSupply, UnopenedRule};
pub use limit::OverrideError;
pub use match_end::MatchEnd;
pub use overrides::{ClockOverrides, JokerOverrides, OpeningOverrides, Overrides, PenaltyOverrides};
