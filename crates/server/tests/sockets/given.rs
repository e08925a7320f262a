//! What tests begin with: a server on a file of its own, and people in a room.

use std::{net::SocketAddr, time::Duration};

use sarja_server::{Config, Observer, PracticeRooms, Server};
use sarja_store::StoreUrl;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle};

use crate::client::Client;

/// A server that runs until it is dropped or stopped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    /// Removes the file with the last server on it.
    pub(crate) folder: TempDir,
    pub(crate) observer: Observer,
    stop: oneshot::Sender<()>,
    hurry: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// A server that was asked to stop.
pub(crate) struct Stopping {
    pub(crate) address: SocketAddr,
    folder: TempDir,
    hurry: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Stopping {
    /// Waits until it has stopped, and gives its file back.
    pub(crate) async fn stopped(self) -> TempDir {
        self.task.await.unwrap();
        self.folder
    }

    /// The same, but it is told to hurry.
    pub(crate) async fn hurry(self) -> TempDir {
        self.hurry.send(()).unwrap();
        self.task.await.unwrap();
        self.folder
    }
}

/// Ends when something is sent; what is dropped unsent lasts for as long as the test.
async fn asked(asked: oneshot::Receiver<()>) {
    if asked.await.is_err() {
        std::future::pending::<()>().await;
    }
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub(crate) async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        Self::start_in(TempDir::new().unwrap(), change).await
    }

    pub(crate) async fn start_in(folder: TempDir, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), store_in(&folder));
        config.practice = PracticeRooms::Allowed;
        config.bot_thinks = Duration::ZERO..=Duration::ZERO;
        config.drain.notice = Duration::ZERO;
        change(&mut config);
        let server = Server::start(config).await.unwrap();
        let (address, observer) = (server.local_addr(), server.observer());
        let (stop, stopped) = oneshot::channel();
        let (hurry, hurried) = oneshot::channel();
        let task = tokio::spawn(async move {
            server.run_until(asked(stopped), asked(hurried)).await;
        });
        Self { address, folder, observer, stop, hurry, task }
    }

    /// Asks the server to stop.
    pub(crate) fn ask_to_stop(self) -> Stopping {
        let Self { address, folder, stop, hurry, task, .. } = self;
        stop.send(()).unwrap();
        Stopping { address, folder, hurry, task }
    }

    /// Stops the server and gives its file back.
    pub(crate) async fn stop(self) -> TempDir {
        self.ask_to_stop().stopped().await
    }

    /// A new guest.
    pub(crate) async fn guest(&self) -> Client {
        Client::guest(self.address).await
    }

    /// A room with these settings, its host, and others who came by the code.
    pub(crate) async fn room<const N: usize>(&self, settings: Value, names: [&str; N]) -> [Client; N] {
        let mut people = Vec::new();
        for name in names {
            let mut client = self.guest().await;
            match people.first_mut() {
                None => {
                    client.create(json!({ "name": name, "settings": settings })).await;
                }
                Some(host) => {
                    let host: &mut Client = host;
                    let code = host.code.clone();
                    client.join(&code, name).await;
                }
            }
            people.push(client);
        }
        people.try_into().unwrap_or_else(|_| panic!("one for each name"))
    }

    /// The same, in a match whose first turn has begun. The first of them is the one whose turn it is.
    pub(crate) async fn table<const N: usize>(&self, settings: Value, names: [&str; N]) -> [Client; N] {
        let mut people = self.room(settings, names).await;
        for guest in people.iter_mut().skip(1) {
            guest.done("set_ready", json!({ "ready": true })).await;
        }
        people[0].done("start_match", json!({})).await;
        for person in &mut people {
            person.shuffle().await;
        }
        for person in &mut people {
            person.begin().await;
        }
        let seat = people[0].turn_seat;
        let first = people.iter().position(|person| person.seat == Some(seat)).unwrap();
        people.rotate_left(first);
        people
    }
}

pub(crate) fn store_in(folder: &TempDir) -> StoreUrl {
    StoreUrl::sqlite(folder.path().join("sarja.db")).unwrap()
}
