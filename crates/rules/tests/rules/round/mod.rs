//! A round: turns, clock, pool, leaving, and how it ends (rules.md §2, §5; rooms.md 10).

mod clock;
mod game;
mod ids;
mod leaving;
mod penalty;
mod pool;
mod turns;
mod unopened;

pub(crate) use game::{Game, sent};
