//! What the bot does in its turn: the simple player of the rules, fed with what the wire tells.

use sarja_protocol::{LaidSet, RoomView, SetId};
use sarja_rules::{
    FaceCounts, Kind,
    rummikub::{Action, Opened, SeenPosition, choose_simply, placed_sets},
};

/// What to do in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Play this whole table.
    Play(Vec<LaidSet>),
    /// Draw.
    Draw,
    /// Pass.
    Pass,
}

/// The move that the simple player makes in the viewer's own turn; `None` for who has no rack.
pub fn choose(room: &RoomView) -> Option<Move> {
    let round = room.round.as_ref()?;
    let own = room.you.seat?;
    let rack: FaceCounts = round.rack.as_ref()?.iter().collect();
    let ruleset = &room.settings.rules;
    let sets = round.table.iter().map(|set| (set.id.into(), Kind::from(set.kind), set.tiles.clone()));
    let table = placed_sets(sets, ruleset);
    let opened = round.seats.iter().any(|s| s.seat == own && s.opened);
    let action = choose_simply(SeenPosition {
        ruleset,
        table: &table,
        rack: &rack,
        opened: if opened { Opened::Yes } else { Opened::No },
        pool: usize::from(round.pool),
    });
    match action {
        Action::Play(table) => {
            let ids = table.ids.into_iter().chain(std::iter::repeat(None));
            let sets = table.sets.into_iter().zip(ids).map(|(set, id)| LaidSet {
                tiles: set.tiles,
                kind: set.kind.map(Into::into),
                id: id.map(SetId::from),
            });
            Some(Move::Play(sets.collect()))
        }
        Action::Draw | Action::RunOutOfTime(_) => Some(Move::Draw),
        Action::Pass => Some(Move::Pass),
    }
}

/// The move that ends the turn without playing.
pub(super) fn give_up(room: &RoomView) -> Move {
    if room.round.as_ref().is_some_and(|round| round.pool > 0) { Move::Draw } else { Move::Pass }
}
