//! What the bot does next in its turn, whichever game it is, and how it says so.

use sarja_client::{Client, CommandError};
use sarja_protocol::{Accepted, LaidSet, RoomView, SeatState, SetId, TurnNumber};
use sarja_rules::{Face, Family, Seat, Standing, Table};

use super::{Level, rommikubbi, rummikub};

/// Something to do in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Play this whole table.
    Play(Vec<LaidSet>),
    /// Draw.
    Draw,
    /// Pass.
    Pass,
    /// Rommikubbi: take a tile from the stock. The turn goes on.
    TakeTile,
    /// Rommikubbi: take the whole pile. The turn goes on.
    TakePile,
    /// Rommikubbi: end the turn.
    EndTurn {
        /// The whole table after it.
        table: Vec<LaidSet>,
        /// The tile that is discarded.
        discard: Option<Face>,
    },
    /// Rommikubbi: give the pile back that was taken.
    GivePileBack,
}

impl Move {
    /// Asks the server for it.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn send(self, client: &Client, turn: TurnNumber) -> Result<Accepted, CommandError> {
        match self {
            Self::Play(table) => client.play(turn, table).await,
            Self::Draw => client.draw(turn).await,
            Self::Pass => client.pass(turn).await,
            Self::TakeTile => client.take_tile(turn).await,
            Self::TakePile => client.take_pile(turn).await,
            Self::EndTurn { table, discard } => client.end_turn(turn, table, discard).await,
            Self::GivePileBack => client.give_pile_back(turn).await,
        }
    }
}

/// What a simple player does next in the viewer's own turn: in the Rummikub family it lays sets of its rack, adds single tiles, and
/// rearranges nothing; in Rommikubbi it is a bot of the middle level. `None` for who has no rack.
pub fn choose(room: &RoomView) -> Option<Move> {
    match room.settings.rules.family {
        Family::Rummikub => rummikub::choose_simply(room),
        Family::Rommikubbi => rommikubbi::think(room, Level::Medium, 0),
    }
}

/// What a bot of this level does next in the viewer's own turn; `None` for who has no rack.
pub(super) fn think(room: &RoomView, level: Level, chance: u64) -> Option<Move> {
    match room.settings.rules.family {
        Family::Rummikub => rummikub::think(room, level, chance),
        Family::Rommikubbi => rommikubbi::think(room, level, chance),
    }
}

/// What brings the turn to its end without laying anything.
pub(super) fn give_up(room: &RoomView) -> Move {
    match room.settings.rules.family {
        Family::Rummikub => rummikub::give_up(room),
        Family::Rommikubbi => rommikubbi::give_up(room),
    }
}

/// A table as it is sent, each set with the id that it keeps.
pub(crate) fn laid_sets(table: Table) -> Vec<LaidSet> {
    let ids = table.ids.into_iter().chain(std::iter::repeat(None));
    let sets = table.sets.into_iter().zip(ids).map(|(set, id)| LaidSet {
        tiles: set.tiles,
        kind: set.kind.map(Into::into),
        id: id.map(SetId::from),
    });
    sets.collect()
}

/// Whether the player of a seat is still at the table.
pub(super) fn standing(room: &RoomView, seat: Seat) -> Standing {
    let gone = |state| matches!(state, SeatState::Vacated | SeatState::Removed);
    let left = room.seats.iter().any(|s| s.seat == seat && gone(s.state));
    if left { Standing::Left } else { Standing::Playing }
}
