//! A match so far.

use sarja_rules::{Points, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::MatchId;

/// A match so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct MatchView {
    /// Its id, under which its result is kept.
    pub match_id: MatchId,
    /// Its number in the room, from 1.
    pub match_no: u32,
    /// Whether it is on.
    pub state: MatchState,
    /// The rounds that ended, replayed ones among them.
    pub rounds: Vec<RoundSummary>,
    /// The points of each seat so far.
    pub totals: Vec<Points>,
    /// The rounds that each seat won so far.
    pub rounds_won: Vec<u32>,
    /// The places, the first first, each with the seats that share it; only when the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Vec<Vec<Seat>>>,
    /// How many pauses are left.
    pub pauses_left: u32,
    /// Whether it ends after the round in progress.
    #[serde(default)]
    pub ending_after_round: bool,
}

/// Whether a match is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum MatchState {
    /// It is.
    Playing,
    /// It ended and is ranked.
    Ended,
    /// It was given up and is not ranked.
    Abandoned,
}

/// A round that ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct RoundSummary {
    /// Its number in the match, from 1; a replayed round keeps its number.
    pub round: u32,
    /// Its deal, numbered in the room from 1; never used again.
    pub deal: u32,
    /// How it ended.
    pub how: RoundHow,
    /// Who won it; absent if nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// The points of each seat.
    pub points: Vec<Points>,
    /// Whether it is played again and does not count.
    #[serde(default)]
    pub replay: bool,
    /// In how many turns each seat took a hint; absent if nobody did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<u16>>")]
    pub hints: Vec<u16>,
    /// In Rommikubbi, if somebody went out: how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub going_out: Option<GoingOut>,
}

/// How somebody went out in Rommikubbi (rules.md §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum GoingOut {
    /// With new sets only in the last turn: 100 points, and what the others lose for their racks, and for not having opened,
    /// counts twice.
    NewSetsOnly,
    /// With tiles added to sets of the table, or with nothing but the discard: 50 points.
    Otherwise,
}

/// How a round ended (rules.md §6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum RoundHow {
    /// A rack was empty.
    Out,
    /// Nobody could or would go on.
    Blocked,
}
