//! A room's task: it owns the room, its clock, its drafts and who is connected, and does one thing after the other.
//!
//! The life of a command: `commands` asks the room to decide, `commit` writes what comes of it to the store, applies it and
//! tells it to all; `enter` lets connections in and back in; `clock` does what is due; `bots` plays for the seats of the
//! server; `finding` lets a decision wait for what a search finds; `hints` and
//! `analyses` let somebody wait for it while the room goes on (`searches`);
//! `drafts` keeps the table that is being rearranged. `rebuild` makes all of it from the log, `reload` does so when
//! the log may hold more than the room knows, `hold` lets it stand still while nothing can be saved, `asleep` is what is kept beside
//! the log while nobody is there, and `handover` what a server that stops leaves to the next one, where the room waits for those who
//! were let go (`awaited`).

mod analyses;
mod answers;
mod asleep;
mod awaited;
mod bots;
mod clock;
mod commands;
mod commit;
mod drafts;
mod enter;
mod finding;
mod handle;
mod handover;
mod hints;
mod hold;
#[cfg(test)]
mod hold_tests;
mod invitations;
#[cfg(test)]
mod planted;
mod rebuild;
mod reload;
mod ring;
mod run;
mod searches;
#[cfg(test)]
mod taken_up;
#[cfg(test)]
mod tests;
mod timeline;
#[cfg(test)]
mod twins;
mod viewers;

pub(crate) use answers::{CommandKey, body_hash};
pub(crate) use asleep::Asleep;
pub(crate) use commit::entry;
pub(crate) use handle::{Enter, RoomHandle, ToRoom, Unreached};
pub(crate) use handover::{Left, left_asleep};
pub(crate) use rebuild::{Rebuilt, Unreadable, identity, link_secret};
pub(crate) use run::{Ended, Outcome, RoomActor, RoomServices, Start};
#[cfg(test)]
pub(crate) use viewers::viewers_of;
pub(crate) use viewers::{ConnectionId, Membership};
