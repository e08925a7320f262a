//! What `sarja replay` can be told to do, and what may be in the way.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use sarja_protocol::ArchiveError;
use sarja_store::OpenError;

use super::{ExportArgs, VerifyArgs};
use crate::{
    config::{DataPlaceError, Faults},
    db::Outcome,
};

/// Writes a match that is over to a file, or verifies such a file.
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: ReplayAction,
}

/// What to do with a match that is over.
#[derive(Debug, clap::Subcommand)]
pub enum ReplayAction {
    /// Write a match that is over as one line of JSON. A server may run meanwhile.
    Export(ExportArgs),
    /// Compute every deal of an exported match again, and compare.
    ///
    /// Each round gets a line. The exit status is 1 if anything differs, and every fault is named. Nothing but the file is read.
    Verify(VerifyArgs),
}

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] Faults),
    /// There is no place for the data.
    #[error(transparent)]
    Place(#[from] DataPlaceError),
    /// The data cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no such match that is over.
    #[error("there is no such match that is over")]
    NoMatch,
    /// The match cannot be made of what is stored.
    #[error("nothing was exported: {0}")]
    Unmade(#[from] sarja_server::ReplayError),
    /// The file is no archive that can be read.
    #[error("cannot verify {}: {source}", file.display())]
    Archive {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        source: ArchiveError,
    },
    /// The system does not let the file be read or written.
    #[error("cannot use {}: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// What came of it cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl ReplayArgs {
    /// Does it, and writes what came of it to `output`.
    ///
    /// # Errors
    /// See [`ReplayError`]. Faults of an archive that is verified are an [`Outcome`].
    pub async fn run(self, output: &mut impl Write) -> Result<Outcome, ReplayError> {
        match self.action {
            ReplayAction::Export(export) => export.run(output).await.map(|()| Outcome::Sound),
            ReplayAction::Verify(verify) => verify.run(output),
        }
    }
}
