//! The Rummikub family: a common table that everybody rearranges (rules.md §1-§6).

mod jokers;
mod opening;
mod play;
mod reason;
mod shape;

pub use play::{Opened, PlayVerdict, Position, SetVerdict, judge_play, leaves_table_untouched};
pub use reason::{Place, Reason, ReasonCode};
