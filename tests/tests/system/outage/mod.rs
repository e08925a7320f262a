//! The database goes away under play, whole or in part, and comes back: every move that was acknowledged is there, none twice, no
//! tile is lost, every client plays on by itself, and rooms that are not concerned go on.
//!
//! `rooms` are several rooms in play, with all that their players are told; `stopped`, `killed` and `locked` are what happens to the
//! database.

mod killed;
mod locked;
mod rooms;
mod stopped;
