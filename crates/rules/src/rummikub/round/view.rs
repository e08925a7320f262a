//! What a viewer may see of a round: a type that has no place for what he may not.

use alloc::vec::Vec;

use super::{PlacedSet, Round};
use crate::{Face, RoundEnd, Seat, Standing, TurnNumber, Viewer, rummikub::Opened};

/// What everybody may know of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerView {
    /// How many tiles are on the rack.
    pub tiles: usize,
    /// Whether the player has opened.
    pub opened: Opened,
    /// Whether the player is still at the table.
    pub standing: Standing,
}

/// A round as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundView {
    /// The sets on the table at the start of the turn.
    pub table: Vec<PlacedSet>,
    /// How many tiles are left to draw.
    pub pool: usize,
    /// The players in the order of seats.
    pub players: Vec<PlayerView>,
    /// The viewer's own rack, in the order of faces; `None` for who has none.
    pub rack: Option<Vec<Face>>,
    /// The turn in progress.
    pub turn: TurnNumber,
    /// Whose turn it is.
    pub seat: Seat,
    /// How many players have passed in a row.
    pub passes: u8,
    /// How many turns are left, where the end of the round is counted down.
    pub turns_left: Option<u8>,
    /// How the round ended; `None` while it goes on.
    pub end: Option<RoundEnd>,
    /// All racks, once the round is over.
    pub racks: Option<Vec<Vec<Face>>>,
}

pub(super) fn of(round: &Round, viewer: Viewer) -> RoundView {
    let own = match viewer {
        Viewer::Player(seat) => round.player(seat),
        Viewer::Spectator => None,
    };
    RoundView {
        table: round.table.clone(),
        pool: round.pool.len(),
        players: round
            .players
            .iter()
            .map(|p| PlayerView { tiles: p.rack.total(), opened: p.opened, standing: p.standing })
            .collect(),
        rack: own.map(|p| p.rack.to_vec()),
        turn: round.turn,
        seat: round.seat,
        passes: round.passes,
        turns_left: round.turns_left,
        end: round.end,
        racks: round.end.map(|_| round.players.iter().map(|p| p.rack.to_vec()).collect()),
    }
}
