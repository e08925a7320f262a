//! What the solver answers, held against what is known.

mod bots;
mod bugs;
mod jokers;
mod positions;
mod rommikubbi;
