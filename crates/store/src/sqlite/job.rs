//! Jobs as the writer holds them, and how each gets its answer.

use std::pin::Pin;

use sqlx::{Connection, Sqlite, SqliteConnection};
use tokio::sync::oneshot;

use crate::jobs::{Extent, Job, Stop};
use crate::{Fault, WriteError};

/// A future that the writer can hold without knowing the job.
pub(crate) type Running<'a> = Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + 'a>>;

/// A job in the queue, whatever its kind.
pub(crate) trait Queued: Send {
    /// Runs the job and keeps its result. An error means that the transaction must not be committed.
    fn run<'a>(&'a mut self, conn: &'a mut SqliteConnection) -> Running<'a>;

    /// Answers the caller: with the job's result if the transaction was committed, otherwise with the error.
    fn settle(self: Box<Self>, transaction: Result<(), WriteError>);
}

/// A job and the way back to its caller.
pub(crate) struct Ticket<J: Job<Sqlite>> {
    job: J,
    result: Option<Result<J::Done, J::Error>>,
    answer: oneshot::Sender<Result<J::Done, J::Error>>,
}

impl<J: Job<Sqlite>> Ticket<J> {
    pub(crate) fn new(job: J, answer: oneshot::Sender<Result<J::Done, J::Error>>) -> Self {
        Self { job, result: None, answer }
    }

    /// Runs a job that needs no savepoint: if its one statement is refused, the engine undoes that and nothing else. A
    /// savepoint would be two more statements for each row of the log, which is twice the work of the row itself.
    async fn alone(&mut self, conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        self.result = Some(match self.job.run(conn).await {
            Ok(done) => Ok(done),
            Err(Stop::Refused(error)) => Err(error),
            Err(Stop::Broken(error)) => return Err(error),
        });
        Ok(())
    }

    async fn in_savepoint(&mut self, conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let mut savepoint = conn.begin().await?;
        self.result = Some(match self.job.run(&mut savepoint).await {
            Ok(done) => {
                savepoint.commit().await?;
                Ok(done)
            }
            Err(Stop::Refused(error)) => {
                savepoint.rollback().await?;
                Err(error)
            }
            Err(Stop::Broken(error)) => return Err(error),
        });
        Ok(())
    }
}

impl<J: Job<Sqlite>> Queued for Ticket<J> {
    fn run<'a>(&'a mut self, conn: &'a mut SqliteConnection) -> Running<'a> {
        match self.job.extent() {
            Extent::One => Box::pin(self.alone(conn)),
            Extent::Several => Box::pin(self.in_savepoint(conn)),
        }
    }

    fn settle(self: Box<Self>, transaction: Result<(), WriteError>) {
        let never_run = || Err(WriteError::Unavailable(Fault::Closed).into());
        let result = match transaction {
            Ok(()) => self.result.unwrap_or_else(never_run),
            Err(error) => Err(error.into()),
        };
        // A caller that went away finds the outcome in the log.
        self.answer.send(result).ok();
    }
}

/// A job that changes nothing and is written all the same: proof that the writer can commit, and that the disk has space
/// for it. An empty transaction would not touch the disk.
pub(crate) struct Probe;

impl Job<Sqlite> for Probe {
    type Done = ();
    type Error = WriteError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Stop<WriteError>> {
        // A number in the file's head that is ours to use and that we do not.
        sqlx::query("PRAGMA user_version = 0").execute(conn).await.map_err(Stop::Broken)?;
        Ok(())
    }
}
