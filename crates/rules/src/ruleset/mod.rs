//! Rulesets as data: the printed ones, and what a room may override.

mod fields;

pub use fields::{
    BlockedTie, ClockRule, Family, IllegalPlay, JokerRule, JokerSets, LegalDraft, MatchEnd, OpeningRule, PenaltyRule,
    PoolEmpty, Ranking, Release, Reuse, Ruleset, Scoring, Starter, TableUse, TileSupply, UnopenedRule,
};
