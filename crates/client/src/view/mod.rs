//! What the client knows of its room: the last snapshot with everything folded over it that has come since.

mod fold;
mod live;
mod local;
mod matches;
mod people;
mod rommikubbi;
mod round;
#[cfg(test)]
pub(crate) mod samples;

pub use fold::{Known, fold};
pub use local::{Folded, Gap, LocalView};
