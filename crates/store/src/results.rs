//! Results of rounds and matches, written with the events that end them.

use crate::text::{self, Unstorable};
use crate::{DealNo, MatchId, MatchNo, PlayerId, RoomId, RoundNo, SeatNo};

/// How a round ended (rules.md, "Round blocked" and going out).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundEnd {
    /// Somebody played the last tile of a rack.
    Out,
    /// Nobody can play.
    Blocked,
}

/// Whether a round is one of the match's rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tally {
    /// It is.
    Counted,
    /// It ended in a tie and is played again (`blocked_tie = replay`).
    PlayedAgain,
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchState {
    /// By its rules: it is ranked.
    Finished,
    /// Before that: unranked, finished rounds stay.
    Abandoned,
}

/// The result of one round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundRow {
    /// The match in its room.
    pub match_no: MatchNo,
    /// Its place among all rounds of the match that ended, from 1: one that is played again counts here, and so this can be
    /// higher than the number that the players see.
    pub round_no: RoundNo,
    /// The deal that was played.
    pub deal: DealNo,
    /// How it ended.
    pub how: RoundEnd,
    /// Who won, if anybody did.
    pub winner: Option<SeatNo>,
    /// Points of the seats, JSON text.
    pub points: String,
    /// Racks at the end, JSON text.
    pub racks: String,
    /// Whether it counts.
    pub tally: Tally,
    /// When it ended, wall time.
    pub ended_ms: i64,
}

/// The result of one match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchRow {
    /// The match's id.
    pub id: MatchId,
    /// The match in its room; unique in it.
    pub match_no: MatchNo,
    /// The ruleset's name.
    pub ruleset: String,
    /// The options that differ from the ruleset, JSON text.
    pub options: String,
    /// How it ended.
    pub state: MatchState,
    /// When it began, wall time.
    pub started_ms: i64,
    /// When it ended, wall time.
    pub ended_ms: i64,
    /// The seats, by number.
    pub seats: Vec<SeatRow>,
}

/// The result of one seat in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRow {
    /// The seat.
    pub seat: SeatNo,
    /// Who sat there, unless it was a bot from the start.
    pub player: Option<PlayerId>,
    /// The name at that time.
    pub name: String,
    /// The level of the bot. Together with a player: the bot took over the seat (rooms.md §11).
    pub bot: Option<String>,
    /// The total.
    pub points: i64,
    /// Rounds won.
    pub rounds_won: u32,
    /// The place, 1 for the first, shared places are equal; `None`: unranked.
    pub place: Option<u8>,
}

/// A stored match and where it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedMatch {
    /// The room.
    pub room: RoomId,
    /// The result.
    pub result: MatchRow,
}

impl RoundRow {
    pub(crate) fn check(&self) -> Result<(), Unstorable> {
        text::json("round points", &self.points)?;
        text::json("round racks", &self.racks)
    }
}

impl MatchRow {
    pub(crate) fn check(&self) -> Result<(), Unstorable> {
        text::plain("ruleset", &self.ruleset)?;
        text::json("match options", &self.options)?;
        self.seats.iter().try_for_each(SeatRow::check)
    }
}

impl SeatRow {
    fn check(&self) -> Result<(), Unstorable> {
        text::plain("seat name", &self.name)?;
        self.bot.as_deref().map_or(Ok(()), |bot| text::plain("bot level", bot))
    }
}
