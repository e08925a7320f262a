//! The subcommand `sarja db`: what an operator does with the data itself.

mod backup;
mod check;
mod progress;
mod restore;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use sarja_store::{CopyError, DataFile, LockError, OpenError, ReadError, StoreUrl, UrlError};

use crate::config::{DataFlags, DataPlaceError, Effective, Environment, Faults};

/// Backs the data up, puts a backup back, checks either.
#[derive(Debug, clap::Args)]
pub struct DbArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: DbAction,
}

/// What to do with the data.
#[derive(Debug, clap::Subcommand)]
pub enum DbAction {
    /// Copy the data to a file, while a server runs or not.
    Backup(backup::BackupArgs),
    /// Put a backup in the place of the data. No server may run on it; what was there is kept under another name.
    Restore(restore::RestoreArgs),
    /// Check that the data is whole: the file, and every room's log against what was recorded of it.
    ///
    /// A server may run meanwhile. The exit status is 1 if anything is wrong.
    Check(check::CheckArgs),
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done, and nothing is wrong.
    Sound,
    /// Something is wrong with the data; what, was written.
    Faulty,
}

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] Faults),
    /// There is no place for the data.
    #[error(transparent)]
    Place(#[from] DataPlaceError),
    /// The file cannot be named to the store.
    #[error(transparent)]
    Url(#[from] UrlError),
    /// The data is not in a file.
    #[error(
        "{url} is not a file: back it up and restore it with PostgreSQL's own tools (README, Backup and restore)"
    )]
    NotAFile {
        /// Where it is.
        url: String,
    },
    /// Somebody else uses it.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The backup was not made.
    #[error("no backup was made: {0}")]
    Backup(CopyError),
    /// A backup is there already.
    #[error("no backup was made: {} is there already; --force replaces it", target.display())]
    InTheWay {
        /// Where.
        target: PathBuf,
    },
    /// The backup was not put back.
    #[error("nothing was restored: {0}")]
    Restore(CopyError),
    /// The system does not let something be written.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl DbArgs {
    /// Does it. What came of it is written to `output`; how far it is, to `progress`.
    ///
    /// # Errors
    /// See [`DbError`]. Faults of the data that were looked for are an [`Outcome`].
    pub async fn run(self, output: &mut impl Write, progress: &mut impl Write) -> Result<Outcome, DbError> {
        match self.action {
            DbAction::Backup(backup) => backup.run(output).await,
            DbAction::Restore(restore) => restore.run(output, progress).await,
            DbAction::Check(check) => check.run(output, progress).await,
        }
    }
}

/// Where the data is, as for `sarja serve`. What is in the memory of a server is in no place where it could be looked for.
fn place(flags: &DataFlags) -> Result<StoreUrl, DbError> {
    let effective = Effective::read(&flags.0, &Environment::of_process())?;
    let store = effective.settings.data_place()?.store;
    if store.keeps_nothing() { Err(OpenError::InMemory.into()) } else { Ok(store) }
}

/// The file of a store that has one.
fn data_file(url: &StoreUrl) -> Result<DataFile, DbError> {
    url.file().map(DataFile::at).ok_or_else(|| DbError::NotAFile { url: url.to_string() })
}

/// So many of something, as people write it.
fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Bytes, as people write them.
fn bytes(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a tenth of a megabyte is all that is shown")]
    let megabytes = bytes as f64 / 1_000_000.0;
    format!("{megabytes:.1} MB")
}
