//! A process of the server: all that it has but its sockets. It can end as a process does, or stop as one that is told to.

use std::{net::IpAddr, sync::Arc, time::Duration};

use sarja_store::{MemoryDatabase, Owner};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::pipe::ServerEnd;
use crate::{
    census::{Census, Observer},
    config::{Config, Timings},
    connection::{Origin, Services, serve},
    idle_rooms::IdleRooms,
    listen::Meter,
    metrics::Metrics,
    server::services,
    server_limits::ServerLimits,
};

/// A process that runs.
#[derive(Debug)]
pub(super) struct Process {
    services: Arc<Services>,
    killed: CancellationToken,
}

impl Process {
    /// A process that has read which rooms there are; `None` if the store did not answer.
    pub(super) async fn start(database: &MemoryDatabase, name: &str, metrics: &Arc<Metrics>) -> Option<Self> {
        // Time passes in leaps, in which a client has said nothing.
        let timings = Timings { dead_after: Duration::from_secs(75), ..Timings::default() };
        let services = services(&config(timings), database.open(), Owner::from(name), Arc::clone(metrics));
        let process = Self { services: Arc::new(services), killed: CancellationToken::new() };
        if process.services.hub.note_open_rooms().await.is_err() {
            process.kill();
            return None;
        }
        Some(process)
    }

    /// Takes a connection of this client.
    pub(super) fn accept(&self, socket: ServerEnd, client: u8) {
        let address = IpAddr::from([10, 0, 0, client]);
        // Whoever is not admitted hears nothing but the end of his connection.
        let Ok(admission) = self.services.gate.admit(address.into()) else { return };
        let meter = Arc::new(Meter::new());
        let origin = Origin { address, cookie: None, refused: None, admission, meter };
        let (services, killed) = (Arc::clone(&self.services), self.killed.clone());
        self.services.tasks.spawn(async move {
            killed.run_until_cancelled_owned(serve(socket, origin, services)).await;
        });
    }

    /// Ends without a word, where it stands.
    pub(super) fn kill(&self) {
        self.killed.cancel();
        self.services.hub.kill();
    }

    /// Stops as a process that is told to: players are sent away, then rooms end.
    pub(super) async fn stop(&self) {
        let (services, tasks): (_, &TaskTracker) = (&self.services, &self.services.tasks);
        services.draining.begin(services.counter.open());
        services.stop.cancel();
        tasks.close();
        tasks.wait().await;
        services.hub.ended().await;
    }

    /// What it holds.
    pub(super) fn census(&self) -> Census {
        Observer::new(Arc::clone(&self.services)).census()
    }
}

/// What processes are started with.
pub(super) fn config(timings: Timings) -> Config {
    let store = "memory:".parse().expect("it is the URL of a store in memory");
    Config {
        // What the rates refuse is none of the simulation's business.
        limits: ServerLimits::bench(),
        bot_thinks: Duration::from_millis(200)..=Duration::from_millis(900),
        timings,
        idle_rooms: IdleRooms { after: Duration::from_secs(5) },
        ..Config::new(([127, 0, 0, 1], 0).into(), store)
    }
}
