//! The store in memory: what goes wrong there is what was decided outside, at the moment that was decided. What it does when
//! nothing goes wrong is in the contract of all engines.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

#[path = "../contract/given.rs"]
#[expect(dead_code, reason = "the contract needs more of it")]
mod given;
mod places;
mod reads;
mod script;
mod writes;
