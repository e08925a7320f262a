//! Who is in a room.

use sarja_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{BotLevel, PlayerId, PlayerKind, PlayerName, Role};

/// The viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct You {
    /// Your public id.
    pub player_id: PlayerId,
    /// What you are.
    pub role: Role,
    /// Your seat, if you have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// Somebody in the room, seated or watching.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct Person {
    /// The public id.
    pub player_id: PlayerId,
    /// The name in this room.
    pub name: PlayerName,
    /// What that one is.
    pub role: Role,
    /// Whether it is a person or a program.
    #[serde(default)]
    pub kind: PlayerKind,
    /// Whether connected.
    pub connected: bool,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct SeatView {
    /// Which.
    pub seat: Seat,
    /// Whether somebody has it.
    pub state: SeatState,
    /// Who has it, or had it before it was vacated; absent if it is free or a bot's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_id: Option<PlayerId>,
    /// The name of who has it, or had it; absent if it is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<PlayerName>,
    /// How well the bot plays that the server seated; absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotLevel>,
    /// Whether ready for the match or the next round.
    pub ready: bool,
    /// Whether connected; `true` for a bot of the server.
    pub connected: bool,
    /// Turns in a row in which the time ran out. It is 0 again once the seat acts.
    #[serde(default)]
    pub absent_turns: u16,
    /// Whether it plays with the short clock.
    #[serde(default)]
    pub short_clock: bool,
    /// Who had it earlier in this match, the earliest first.
    #[serde(default)]
    pub former_names: Vec<PlayerName>,
}

/// Whether somebody has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum SeatState {
    /// Nobody has it.
    Free,
    /// Somebody has it, connected or not, or a bot.
    Seated,
    /// Who had it left or resigned in mid-match and may come back; it draws or passes at once.
    Vacated,
    /// Who had it was removed and may not come back.
    Removed,
}
