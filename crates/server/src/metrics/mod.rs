//! What an operator can watch: counters, gauges and histograms in the text format of Prometheus.
//!
//! Each server has its own [`Metrics`]; there is no global recorder. The handles are made once, so that counting costs an
//! atomic addition and no look-up. What is counted as it happens is in `connections`, `commands`, `rooms`, `games`,
//! `store` and `thoughts`; what is looked at when somebody asks in `scrape`, `process` and `runtime`. `register` gives out the handles and
//! keeps what each metric means, from which `ops/METRICS.md` is made.
//!
//! No label has a value that people choose, or of which there may be any number: no room, code, player or address. Nothing
//! here tells a tile, a seed or a token.

mod commands;
mod connections;
mod disk;
mod document;
mod games;
mod label;
mod panics;
mod process;
mod register;
mod rooms;
mod runtime;
mod scrape;
mod state;
mod store;
mod thoughts;

use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusHandle;

pub use document::metrics_document;
pub use panics::count_panics;

pub(crate) use commands::{Commands, Measured};
pub(crate) use connections::{Connections, Open};
pub(crate) use games::Games;
pub(crate) use label::{Limit, Outcome, ResumedWith, RoomFault, Thought};
pub(crate) use rooms::Rooms;
pub(crate) use runtime::watch;
pub(crate) use scrape::scrape;
pub(crate) use store::StoreMetrics;

use disk::Disk;
use process::Process;
use register::{Described, Register};
use runtime::Runtime;
use state::ServerState;
use thoughts::Thoughts;

/// All metrics of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    pub(crate) connections: Connections,
    pub(crate) commands: Commands,
    pub(crate) rooms: Rooms,
    pub(crate) games: Games,
    pub(crate) store: StoreMetrics,
    pub(crate) thoughts: Thoughts,
    disk: Disk,
    state: ServerState,
    runtime: Runtime,
    process: Process,
    exporter: PrometheusHandle,
}

impl Metrics {
    /// Metrics of a new server: all counters are 0.
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self::described().0)
    }

    /// The same, and what each metric means.
    fn described() -> (Self, Vec<Described>) {
        let mut register = Register::new();
        let state = ServerState::new(&mut register);
        let connections = Connections::new(&mut register);
        let commands = Commands::new(&mut register);
        let rooms = Rooms::new(&mut register);
        let games = Games::new(&mut register);
        let store = StoreMetrics::new(&mut register);
        let thoughts = Thoughts::new(&mut register);
        let disk = Disk::new(&mut register);
        let runtime = Runtime::new(&mut register);
        let process = Process::new(&mut register);
        let (exporter, described) = register.finish();
        let metrics = Self {
            connections,
            commands,
            rooms,
            games,
            store,
            thoughts,
            disk,
            state,
            runtime,
            process,
            exporter,
        };
        (metrics, described)
    }

    /// Adds up what histograms have gathered.
    fn upkeep(&self) {
        self.exporter.run_upkeep();
    }
}
