//! Whole servers on a network and a store that a seed decides about: what must never be is looked for at every step.
//!
//! Everything is real but what lies outside: connections, hub, rooms and their tasks are those of the server, `pipe` is what
//! sockets are to them, and the store is the one in memory, with the `weather` that a seed brings. A `world` has processes, clients and what is between
//! them. At each step something happens: a frame arrives, somebody does something, a connection breaks, time passes, a process dies or another
//! starts beside it. `witness` sees each frame as it leaves, and holds it against the `book` of its room: the log as it is committed at that moment. When all
//! is calm again, everybody comes back, and nothing may have been lost (`run`).
//!
//! Clocks, chance and the order of tasks follow from the seed (`outside`), so a seed that fails fails again:
//!
//! ```sh
//! SARJA_SEED=17 cargo test -p sarja-server simulation -- --nocapture
//! ```
//!
//! `wire` has the whole server and real clients instead, on a network, and holds them against the same.

mod book;
mod client;
mod lives;
mod network;
pub(crate) mod outside;
mod pipe;
pub(crate) mod planted;
mod process;
mod run;
mod sight;
mod tests;
mod told;
mod trace;
mod weather;
mod wire;
mod wishes;
mod witness;
mod world;
