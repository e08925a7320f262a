//! The games, pure: tiles, sets, rulesets, plays, rounds, matches, views and notation.
//!
//! There is no I/O here, no clock and no randomness: a deal and what a search has found out come in as arguments, and
//! running out of time is an action like any other. Everything is judged by rules.md, whose sections the items name.
//!
//! From the bottom up:
//! - A [`Face`] is what a tile shows. Equal tiles are interchangeable, so a rack, a table or a play is counted as
//!   [`FaceCounts`] and no tile has an identity.
//! - A [`LaidSet`] is unchecked: tiles as a player lays them. [`Readings`] are what it can be, a run or a group and where
//!   its jokers stand; a [`TableSet`] lies on the table with the one [`Reading`] that is stored.
//! - A [`Ruleset`] is data: printed ones by name, with fields that a room can override.
//! - [`rummikub::judge_play`] compares the table before with the table after. Its verdict names every fault with its place,
//!   or the table to be stored.
//! - A [`rummikub::Round`] is the fold of its events. [`rummikub::Round::decide`] says what comes of an action or refuses it
//!   and changes nothing; [`rummikub::Round::apply`] takes note and never refuses; [`rummikub::Round::view`] is what one
//!   viewer may see.
//! - [`rommikubbi`] is the other game: [`rommikubbi::judge_turn`], [`rommikubbi::Deal`] and [`rommikubbi::score_deal`] are its parts.
//! - [`score_round`], [`match_state`] and [`big_points`] say what rounds, matches and league tables bring.
//! - [`tile_order`] and [`commitment`] make a deal that anybody can check afterwards.
//!
//! ```
//! use sarja_rules::{FaceCounts, LaidSet, Ruleset, rummikub::{Opened, Position, judge_play}};
//!
//! let ruleset = Ruleset::default();
//! let tiles = ["K10", "B10", "J"].map(|code| code.parse().expect("a tile"));
//! let rack: FaceCounts = tiles.iter().collect();
//! let position = Position { ruleset: &ruleset, table: &[], rack: &rack, opened: Opened::No };
//! let verdict = judge_play(position, &[LaidSet::new(tiles)]);
//! assert!(verdict.is_legal());
//! assert_eq!(verdict.opening_points, 30);
//! ```
// What `ts-rs` derives names the prelude of std; the schema is made when the clients are built, never in a game.
#![cfg_attr(not(feature = "schema"), no_std)]

extern crate alloc;

mod colour;
mod counts;
mod face;
mod fraction;
mod league;
mod matches;
pub mod rommikubbi;
mod ruleset;
pub mod rummikub;
mod scoring;
mod seat;
mod seed;
mod set;
mod shuffle;
mod starter;
mod turn_number;
mod viewer;

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
pub use set::{JokerStand, Kind, LaidSet, NotASet, Reading, Readings, SetFault, SetId, Table, TableSet};
pub use shuffle::tile_order;
pub use starter::{StarterDraw, draw_starter};
pub use turn_number::TurnNumber;
pub use viewer::Viewer;
