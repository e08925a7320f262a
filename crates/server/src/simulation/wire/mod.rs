//! The same over a network: the server with its accept loop, hyper, axum and tungstenite on one host, players with the native client
//! on others, and turmoil between them.
//!
//! `host` is a process of the server, which is everything that a server is but its sockets; `tap` listens at these, reads the `texts` that go
//! by and has the witness look at them. A `player` is somebody's device, and runs a `program` that plays with the real client. All of them
//! share a `scene`. `storm` is what happens to the network and the hosts, and `run` a seed from its beginning to its end. The store, its weather,
//! the witness with its books and the wishes are those of the simulation without a network.
//!
//! ```sh
//! SARJA_SEED=17 cargo test -p sarja-server simulation::wire -- --nocapture
//! ```

mod host;
mod player;
mod program;
mod run;
mod scene;
mod storm;
mod tap;
mod tests;
mod texts;
