//! What only a practice server does.

use sarja_rules::{Face, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    CommandId, LaidSet, PracticeSeed,
    limits::{SCRIPT_ACTIONS_MAX, SCRIPTS_MAX, STEP_MS_MAX, TABLE_SETS_MAX},
};

/// How a practice room differs from others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Practice {
    /// What all chance of the room is made from; without it chance is chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<PracticeSeed>,
    /// Whether the clock runs by itself.
    #[serde(default)]
    #[ts(as = "Option<PracticeClock>")]
    pub clock: PracticeClock,
    /// Opponents that do what is written. They sit on their seats from the start and are ready.
    #[serde(default)]
    #[schemars(length(max = SCRIPTS_MAX))]
    #[ts(as = "Option<Vec<Script>>")]
    pub scripts: Vec<Script>,
}

/// The clock of a practice room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum PracticeClock {
    /// It runs as in other rooms.
    #[default]
    Running,
    /// It stands still but for `step_clock`.
    Stepped,
}

/// An opponent that does what is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct Script {
    /// Its seat.
    pub seat: Seat,
    /// What it does, one action for each of its turns. After the last, and where an action is refused or is of the other game, it
    /// draws or passes; in Rommikubbi it takes a tile and discards it, or gives the pile back.
    #[schemars(length(max = SCRIPT_ACTIONS_MAX))]
    pub actions: Vec<ScriptedAction>,
}

/// What a scripted opponent takes at the beginning of a turn of Rommikubbi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum ScriptedTake {
    /// A tile from the stock.
    Tile,
    /// The whole pile.
    Pile,
}

/// A turn of Rommikubbi as a scripted opponent plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct ScriptedTurn {
    /// What it takes; in the first turn of a round it takes nothing, whatever stands here.
    pub take: ScriptedTake,
    /// The whole table after the turn.
    #[schemars(length(max = TABLE_SETS_MAX))]
    pub table: Vec<LaidSet>,
    /// The tile that it discards.
    pub discard: Face,
}

/// What a scripted opponent does in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum ScriptedAction {
    /// Plays this whole table.
    Play(#[schemars(length(max = TABLE_SETS_MAX))] Vec<LaidSet>),
    /// Draws.
    Draw,
    /// Passes.
    Pass,
    /// Takes, lays and discards; in Rommikubbi.
    Turn(ScriptedTurn),
    /// Does nothing until the time runs out.
    Wait,
}

/// Moves the clock of a practice room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "sarja.ts")]
pub struct StepClock {
    /// The client's name for the command.
    pub command_id: CommandId,
    /// By how many milliseconds.
    #[schemars(range(max = STEP_MS_MAX))]
    pub ms: u32,
}
