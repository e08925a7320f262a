//! The game server: connections, rooms, clocks and bots over WebSockets.
//!
//! [`Server::start`] opens the store and runs every open room again; [`Server::run`] serves until it is told to stop.
//!
//! A connection comes in by `listen`, and a frame by `connection::reader`; it goes to the inbox of a room's task in `actor`,
//! which asks the plain state in [`room`] to decide, writes the events to the store, applies them and sends every viewer
//! his own view through `connection::outbox`. `hub` finds and makes rooms, `http` is the router, `rates` and `journal` bound
//! what strangers can cost, `thinking` is where searches for plays run, off the threads of the
//! rooms, `metrics` is what an operator can watch. Time by the wall is read in `wall` alone, chance in `chance` alone.

mod actor;
mod census;
mod chance;
mod config;
mod connection;
mod creation_key;
mod drain;
mod http;
mod hub;
mod idle_rooms;
mod journal;
mod keeping;
mod limits;
mod listen;
mod metrics;
mod newcomers;
mod public_url;
mod rates;
mod readiness;
mod replays;
pub mod room;
mod server;
mod server_limits;
mod session;
#[cfg(test)]
mod simulation;
mod store_check;
mod store_watch;
mod thinking;
mod wall;

pub use census::{Census, Observer};
pub use config::{Config, PracticeRooms, RoomCreation, Timings};
pub use creation_key::{CREATION_SECRET_LENGTH_MIN, CreationKey, WeakSecretError};
pub use drain::Drain;
pub use idle_rooms::IdleRooms;
pub use metrics::{count_panics, metrics_document};
pub use public_url::{PublicUrl, PublicUrlError, Scheme};
pub use replays::{ReplayError, WhichMatch, archived_match};
pub use server::{Server, StartError};
pub use server_limits::{LimitError, LimitRow, ServerLimits};
pub use store_check::{CheckProgress, CheckReport, RoomFault, RoomProblem, check_store};
