//! What the solver answers, held against what is known.

mod jokers;
mod positions;
