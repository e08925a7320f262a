//! The best play of a position: the one that sheds the most rack tiles, or the most points.
//!
//! [`solve`] answers which play is best, [`can_play`] whether there is one. Both are functions of the position alone: there
//! is no clock, no randomness and no hash order, and what bounds them is a [`NodeLimit`]. [`Solution`] says in its type
//! whether it is proven.
//!
//! [`choose`] is what a bot does in its turn, and [`choose_in_deal`] in that of Rommikubbi: a function of what its seat sees,
//! of how well it plays, and of a number for chance.
#![no_std]

extern crate alloc;

mod bot;
mod bounds;
mod case;
mod fates;
mod inquiry;
mod lattice;
mod layout;
mod memo;
mod old;
mod openings;
mod rommikubbi;
mod runs;
mod search;
mod solution;
mod solve;
mod solver;
mod special;
mod state;
mod story;
mod supply;
mod tighten;
mod trail;

pub use bot::{Seen, Skill, choose};
pub use rommikubbi::choose_in_deal;
pub use solution::{Answer, NodeLimit, Objective, Play, Solution};
pub use solve::{can_play, solve};
pub use solver::Solver;
