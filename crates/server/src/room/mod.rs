//! A room as plain, synchronous state (rooms.md): one owner, no clock, no chance, no I/O.
//!
//! [`Room::decide`] asks and may refuse; the events that it gives are stored; then [`Room::apply`] takes note of each and
//! tells what every viewer is shown. Who is connected, drafts, shuffle values, the time and randomness come in with
//! [`Circumstances`]; what is to happen by itself is told by [`Room::next_due`].

mod apply;
mod apply_game;
mod apply_match;
mod archive;
mod arrivals;
mod audit;
mod bots;
mod decide;
mod due;
mod event;
mod family;
mod findings;
mod game;
#[cfg(test)]
mod hidden_tiles;
mod hints;
mod judging;
pub mod limits;
mod lobby;
mod making;
mod matches;
mod past_turns;
mod pauses;
#[cfg(test)]
mod planted;
mod presence;
mod rebuild;
mod refusal;
mod results;
#[cfg(test)]
mod rigged;
#[cfg(test)]
mod rommikubbi_turns;
mod seats;
mod settings;
mod show;
mod state;
mod talk;
mod view;

pub use arrivals::NewRoom;
pub use audit::Discrepancy;
pub use bots::{BotTurn, Brain};
pub use decide::Input;
pub use due::Due;
pub use event::{Event, GameEvent};
pub use family::{Game, Move, Sight};
pub(crate) use findings::{Asking, Findings, Question};
pub use making::{Chance, Circumstances, Decision, LiveDraft};
pub(crate) use past_turns::{PastRound, PastTurn};
pub use presence::Presence;
pub use rebuild::{RebuildError, Recorded};
pub use refusal::Refusal;
pub use settings::RoomSettings;
pub use show::Shown;
pub use state::{Member, Room};
pub use view::ViewContext;
