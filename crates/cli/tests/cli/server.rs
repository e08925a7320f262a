//! A server in this process, and clients of it.

use std::{net::SocketAddr, time::Duration};

use sarja_client::{Client, Options, ServerUrl};
use sarja_protocol::PlayerKind;
use sarja_server::{Config, PracticeRooms, Server, ServerLimits};
use sarja_store::StoreUrl;
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle};

/// A server on a port of its own, with data that goes when it goes.
pub(crate) struct Running {
    pub(crate) url: ServerUrl,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    data: TempDir,
}

impl Running {
    pub(crate) async fn start() -> Self {
        Self::limited(ServerLimits::default()).await
    }

    /// The same, under other limits than those for playing.
    pub(crate) async fn limited(limits: ServerLimits) -> Self {
        Self::on("127.0.0.1:0".parse().unwrap(), tempfile::tempdir().unwrap(), limits).await
    }

    /// One that lets its players be as fast as programs can.
    pub(crate) async fn start_fast() -> Self {
        Self::limited(ServerLimits::bench()).await
    }

    async fn on(listen: SocketAddr, data: TempDir, limits: ServerLimits) -> Self {
        let store = StoreUrl::sqlite(data.path().join("sarja.db")).unwrap();
        let config = Config {
            bot_thinks: Duration::ZERO..=Duration::ZERO,
            practice: PracticeRooms::Allowed,
            limits,
            ..Config::new(listen, store)
        };
        let server = Server::start(config).await.unwrap();
        let url = server.local_addr().to_string().parse().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            // Dropping the sender stops it as well.
            server.run(async { drop(stopped.await) }).await;
        });
        Self { url, stop, task, data }
    }

    /// The folder of the data, as `--data-dir`.
    pub(crate) fn data_dir(&self) -> &str {
        self.data.path().to_str().unwrap()
    }

    /// Stops, and starts again in the same place with the same data.
    pub(crate) async fn restart(self) -> Self {
        let listen = format!("{}:{}", self.url.host(), self.url.port()).parse().unwrap();
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
        Self::on(listen, self.data, ServerLimits::default()).await
    }

    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
    }

    pub(crate) async fn client(&self) -> Client {
        Client::connect(Options::new(self.url.clone(), PlayerKind::Bot)).await.unwrap()
    }
}
