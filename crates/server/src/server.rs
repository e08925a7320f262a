//! The server as a whole: started, run, stopped.

use std::{io, net::SocketAddr, path::Path, sync::Arc};

use futures_util::FutureExt as _;
use sarja_store::{LockError, OpenError, Owner, ReadError, Store, StoreLock};
use tokio::{
    net::TcpListener,
    sync::Semaphore,
    time::{Instant, sleep, sleep_until},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    actor::RoomServices,
    census::Observer,
    chance,
    config::Config,
    connection::Services,
    drain::{Draining, Plan, ms},
    http::{self, Proxies, Site},
    hub::Hub,
    journal::Journal,
    keeping,
    limits::{HURRY_WITHIN, LINGER, STRANGERS_AT_ONCE},
    listen::{Door, Gate, Listener, Reserve, accept, bind, connections_that_fit},
    metrics::{self, Metrics},
    rates::ServerRates,
    readiness::Readiness,
    server_limits::LimitError,
    session::Sessions,
    store_watch::StoreWatch,
    thinking::Thinking,
};

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot listen there.
    #[error("cannot listen on {listen}")]
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

/// A server that listens, with all its rooms running.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    local_addr: SocketAddr,
    metrics_listener: Option<(TcpListener, SocketAddr)>,
    /// Held until the store is closed.
    lock: StoreLock,
    inside: Inside,
}

/// All of a server but where it listens.
#[derive(Debug)]
pub(crate) struct Inside {
    store: Store,
    state: http::State,
}

impl Server {
    /// Listens, opens the store, and goes on with every open room.
    ///
    /// # Errors
    /// [`StartError`]: the address is taken, or the store is not to be opened or read.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        let listen = config.listen;
        config.limits.check(listen)?;
        let (listener, local_addr) = bind(listen).map_err(|source| StartError::Listen { listen, source })?;
        let lock = StoreLock::take(&config.store)?;
        let metrics_listener = match config.metrics_listen {
            Some(listen) => Some(bind(listen).map_err(|source| StartError::Listen { listen, source })?),
            None => None,
        };
        let metrics = Metrics::new();
        let owner = Owner::from(chance::id().to_string());
        let store = Store::open_as(&config.store, &owner).await?;
        store.watch(metrics.store.watch());
        // Behind a trusted proxy each request tells whether it came encrypted.
        let may_be_encrypted = !config.trusted_proxies.is_empty();
        let (inside, rooms) = Inside::open(config, store, owner, metrics).await?;
        tracing::info!(%local_addr, rooms, "started");
        let may_be_secure = inside.state.site.is_secure() || may_be_encrypted;
        if !may_be_secure && !local_addr.ip().is_loopback() {
            tracing::warn!(
                %local_addr,
                "without HTTPS whoever can listen in the network can take players' sessions; \
                 set the public URL to the https:// address of a proxy in front"
            );
        }
        Ok(Self { listener, local_addr, metrics_listener, lock, inside })
    }

    /// Where it listens: with port 0 in the configuration, the port that the system chose.
    pub const fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Where it serves metrics alone, if it does.
    pub fn metrics_addr(&self) -> Option<SocketAddr> {
        self.metrics_listener.as_ref().map(|(_, at)| *at)
    }

    /// Looks into the server while it runs, and after.
    pub fn observer(&self) -> Observer {
        self.inside.observer()
    }

    /// Serves until `shutdown` ends, then lets its players go: see [`Drain`](crate::Drain). Nothing else ends it: while the system
    /// gives no connections, or the store does not answer, it says so in the log and goes on.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) {
        self.run_until(shutdown, std::future::pending()).await;
    }

    /// The same, but when `hurry` ends during the stop, nobody is waited for any more than a moment.
    pub async fn run_until(
        self,
        shutdown: impl Future<Output = ()> + Send + 'static,
        hurry: impl Future<Output = ()> + Send + 'static,
    ) {
        let Self { listener, metrics_listener, lock: _held_to_the_end, inside, .. } = self;
        if let Some((listener, at)) = metrics_listener {
            tracing::info!(%at, "serving metrics");
            serve_operator(listener, inside.state.clone());
        }
        inside.run_until(listener, shutdown, hurry).await;
    }
}

impl Inside {
    /// Goes on with every open room of a store, under this name; tells how many there are.
    ///
    /// # Errors
    /// The rooms cannot be read.
    pub(crate) async fn open(
        config: Config,
        store: Store,
        owner: Owner,
        metrics: Arc<Metrics>,
    ) -> Result<(Self, usize), ReadError> {
        let services = Arc::new(services(&config, store.clone(), owner, metrics));
        let rooms = services.hub.note_open_rooms().await?;
        services.upkeep.spawn(keeping::keep(store.clone(), config.retention, services.stop.clone()));
        let site = Arc::new(Site::new(config.public_url, &config.origins));
        let proxies = Proxies::new(config.trusted_proxies);
        let state = http::State { services, site, proxies, replays: http::Replays::new() };
        Ok((Self { store, state }, rooms))
    }

    /// Looks into the server while it runs, and after.
    pub(crate) fn observer(&self) -> Observer {
        Observer::new(Arc::clone(&self.state.services))
    }

    /// Serves who comes to this listener: see [`Server::run_until`].
    pub(crate) async fn run_until(
        self,
        listener: impl Listener,
        shutdown: impl Future<Output = ()> + Send + 'static,
        hurry: impl Future<Output = ()> + Send + 'static,
    ) {
        let Self { store, state } = self;
        let (services, proxies) = (Arc::clone(&state.services), state.proxies.clone());
        watch(&services);
        let journal = Arc::clone(&services);
        services.upkeep.spawn(async move { journal.journal.keep(&journal.stop).await });
        let door = Door {
            proxies,
            reserve: Reserve::new(),
            router: http::router(state),
            services: Arc::clone(&services),
        };
        let hurry = hurry.shared();
        let hurried = hurry.clone();
        let draining = async {
            shutdown.await;
            drain(&services, hurried).await
        };
        // While the server drains it still serves: whoever asks is told that it is not ready.
        let (plan, ()) = tokio::join!(draining, accept(listener, Arc::new(door)));
        let rest = async {
            services.tasks.wait().await;
            services.upkeep.close();
            services.upkeep.wait().await;
            services.hub.ended().await;
            store.close().await;
        };
        let patience = async {
            hurry.await;
            sleep(HURRY_WITHIN).await;
        };
        tokio::select! {
            biased;
            () = rest => tracing::info!("stopped"),
            () = sleep_until(plan.ends) => tracing::warn!("stopped before everything had ended"),
            () = patience => tracing::warn!("stopped in a hurry, before everything had ended"),
        }
    }
}

/// What a server has on this store, under this name. Needs a runtime, on which its rooms run.
pub(crate) fn services(config: &Config, store: Store, owner: Owner, metrics: Arc<Metrics>) -> Services {
    let stop = CancellationToken::new();
    let draining = Draining::new(config.drain);
    let rooms = RoomServices {
        store: store.clone(),
        store_watch: StoreWatch::new(),
        owner,
        bot_thinks: config.bot_thinks.clone(),
        idle_rooms: config.idle_rooms,
        draining: draining.clone(),
        stop: stop.clone(),
        metrics: Arc::clone(&metrics),
        thinking: Thinking::new(Arc::clone(&metrics)),
    };
    Services {
        strangers: Semaphore::new(STRANGERS_AT_ONCE),
        hub: Hub::new(rooms, config.practice, (&config.limits).into()),
        sessions: Sessions::new(store.clone()),
        room_creation: config.room_creation.clone(),
        public_url: config.public_url.clone(),
        rates: ServerRates::new(&config.limits),
        gate: Arc::new(Gate::new(connections_that_fit(config.limits.connections_max), &config.limits)),
        limits: config.limits.clone(),
        journal: Journal::new(Arc::clone(&metrics)),
        timings: config.timings.clone(),
        readiness: Readiness::new(store, draining.clone()),
        data_file: config.store.file().map(Path::to_owned),
        metrics,
        draining,
        stop,
        tasks: TaskTracker::new(),
        upkeep: TaskTracker::new(),
        counter: crate::connection::Counter::default(),
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
        biased;
        () = services.tasks.wait() => {}
        () = sleep_until(plan.last + LINGER) => {}
        () = hurry => tracing::info!("stopping at once"),
    }
    services.stop.cancel();
    plan
}

/// Measures how late the runtime is until the server stops.
fn watch(services: &Arc<Services>) {
    let (metrics, stop) = (Arc::clone(&services.metrics), services.stop.clone());
    services.upkeep.spawn(async move {
        tokio::select! {
            biased;
            () = stop.cancelled() => {}
            () = metrics::watch(&metrics) => {}
        }
    });
}

/// Serves what an operator reads, until the server stops.
fn serve_operator(listener: TcpListener, state: http::State) {
    let services = Arc::clone(&state.services);
    let router = http::operator_router(state);
    let stop = services.stop.clone();
    services.upkeep.spawn(async move {
        let serving = axum::serve(listener, router).with_graceful_shutdown(stop.cancelled_owned());
        if let Err(error) = serving.await {
            tracing::error!(%error, "metrics are served no longer");
        }
    });
}
