//! Jobs: what the writer does, and how each gets its answer.

use std::pin::Pin;

use sqlx::{Connection, SqliteConnection};
use tokio::sync::oneshot;

use super::code::is_about_data;
use crate::text::{Problem, Unstorable};
use crate::{Fault, ReadError, WriteError};

/// A future that the writer can hold without knowing the job.
pub(crate) type Running<'a> = Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send + 'a>>;

/// Something to write. It may be run again if the transaction around it did not last.
pub(crate) trait Job: Send + Sync + 'static {
    /// What the caller gets once it is committed.
    type Done: Send;
    /// What the caller gets otherwise.
    type Error: From<WriteError> + Send;

    /// Does the work inside a savepoint of the writer's transaction.
    fn run(
        &self,
        conn: &mut SqliteConnection,
    ) -> impl Future<Output = Result<Self::Done, Stop<Self::Error>>> + Send;
}

/// Why a job stopped.
#[derive(Debug)]
pub(crate) enum Stop<E> {
    /// The job's own fault: its savepoint is undone, the others in the batch go on.
    Refused(E),
    /// The connection or the file is in trouble: the whole transaction must go.
    Broken(sqlx::Error),
}

impl<E: From<WriteError>> Stop<E> {
    /// Tells an error that the data of one row caused from an error of the database.
    pub(crate) fn at(field: &'static str, error: sqlx::Error) -> Self {
        if is_about_data(&error) {
            let problem = Problem::Rejected(error.to_string());
            Self::Refused(WriteError::from(Unstorable::new(field, problem)).into())
        } else {
            Self::Broken(error)
        }
    }
}

impl<E: From<WriteError>> From<ReadError> for Stop<E> {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Inconsistent(why) => Self::Refused(WriteError::from(why).into()),
            // The reads of a job are on the writer's connection: its failure is the transaction's.
            ReadError::Driver(fault) => Self::Broken(sqlx::Error::Protocol(fault.to_string())),
        }
    }
}

impl<E: From<WriteError>> From<sqlx::Error> for Stop<E> {
    fn from(error: sqlx::Error) -> Self {
        Self::at("row", error)
    }
}

/// A job in the queue, whatever its kind.
pub(crate) trait Queued: Send {
    /// Runs the job and keeps its result. An error means that the transaction must not be committed.
    fn run<'a>(&'a mut self, conn: &'a mut SqliteConnection) -> Running<'a>;

    /// Answers the caller: with the job's result if the transaction was committed, otherwise with the error.
    fn settle(self: Box<Self>, transaction: Result<(), WriteError>);
}

/// A job and the way back to its caller.
pub(crate) struct Ticket<J: Job> {
    job: J,
    result: Option<Result<J::Done, J::Error>>,
    answer: oneshot::Sender<Result<J::Done, J::Error>>,
}

impl<J: Job> Ticket<J> {
    pub(crate) fn new(job: J, answer: oneshot::Sender<Result<J::Done, J::Error>>) -> Self {
        Self { job, result: None, answer }
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

impl<J: Job> Queued for Ticket<J> {
    fn run<'a>(&'a mut self, conn: &'a mut SqliteConnection) -> Running<'a> {
        Box::pin(self.in_savepoint(conn))
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

impl Job for Probe {
    type Done = ();
    type Error = WriteError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Stop<WriteError>> {
        // A number in the file's head that is ours to use and that we do not.
        sqlx::query("PRAGMA user_version = 0").execute(conn).await.map_err(Stop::Broken)?;
        Ok(())
    }
}
