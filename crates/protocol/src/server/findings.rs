//! What the server finds by searching: hints, and analyses of rounds.

use sarja_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CommandId, ShownSet, TurnNumber};

/// A hint for your turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Hint {
    /// The command.
    pub command_id: CommandId,
    /// The turn that it is for.
    pub turn: TurnNumber,
    /// Whether you can play.
    pub can_play: CanPlay,
    /// The best play that was found; only where the room's `hints` are `play`, and there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<HintedPlay>,
}

/// Whether somebody can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum CanPlay {
    /// There is a legal play.
    Yes,
    /// It is proven that there is none.
    No,
    /// None was found, and it was not proven that there is none.
    Unknown,
}

/// A play that the server found for you.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct HintedPlay {
    /// The whole table after it, as `play` takes it. Sets that stay as they are have their ids.
    pub table: Vec<ShownSet>,
    /// How many tiles it plays from the rack.
    pub tiles: u16,
    /// Whether it is proven that no play has more tiles.
    pub exact: bool,
}

/// What was played in each turn of a round, and what could have been.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct RoundAnalysis {
    /// The command.
    pub command_id: CommandId,
    /// The deal of the round.
    pub deal: u32,
    /// Its turns, in order.
    pub turns: Vec<TurnAnalysis>,
}

/// What was played in a turn, and what could have been.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct TurnAnalysis {
    /// The turn.
    pub turn: TurnNumber,
    /// Whose it was.
    pub seat: Seat,
    /// How many tiles were played from the rack; 0 where the turn was drawn or passed.
    pub played: u16,
    /// The most tiles that could have been played, as far as was found.
    pub possible: u16,
    /// Whether it is proven that no more could have been played.
    pub exact: bool,
    /// Whether the player had not opened, could have, and did not.
    #[serde(default)]
    pub missed_opening: bool,
}
