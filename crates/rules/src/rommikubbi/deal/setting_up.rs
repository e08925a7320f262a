//! How the tiles are dealt: fourteen stacks of seven and one of eight (rules.md §8).

use alloc::vec::Vec;

use crate::{Face, FaceCounts, Number, Ruleset, Seat};

/// How many stacks there are.
const STACKS: usize = 15;

/// How many tiles a stack has; the last has one more, which the starter takes.
const STACK_TILES: usize = 7;

/// How many stacks each seat gets.
const STACKS_EACH: usize = 2;

/// What is told of the tile that the starter takes: its number, not its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// A tile of this number.
    Number(Number),
    /// A joker, which counts as 1.
    Joker,
}

impl Told {
    /// How many stacks are counted off.
    pub const fn stacks(self) -> u8 {
        match self {
            Self::Number(number) => number.get(),
            Self::Joker => 1,
        }
    }
}

/// Why tiles cannot be dealt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealSetUpError {
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
    /// So many cannot play it.
    #[error("{players} players: from {fewest} to {most} play this")]
    WrongPlayers {
        /// How many.
        players: u8,
        /// The fewest.
        fewest: u8,
        /// The most.
        most: u8,
    },
    /// The starter is none of the players.
    #[error("seat {starter} cannot start a deal of {players}")]
    NoSuchStarter {
        /// The seat.
        starter: Seat,
        /// How many players.
        players: u8,
    },
}

/// Tiles that are dealt.
pub(super) struct Dealt {
    /// In the order of seats.
    pub(super) hands: Vec<FaceCounts>,
    /// The stock, the next tile last.
    pub(super) stock: Vec<Face>,
    /// The tile that the starter took, and what of it is told.
    pub(super) fifteenth: Face,
    pub(super) told: Told,
}

/// Deals the tiles of a shuffled order, its first seven the leftmost stack.
pub(super) fn deal(
    ruleset: &Ruleset,
    players: u8,
    starter: Seat,
    order: &[Face],
) -> Result<Dealt, DealSetUpError> {
    let [fewest, most] = ruleset.seats;
    if !(fewest..=most).contains(&players) {
        return Err(DealSetUpError::WrongPlayers { players, fewest, most });
    }
    if starter.0 >= players {
        return Err(DealSetUpError::NoSuchStarter { starter, players });
    }
    let need = ruleset.tiles.total();
    let is_whole = order.iter().collect::<FaceCounts>() == ruleset.tiles.faces().collect();
    let wrong = || DealSetUpError::WrongTiles { ruleset: ruleset.name.clone(), have: order.len(), need };
    let Some((&fifteenth, stacked)) = order.split_last() else { return Err(wrong()) };
    if !is_whole || stacked.len() != STACKS * STACK_TILES {
        return Err(wrong());
    }
    let told = fifteenth.number().map_or(Told::Joker, Told::Number);
    // From the first stack that is dealt, round to the last that was counted off.
    let first = usize::from(told.stacks()) * STACK_TILES;
    let mut round = stacked[first..].iter().chain(&stacked[..first]).copied();
    let mut hands: Vec<FaceCounts> = (0..players).map(|_| FaceCounts::EMPTY).collect();
    for stack in 0..STACKS_EACH * usize::from(players) {
        let seat = (starter.index() + stack) % usize::from(players);
        hands[seat].extend(round.by_ref().take(STACK_TILES));
    }
    hands[starter.index()].add(fifteenth);
    let mut stock: Vec<Face> = round.collect();
    stock.reverse();
    Ok(Dealt { hands, stock, fifteenth, told })
}
