//! Bots that play Rommikubbi: what they choose, what they see, and how whole deals of theirs go.

mod blindness;
mod choices;
mod deals;
pub(crate) mod game;
#[path = "../../../../rules/tests/rules/rommikubbi/places.rs"]
mod places;
