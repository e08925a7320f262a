//! What a viewer may see: types that have no place for anything else.

mod matches;
mod people;
mod rommikubbi;
mod room;
mod round;

pub use matches::{GoingOut, MatchState, MatchView, RoundHow, RoundSummary};
pub use people::{Person, SeatState, SeatView, You};
pub use rommikubbi::{RommikubbiView, StarterTook, TurnStep};
pub use room::{
    ChatLine, ClockView, DraftView, HeldView, HoldWhy, OwnVerdict, PauseView, Phase, RoomView, Votes,
};
pub use round::{RoundSeatView, RoundView, SeatValue, ShuffleView, StarterTile, TurnView};
