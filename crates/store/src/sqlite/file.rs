//! The file itself: its folder, who may read it, and what is wrong with it.

use std::io;
use std::path::{Path, PathBuf};

use tokio::fs;

use super::code;
use crate::{DriverError, OpenError};

/// What `SQLite` puts behind the name of a database for the files beside it.
pub(crate) const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// The same path with something behind its name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The folder of a file, if its path names one.
pub(crate) fn folder(path: &Path) -> Option<&Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty())
}

/// What is at a place, as far as it can be known without opening it: that would drop the locks of another store in this
/// process, as soon as the file is closed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    Empty,
    File,
}

/// Looks at a place.
pub(super) async fn look(path: &Path) -> Result<Found, OpenError> {
    match fs::metadata(path).await {
        Ok(metadata) if !metadata.is_file() => Err(OpenError::NotAFile { path: text(path) }),
        Ok(metadata) if metadata.len() == 0 => Ok(Found::Empty),
        Ok(_) => Ok(Found::File),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Found::Nothing),
        Err(reason) => Err(OpenError::Access { path: text(path), reason }),
    }
}

/// Lets nobody but the owner read a new store, since it will hold shuffle secrets. Files that `SQLite` makes beside it
/// later get the same mode. By path and afterwards: creating the file ourselves means closing it, and that would drop
/// the locks of another store in this process.
pub(super) async fn make_private(path: &Path) -> io::Result<()> {
    for suffix in [""].iter().chain(&BESIDE) {
        #[cfg(unix)]
        match fs::set_permissions(
            with_suffix(path, suffix),
            std::os::unix::fs::PermissionsExt::from_mode(0o600),
        )
        .await
        {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Says in words of the file why the engine could not work on it.
pub(super) async fn explain(path: &Path, error: sqlx::Error) -> OpenError {
    if code::is_damage(&error) {
        return OpenError::Damaged { path: text(path), reason: error.into() };
    }
    if code::is_disk_full(&error) {
        return OpenError::DiskFull { path: text(path) };
    }
    if code::is_access(&error) {
        // The engine does not say why; the system does.
        let tried = fs::OpenOptions::new().read(true).write(true).open(path).await;
        let tried = match tried {
            Ok(_) => beside(path).await,
            Err(reason) => Err(reason),
        };
        if let Err(reason) = tried {
            return OpenError::Access { path: text(path), reason };
        }
    }
    OpenError::Driver(DriverError::from(error))
}

/// Whether files can be made beside this one, as a database needs.
async fn beside(path: &Path) -> io::Result<()> {
    let probe = with_suffix(path, "-probe");
    fs::OpenOptions::new().write(true).create_new(true).open(&probe).await?;
    fs::remove_file(probe).await
}

pub(super) fn text(path: &Path) -> String {
    path.display().to_string()
}
