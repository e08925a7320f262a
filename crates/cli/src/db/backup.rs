//! `sarja db backup`.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use sarja_store::{CopyError, DataFile, Depth, InTheWay, OpenError, Store, StoreUrl};

use super::{DbError, Outcome, bytes, counted, data_file, place};
use crate::config::DataFlags;

/// Copies the data as it is at one moment. The copy is on the disk when the command ends, and only its owner can read it.
#[derive(Debug, clap::Args)]
pub struct BackupArgs {
    /// The file to write, or a folder, in which it is named after the time.
    pub target: PathBuf,
    /// Replace the file if it is there already.
    #[arg(long)]
    pub force: bool,
    /// Where the data is.
    #[command(flatten)]
    pub place: DataFlags,
}

impl BackupArgs {
    pub(super) async fn run(self, output: &mut impl Write) -> Result<Outcome, DbError> {
        let data = data_file(&place(&self.place)?)?;
        let target = write(&data, self.target, self.force).await?;
        let size = bytes(fs::metadata(&target)?.len());
        match look_at(&target).await? {
            Found::Sound(what) => {
                writeln!(output, "Backed up to {}: {what}, {size}.", target.display())?;
                Ok(Outcome::Sound)
            }
            Found::Faulty(fault) => {
                writeln!(output, "The backup {} cannot be trusted: {fault}.", target.display())?;
                Ok(Outcome::Faulty)
            }
        }
    }
}

async fn write(data: &DataFile, target: PathBuf, force: bool) -> Result<PathBuf, DbError> {
    if target.is_dir() {
        return data.copy_into(&target).await.map_err(DbError::Backup);
    }
    let in_the_way = if force { InTheWay::Replaced } else { InTheWay::Kept };
    match data.copy_to(&target, in_the_way).await {
        Ok(()) => Ok(target),
        Err(CopyError::Exists { .. }) => Err(DbError::InTheWay { target }),
        Err(error) => Err(DbError::Backup(error)),
    }
}

enum Found {
    /// How much there is.
    Sound(String),
    /// The first fault.
    Faulty(String),
}

/// Reads the copy once: a backup that nobody has read is a hope.
async fn look_at(copy: &Path) -> Result<Found, DbError> {
    let store = match Store::open_existing(&StoreUrl::sqlite(copy)?).await {
        Ok(store) => store,
        Err(OpenError::SchemaOlder { found, .. }) => {
            return Ok(Found::Sound(format!("schema version {found}")));
        }
        Err(error) => return Err(error.into()),
    };
    let faults = store.file_faults(Depth::Pages).await?;
    let counts = store.counts().await?;
    store.close().await;
    Ok(match faults.into_iter().next() {
        Some(fault) => Found::Faulty(fault),
        None => Found::Sound(format!(
            "{}, {}",
            counted(counts.rooms, "room", "rooms"),
            counted(counts.matches, "match", "matches")
        )),
    })
}
