//! The store in a `PostgreSQL` database, which several servers may share.
//!
//! Nearly everything that is written in a game is a row of the log with nothing beside it. Those rows of all rooms go
//! through one connection, the [`lane`], in batches of one statement; the [`appender`] makes the batches. Everything else is
//! a transaction of its own, [`aside`] from that, on one of a few connections: entries that carry secrets or results, rooms,
//! players, and rows that the statement did not write, to find out why.
//!
//! What an unanswered statement did is unknown, and stays so here: [`crate::Store::retake_room`] makes sure that it
//! does nothing any more, and the log tells.

mod appender;
mod aside;
pub(crate) mod code;
mod engine;
mod lane;
mod open;
mod session;
mod takeover;

use std::sync::{Mutex, PoisonError};

use sqlx::PgPool;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::engine::Engine as _;
use crate::jobs::Job;
use crate::watch::Watched;
use crate::{Append, AppendError, Appended, Fault, ReadyError, WriteError};
use appender::{Message, Ticket};
use aside::Aside;

/// An open database.
#[derive(Debug)]
pub(crate) struct Postgres {
    aside: Aside,
    inbox: mpsc::Sender<Message>,
    watched: Watched,
    /// Taken by whoever closes. Otherwise the task ends by itself when the last sender is gone.
    appender: Mutex<Option<JoinHandle<()>>>,
}

impl Postgres {
    /// The connections for reading.
    pub(crate) fn pool(&self) -> &PgPool {
        &self.aside.pool
    }

    /// Runs a job in a transaction of its own and waits until it is committed.
    pub(crate) async fn write<J: Job<sqlx::Postgres>>(&self, job: J) -> Result<J::Done, J::Error> {
        let place = self.aside.place().await?;
        let (answer, outcome) = oneshot::channel();
        self.aside.spawn(job, place, answer);
        outcome.await.unwrap_or_else(|_| Err(no_answer().into()))
    }

    /// Appends an entry: in a batch with those of other rooms if it is a row of the log and nothing else.
    pub(crate) async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        if !append.entry.is_plain() {
            return self.write(append).await;
        }
        let place = self.aside.place().await?;
        let (answer, outcome) = oneshot::channel();
        self.send(Message::Append(Box::new(Ticket { append, place, answer }))).await?;
        outcome.await.unwrap_or_else(|_| Err(no_answer().into()))
    }

    /// Who watches.
    pub(crate) const fn watched(&self) -> &Watched {
        &self.watched
    }

    /// How many plain entries wait for the appender.
    pub(crate) fn queued(&self) -> usize {
        self.inbox.max_capacity() - self.inbox.capacity()
    }

    /// Has the appender commit something, and reads something trivial. In this order, since the appender says at once if there is no
    /// server, and the pool goes on trying for a while.
    pub(crate) async fn ready(&self) -> Result<(), ReadyError> {
        let (answer, outcome) = oneshot::channel();
        self.send(Message::Probe(answer)).await.map_err(ReadyError::Write)?;
        outcome.await.unwrap_or_else(|_| Err(no_answer())).map_err(ReadyError::Write)?;
        let read = async {
            let mut conn = self.pool().acquire().await?;
            sqlx::Postgres::change(&mut conn, "SELECT 1", &[]).await
        };
        read.await.map(drop).map_err(|error| ReadyError::Read(error.into()))
    }

    /// Finishes what is under way, then closes all connections.
    pub(crate) async fn close(&self) {
        self.aside.refuse_more();
        let appender = self.appender.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(appender) = appender {
            // Fails only if the appender has ended already.
            self.send(Message::Close).await.ok();
            if let Err(error) = appender.await {
                tracing::error!(%error, "the store's appender did not end well");
            }
        }
        self.aside.close().await;
    }

    async fn send(&self, message: Message) -> Result<(), WriteError> {
        self.inbox.send(message).await.map_err(|_| WriteError::Unavailable(Fault::Closed))
    }
}

/// The task died with the write in its hands.
fn no_answer() -> WriteError {
    WriteError::OutcomeUnknown(Fault::Closed)
}
