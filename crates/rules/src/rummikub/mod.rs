//! The Rummikub family: a common table that everybody rearranges (rules.md §1-§6).

mod combine;
mod jokers;
mod opening;
mod play;
mod reason;
mod reason_code;
mod round;
mod shape;
mod simple_player;

pub(crate) use combine::Combiner;
pub use combine::{holds_opening, split_into_sets};
pub use play::{Opened, PlayVerdict, Position, SetVerdict, judge_play, leaves_table_untouched};
pub use reason::{Place, Reason};
pub use reason_code::ReasonCode;
pub use round::{
    Action, DealError, DraftFate, DrawCause, Drawn, Event, Finding, Oracle, PassCause, PlacedSet, PlayCause,
    Player, PlayerView, RackSearch, Refusal, Round, RoundView,
};
pub use simple_player::{SeenPosition, choose_simply, placed_sets};
