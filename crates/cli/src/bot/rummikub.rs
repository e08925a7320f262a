//! What the bot does in its turn of the Rummikub family: a bot of the solver, fed with what the wire tells.

use sarja_protocol::{RoomView, RoundSeatView};
use sarja_rules::{
    FaceCounts, Kind,
    rummikub::{self, Action, Opened, SeenPosition, placed_sets},
};
use sarja_solver::Seen;

use super::{
    Level,
    moves::{Move, laid_sets, standing},
};

/// The move that a simple player makes in the viewer's own turn of the Rummikub family: it lays sets of its rack, adds single
/// tiles, and rearranges nothing. `None` for who has no rack.
pub(super) fn choose_simply(room: &RoomView) -> Option<Move> {
    let (view, own) = (seen(room)?, room.you.seat?);
    let opened = view.players.get(own.index())?.opened;
    let rack: FaceCounts = view.rack.iter().flatten().collect();
    let ruleset = &room.settings.rules;
    let seen = SeenPosition { ruleset, table: &view.table, rack: &rack, opened, pool: view.pool };
    Some(rummikub::choose_simply(seen).into())
}

/// The move that a bot of this level makes in the viewer's own turn; `None` for who has no rack.
pub(super) fn think(room: &RoomView, level: Level, chance: u64) -> Option<Move> {
    let view = seen(room)?;
    let seen = Seen::of(&room.settings.rules, &view, room.you.seat?)?;
    Some(sarja_solver::choose(&seen, level.into(), chance).into())
}

/// The round as the rules know it, from what the wire tells; `None` for who has no rack.
fn seen(room: &RoomView) -> Option<rummikub::RoundView> {
    let round = room.round.as_ref()?;
    let sets = round.table.iter().map(|set| (set.id.into(), Kind::from(set.kind), set.tiles.clone()));
    let player = |seat: &RoundSeatView| rummikub::PlayerView {
        tiles: seat.tiles.into(),
        opened: if seat.opened { Opened::Yes } else { Opened::No },
        standing: standing(room, seat.seat),
    };
    let turn = round.turn.as_ref()?;
    Some(rummikub::RoundView {
        table: placed_sets(sets, &room.settings.rules),
        pool: round.pool.into(),
        players: round.seats.iter().map(player).collect(),
        rack: Some(round.rack.clone()?),
        turn: turn.turn.into(),
        seat: turn.seat,
        // The wire does not tell how many have passed in a row.
        passes: 0,
        turns_left: round.turns_left,
        end: None,
        racks: None,
    })
}

impl From<Action> for Move {
    fn from(action: Action) -> Self {
        match action {
            Action::Play(table) => Self::Play(laid_sets(table)),
            Action::Draw | Action::RunOutOfTime(_) => Self::Draw,
            Action::Pass => Self::Pass,
        }
    }
}

/// The move that ends the turn without playing.
pub(super) fn give_up(room: &RoomView) -> Move {
    if room.round.as_ref().is_some_and(|round| round.pool > 0) { Move::Draw } else { Move::Pass }
}
