//! What the tests of the whole system stand on: servers, connections, players.

mod cluster;
mod engine;
mod load;
mod peer;
mod place;
mod player;
mod program;
#[path = "../../../../crates/store/tests/contract/schema.rs"]
mod schema;
mod server;
mod skipped;
mod tap;

pub(crate) use cluster::{Cluster, StopMode};
pub(crate) use engine::{Engine, on_every_engine};
pub(crate) use load::{Acknowledged, Load};
pub(crate) use peer::Peer;
pub(crate) use place::Place;
pub(crate) use player::{
    Table, Tiles, command, draft_and_wait, has_step, name, play_match, play_match_by, settings,
};
pub(crate) use program::{Program, run};
pub(crate) use server::TestServer;
pub(crate) use skipped::skipped;
pub(crate) use tap::{Direction, Frame, Tap};

use std::time::Duration;

/// How long something may take that has to come. It only fails a test, and never paces one.
pub(crate) const PATIENCE: Duration = Duration::from_secs(50);
