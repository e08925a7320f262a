//! A round of the Rummikub family as the fold of its events: who may do what, and what comes of it.
//!
//! [`Round::decide`] asks and may refuse; [`Round::apply`] is told what has happened and never refuses. Chance comes in
//! with [`Round::deal`], time and drafts with the action that a clock causes.

mod action;
mod apply;
mod course;
mod decide;
mod event;
mod oracle;
mod refusal;
mod set_ids;
mod state;
mod view;

pub use action::Action;
pub use event::{DraftFate, DrawCause, Event, PassCause, PlacedSet, PlayCause};
pub use oracle::{Finding, Oracle, RackSearch};
pub use refusal::Refusal;
pub use state::{DealError, Drawn, Player, Round};
pub use view::{PlayerView, RoundView};
