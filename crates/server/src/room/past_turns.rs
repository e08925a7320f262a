//! The turns of a round that is over, as their players had them: the log is folded again.

use sarja_protocol::{LinkSecret, RoomCode, RoomId, TurnAnalysis};
use sarja_rules::{
    Family, Seat, TurnNumber,
    rummikub::{self, Opened},
};
use sarja_solver::{NodeLimit, Objective, solve};
use sarja_store::{LogRow, Secret};

use super::{
    Event, Question, RebuildError, Room,
    family::{Game, Meaning},
};

/// A turn of a round that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PastTurn {
    turn: TurnNumber,
    seat: Seat,
    /// What lay on the table and on the player's rack when it began.
    began: Question,
    /// How many tiles were played.
    played: u16,
}

impl PastTurn {
    /// What could have been played in it.
    pub(crate) fn analyse(&self, limit: NodeLimit) -> TurnAnalysis {
        let position = self.began.position();
        let solution = solve(position, Objective::Tiles, limit);
        let found = solution.play().map_or(0, |play| play.tiles as u16);
        TurnAnalysis {
            turn: self.turn.into(),
            seat: self.seat,
            played: self.played,
            // Somebody may have found what a search within its limit did not.
            possible: found.max(self.played),
            exact: solution.is_exact(),
            missed_opening: position.opened == Opened::No && self.played == 0 && found > 0,
        }
    }
}

/// A round that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PastRound {
    /// Its turns, in order.
    Turns(Vec<PastTurn>),
    /// It was played as a game of this family, whose turns are not looked back on.
    OtherGame(Family),
}

/// What is known of a round so far while the log is folded.
#[derive(Debug, Default)]
struct Past {
    turns: Vec<PastTurn>,
    over: bool,
    /// Which other game it is of, if it is.
    other: Option<Family>,
}

impl Past {
    fn note(&mut self, room: &Room, event: &Event, deal: u32) {
        let current = room.r#match.as_ref().and_then(|m| m.current.as_ref());
        let game = match current.filter(|c| c.deal == deal).and_then(|c| c.game.as_ref()) {
            None => return,
            Some(Game::Rummikub(round)) => round,
            Some(Game::Rommikubbi(_)) => {
                self.over |= matches!(event.meaning(), Some(Meaning::Ended(_)))
                    || matches!(event, Event::MatchAbandoned { .. });
                self.other = Some(Family::Rommikubbi);
                return;
            }
        };
        let Event::Rummikub(happened) = event else {
            self.over |= matches!(event, Event::MatchAbandoned { .. });
            return;
        };
        match &happened.event {
            rummikub::Event::TurnStarted { turn, seat, .. } => {
                let sets = game.sets();
                let began = game.position(*seat, &sets).map(Question::of);
                self.turns.extend(began.map(|began| PastTurn { turn: *turn, seat: *seat, began, played: 0 }));
            }
            rummikub::Event::SetsPlayed { from_rack, .. } => {
                self.turns.iter_mut().last().into_iter().for_each(|t| t.played = from_rack.len() as u16);
            }
            rummikub::Event::RoundEnded { .. } => self.over = true,
            _ => {}
        }
    }
}

impl Room {
    /// Whether the round of this deal is over, so that its racks are shown.
    pub(crate) fn is_over(&self, deal: u32) -> bool {
        let current = self.r#match.as_ref().and_then(|m| m.current.as_ref()).filter(|c| c.deal == deal);
        (1..=self.deals).contains(&deal) && current.is_none_or(|c| c.revealed)
    }

    /// The turns of the round of this deal, in order; `None` if the log has no such round that is over.
    ///
    /// # Errors
    /// [`RebuildError`] if the log is not whole.
    pub(crate) fn past_turns(
        (id, code, link_secret): (RoomId, RoomCode, LinkSecret),
        rows: &[LogRow],
        secrets: Vec<Secret>,
        deal: u32,
    ) -> Result<Option<PastRound>, RebuildError> {
        let mut room = Self::empty(id, code, link_secret);
        for secret in secrets {
            room.learn_secret(secret.deal.0, secret.secret);
        }
        let mut past = Past::default();
        for row in rows {
            room.fold_row(row, |room, event, _| past.note(room, event, deal))?;
            if past.over {
                return Ok(Some(past.other.map_or(PastRound::Turns(past.turns), PastRound::OtherGame)));
            }
        }
        Ok(None)
    }
}
