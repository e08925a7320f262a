//! What an event does to a round.

use super::{Drawn, Event, Round};
use crate::{PoolEmpty, Seat, Standing, rummikub::Opened};

impl Round {
    /// Takes note of what has happened, and tells which tiles went to a rack by it.
    ///
    /// Events are those of [`Round::decide`] on this very state; others leave a state that means nothing, but never panic.
    pub fn apply(&mut self, event: &Event) -> Option<Drawn> {
        match event {
            Event::TurnStarted { turn, seat, holds_opening } => {
                self.turn = *turn;
                self.seat = *seat;
                if let (Some(player), Some(held)) = (self.players.get_mut(seat.index()), holds_opening) {
                    player.held_opening = *held;
                }
            }
            Event::SetsPlayed { seat, table, from_rack, .. } => {
                if let Some(player) = self.players.get_mut(seat.index()) {
                    player.rack = player.rack.minus(&from_rack.iter().collect());
                    player.opened = Opened::Yes;
                }
                let highest = table.iter().map(|p| p.id.0.saturating_add(1)).max().unwrap_or(0);
                self.next_set = self.next_set.max(highest);
                self.table.clone_from(table);
                self.passes = 0;
                self.use_up_turn();
            }
            Event::TilesDrawn { seat, count, .. } => return Some(self.draw(*seat, *count)),
            Event::TurnPassed { .. } => {
                self.passes = self.passes.saturating_add(1);
                self.use_up_turn();
            }
            Event::TimeRanOut { .. } | Event::PlayPenalised { .. } => {}
            Event::PlayerLeft { seat } => self.stand(*seat, Standing::Left),
            Event::PlayerReturned { seat } => self.stand(*seat, Standing::Playing),
            Event::RoundEnded { end, .. } => self.end = Some(*end),
        }
        None
    }

    fn draw(&mut self, seat: Seat, count: u8) -> Drawn {
        let had = !self.pool.is_empty();
        let left = self.pool.len().saturating_sub(usize::from(count));
        let tiles: alloc::vec::Vec<_> = self.pool.drain(left..).rev().collect();
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.rack.extend(tiles.iter().copied());
        }
        self.passes = 0;
        self.use_up_turn();
        if had && self.pool.is_empty() && self.ruleset.pool_empty == PoolEmpty::OneMoreTurn {
            self.turns_left = Some(self.seats());
        }
        Drawn { seat, tiles }
    }

    fn use_up_turn(&mut self) {
        if let Some(left) = &mut self.turns_left {
            *left = left.saturating_sub(1);
        }
    }

    fn stand(&mut self, seat: Seat, standing: Standing) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.standing = standing;
        }
    }
}
