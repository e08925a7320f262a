//! Copies of a database: whole and of one moment, also while a server writes to it.

use std::io;
use std::path::Path;

use sqlx::SqliteConnection;
use tokio::fs;

use super::code;
use super::file::folder;
use crate::CopyError;

/// Writes a copy to a place where nothing is, for its owner alone, and does not answer before it is on the disk.
///
/// `VACUUM INTO` reads everything in one snapshot: writers go on meanwhile, and a page that is damaged ends it with an
/// error. It does not sync what it has written. A copy that failed is removed.
pub(super) async fn copy(conn: &mut SqliteConnection, target: &Path) -> Result<(), CopyError> {
    let failed = |reason| CopyError::File { path: target.display().to_string(), reason };
    // An absolute path is never taken for a URI.
    let absolute = std::path::absolute(target).map_err(failed)?;
    let Some(name) = absolute.to_str() else {
        return Err(failed(io::Error::new(io::ErrorKind::InvalidFilename, "the path is not UTF-8")));
    };
    create(target).await.map_err(failed)?;
    let written = match sqlx::query("VACUUM INTO $1").bind(name).execute(conn).await {
        Ok(_) => sync(target).await.map_err(failed),
        Err(error) if code::is_disk_full(&error) => {
            Err(CopyError::DiskFull { path: target.display().to_string() })
        }
        Err(error) if code::is_damage(&error) => Err(CopyError::Damaged(error.into())),
        Err(error) => Err(CopyError::Driver(error.into())),
    };
    if written.is_err()
        && let Err(error) = fs::remove_file(target).await
    {
        tracing::warn!(path = %target.display(), %error, "half a copy was left behind");
    }
    written
}

/// Makes the empty file that the copy is written to.
async fn create(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    options.open(path).await.map(drop)
}

/// Waits until a file and its name are on the disk.
async fn sync(path: &Path) -> io::Result<()> {
    fs::File::open(path).await?.sync_all().await?;
    sync_folder(path).await
}

/// Waits until the names in a file's folder are on the disk, where the system can do that.
pub(crate) async fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        fs::File::open(folder(path).unwrap_or(Path::new("."))).await?.sync_all().await?;
    }
    Ok(())
}
