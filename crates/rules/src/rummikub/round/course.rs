//! The course that a round takes from an action to the next turn, or to its end.

use alloc::vec::Vec;

use super::{DrawCause, Event, Finding, Oracle, PassCause, PlayCause, Round, event, set_ids};
use crate::{
    RoundEnd, Seat, Standing, Table, TableSet,
    rummikub::{Opened, PlayVerdict},
    score_round,
};

/// What comes of an action: the events in the making, on a copy of the round that has already seen them.
pub(super) struct Course {
    round: Round,
    pub(super) events: Vec<Event>,
}

impl Course {
    pub(super) fn of(round: &Round) -> Self {
        Self { round: round.clone(), events: Vec::new() }
    }

    pub(super) fn push(&mut self, event: Event) {
        self.round.apply(&event);
        self.events.push(event);
    }

    pub(super) fn lay(&mut self, verdict: &PlayVerdict, table: &Table, cause: PlayCause) {
        let sets: Vec<TableSet> = verdict.sets.iter().filter_map(|v| v.set().cloned()).collect();
        let player = self.round.player(self.round.seat);
        let opens = player.is_some_and(|p| p.opened == Opened::No);
        self.push(Event::SetsPlayed {
            turn: self.round.turn,
            seat: self.round.seat,
            table: set_ids::assign(&self.round, sets, &table.ids),
            from_rack: verdict.from_rack.to_vec(),
            opening_points: opens.then_some(verdict.opening_points),
            cause,
        });
    }

    pub(super) fn draw(&mut self, tiles: u8, cause: DrawCause) {
        let count = self.round.pool.len().min(usize::from(tiles)) as u8;
        self.push(Event::TilesDrawn { turn: self.round.turn, seat: self.round.seat, count, cause });
    }

    pub(super) fn pass(&mut self, cause: PassCause) {
        self.push(Event::TurnPassed { turn: self.round.turn, seat: self.round.seat, cause });
    }

    /// A penalty: tiles are drawn; with an empty pool it counts as a pass.
    pub(super) fn pay(&mut self, tiles: u8, draw: DrawCause, pass: PassCause) {
        if self.round.pool.is_empty() { self.pass(pass) } else { self.draw(tiles, draw) }
    }

    pub(super) fn draw_or_pass_for_gone(&mut self) {
        if self.round.pool.is_empty() { self.pass(PassCause::Gone) } else { self.draw(1, DrawCause::Gone) }
    }

    /// Ends the round if the turn ended it; else begins the next turn.
    pub(super) fn end_turn(&mut self, oracle: &dyn Oracle) {
        if self.end_round(oracle) {
            return;
        }
        let next = self.round.seat.next(self.round.seats());
        self.begin_turn(next, oracle);
    }

    /// Begins the turn of this seat; turns of players who have left are over as they begin.
    pub(super) fn begin_turn(&mut self, mut seat: Seat, oracle: &dyn Oracle) {
        while self.round.players.iter().any(|p| p.standing == Standing::Playing) {
            let Some(player) = self.round.player(seat) else { return };
            let asks = self.round.ruleset.unopened.is_some() && player.opened == Opened::No;
            let gone = player.standing == Standing::Left;
            let holds_opening = asks.then(|| self.round.can_play(seat, oracle) == Finding::Play);
            self.push(Event::TurnStarted { turn: self.round.turn.next(), seat, holds_opening });
            if !gone {
                return;
            }
            self.draw_or_pass_for_gone();
            if self.end_round(oracle) {
                return;
            }
            seat = seat.next(self.round.seats());
        }
    }

    fn end_round(&mut self, oracle: &dyn Oracle) -> bool {
        let out = self.round.player(self.round.seat).is_some_and(|p| p.rack.is_empty());
        let end = if out {
            RoundEnd::Out { winner: self.round.seat }
        } else if self.round.is_blocked(oracle) {
            RoundEnd::Blocked
        } else {
            return false;
        };
        let score = score_round(&self.round.ruleset, end, &self.round.final_racks());
        let racks = event::revealed(self.round.players.iter().map(|p| p.rack.clone()));
        self.push(Event::RoundEnded { end, score, racks });
        true
    }
}
