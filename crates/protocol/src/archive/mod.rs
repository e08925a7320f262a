//! A match that is over, as a whole: what was dealt, and everything that happened since.

mod positions;
mod reading;
#[cfg(test)]
mod tests;

pub use positions::{PositionError, PositionProblem, RoundPosition};
pub use reading::ArchiveError;

use sarja_rules::{Face, Points, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    BotLevel, Event, Hex32, MatchId, MatchState, PlayerName, RoomMs, SeatValue, SettingsView, StarterTile,
};

/// The version of archives that is written; this and all earlier ones are read.
pub const ARCHIVE_VERSION: u32 = 1;

/// A match that is over, with nothing hidden: a replay is made of it, and the proof that its deals were fair.
///
/// There is none of a match that goes on: it tells all racks, and the secrets of the shuffles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct MatchArchive {
    /// The version of this form: 1.
    pub archive: u32,
    /// The match. Its id went into every shuffle.
    pub match_id: MatchId,
    /// Its number in its room, from 1.
    pub match_no: u32,
    /// What it was played by.
    pub settings: SettingsView,
    /// When it began: milliseconds since 1970 by the server's clock.
    #[ts(type = "number")]
    pub started_unix_ms: i64,
    /// When it ended: milliseconds since 1970 by the server's clock.
    #[ts(type = "number")]
    pub ended_unix_ms: i64,
    /// How it ended: `ended` or `abandoned`.
    pub state: MatchState,
    /// The seats that played, in turn order.
    pub seats: Vec<ArchivedSeat>,
    /// The points of each seat.
    pub totals: Vec<Points>,
    /// The rounds that each seat won.
    pub rounds_won: Vec<u32>,
    /// The places, the first first, each with the seats that share it; absent if it was abandoned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Vec<Vec<Seat>>>,
    /// Its rounds in the order in which they were played, replayed ones among them; of one that was abandoned the last may have
    /// no end.
    pub rounds: Vec<ArchivedRound>,
}

/// A seat of a match that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct ArchivedSeat {
    /// Which.
    pub seat: Seat,
    /// The name of who had it in the end.
    pub name: PlayerName,
    /// How well the bot plays that the server seated; absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotLevel>,
    /// Who had it earlier in the match, the earliest first.
    #[serde(default)]
    pub former_names: Vec<PlayerName>,
}

/// A round of a match that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct ArchivedRound {
    /// Its number in the match, from 1; a replayed round keeps its number.
    pub round: u32,
    /// Its deal, numbered in the room from 1; never used again.
    pub deal: u32,
    /// What the server bound itself to before the deal.
    pub commitment: Hex32,
    /// The secret behind the commitment.
    pub secret: Hex32,
    /// The values that players added to the shuffle, in the order of the seats.
    #[serde(default)]
    pub values: Vec<SeatValue>,
    /// The tiles drawn for the starter, in order; empty if none was drawn for.
    #[serde(default)]
    pub starter_draws: Vec<StarterTile>,
    /// Who started; absent if the match was abandoned before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter: Option<Seat>,
    /// How many tiles were in the pool after the deal, or in Rommikubbi in the stock; 0 if the tiles were never dealt.
    #[serde(default)]
    pub pool: u16,
    /// The rack of each seat as it was dealt; empty if the tiles were never dealt.
    #[serde(default)]
    pub racks: Vec<Vec<Face>>,
    /// What happened, from the shuffle on to that of the next round or the end of the match: what was played, drawn and discarded, time
    /// that ran out, seats given up and taken again, pauses, ends. Nothing in it is hidden: `tiles`, and `tile` of `tile_taken`, are
    /// always there.
    #[serde(default)]
    pub events: Vec<ArchivedEvent>,
}

/// Something that happened in a round of a match that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct ArchivedEvent {
    /// When, on the room's timeline.
    pub at_ms: RoomMs,
    /// What.
    #[serde(deserialize_with = "reading::event")]
    pub event: Event,
}

impl Event {
    /// Whether an archive keeps it: it is of the game, or says who played, and when nobody could.
    pub const fn is_archived(&self) -> bool {
        matches!(
            self,
            Self::TurnStarted { .. }
                | Self::TimeRanOut { .. }
                | Self::HintTaken { .. }
                | Self::SetsPlayed { .. }
                | Self::PlayPenalised { .. }
                | Self::TilesDrawn { .. }
                | Self::TurnPassed { .. }
                | Self::TileTaken(_)
                | Self::PileTurnedOver(_)
                | Self::PileTaken(_)
                | Self::SetsLaid(_)
                | Self::TileDiscarded(_)
                | Self::PileGivenBack(_)
                | Self::RoundEnded { .. }
                | Self::MatchEnded { .. }
                | Self::MatchAbandoned { .. }
                | Self::SeatVacated { .. }
                | Self::SeatRetaken { .. }
                | Self::BotTookOver { .. }
                | Self::Paused { .. }
                | Self::PlayResumed { .. }
                | Self::ClockRestarted { .. }
        )
    }
}
