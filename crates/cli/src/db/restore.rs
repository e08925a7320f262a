//! `sarja db restore`.

use std::{io::Write, path::PathBuf};

use sarja_store::{DataFile, StoreLock, StoreUrl};

use super::{DbError, Outcome, check::check, data_file, place};
use crate::config::DataFlags;

/// Puts a backup in the place of the data, after checking it. The server has to be stopped.
#[derive(Debug, clap::Args)]
pub struct RestoreArgs {
    /// The backup.
    pub source: PathBuf,
    /// Also take a backup that the check finds faults in: rooms without faults can be played on.
    #[arg(long)]
    pub force: bool,
    /// Where the data is.
    #[command(flatten)]
    pub place: DataFlags,
}

impl RestoreArgs {
    pub(super) async fn run(
        self,
        output: &mut impl Write,
        progress: &mut impl Write,
    ) -> Result<Outcome, DbError> {
        let url = place(&self.place)?;
        let data = data_file(&url)?;
        let _lock = StoreLock::take(&url)?;
        if check(&StoreUrl::sqlite(&self.source)?, output, progress).await? == Outcome::Faulty && !self.force
        {
            writeln!(output, "Nothing was restored. --force takes the backup all the same.")?;
            return Ok(Outcome::Faulty);
        }
        let replaced = data.restore(&DataFile::at(&self.source)).await.map_err(DbError::Restore)?;
        writeln!(output, "Restored to {}.", data.path().display())?;
        if let Some(replaced) = replaced {
            writeln!(output, "What was there before is now {}.", replaced.display())?;
        }
        Ok(Outcome::Sound)
    }
}
