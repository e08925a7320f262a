//! Hints: who may ask for one, and what others are told of it.

use sarja_protocol::{ErrorCode, Hints, PlayerId, RestartWhy, TurnNumber};
use sarja_rules::{Seat, rummikub::PlacedSet};

use super::{Event, Question, Refusal, Room, making::Making};

impl Making<'_> {
    /// A player asks for a hint. Everybody is told of the first in a turn, so that a table knows who plays with help; what it
    /// says is for whoever asked.
    pub(super) fn ask_hint(&mut self, player: PlayerId, turn: TurnNumber) -> Result<(), Refusal> {
        self.room.needs_seat(player)?;
        if self.room.settings.as_ref().is_none_or(|s| s.hints == Hints::None) {
            return Err(Refusal::new(ErrorCode::HintsOff));
        }
        let seat = self.own_turn(player, turn)?;
        if self.room.running().is_some_and(|m| m.pause.is_some()) {
            return Err(Refusal::new(ErrorCode::Paused));
        }
        if self.room.has_short_clock(seat) {
            self.push(Event::ClockRestarted { why: RestartWhy::PlayerActed });
        }
        if self.room.playing().is_some_and(|(current, _)| current.hinted != Some(turn)) {
            self.push(Event::HintTaken { seat, turn });
        }
        Ok(())
    }
}

impl Room {
    /// What a hint is to be found for: the position of the seat whose turn it is, and the sets that lie there with their ids.
    pub(crate) fn hinted(&self) -> Option<(Question, Vec<PlacedSet>)> {
        self.playing()?;
        let round = self.round()?;
        let sets = round.sets();
        Some((Question::of(round.position(round.seat(), &sets)?), round.table().to_vec()))
    }

    /// Takes note that this seat took a hint.
    pub(super) fn fold_hint(&mut self, seat: Seat, turn: TurnNumber) {
        let seats = self.seats.iter().count();
        self.change_round(|round| {
            round.hinted = Some(turn);
            round.hints.resize(seats, 0);
            if let Some(count) = round.hints.get_mut(seat.index()) {
                *count += 1;
            }
        });
    }
}
