//! What an event does to a deal.

use alloc::vec::Vec;

use super::{Deal, DealEvent, Taken, Uncovered};
use crate::{Face, Seat, Standing, rommikubbi::DealEnd};

impl Deal {
    /// Takes note of what has happened, and tells which tiles came to a hand by it.
    ///
    /// Events are those of [`Deal::decide`] on this very state; others leave a state that means nothing, but never panic.
    pub fn apply(&mut self, event: &DealEvent) -> Option<Uncovered> {
        match event {
            DealEvent::TurnStarted { turn, seat } => {
                self.turn = *turn;
                self.seat = *seat;
                if !self.is_first_turn() {
                    self.taken = Taken::Nothing;
                }
            }
            DealEvent::TimeRanOut { .. } => {}
            DealEvent::PileTurnedOver { .. } => {
                self.stock = core::mem::take(&mut self.pile);
                self.stock.reverse();
                self.idle_since_turned = true;
            }
            DealEvent::StockTaken { seat, .. } => {
                let tile = self.stock.pop()?;
                self.taken = Taken::Stock(tile);
                return self.give(*seat, [tile].to_vec());
            }
            DealEvent::PileTaken { seat, .. } => {
                let tiles = core::mem::take(&mut self.pile);
                self.taken = Taken::Pile(tiles.clone());
                return self.give(*seat, tiles);
            }
            DealEvent::SetsLaid { seat, table, from_hand, opening_points, .. } => {
                if let Some(player) = self.players.get_mut(seat.index()) {
                    player.hand = player.hand.minus(&from_hand.iter().collect());
                    player.opened |= opening_points.is_some();
                }
                let highest = table.iter().map(|placed| placed.id.0.saturating_add(1)).max().unwrap_or(0);
                self.next_set = self.next_set.max(highest);
                self.table.clone_from(table);
                self.idle_since_turned = false;
            }
            DealEvent::TileDiscarded { seat, tile, .. } => {
                if let Some(player) = self.players.get_mut(seat.index())
                    && player.hand.take(*tile)
                {
                    self.pile.push(*tile);
                }
                self.taken = Taken::Nothing;
            }
            DealEvent::PileGivenBack { seat, .. } => {
                if let Taken::Pile(tiles) = core::mem::replace(&mut self.taken, Taken::Nothing) {
                    if let Some(player) = self.players.get_mut(seat.index()) {
                        player.hand = player.hand.minus(&tiles.iter().collect());
                        player.given_back = player.given_back.saturating_add(1);
                    }
                    self.pile = tiles;
                }
            }
            DealEvent::PlayerLeft { seat } => self.stand(*seat, Standing::Left),
            DealEvent::PlayerReturned { seat } => self.stand(*seat, Standing::Playing),
            DealEvent::DealEnded { finish, .. } => {
                self.end = Some(finish.map_or(DealEnd::NobodyFinished, DealEnd::Finished));
                self.taken = Taken::Nothing;
            }
        }
        None
    }

    /// Whether it is the starter's first turn, in which nothing is taken.
    pub(super) const fn is_first_turn(&self) -> bool {
        matches!(self.taken, Taken::Fifteenth(_))
    }

    fn give(&mut self, seat: Seat, tiles: Vec<Face>) -> Option<Uncovered> {
        let player = self.players.get_mut(seat.index())?;
        player.hand.extend(tiles.iter().copied());
        Some(Uncovered { seat, tiles })
    }

    fn stand(&mut self, seat: Seat, standing: Standing) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.standing = standing;
        }
    }
}
