//! A fault that is planted in what a viewer is shown, to see that the simulation finds it.

use sarja_rules::Viewer;

use super::{
    family::{Game, GameView},
    state::CurrentRound,
};
use crate::simulation::planted::{Planted, is};

/// With a tile of somebody else's rack, if that fault is planted.
pub(super) fn with_hidden_tile(mut view: GameView, viewer: Viewer, current: &CurrentRound) -> GameView {
    let others = current.game.iter().flat_map(Game::racks).enumerate();
    let mut others = others.filter(|(seat, _)| viewer != Viewer::Player(sarja_rules::Seat(*seat as u8)));
    if is(Planted::HiddenTile)
        && let Some(rack) = &mut view.rack
        && let Some((_, other)) = others.next()
    {
        rack.extend(other.first());
    }
    view
}
