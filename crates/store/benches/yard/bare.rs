//! The yardstick: a group commit with nothing to it. One connection, one task; whatever waits is written in one commit.

use sarja_store::Append;
use tokio::sync::{mpsc, oneshot};

use super::ROOMS;
use super::place::Conn;

/// The way to the task. It ends when this is dropped.
pub(super) struct Loop(mpsc::Sender<Waiting>);

/// A row, and whom to tell that it is durable.
type Waiting = (Append, oneshot::Sender<()>);

impl Loop {
    pub(super) fn on(conn: Conn) -> Self {
        let (inbox, waiting) = mpsc::channel(ROOMS);
        tokio::spawn(run(conn, waiting));
        Self(inbox)
    }

    /// Writes a row and waits until it is durable.
    pub(super) async fn write(&self, row: Append) {
        let (told, durable) = oneshot::channel();
        self.0.send((row, told)).await.unwrap();
        durable.await.unwrap();
    }
}

async fn run(mut conn: Conn, mut waiting: mpsc::Receiver<Waiting>) {
    let mut batch = Vec::with_capacity(ROOMS);
    while waiting.recv_many(&mut batch, ROOMS).await > 0 {
        let (rows, told): (Vec<_>, Vec<_>) = batch.drain(..).unzip();
        conn.write(&rows).await;
        for told in told {
            told.send(()).unwrap();
        }
    }
}
