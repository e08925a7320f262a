//! What a viewer may see of a deal: a type that has no place for what he may not.

use alloc::vec::Vec;

use super::{Deal, PlacedOwnedSet, Taken, Told};
use crate::{Face, Seat, Standing, TurnNumber, Viewer, rommikubbi::DealEnd};

/// How far a turn is, which everybody may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnStep {
    /// It is the starter's first one, in which nothing is taken.
    First,
    /// Something has to be taken.
    ToTake,
    /// A tile was taken from the stock.
    TookStock,
    /// The pile was taken.
    TookPile,
}

/// What everybody may know of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealPlayerView {
    /// How many tiles are in the hand.
    pub tiles: usize,
    /// Whether the player has opened.
    pub opened: bool,
    /// How many piles were taken and given back.
    pub given_back: u8,
    /// Whether the player is still at the table.
    pub standing: Standing,
}

/// A deal as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealView {
    /// The sets on the table at the start of the turn.
    pub table: Vec<PlacedOwnedSet>,
    /// How many tiles are left in the stock.
    pub stock: usize,
    /// How many tiles the pile has.
    pub pile: usize,
    /// Its top.
    pub pile_top: Option<Face>,
    /// What is told of the tile that the starter took.
    pub told: Told,
    /// The players in the order of seats.
    pub players: Vec<DealPlayerView>,
    /// The viewer's own hand, in the order of faces, with what was taken; `None` for who has none.
    pub hand: Option<Vec<Face>>,
    /// What the viewer has taken in the turn in progress, from the bottom to the top, in the first turn the fifteenth tile; `None`
    /// where it is not the own turn or nothing was taken.
    pub taken: Option<Vec<Face>>,
    /// How far the turn in progress is.
    pub step: TurnStep,
    /// The turn in progress.
    pub turn: TurnNumber,
    /// Whose turn it is.
    pub seat: Seat,
    /// How the deal ended; `None` while it goes on.
    pub end: Option<DealEnd>,
    /// All hands, once the deal is over.
    pub hands: Option<Vec<Vec<Face>>>,
}

pub(super) fn of(deal: &Deal, viewer: Viewer) -> DealView {
    let own = match viewer {
        Viewer::Player(seat) => deal.player(seat),
        Viewer::Spectator => None,
    };
    let (step, taken) = match &deal.taken {
        Taken::Nothing => (TurnStep::ToTake, None),
        Taken::Fifteenth(face) => (TurnStep::First, Some([*face].to_vec())),
        Taken::Stock(face) => (TurnStep::TookStock, Some([*face].to_vec())),
        Taken::Pile(tiles) => (TurnStep::TookPile, Some(tiles.clone())),
    };
    let is_own_turn = viewer == Viewer::Player(deal.seat) && deal.end.is_none();
    DealView {
        table: deal.table.clone(),
        stock: deal.stock.len(),
        pile: deal.pile.len(),
        pile_top: deal.pile_top(),
        told: deal.told,
        players: deal
            .players
            .iter()
            .map(|p| DealPlayerView {
                tiles: p.hand.total(),
                opened: p.opened,
                given_back: p.given_back,
                standing: p.standing,
            })
            .collect(),
        hand: own.map(|p| p.hand.to_vec()),
        step,
        taken: taken.filter(|_| is_own_turn),
        turn: deal.turn,
        seat: deal.seat,
        end: deal.end,
        hands: deal.end.map(|_| deal.players.iter().map(|p| p.hand.to_vec()).collect()),
    }
}
