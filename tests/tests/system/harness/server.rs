//! A server in this process, on a port and with a database of its own.

use std::{net::SocketAddr, time::Duration};

use sarja_client::{Client, Options, ServerUrl};
use sarja_protocol::PlayerKind;
use sarja_server::{Config, PracticeRooms, Server};
use sarja_store::{LoadedRoom, RoomId, Store};
use tokio::{sync::oneshot, task::JoinHandle};

use super::{Engine, Peer, Place};

/// A server that runs until it is stopped or the test ends.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    place: Place,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl TestServer {
    /// A practice server whose bots do not hesitate.
    pub(crate) async fn start(engine: Engine) -> Self {
        Self::start_with(engine, |_| {}).await
    }

    /// The same, with something else in its configuration.
    pub(crate) async fn start_with(engine: Engine, change: impl FnOnce(&mut Config)) -> Self {
        let place = Place::new(engine).await;
        let listen = "127.0.0.1:0".parse().unwrap();
        let mut config = Config::new(listen, place.store_url());
        config.practice = PracticeRooms::Allowed;
        config.bot_thinks = Duration::ZERO..=Duration::ZERO;
        config.drain.notice = Duration::ZERO;
        change(&mut config);
        let server = Server::start(config).await.unwrap();
        let address = server.local_addr();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let stopped = async {
                if stopped.await.is_err() {
                    // Dropped without being stopped: it ends with the test.
                    std::future::pending::<()>().await;
                }
            };
            server.run(stopped).await;
        });
        Self { address, place, stop, task }
    }

    pub(crate) fn url(&self) -> ServerUrl {
        format!("http://{}", self.address).parse().unwrap()
    }

    /// A new player of our own client.
    pub(crate) async fn client(&self) -> Client {
        Client::connect(Options::new(self.url(), PlayerKind::Bot)).await.unwrap()
    }

    /// A new player on a bare connection.
    pub(crate) async fn peer(&self) -> Peer {
        Peer::guest(self.address).await
    }

    /// The store, opened beside the server.
    pub(crate) async fn store(&self) -> Store {
        self.place.store().await
    }

    /// What the store holds of a room.
    pub(crate) async fn stored(&self, room: sarja_protocol::RoomId) -> LoadedRoom {
        self.store().await.load_room(RoomId(room.0)).await.unwrap().unwrap()
    }

    /// Stops the server, and tells that it did so in good order.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
    }
}
