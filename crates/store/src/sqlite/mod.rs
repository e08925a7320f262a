//! The store on an `SQLite` file: one connection that writes, owned by a task, and a few that read.
//!
//! Under WAL readers never wait for the writer. Everything that writes is a [`Job`] in the writer's queue, so writes of one
//! process are in one order, and those that wait together are committed together.

mod archive;
pub(crate) mod code;
pub(crate) mod copy;
mod engine;
pub(crate) mod file;
mod job;
mod open;
mod schema;
mod space;
mod writer;

use std::sync::{Arc, Mutex, PoisonError};

use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::jobs::Job;
use crate::watch::Watched;
use crate::{Fault, ReadyError, WriteError};
use job::Ticket;
use space::Space;
use writer::Message;

pub(crate) use open::{copy_file, make_restored, stamp_of};

/// An open `SQLite` file.
#[derive(Debug)]
pub(crate) struct Sqlite {
    readers: SqlitePool,
    inbox: mpsc::Sender<Message>,
    space: Arc<Space>,
    watched: Watched,
    /// Taken by whoever closes. Otherwise the task ends by itself when the last sender is gone.
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Sqlite {
    /// The connections for reading.
    pub(crate) fn pool(&self) -> &SqlitePool {
        &self.readers
    }

    /// Queues a job and waits until it is committed. Waits for a place in the queue, too.
    pub(crate) async fn write<J: Job<sqlx::Sqlite>>(&self, job: J) -> Result<J::Done, J::Error> {
        let (answer, outcome) = oneshot::channel();
        let ticket = Box::new(Ticket::new(job, answer));
        if self.inbox.send(Message::Write(ticket)).await.is_err() {
            return Err(WriteError::Unavailable(Fault::Closed).into());
        }
        // No answer means that the writer died with the job in its hands.
        outcome.await.unwrap_or_else(|_| Err(WriteError::OutcomeUnknown(Fault::Closed).into()))
    }

    /// Who watches.
    pub(crate) const fn watched(&self) -> &Watched {
        &self.watched
    }

    /// How many jobs wait for the writer.
    pub(crate) fn queued(&self) -> usize {
        self.inbox.max_capacity() - self.inbox.capacity()
    }

    /// Reads something trivial, and has the writer commit something that is small: there may be space for that alone.
    pub(crate) async fn ready(&self) -> Result<(), ReadyError> {
        sqlx::query("SELECT 1").execute(&self.readers).await.map_err(|e| ReadyError::Read(e.into()))?;
        self.write(job::Probe).await.map_err(ReadyError::Write)?;
        if self.space.is_full() {
            return Err(ReadyError::Write(WriteError::Unavailable(Fault::DiskFull)));
        }
        Ok(())
    }

    /// Finishes what is queued, then closes all connections.
    pub(crate) async fn close(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            // Fails only if the writer has ended already.
            self.inbox.send(Message::Close).await.ok();
            if let Err(error) = writer.await {
                tracing::error!(%error, "the store's writer did not end well");
            }
        }
        self.readers.close().await;
    }
}
