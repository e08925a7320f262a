//! What the solver answers, held against what is known.

mod bugs;
mod jokers;
mod positions;
