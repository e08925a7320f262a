//! A deal of Rommikubbi as the fold of its events: who may do what, and what comes of it.
//!
//! [`Deal::decide`] asks and may refuse; [`Deal::apply`] is told what has happened and never refuses. A turn has two steps, so
//! that a tile that was drawn is seen before anything is laid: one takes, and one ends the turn. Chance comes in with
//! [`Deal::new`], time and drafts with the action that a clock causes.

mod action;
mod apply;
mod decide;
mod event;
mod setting_up;
mod state;
mod view;

pub use action::{DealAction, DealRefusal, JudgedLaying, Laying};
pub use event::{DealEvent, LayingFate, PlacedOwnedSet, TurnCause};
pub use setting_up::{DealSetUpError, Told};
pub use state::{Deal, DealPlayer, Taken, Uncovered};
pub use view::{DealPlayerView, DealView, TurnStep};
