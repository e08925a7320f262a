//! What happened in a turn of Rommikubbi.
//!
//! In the schema each stands in the place where it is used, as the fields of other events do: a client's author sees no difference.

use sarja_rules::{Face, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::StepWhy;
use crate::{SetView, TurnNumber};

/// A tile was taken from the stock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[schemars(inline)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct TileTaken {
    /// Who took it.
    pub seat: Seat,
    /// Which turn.
    pub turn: TurnNumber,
    /// How many tiles are left in the stock.
    pub pool: u16,
    /// Why.
    pub why: StepWhy,
    /// The tile, if it is yours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<Face>,
}

/// The pile was turned over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[schemars(inline)]
#[ts(export_to = "sarja.ts")]
pub struct PileTurnedOver {
    /// How many tiles the stock has now; the pile has none.
    pub pool: u16,
}

/// The pile was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[schemars(inline)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct PileTaken {
    /// Who took it.
    pub seat: Seat,
    /// Which turn.
    pub turn: TurnNumber,
    /// How many tiles it had; there is no pile now.
    pub count: u16,
    /// The tiles from the bottom to the top, if they are yours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<Face>>,
}

/// Tiles were laid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[schemars(inline)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct SetsLaid {
    /// Who laid them.
    pub seat: Seat,
    /// Which turn.
    pub turn: TurnNumber,
    /// The whole table after it.
    pub table: Vec<SetView>,
    /// The tiles that came from the rack.
    pub from_rack: Vec<Face>,
    /// How many tiles are left on the rack; one of them is discarded next.
    pub tiles_left: u16,
    /// Whether this was the opening.
    #[serde(default)]
    pub opened: bool,
    /// What the opening was worth, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_points: Option<u16>,
}

/// A tile was discarded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[schemars(inline)]
#[ts(export_to = "sarja.ts")]
pub struct TileDiscarded {
    /// Who discarded it.
    pub seat: Seat,
    /// Which turn.
    pub turn: TurnNumber,
    /// The tile, which is the top of the pile now.
    pub tile: Face,
    /// How many tiles the pile has now.
    pub pile: u16,
    /// How many tiles are left on the rack.
    pub tiles_left: u16,
    /// Why.
    pub why: StepWhy,
}

/// The pile that was taken was given back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[schemars(inline)]
#[ts(export_to = "sarja.ts")]
pub struct PileGivenBack {
    /// Who gave it back.
    pub seat: Seat,
    /// Which turn.
    pub turn: TurnNumber,
    /// Its top.
    pub pile_top: Face,
    /// How many tiles it has, in their old order.
    pub pile: u16,
    /// How many tiles are left on the rack.
    pub tiles_left: u16,
    /// How many piles this seat has given back in this round, this one counted; each costs 100 points.
    pub given_back: u8,
    /// Why.
    pub why: StepWhy,
}
