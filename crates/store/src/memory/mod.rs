//! The store in memory: for servers that need to keep nothing, and for simulations.
//!
//! A [`MemoryDatabase`] holds the `tables`; a store that is open on it is a [`Memory`]. Every write is a [`Change`], which is made
//! whole or not at all. It is `on_their_way` from the moment in which it is asked for, and made when it is due, whether or
//! not its caller still waits: there is neither a task nor a thread, only an order. What becomes of each call is decided
//! by [`Faults`].

mod beside;
mod change;
mod changes;
mod database;
mod faults;
mod look;
mod on_their_way;
mod prune;
mod reads;
mod tables;

use std::io;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::limits::WRITE_QUEUE_MAX;
use crate::watch::Watched;
use crate::{DriverError, Fault, ReadError, ReadyError, WriteError};
use change::{Change, Probe};
use tables::Tables;

pub use database::MemoryDatabase;
pub use faults::{Fate, Faults, ReadCall, ReadCourse, ReadFate, Reading, WriteCall, WriteCourse, Writing};

/// A store that is open on a database in memory.
#[derive(Debug)]
pub(crate) struct Memory {
    database: MemoryDatabase,
    /// The places of all that is being written. They are closed with the store.
    places: Arc<Semaphore>,
    watched: Watched,
}

impl Memory {
    pub(crate) fn on(database: MemoryDatabase) -> Self {
        Self { database, places: Arc::new(Semaphore::new(WRITE_QUEUE_MAX)), watched: Watched::default() }
    }

    /// Sends a change on its way and waits until it was made. Waits for a place among the writes, too.
    pub(crate) async fn write<C: Change>(&self, change: C) -> Result<C::Done, C::Error> {
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.map_err(|_| WriteError::Unavailable(Fault::Closed))?;
        let WriteCourse { before, after, fate } = self.database.faults().of_write(change.call());
        let sent = self.database.now();
        let (reached, told) = (sent + before, sent + before + after);
        let outcome = match fate {
            Fate::Answered | Fate::UnknownDone => Some(self.database.send(reached, change, Some(place))),
            // Nobody waits for it, and so it keeps no store from closing.
            Fate::UnknownDoneLater(later) => Some(self.database.send(told + later, change, None)),
            Fate::Unavailable | Fate::UnknownNeverDone => None,
        };
        self.database.reach(sent, reached).await;
        self.database.settle(reached);
        self.database.reach(reached, told).await;
        match (fate, outcome) {
            (Fate::Answered, Some(outcome)) => {
                self.watched.committed(1, self.database.now().saturating_duration_since(sent));
                outcome.await.unwrap_or_else(|_| Err(WriteError::OutcomeUnknown(Fault::Closed).into()))
            }
            (Fate::Unavailable, _) => Err(WriteError::Unavailable(lost()).into()),
            _ => Err(WriteError::OutcomeUnknown(lost()).into()),
        }
    }

    /// Reads what is there when the call has reached the database.
    async fn read<T>(&self, call: ReadCall, read: impl FnOnce(&Tables) -> T) -> Result<T, ReadError> {
        if self.places.is_closed() {
            return Err(Fault::Closed.into());
        }
        let ReadCourse { before, after, fate } = self.database.faults().of_read(call);
        let sent = self.database.now();
        let (reached, told) = (sent + before, sent + before + after);
        self.database.reach(sent, reached).await;
        let found = match fate {
            ReadFate::Answered => Ok(self.database.look(reached, read)),
            ReadFate::Unavailable => Err(lost().into()),
        };
        self.database.reach(reached, told).await;
        found
    }

    /// Who watches.
    pub(crate) const fn watched(&self) -> &Watched {
        &self.watched
    }

    /// How many writes are under way.
    pub(crate) fn queued(&self) -> usize {
        WRITE_QUEUE_MAX - self.places.available_permits()
    }

    /// Makes a change that changes nothing.
    pub(crate) async fn ready(&self) -> Result<(), ReadyError> {
        self.write(Probe).await.map_err(ReadyError::Write)
    }

    /// Lets nobody begin to write any more, and waits until what is under way was made.
    pub(crate) async fn close(&self) {
        self.places.close();
        while self.queued() > 0
            && let Some(due) = self.database.next_due()
        {
            self.database.reach(self.database.now(), due).await;
            self.database.settle(due);
        }
    }
}

/// What a store says whose connection was lost.
fn lost() -> Fault {
    let error = io::Error::new(io::ErrorKind::ConnectionReset, "the connection was lost");
    Fault::Driver(DriverError::from(sqlx::Error::Io(error)))
}
