//! The server as a whole: started, run, stopped.

use std::{io, net::SocketAddr, sync::Arc};

use axum::serve::ListenerExt as _;
use futures_util::FutureExt as _;
use sarja_store::{LockError, OpenError, Owner, ReadError, Store, StoreLock};
use tokio::{
    net::{TcpListener, TcpSocket},
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    chance,
    config::Config,
    connection::{ServerRates, Services},
    drain::{Draining, Plan, ms},
    http,
    hub::Hub,
    keeping,
    limits::{BACKLOG, HURRY_WITHIN, LINGER, SEND_BUFFER_BYTES},
    public_url::PublicUrl,
    server_limits::LimitError,
    session::Sessions,
};

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot listen there.
    #[error("cannot listen on {listen}: {source}")]
    Listen {
        /// Where.
        listen: SocketAddr,
        /// The system's reason.
        source: io::Error,
    },
    /// Its limits are none.
    #[error(transparent)]
    Limits(#[from] LimitError),
    /// Another server runs on the same store.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The rooms cannot be read.
    #[error("the rooms cannot be read: {0}")]
    Rooms(#[from] ReadError),
}

/// Why a server stopped serving.
#[derive(Debug, thiserror::Error)]
#[error("cannot serve: {0}")]
pub struct RunError(#[from] io::Error);

/// Listens there, with small buffers: what waits for a slow client waits in its own queue, where it is counted.
fn bind(listen: SocketAddr) -> io::Result<(TcpListener, SocketAddr)> {
    let socket = if listen.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // As the system's own servers: a restart need not wait for old connections. Elsewhere the option means something else.
    socket.set_reuseaddr(cfg!(unix))?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.bind(listen)?;
    let listener = socket.listen(BACKLOG)?;
    let local_addr = listener.local_addr()?;
    Ok((listener, local_addr))
}

/// A server that listens, with all its rooms running.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    local_addr: SocketAddr,
    store: Store,
    /// Held until the store is closed.
    lock: StoreLock,
    services: Arc<Services>,
    origins: Arc<[PublicUrl]>,
    public_url: Option<PublicUrl>,
}

impl Server {
    /// Listens, opens the store, and runs every open room again.
    ///
    /// # Errors
    /// [`StartError`]: the address is taken, or the store is not to be opened or read.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        let listen = config.listen;
        config.limits.check(listen)?;
        let (listener, local_addr) = bind(listen).map_err(|source| StartError::Listen { listen, source })?;
        let lock = StoreLock::take(&config.store)?;
        let store = Store::open(&config.store).await?;
        let stop = CancellationToken::new();
        let owner = Owner::from(chance::id().to_string());
        let draining = Draining::new(config.drain);
        let hub = Hub::new(
            store.clone(),
            config.practice,
            config.bot_thinks,
            owner,
            draining.clone(),
            stop.clone(),
        );
        let rooms = hub.load_all().await?;
        tracing::info!(%local_addr, rooms, "started");
        let services = Arc::new(Services {
            hub,
            sessions: Sessions::new(store.clone()),
            rates: ServerRates::new(),
            room_creation: config.room_creation,
            public_url: config.public_url.clone(),
            timings: config.timings,
            draining,
            stop,
            tasks: TaskTracker::new(),
            upkeep: TaskTracker::new(),
            counter: crate::connection::Counter::default(),
        });
        services.upkeep.spawn(keeping::keep(store.clone(), config.retention, services.stop.clone()));
        let origins = config.origins.into();
        Ok(Self { listener, local_addr, store, lock, services, origins, public_url: config.public_url })
    }

    /// Where it listens: with port 0 in the configuration, the port that the system chose.
    pub const fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Serves until `shutdown` ends, then lets its players go: see [`Drain`](crate::Drain).
    ///
    /// # Errors
    /// [`RunError`] if the system does not let it accept connections.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Result<(), RunError> {
        self.run_until(shutdown, std::future::pending()).await
    }

    /// The same, but when `hurry` ends during the stop, nobody is waited for any more than a moment.
    ///
    /// # Errors
    /// [`RunError`] if the system does not let it accept connections.
    pub async fn run_until(
        self,
        shutdown: impl Future<Output = ()> + Send + 'static,
        hurry: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), RunError> {
        let Self { listener, store, lock: _held_to_the_end, services, origins, public_url, .. } = self;
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "no TCP_NODELAY");
            }
        });
        let router = http::router(Arc::clone(&services), store.clone(), origins, public_url)
            .into_make_service_with_connect_info::<SocketAddr>();
        let stop = services.stop.clone();
        let serving =
            axum::serve(listener, router).with_graceful_shutdown(stop.cancelled_owned()).into_future();
        let hurry = hurry.shared();
        let hurried = hurry.clone();
        let draining = async {
            shutdown.await;
            drain(&services, hurried).await
        };
        // While the server drains it still serves: whoever asks is told that it is not ready.
        tokio::pin!(serving, draining);
        let plan = tokio::select! {
            plan = &mut draining => plan,
            served = &mut serving => return Ok(served?),
        };
        let rest = async {
            // Whoever has sent half a request is not waited for.
            let served = timeout(LINGER, serving).await;
            services.tasks.wait().await;
            services.upkeep.close();
            services.upkeep.wait().await;
            services.hub.ended().await;
            store.close().await;
            served.unwrap_or(Ok(()))
        };
        let patience = async {
            hurry.await;
            sleep(HURRY_WITHIN).await;
        };
        tokio::select! {
            served = rest => {
                tracing::info!("stopped");
                return Ok(served?);
            }
            () = sleep_until(plan.ends) => tracing::warn!("stopped before everything had ended"),
            () = patience => tracing::warn!("stopped in a hurry, before everything had ended"),
        }
        Ok(())
    }
}

/// Lets the connections go, then stops the rooms.
async fn drain(services: &Services, hurry: impl Future<Output = ()>) -> Plan {
    let connections = services.counter.open();
    let plan = services.draining.begin(connections);
    let closes_within_ms = ms(plan.last.saturating_duration_since(Instant::now()));
    tracing::info!(connections, closes_within_ms, "stopping: players are told to come back");
    services.tasks.close();
    tokio::select! {
        () = services.tasks.wait() => {}
        () = sleep_until(plan.last + LINGER) => {}
        () = hurry => tracing::info!("stopping at once"),
    }
    services.stop.cancel();
    plan
}
