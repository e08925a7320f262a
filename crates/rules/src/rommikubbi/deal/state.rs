//! The state of a deal.

use alloc::vec::Vec;

use super::{
    DealSetUpError, DealView, PlacedOwnedSet, Told,
    setting_up::{self, Dealt},
    view,
};
use crate::{
    Face, FaceCounts, Ruleset, Seat, Standing, TurnNumber, Viewer,
    rommikubbi::{DealEnd, OwnedSet},
};

/// One player of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealPlayer {
    /// For this player's eyes only.
    pub(super) hand: FaceCounts,
    pub(super) opened: bool,
    pub(super) given_back: u8,
    pub(super) standing: Standing,
}

impl DealPlayer {
    /// The tiles of the hand. Nobody but this player may be shown them before the deal is over.
    pub const fn hand(&self) -> &FaceCounts {
        &self.hand
    }

    /// Whether the player has opened.
    pub const fn opened(&self) -> bool {
        self.opened
    }

    /// How many piles the player has taken and given back.
    pub const fn given_back(&self) -> u8 {
        self.given_back
    }

    /// Whether the player is still at the table.
    pub const fn standing(&self) -> Standing {
        self.standing
    }
}

/// What has been taken in the turn in progress; it lies in the hand already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Nothing yet.
    Nothing,
    /// It is the starter's first turn: this tile was taken when the tiles were dealt, and no other is.
    Fifteenth(Face),
    /// A tile of the stock.
    Stock(Face),
    /// The pile, from the bottom to the top.
    Pile(Vec<Face>),
}

/// Tiles that came to a hand when an event was applied: what the event itself does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncovered {
    /// Whose hand.
    pub seat: Seat,
    /// The tiles: one of the stock, or the pile from the bottom to the top.
    pub tiles: Vec<Face>,
}

/// A deal in progress or over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    pub(super) ruleset: Ruleset,
    pub(super) players: Vec<DealPlayer>,
    pub(super) table: Vec<PlacedOwnedSet>,
    pub(super) next_set: u32,
    /// The tiles to be drawn, the next one last.
    pub(super) stock: Vec<Face>,
    /// The discards, the top last.
    pub(super) pile: Vec<Face>,
    pub(super) told: Told,
    pub(super) turn: TurnNumber,
    pub(super) seat: Seat,
    pub(super) taken: Taken,
    /// Whether the pile has been turned over, and nobody has laid a tile since.
    pub(super) idle_since_turned: bool,
    pub(super) end: Option<DealEnd>,
}

impl Deal {
    /// Sets up a deal: `order` are the shuffled tiles, the first seven the leftmost stack, the last one the starter's.
    /// `last_turn` is the last turn number that the room has used.
    ///
    /// # Errors
    /// [`DealSetUpError`] if the order is no permutation of the ruleset's tiles, or so many cannot play.
    pub fn new(
        ruleset: &Ruleset,
        players: u8,
        starter: Seat,
        last_turn: TurnNumber,
        order: &[Face],
    ) -> Result<Self, DealSetUpError> {
        let Dealt { hands, stock, fifteenth, told } = setting_up::deal(ruleset, players, starter, order)?;
        let player = |hand| DealPlayer { hand, opened: false, given_back: 0, standing: Standing::Playing };
        Ok(Self {
            ruleset: ruleset.clone(),
            players: hands.into_iter().map(player).collect(),
            table: Vec::new(),
            next_set: 1,
            stock,
            pile: Vec::new(),
            told,
            turn: last_turn,
            seat: starter,
            taken: Taken::Fifteenth(fifteenth),
            idle_since_turned: false,
            end: None,
        })
    }

    /// The rules that are played.
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The players in the order of seats.
    pub fn players(&self) -> &[DealPlayer] {
        &self.players
    }

    /// The player of a seat.
    pub fn player(&self, seat: Seat) -> Option<&DealPlayer> {
        self.players.get(seat.index())
    }

    /// The sets on the table at the start of the turn.
    pub fn table(&self) -> &[PlacedOwnedSet] {
        &self.table
    }

    /// How many tiles the stock has.
    pub fn stock(&self) -> usize {
        self.stock.len()
    }

    /// The top of the pile.
    pub fn pile_top(&self) -> Option<Face> {
        self.pile.last().copied()
    }

    /// How many tiles the pile has.
    pub fn pile(&self) -> usize {
        self.pile.len()
    }

    /// What is told of the tile that the starter took.
    pub const fn told(&self) -> Told {
        self.told
    }

    /// The turn in progress.
    pub const fn turn(&self) -> TurnNumber {
        self.turn
    }

    /// Whose turn it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What has been taken in this turn: for the eyes of whoever's turn it is.
    pub const fn taken(&self) -> &Taken {
        &self.taken
    }

    /// How the deal ended; `None` while it goes on.
    pub const fn end(&self) -> Option<DealEnd> {
        self.end
    }

    /// What this viewer may see of the deal.
    pub fn view(&self, viewer: Viewer) -> DealView {
        view::of(self, viewer)
    }

    /// The table as plain sets.
    pub(super) fn sets(&self) -> Vec<OwnedSet> {
        self.table.iter().map(|placed| placed.set.clone()).collect()
    }

    pub(super) fn seats(&self) -> u8 {
        self.players.len() as u8
    }
}
