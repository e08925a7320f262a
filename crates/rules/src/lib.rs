//! The games, pure: tiles, sets, rulesets, plays, rounds, matches, views and notation.
// What `ts-rs` derives names the prelude of std; the schema is made when the clients are built, never in a game.
#![cfg_attr(not(feature = "schema"), no_std)]

extern crate alloc;

mod colour;
mod counts;
mod face;
mod ruleset;
pub mod rummikub;
mod seat;
mod set;

pub use colour::{Colour, ColourSet};
pub use counts::FaceCounts;
pub use face::{Face, FaceError, NUMBER_MAX, Number};
pub use ruleset::*;
pub use seat::{Points, Seat};
pub use set::{JokerStand, Kind, LaidSet, NotASet, Reading, Readings, SetFault, SetId, TableSet};
