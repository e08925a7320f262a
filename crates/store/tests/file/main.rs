//! What only an engine with a file has: copies, damage, a WAL that grows.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

mod copies;
mod damage;
mod given;
mod journal;
