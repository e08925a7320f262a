//! Bots: what they see, what they choose, and how whole rounds of theirs go.

mod blindness;
mod choices;
pub(crate) mod game;
mod rounds;
