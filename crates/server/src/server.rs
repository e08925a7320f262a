//! The server as a whole: started, run, stopped.

use std::{io, net::SocketAddr, sync::Arc};

use axum::serve::ListenerExt as _;
use sarja_store::{LockError, OpenError, Owner, ReadError, Store, StoreLock};
use tokio::{
    net::{TcpListener, TcpSocket},
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    chance,
    config::Config,
    connection::{ServerRates, Services},
    http,
    hub::Hub,
    keeping,
    limits::{BACKLOG, SEND_BUFFER_BYTES, STOP_WITHIN},
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
        let hub = Hub::new(store.clone(), config.practice, config.bot_thinks, owner, stop.clone());
        let rooms = hub.load_all().await?;
        tracing::info!(%local_addr, rooms, "started");
        let services = Arc::new(Services {
            hub,
            sessions: Sessions::new(store.clone()),
            rates: ServerRates::new(),
            room_creation: config.room_creation,
            public_url: config.public_url.clone(),
            timings: config.timings,
            stop,
            tasks: TaskTracker::new(),
            counter: crate::connection::Counter::default(),
        });
        services.tasks.spawn(keeping::keep(store.clone(), config.retention, services.stop.clone()));
        let origins = config.origins.into();
        Ok(Self { listener, local_addr, store, lock, services, origins, public_url: config.public_url })
    }

    /// Where it listens: with port 0 in the configuration, the port that the system chose.
    pub const fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Serves until `shutdown` ends; then takes nothing new, tells everybody to come back, and lets rooms finish what they
    /// are writing.
    ///
    /// # Errors
    /// [`RunError`] if the system does not let it accept connections.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Result<(), RunError> {
        let Self { listener, store, lock, services, origins, public_url, .. } = self;
        let stop = services.stop.clone();
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "no TCP_NODELAY");
            }
        });
        let router = http::router(Arc::clone(&services), store.clone(), origins, public_url)
            .into_make_service_with_connect_info::<SocketAddr>();
        let ending = async move {
            shutdown.await;
            stop.cancel();
        };
        let serving = axum::serve(listener, router).with_graceful_shutdown(ending).into_future();
        let served = tokio::select! {
            served = serving => served,
            // Whoever has sent half a request is not waited for.
            () = async {
                services.stop.cancelled().await;
                sleep(STOP_WITHIN).await;
            } => Ok(()),
        };
        services.stop.cancel();
        services.tasks.close();
        let ended = async {
            services.tasks.wait().await;
            services.hub.ended().await;
        };
        if timeout(STOP_WITHIN, ended).await.is_err() {
            tracing::warn!("stopped before everything had ended");
        }
        store.close().await;
        drop(lock);
        tracing::info!("stopped");
        Ok(served?)
    }
}
