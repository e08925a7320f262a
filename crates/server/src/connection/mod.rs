//! A connection: a WebSocket with a reading and a writing half, from its handshake to its goodbye.
//!
//! `socket` is what it speaks over; `hello` finds out who it is; `reader` reads frames and passes commands on, `restraint` keeps to the rates; `lobby` brings it into a
//! room; `outbox` is the bounded queue to `writer`. One task does all of it.

mod hello;
mod incoming;
mod lobby;
mod outbox;
mod passing;
mod queue;
mod reader;
mod restraint;
mod socket;
mod websocket;
mod writer;

use std::{
    net::IpAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use futures_util::StreamExt as _;
use sarja_protocol::{CloseReason, SessionToken};
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

#[cfg(test)]
pub(crate) use outbox::OutboxReader;
pub(crate) use outbox::{Outbox, encode, outbox};
pub(crate) use websocket::WebSocket;

use crate::{
    actor::ConnectionId,
    config::{RoomCreation, Timings},
    drain::Draining,
    hub::Hub,
    journal::Journal,
    listen::{Admission, Gate, Meter},
    metrics::Metrics,
    public_url::PublicUrl,
    rates::{Network, ServerRates},
    readiness::Readiness,
    server_limits::ServerLimits,
    session::Sessions,
};
use reader::Reader;
use socket::Socket;
use writer::Writer;

/// What connections need of the server.
#[derive(Debug)]
pub(crate) struct Services {
    /// All rooms.
    pub(crate) hub: Hub,
    /// Who has which token.
    pub(crate) sessions: Sessions,
    /// What addresses and players may do.
    pub(crate) rates: ServerRates,
    /// Turns of those who are in no room: however many have sent something, few are heard at once, and games go on in
    /// between.
    pub(crate) strangers: Semaphore,
    /// Who may make rooms.
    pub(crate) room_creation: RoomCreation,
    /// What links to rooms begin with, if that is known.
    pub(crate) public_url: Option<PublicUrl>,
    /// How much that is.
    pub(crate) limits: ServerLimits,
    /// How many connections there are.
    pub(crate) gate: Arc<Gate>,
    /// What is logged about strangers.
    pub(crate) journal: Journal,
    /// The times of a connection.
    pub(crate) timings: Timings,
    /// Whether the server lets its players go.
    pub(crate) draining: Draining,
    /// Cancelled when the server stops: after the drain, if it has the time.
    pub(crate) stop: CancellationToken,
    /// The tasks of all connections: a server that stops waits for them before it stops its rooms.
    pub(crate) tasks: TaskTracker,
    /// The server's own tasks, which end when it stops.
    pub(crate) upkeep: TaskTracker,
    /// Whether players can be taken.
    pub(crate) readiness: Readiness,
    /// The file that the data is in, if it is in one.
    pub(crate) data_file: Option<PathBuf>,
    /// What is counted.
    pub(crate) metrics: Arc<Metrics>,
    /// Connections so far, and now.
    pub(crate) counter: Counter,
}

/// Counts connections.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    last: AtomicU64,
    open: AtomicUsize,
}

impl Counter {
    /// How many are open.
    pub(crate) fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    fn next(&self) -> ConnectionId {
        ConnectionId(self.last.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

/// What is known of a connection before it says anything.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// Where it comes from.
    pub(crate) address: IpAddr,
    /// The token of a browser's cookie, where the page that sent it is ours.
    pub(crate) cookie: Option<SessionToken>,
    /// Whether a page of another host wants it.
    pub(crate) refused: Option<CloseReason>,
    /// Its place among all connections.
    pub(crate) admission: Admission,
    /// Counts what comes without making up a message.
    pub(crate) meter: Arc<Meter>,
}

impl Origin {
    /// Where it comes from, as limits count it.
    pub(crate) fn network(&self) -> Network {
        self.address.into()
    }
}

/// Serves a connection until it is closed.
///
/// What an async function is given it keeps twice, where it was given and where it is used: so the parts are made before the future.
pub(crate) fn serve(
    socket: impl Socket,
    origin: Origin,
    services: Arc<Services>,
) -> impl Future<Output = ()> + Send {
    let (sink, stream) = socket.split();
    let (outbox, waiting) = outbox(Arc::clone(&services.metrics));
    let mut writer = Writer::new(sink, waiting, Arc::clone(&services));
    origin.meter.whole_message();
    if let Some(reason) = origin.refused {
        outbox.close(reason);
    }
    let id = services.counter.next();
    let mut reader = Reader::new(id, stream, outbox, Arc::clone(&services), origin);
    async move {
        services.counter.open.fetch_add(1, Ordering::Relaxed);
        let mut counted = services.metrics.connections.opened();
        tokio::join!(writer.run(), reader.run(&mut counted));
        services.counter.open.fetch_sub(1, Ordering::Relaxed);
    }
}
