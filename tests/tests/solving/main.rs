//! The solver against everything that knows better: an oracle that tries every play, both referees, the cases, and a player
//! in games.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

mod agreement;
mod asked;
mod blocked;
mod cases;
mod games;
mod middle_game;
