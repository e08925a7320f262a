//! The state of a round.

use alloc::vec::Vec;

use super::{PlacedSet, RoundView, view};
use crate::{
    Face, FaceCounts, OpeningState, RoundEnd, Ruleset, Seat, Standing, TableSet, TurnNumber, Viewer,
    rummikub::{Opened, Position},
};

/// One player of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The tiles on the rack: for this player's eyes only.
    pub(super) rack: FaceCounts,
    pub(super) opened: Opened,
    pub(super) standing: Standing,
    /// Whether the rack held an opening when the player's last turn began.
    pub(super) held_opening: bool,
}

impl Player {
    /// Whether the player has opened.
    pub const fn opened(&self) -> Opened {
        self.opened
    }

    /// Whether the player is still at the table.
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// The tiles on the rack. Nobody but this player may be shown them before the round is over.
    pub const fn rack(&self) -> &FaceCounts {
        &self.rack
    }

    pub(super) const fn opening_state(&self) -> OpeningState {
        match (self.opened, self.held_opening) {
            (Opened::Yes, _) => OpeningState::Opened,
            (Opened::No, true) => OpeningState::CouldOpen,
            (Opened::No, false) => OpeningState::CouldNotOpen,
        }
    }
}

/// Tiles that went from the pool to a rack when an event was applied: what the event itself does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Whose rack.
    pub seat: Seat,
    /// The tiles in the order in which they were drawn.
    pub tiles: Vec<Face>,
}

/// Why tiles cannot be dealt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// The order is not one of the ruleset's tiles.
    #[error("{have} tiles are no deal of `{ruleset}`, which has {need}")]
    WrongTiles {
        /// The ruleset.
        ruleset: alloc::string::String,
        /// How many there are.
        have: usize,
        /// How many there should be.
        need: usize,
    },
    /// Too many players for so many tiles.
    #[error("{players} racks of {rack} tiles are more than there are")]
    TooManyRacks {
        /// How many players.
        players: u8,
        /// Tiles on each rack.
        rack: u8,
    },
    /// The starter is none of the players.
    #[error("seat {starter} cannot start a round of {players}")]
    NoSuchStarter {
        /// The seat.
        starter: Seat,
        /// How many players.
        players: u8,
    },
}

/// A round in progress or over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub(super) ruleset: Ruleset,
    pub(super) players: Vec<Player>,
    pub(super) table: Vec<PlacedSet>,
    pub(super) next_set: u32,
    /// The tiles to be drawn, the next one last.
    pub(super) pool: Vec<Face>,
    pub(super) turn: TurnNumber,
    pub(super) seat: Seat,
    /// How many players have passed in a row.
    pub(super) passes: u8,
    /// How many turns are left once the pool is empty and the ruleset grants one more to each.
    pub(super) turns_left: Option<u8>,
    pub(super) end: Option<RoundEnd>,
}

impl Round {
    /// Deals a round: the first tiles of `order` go to seat 0, the next to seat 1, and so on; the rest is the pool, drawn
    /// from in that order. `last_turn` is the last turn number that the room has used.
    ///
    /// # Errors
    /// [`DealError`] if the order is no permutation of the ruleset's tiles, or does not go round.
    pub fn deal(
        ruleset: &Ruleset,
        players: u8,
        starter: Seat,
        last_turn: TurnNumber,
        order: &[Face],
    ) -> Result<Self, DealError> {
        let counts: FaceCounts = order.iter().collect();
        let need = ruleset.tiles.total();
        let whole = Face::all().all(|face| {
            let number = face.number().map(crate::Number::get);
            let most = match number {
                None => ruleset.tiles.jokers,
                Some(n) if n <= ruleset.tiles.numbers => ruleset.tiles.copies,
                Some(_) => 0,
            };
            counts.of(face) == most
        });
        if !whole || order.len() != need {
            return Err(DealError::WrongTiles { ruleset: ruleset.name.clone(), have: order.len(), need });
        }
        if usize::from(players) * usize::from(ruleset.rack) > need {
            return Err(DealError::TooManyRacks { players, rack: ruleset.rack });
        }
        if starter.0 >= players {
            return Err(DealError::NoSuchStarter { starter, players });
        }
        let (racks, pool) = order.split_at(usize::from(players) * usize::from(ruleset.rack));
        Ok(Self {
            ruleset: ruleset.clone(),
            players: racks
                .chunks(usize::from(ruleset.rack))
                .map(|tiles| Player {
                    rack: tiles.iter().collect(),
                    opened: Opened::No,
                    standing: Standing::Playing,
                    held_opening: false,
                })
                .collect(),
            table: Vec::new(),
            next_set: 1,
            pool: pool.iter().rev().copied().collect(),
            turn: last_turn,
            seat: starter,
            passes: 0,
            turns_left: None,
            end: None,
        })
    }

    /// The rules that are played.
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The players in the order of seats.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The player of a seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())
    }

    /// The sets on the table at the start of the turn.
    pub fn table(&self) -> &[PlacedSet] {
        &self.table
    }

    /// How many tiles are left to draw.
    pub fn pool(&self) -> usize {
        self.pool.len()
    }

    /// The turn in progress.
    pub const fn turn(&self) -> TurnNumber {
        self.turn
    }

    /// Whose turn it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// How the round ended; `None` while it goes on.
    pub const fn end(&self) -> Option<RoundEnd> {
        self.end
    }

    /// The table as plain sets, which is what a play is judged on.
    pub fn sets(&self) -> Vec<TableSet> {
        self.table.iter().map(|p| p.set.clone()).collect()
    }

    /// What a play of this seat would be judged on; `table` is [`Round::sets`]. `None` for a seat that does not play.
    pub fn position<'a>(&'a self, seat: Seat, table: &'a [TableSet]) -> Option<Position<'a>> {
        let player = self.player(seat)?;
        Some(Position { ruleset: &self.ruleset, table, rack: &player.rack, opened: player.opened })
    }

    /// What this viewer may see of the round.
    pub fn view(&self, viewer: Viewer) -> RoundView {
        view::of(self, viewer)
    }

    pub(super) fn seats(&self) -> u8 {
        self.players.len() as u8
    }
}
