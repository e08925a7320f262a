//! A round as a viewer may see it.

use sarja_rules::{Face, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Hex32, RommikubbiView, RoomMs, SetView, TurnNumber};

/// A round as you may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct RoundView {
    /// Its number in the match, from 1.
    pub round: u32,
    /// Its deal, numbered in the room from 1; never used again.
    pub deal: u32,
    /// What the server bound itself to before the deal.
    pub commitment: Hex32,
    /// The values of the shuffle.
    pub shuffle: ShuffleView,
    /// The tiles drawn for the starter, in order; empty if none were.
    #[serde(default)]
    pub starter_draws: Vec<StarterTile>,
    /// Who starts; absent until that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter: Option<Seat>,
    /// The table at the start of the turn, drafts not in it.
    #[serde(default)]
    pub table: Vec<SetView>,
    /// How many tiles there are to be drawn, in the pool, or in Rommikubbi in the stock; 0 before the deal.
    pub pool: u16,
    /// Each seat.
    pub seats: Vec<RoundSeatView>,
    /// Your rack, sorted by face; absent for those who have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rack: Option<Vec<Face>>,
    /// The racks of all seats at the end; only when the round or the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revealed_racks: Option<Vec<Vec<Face>>>,
    /// The secret behind the commitment; only when the round or the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Hex32>,
    /// The turn; absent before the first and after the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnView>,
    /// Where the end of the round is counted down (`pool_empty` `one_more_turn`): the turns that are left, this one counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns_left: Option<u8>,
    /// What only Rommikubbi has, once the tiles are dealt; absent in other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rommikubbi: Option<RommikubbiView>,
}

/// The values that go into a shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct ShuffleView {
    /// Until when values are taken; absent once the tiles are dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<RoomMs>,
    /// The values used, in the order of the seats; empty until the tiles are dealt, so that nobody can wait for the others'.
    #[serde(default)]
    pub values: Vec<SeatValue>,
}

/// A value that a player added to a shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct SeatValue {
    /// Whose.
    pub seat: Seat,
    /// The 32 bytes.
    pub value: Hex32,
}

/// A tile drawn for the starter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct StarterTile {
    /// Who drew it.
    pub seat: Seat,
    /// The tile.
    pub tile: Face,
}

/// A seat in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct RoundSeatView {
    /// Which.
    pub seat: Seat,
    /// How many tiles its rack holds.
    pub tiles: u16,
    /// Whether it has opened.
    pub opened: bool,
    /// In how many turns it took a hint; absent if in none.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(as = "Option<u16>")]
    pub hints: u16,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(count: &u16) -> bool {
    *count == 0
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct TurnView {
    /// Its number, for `play`, `draw`, `pass` and `draft`.
    pub turn: TurnNumber,
    /// Whose it is.
    pub seat: Seat,
    /// When it started, on the room's timeline.
    pub started_ms: RoomMs,
    /// How many milliseconds it has; absent without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u32>,
}
