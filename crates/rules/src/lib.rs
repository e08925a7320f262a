//! The games, pure: tiles, sets, rulesets, plays, rounds, matches, views and notation.
// What `ts-rs` derives names the prelude of std; the schema is made when the clients are built, never in a game.
#![cfg_attr(not(feature = "schema"), no_std)]

extern crate alloc;

mod colour;
mod counts;
mod face;
mod fraction;
mod league;
mod matches;
mod ruleset;
pub mod rummikub;
mod scoring;
mod seat;
mod seed;
mod set;
mod shuffle;
mod starter;

pub use colour::{Colour, ColourSet};
pub use counts::FaceCounts;
pub use face::{Face, FaceError, NUMBER_MAX, Number};
pub use fraction::{Fraction, FractionError};
pub use league::{LeagueError, LeagueScore, Ties, big_points, default_big_points, small_points};
pub use matches::{MatchError, MatchState, NextStarter, Over, RoundResult, match_state, next_starter};
pub use ruleset::*;
pub use scoring::{FinalRack, OpeningState, RoundEnd, RoundScore, Standing, rack_worth, score_round};
pub use seat::{Points, Seat};
pub use seed::{Seed, commitment, derive_seed};
pub use set::{JokerStand, Kind, LaidSet, NotASet, Reading, Readings, SetFault, SetId, TableSet};
pub use shuffle::tile_order;
pub use starter::{StarterDraw, draw_starter};
