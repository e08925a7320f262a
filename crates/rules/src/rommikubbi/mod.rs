//! Rommikubbi (rules.md §8): a different game on the same tiles, with a discard pile, sets that score for their owner, and
//! nothing rearranged.
//!
//! [`judge_turn`] says whether a turn may end as it is laid, [`score_deal`] what a deal brings; a [`Deal`] is the fold of its
//! events. [`split_into_sets`] helps whoever lays. Faces, laid sets and readings are those of the Rummikub family; what a 1
//! after 13 changes about them is in [`OwnedSet`] and its parts.

mod deal;
mod grown;
mod opening;
mod owned_set;
mod readings;
mod reason;
mod score;
mod split;
mod turn;

pub use deal::*;
pub(crate) use grown::goes_on_from;
pub use owned_set::OwnedSet;
pub use reason::TurnReason;
pub use score::{DealEnd, FinalHand, Finish, GoingOut, score_deal};
pub use split::split_into_sets;
pub use turn::{Take, Turn, TurnPosition, TurnVerdict, judge_turn};
