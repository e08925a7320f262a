//! One server for a data folder: a lock that the system takes away when its process ends, however it ends.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use crate::StoreUrl;
use crate::sqlite::file::{folder, with_suffix};
use crate::url::Place;

/// The right to run on a store alone, or to put another file in its place. It lasts as long as this value.
///
/// It is no protection of the data: epochs fence whoever writes to a room that is not his. It keeps two servers from
/// taking each other's rooms away because somebody started one too many.
#[derive(Debug)]
pub struct StoreLock {
    /// Nothing to lock where several servers share a store on purpose, or no two can.
    _file: Option<File>,
}

/// Why a store cannot be had alone.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Somebody else has it.
    #[error("another process{} uses {}: stop it first", pid.map_or_else(String::new, |pid| format!(" ({pid})")), path.display())]
    Held {
        /// The data that is used.
        path: PathBuf,
        /// The process, as far as it is known.
        pid: Option<u32>,
    },
    /// The file of the lock cannot be made or locked.
    #[error("cannot lock {}: {reason}", path.display())]
    File {
        /// The file of the lock.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
}

impl StoreLock {
    /// Takes the lock, or tells who has it; does not wait.
    ///
    /// # Errors
    /// [`LockError`].
    pub fn take(url: &StoreUrl) -> Result<Self, LockError> {
        match url.place() {
            Place::Sqlite(path) => Self::of_file(path).map(|file| Self { _file: Some(file) }),
            Place::Postgres(_) | Place::Memory => Ok(Self { _file: None }),
        }
    }

    fn of_file(data: &Path) -> Result<File, LockError> {
        // A file of its own: locks on the database are the engine's.
        let path = with_suffix(data, ".lock");
        let failed = |reason| LockError::File { path: path.clone(), reason };
        if let Some(folder) = folder(&path) {
            make_folder(folder).map_err(failed)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {
                note_holder(&mut file).map_err(failed)?;
                Ok(file)
            }
            Err(TryLockError::WouldBlock) => {
                Err(LockError::Held { path: data.to_owned(), pid: holder(&mut file) })
            }
            Err(TryLockError::Error(reason)) => Err(failed(reason)),
        }
    }
}

/// Makes a folder for its owner alone, where there is none.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes down who holds the lock, for the message of the next one. A full disk is no reason not to start.
fn note_holder(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    if let Err(error) = writeln!(file, "{}", std::process::id()) {
        tracing::warn!(%error, "the lock does not say who holds it");
    }
    Ok(())
}

fn holder(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_lock_is_refused_by_the_number_of_the_process_until_the_first_is_gone() {
        let folder = tempfile::TempDir::new().unwrap();
        let url = StoreUrl::sqlite(folder.path().join("new/sarja.db")).unwrap();
        let first = StoreLock::take(&url).unwrap();
        let error = StoreLock::take(&url).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(&format!("process ({}) uses", std::process::id())), "{text}");
        assert!(text.contains("new/sarja.db: stop it"), "{text}");
        drop(first);
        StoreLock::take(&url).unwrap();
    }
}
