//! The numbered lines of rooms.md as tables of inputs and events, without sockets, store and wall clock.
//!
//! Each test is named after a fact and says in its comment which line it holds. Time is the room's own timeline, moved by
//! hand; chance is fixed; after every command the log is folded again and has to give the same room.

#![expect(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod archives;
mod auditing;
mod clock;
mod ending;
mod findings;
mod laws;
mod leaving;
mod lobby;
mod moves;
mod pauses;
mod people;
mod playing;
mod programs;
mod records;
mod secrecy;
mod table;
mod timeouts;
