//! The rules of the Rummikub family, each fact a test (rules.md §1-§6), and the laws that hold whatever is played.
#![expect(clippy::unwrap_used, reason = "what cannot be read or dealt fails the test")]

mod bugs;
#[cfg(feature = "serde")]
mod cases;
mod combining;
mod jokers;
mod laws;
mod notation;
mod opening;
mod plays;
mod readings;
mod rommikubbi;
mod round;
#[cfg(feature = "serde")]
mod serialised;
mod table;
