//! What is written aside from the plain appends: a transaction for each job, in a task of its own, so that a caller who
//! goes away does not withdraw it.

use std::sync::Arc;

use sqlx::{PgPool, Postgres};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio_util::task::TaskTracker;

use super::code::nothing_was_written;
use super::engine::answered;
use crate::jobs::{Job, Stop};
use crate::limits::WRITE_QUEUE_MAX;
use crate::{DriverError, Fault, WriteError};

/// The connections, the tasks that use them, and the places of all that is being written.
#[derive(Debug, Clone)]
pub(super) struct Aside {
    pub(super) pool: PgPool,
    tasks: TaskTracker,
    places: Arc<Semaphore>,
}

/// A place among the writes that are under way. It is free again when this is dropped.
pub(super) type Place = OwnedSemaphorePermit;

/// The way back to a caller.
pub(super) type Answer<D, E> = oneshot::Sender<Result<D, E>>;

impl Aside {
    pub(super) fn new(pool: PgPool) -> Self {
        Self { pool, tasks: TaskTracker::new(), places: Arc::new(Semaphore::new(WRITE_QUEUE_MAX)) }
    }

    /// Waits until there is room for one more write.
    pub(super) async fn place(&self) -> Result<Place, WriteError> {
        let place = Arc::clone(&self.places).acquire_owned().await;
        place.map_err(|_| WriteError::Unavailable(Fault::Closed))
    }

    /// Runs a job, and answers whoever still listens.
    pub(super) fn spawn<J: Job<Postgres>>(&self, job: J, place: Place, answer: Answer<J::Done, J::Error>) {
        let pool = self.pool.clone();
        self.tasks.spawn(async move {
            let outcome = in_transaction(&pool, &job).await;
            drop(place);
            // A caller that went away finds the outcome in the database.
            answer.send(outcome).ok();
        });
    }

    /// Lets nobody begin to write any more.
    pub(super) fn refuse_more(&self) {
        self.places.close();
    }

    /// Waits for what is under way, then closes the connections.
    pub(super) async fn close(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        self.pool.close().await;
    }
}

/// Runs a job in a transaction. Until the order to commit is sent, it is certain that nothing was written.
async fn in_transaction<J: Job<Postgres>>(pool: &PgPool, job: &J) -> Result<J::Done, J::Error> {
    let unavailable = |error: sqlx::Error| J::Error::from(WriteError::Unavailable(error.into()));
    let mut transaction = answered(pool.begin()).await.map_err(unavailable)?;
    let done = match job.run(&mut transaction).await {
        Ok(done) => done,
        Err(Stop::Refused(error)) => {
            if let Err(error) = answered(transaction.rollback()).await {
                tracing::debug!(%error, "not rolled back by order; the server does it by itself");
            }
            return Err(error);
        }
        Err(Stop::Broken(error)) => {
            let fault = Fault::from(error);
            tracing::warn!(%fault, "a transaction was rolled back");
            return Err(WriteError::Unavailable(fault).into());
        }
    };
    match answered(transaction.commit()).await {
        Ok(()) => Ok(done),
        Err(error) if nothing_was_written(&error) => Err(unavailable(error)),
        Err(error) => {
            let fault = Fault::Driver(DriverError::from(error));
            tracing::error!(%fault, "a commit was not answered: the outcome is unknown");
            Err(WriteError::OutcomeUnknown(fault).into())
        }
    }
}
