//! The writer: a task that owns the one connection that writes and commits what waits together.
//!
//! There is no timer. While one commit is under way the next batch gathers in the queue; an idle store
//! commits at once.

use std::sync::Arc;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::code::is_disk_full;
use super::job::Queued;
use super::space::{Looked, Space};
use crate::limits::BATCH_MAX;
use crate::watch::Watched;
use crate::{DriverError, Fault, WriteError};

/// What the writer's queue carries.
pub(crate) enum Message {
    /// Do this.
    Write(Box<dyn Queued>),
    /// Take nothing more, finish what is queued, end.
    Close,
}

type Batch = Vec<Box<dyn Queued>>;

/// The state of the task.
pub(crate) struct Writer {
    inbox: mpsc::Receiver<Message>,
    options: SqliteConnectOptions,
    /// None after a failure, until the next batch connects again.
    conn: Option<SqliteConnection>,
    space: Arc<Space>,
    looked: Looked,
    watched: Watched,
}

/// A statement of the batch broke the transaction: nothing was written, and the jobs come back.
struct Broken {
    batch: Batch,
    fault: Fault,
}

impl Writer {
    pub(crate) fn new(
        inbox: mpsc::Receiver<Message>,
        options: SqliteConnectOptions,
        conn: SqliteConnection,
        space: Arc<Space>,
        watched: Watched,
    ) -> Self {
        Self { inbox, options, conn: Some(conn), space, looked: Looked::default(), watched }
    }

    /// Runs until it is told to close or the last sender is gone, in both cases after doing what is queued.
    pub(crate) async fn run(mut self) {
        let mut messages = Vec::with_capacity(BATCH_MAX);
        while self.inbox.recv_many(&mut messages, BATCH_MAX).await > 0 {
            let batch = self.sort(messages.drain(..));
            self.write(batch).await;
        }
        self.disconnect().await;
    }

    fn sort(&mut self, messages: impl Iterator<Item = Message>) -> Batch {
        let mut batch = Batch::new();
        for message in messages {
            match message {
                Message::Write(job) => batch.push(job),
                Message::Close => self.inbox.close(),
            }
        }
        batch
    }

    /// Commits a batch; if one of its jobs breaks the transaction, each of them alone, so that it hurts only
    /// itself.
    async fn write(&mut self, batch: Batch) {
        let Err(Broken { batch, fault }) = self.commit(batch).await else { return };
        if !matches!(fault, Fault::DiskFull) {
            tracing::warn!(jobs = batch.len(), %fault, "a batch was rolled back");
        }
        if batch.len() == 1 {
            return settle(batch, &Err(WriteError::Unavailable(fault)));
        }
        // Also if the disk is full: what is small may still have its place.
        for job in batch {
            if let Err(Broken { batch, fault }) = self.commit(vec![job]).await {
                settle(batch, &Err(WriteError::Unavailable(fault)));
            }
        }
    }

    /// Answers the whole batch, unless one of its jobs broke it.
    async fn commit(&mut self, mut batch: Batch) -> Result<(), Broken> {
        if batch.is_empty() {
            return Ok(());
        }
        let began = Instant::now();
        let attempt = self.attempt(&mut batch).await;
        self.note_space(&attempt).await;
        let outcome = match attempt {
            Ok(()) => {
                self.watched.committed(batch.len(), began.elapsed());
                Ok(())
            }
            Err(Failure::Begin(error)) => {
                let fault = Fault::from(error);
                if !matches!(fault, Fault::DiskFull) {
                    tracing::warn!(jobs = batch.len(), %fault, "no transaction could be begun");
                }
                Err(WriteError::Unavailable(fault))
            }
            Err(Failure::Job(error)) => {
                self.disconnect().await;
                return Err(Broken { batch, fault: error.into() });
            }
            Err(Failure::Commit(error)) if is_disk_full(&error) => {
                // The frame that makes a transaction count is the last one that is written, and was not.
                self.disconnect().await;
                Err(WriteError::Unavailable(Fault::DiskFull))
            }
            Err(Failure::Commit(error)) => {
                self.disconnect().await;
                let fault = Fault::Driver(DriverError::from(error));
                tracing::error!(jobs = batch.len(), %fault, "a commit failed: the outcome is unknown");
                Err(WriteError::OutcomeUnknown(fault))
            }
        };
        settle(batch, &outcome);
        Ok(())
    }

    async fn attempt(&mut self, batch: &mut Batch) -> Result<(), Failure> {
        let conn = match &mut self.conn {
            Some(conn) => conn,
            empty => empty.insert(self.options.connect().await.map_err(Failure::Begin)?),
        };
        // A deferred transaction that reads first could fail at its first write, whatever the busy timeout.
        let mut transaction = conn.begin_with("BEGIN IMMEDIATE").await.map_err(Failure::Begin)?;
        for job in batch.iter_mut() {
            job.run(&mut transaction).await.map_err(Failure::Job)?;
        }
        transaction.commit().await.map_err(Failure::Commit)
    }

    async fn note_space(&mut self, attempt: &Result<(), Failure>) {
        match attempt {
            Ok(()) => self.space.note_written(&mut self.looked).await,
            Err(Failure::Begin(error) | Failure::Job(error) | Failure::Commit(error)) => {
                if is_disk_full(error) {
                    self.space.note_full();
                }
            }
        }
    }

    /// After a failure the connection may be anywhere; closing it rolls back what it had open.
    async fn disconnect(&mut self) {
        if let Some(conn) = self.conn.take()
            && let Err(error) = conn.close_hard().await
        {
            tracing::warn!(%error, "the writer's connection did not close well");
        }
    }
}

/// Where an attempt failed.
enum Failure {
    Begin(sqlx::Error),
    Job(sqlx::Error),
    Commit(sqlx::Error),
}

fn settle(batch: Batch, outcome: &Result<(), WriteError>) {
    for job in batch {
        job.settle(outcome.clone());
    }
}

#[cfg(test)]
mod tests {
    use sqlx::SqliteConnection;
    use tempfile::TempDir;

    use super::super::Sqlite;
    use super::super::job::Probe;
    use crate::jobs::{Job, Stop};
    use crate::{Fault, WriteError};

    /// Leaves a mark in the file, then goes wrong in one of the ways that a contract test cannot bring about.
    #[derive(Clone, Copy)]
    enum Mark {
        Good(i64),
        /// A statement fails for a reason that is not in the data, as when the disk is full.
        Breaking,
        /// The commit fails: a foreign key is checked only then.
        FailingCommit,
        /// The file may not grow, and has to.
        Huge,
    }

    impl Job<sqlx::Sqlite> for Mark {
        type Done = ();
        type Error = WriteError;

        async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Stop<WriteError>> {
            const MARK: &str = "INSERT INTO room (id, code, created_ms) VALUES (randomblob(16), $1, 0)";
            const ORPHAN: &str = "INSERT INTO room_owner (room_id, owner, epoch) VALUES (x'00', 'nobody', 1)";
            let code = if let Self::Good(n) = self { n.to_string() } else { "bad".to_owned() };
            sqlx::query(MARK).bind(code).execute(&mut *conn).await?;
            match self {
                Self::Good(_) => Ok(()),
                Self::Breaking => Err(Stop::Broken(sqlx::Error::WorkerCrashed)),
                Self::FailingCommit => {
                    sqlx::query("PRAGMA defer_foreign_keys = ON").execute(&mut *conn).await?;
                    sqlx::query(ORPHAN).execute(conn).await?;
                    Ok(())
                }
                Self::Huge => {
                    sqlx::query("PRAGMA max_page_count = 1").execute(&mut *conn).await?;
                    sqlx::query("UPDATE room SET code = hex(zeroblob(1000000))").execute(conn).await?;
                    Ok(())
                }
            }
        }
    }

    async fn opened() -> (TempDir, Sqlite) {
        let folder = TempDir::new().unwrap();
        let sqlite = Sqlite::open(&folder.path().join("store.db")).await.unwrap();
        (folder, sqlite)
    }

    async fn marks(sqlite: &Sqlite) -> Vec<String> {
        sqlx::query_scalar("SELECT code FROM room ORDER BY code").fetch_all(&sqlite.readers).await.unwrap()
    }

    #[tokio::test]
    async fn job_that_breaks_the_transaction_hurts_only_itself() {
        let (_folder, sqlite) = opened().await;
        let (one, bad, two) = tokio::join!(
            sqlite.write(Mark::Good(1)),
            sqlite.write(Mark::Breaking),
            sqlite.write(Mark::Good(2))
        );
        assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
        assert!(matches!(bad, Err(WriteError::Unavailable(_))), "{bad:?}");
        assert_eq!(marks(&sqlite).await, ["1", "2"]);
    }

    /// What a limit on the file's size gives is the engine's own code for a full disk. Real full disks are tried on the
    /// whole program.
    #[tokio::test]
    async fn full_disk_is_named_and_hurts_only_what_has_no_space() {
        let (_folder, sqlite) = opened().await;
        let (one, huge) = tokio::join!(sqlite.write(Mark::Good(1)), sqlite.write(Mark::Huge));
        assert!(one.is_ok(), "{one:?}");
        let Err(WriteError::Unavailable(fault @ Fault::DiskFull)) = huge else { panic!("{huge:?}") };
        assert_eq!(fault.to_string(), "the disk is full");
        sqlite.write(Mark::Good(2)).await.unwrap();
        assert_eq!(marks(&sqlite).await, ["1", "2"]);
    }

    #[tokio::test]
    async fn failed_commit_leaves_the_outcome_unknown_for_the_whole_batch() {
        let (_folder, sqlite) = opened().await;
        let (one, bad) = tokio::join!(sqlite.write(Mark::Good(1)), sqlite.write(Mark::FailingCommit));
        for outcome in [one, bad] {
            assert!(matches!(outcome, Err(WriteError::OutcomeUnknown(_))), "{outcome:?}");
        }
        assert_eq!(marks(&sqlite).await, [""; 0]);
    }

    #[tokio::test]
    async fn writer_works_again_after_a_failure() {
        let (_folder, sqlite) = opened().await;
        let broken = sqlite.write(Mark::Breaking).await;
        assert!(matches!(broken, Err(WriteError::Unavailable(Fault::Driver(_)))), "{broken:?}");
        sqlite.write(Probe).await.unwrap();
        let unknown = sqlite.write(Mark::FailingCommit).await;
        assert!(matches!(unknown, Err(WriteError::OutcomeUnknown(_))), "{unknown:?}");
        sqlite.write(Mark::Good(1)).await.unwrap();
        assert_eq!(marks(&sqlite).await, ["1"]);
    }
}
