//! The fields of a ruleset (rules.md §10).

use alloc::string::String;
use core::iter;

use super::{
    BlockedTie, Family, IllegalPlay, JokerSets, LegalDraft, MatchEnd, PoolEmpty, Ranking, Release, Reuse,
    Scoring, Starter, TableUse,
};
use crate::{Colour, Face, Number};

/// Which tiles a game is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct TileSupply {
    /// The highest number; tiles bear 1 to this. At most 13.
    pub numbers: u8,
    /// How many there are of each face.
    pub copies: u8,
    /// How many jokers there are.
    pub jokers: u8,
}

impl TileSupply {
    /// How many tiles there are in all.
    pub const fn total(self) -> usize {
        4 * self.numbers as usize * self.copies as usize + self.jokers as usize
    }

    /// Every tile, equal ones side by side, in the order of [`Face::all`]; what is shuffled.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        let numbered = Colour::ALL.into_iter().flat_map(move |colour| {
            (1..=self.numbers).filter_map(Number::new).map(move |number| Face::new(colour, number))
        });
        numbered
            .flat_map(move |face| iter::repeat_n(face, usize::from(self.copies)))
            .chain(iter::repeat_n(Face::JOKER, usize::from(self.jokers)))
    }
}

/// What the opening asks for (rules.md §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct OpeningRule {
    /// The least worth of the opening, in points, 0 to 100.
    pub min_points: u16,
    /// Whether the table may be used in the same turn.
    pub table_use: TableUse,
}

/// The rules for jokers (rules.md §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct JokerRule {
    /// What has to replace a retrieved joker.
    pub release: Release,
    /// Where a retrieved joker may be laid.
    pub reuse: Reuse,
    /// How many rack tiles of this play must lie beside a retrieved joker, 0 to 2.
    pub rack_tiles_beside: u8,
    /// Whether sets with jokers may be taken apart.
    pub sets: JokerSets,
    /// The most jokers in a set, 1 to 3, or null for no limit.
    pub per_set: Option<u8>,
    /// What a joker costs on a rack at the end of a round, in points, 0 to 100.
    pub rack_points: u16,
}

/// The clock of a turn (rules.md §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct ClockRule {
    /// Time for a turn in seconds, 10 to 600, or null for no clock.
    pub turn_seconds: Option<u16>,
    /// What the network is granted on top, in milliseconds, 0 to 2000.
    pub grace_ms: u16,
    /// What becomes of a legal draft at the end of the time.
    pub legal_draft: LegalDraft,
}

/// How many tiles a failed turn costs (rules.md §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct PenaltyRule {
    /// Tiles drawn if no old set was touched, 0 to 7.
    pub timeout: u8,
    /// Tiles drawn if an old set was touched, 0 to 7.
    pub rearranging: u8,
}

/// What a loser scores who never opened (rules.md §6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct UnopenedRule {
    /// Points if the rack held no opening at the start of the own last turn, 0 to 500.
    pub could_not: u16,
    /// Points if it did, 0 to 500.
    pub could: u16,
}

/// All that a game is played by: data, no code (rules.md §7, §10).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct Ruleset {
    /// Its name, as `classic-2600`; the name of the printed ruleset also where fields are overridden.
    pub name: String,
    /// Which of the games it belongs to.
    pub family: Family,
    /// Which tiles it is played with.
    pub tiles: TileSupply,
    /// The least and the most players.
    pub seats: [u8; 2],
    /// How many tiles are dealt to each rack, 7 to 20.
    pub rack: u8,
    /// The opening.
    pub opening: OpeningRule,
    /// The jokers.
    pub joker: JokerRule,
    /// The clock.
    pub clock: ClockRule,
    /// What a failed turn costs.
    pub penalty: PenaltyRule,
    /// What becomes of an illegal play.
    pub illegal_play: IllegalPlay,
    /// Whether a player who can play must.
    pub must_play: bool,
    /// What happens when the pool is empty.
    pub pool_empty: PoolEmpty,
    /// How a round is scored.
    pub scoring: Scoring,
    /// What a loser scores who never opened, or null for the rack like any other.
    pub unopened: Option<UnopenedRule>,
    /// What becomes of a blocked round with two lowest racks.
    pub blocked_tie: BlockedTie,
    /// Who starts a round.
    pub starter: Starter,
    /// When the match ends.
    pub r#match: MatchEnd,
    /// What ranks the players where the rounds are fixed.
    pub ranking: Ranking,
}
