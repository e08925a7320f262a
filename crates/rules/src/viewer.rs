//! Who looks at a game.

use crate::Seat;

/// Who looks at a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player, who sees the own rack.
    Player(Seat),
    /// Somebody who sees no rack.
    Spectator,
}
