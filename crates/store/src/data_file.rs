//! A data file as a person handles it: copied while a server runs, put in the place of another while none does.

use std::io;
use std::path::{Path, PathBuf};

use crate::sqlite::file::{BESIDE, with_suffix};
use crate::sqlite::{self, copy::sync_folder};
use crate::{DriverError, OpenError};

/// An `SQLite` file with the data of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile(PathBuf);

/// What to do with a file that is in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InTheWay {
    /// Leave it and give up.
    Kept,
    /// Put the new one in its place.
    Replaced,
}

/// Why there is no copy. Nothing was left behind, and what was in its place before still is.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// What should be copied cannot be opened.
    #[error(transparent)]
    Source(#[from] OpenError),
    /// The copy would take the place of what is copied.
    #[error("{path} is the data itself")]
    Itself {
        /// Where the copy should be.
        path: String,
    },
    /// Something is there already.
    #[error("{path} is there already")]
    Exists {
        /// Where the copy should be.
        path: String,
    },
    /// The system refused something with the copy.
    #[error("cannot write {path}: {reason}")]
    File {
        /// Where the copy should be.
        path: String,
        /// The system's reason.
        reason: io::Error,
    },
    /// There is no space for the copy.
    #[error("there is no space for {path}: the disk is full")]
    DiskFull {
        /// Where the copy should be.
        path: String,
    },
    /// What should be copied is damaged.
    #[error("the database is damaged and cannot be copied: {0}")]
    Damaged(DriverError),
    /// The database failed.
    #[error("the database cannot be copied: {0}")]
    Driver(DriverError),
}

impl DataFile {
    /// The file in this place, whether it is there or not.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a copy of one moment, whole and on the disk before this answers, readable by its owner only. A server may
    /// read and write meanwhile. The schema stays as it is.
    ///
    /// # Errors
    /// [`CopyError`]; a copy that was not finished is removed.
    pub async fn copy_to(&self, target: &Path, in_the_way: InTheWay) -> Result<(), CopyError> {
        let failed = |reason| CopyError::File { path: target.display().to_string(), reason };
        if in_the_way == InTheWay::Kept && tokio::fs::try_exists(target).await.map_err(failed)? {
            return Err(CopyError::Exists { path: target.display().to_string() });
        }
        if self.is(target) {
            return Err(CopyError::Itself { path: target.display().to_string() });
        }
        // Whoever finds the name finds the whole copy.
        let unfinished = unfinished(target);
        sqlite::copy_file(&self.0, &unfinished).await.map_err(|error| error.of(target))?;
        for suffix in BESIDE {
            // What a program left beside a copy that is replaced would be taken for a part of the new one.
            match tokio::fs::remove_file(with_suffix(target, suffix)).await {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
                _ => {}
            }
        }
        tokio::fs::rename(&unfinished, target).await.map_err(failed)?;
        sync_folder(target).await.map_err(failed)
    }

    /// The same into a folder, under a name with the time (UTC), and tells it.
    ///
    /// # Errors
    /// [`CopyError`].
    pub async fn copy_into(&self, folder: &Path) -> Result<PathBuf, CopyError> {
        let stamp = sqlite::stamp_of(&self.0).await?;
        let name = self.0.file_stem().unwrap_or_default().display().to_string();
        let target = folder.join(format!("{name}-{stamp}.db"));
        self.copy_to(&target, InTheWay::Kept).await?;
        Ok(target)
    }

    /// Puts a copy of `source` in the place of this file, and tells where the one lies that was there. Nobody may have
    /// this file open: hold its [`crate::StoreLock`].
    ///
    /// The copy's rooms have epochs that no client has seen ([`crate::RESTORED_EPOCHS`]).
    ///
    /// # Errors
    /// [`CopyError`]. Until the last step the file that was there still is.
    pub async fn restore(&self, source: &Self) -> Result<Option<PathBuf>, CopyError> {
        let failed = |reason| CopyError::File { path: self.0.display().to_string(), reason };
        if self.is(&source.0) {
            return Err(CopyError::Itself { path: self.0.display().to_string() });
        }
        let unfinished = unfinished(&self.0);
        sqlite::copy_file(&source.0, &unfinished).await.map_err(|error| error.of(&self.0))?;
        let stamp = sqlite::make_restored(&unfinished).await.map_err(|error| error.of(&self.0))?;
        let there = tokio::fs::try_exists(&self.0).await.map_err(failed)?;
        let aside = there.then(|| with_suffix(&self.0, &format!(".{stamp}-replaced")));
        if let Some(aside) = &aside {
            put_aside(&self.0, aside).map_err(failed)?;
        }
        tokio::fs::rename(&unfinished, &self.0).await.map_err(failed)?;
        sync_folder(&self.0).await.map_err(failed)?;
        Ok(aside)
    }
}

impl DataFile {
    /// Whether a path leads to this file, by whatever way.
    fn is(&self, path: &Path) -> bool {
        let files = (std::fs::canonicalize(&self.0), std::fs::canonicalize(path));
        matches!(files, (Ok(one), Ok(other)) if one == other)
    }
}

impl CopyError {
    /// The same under the name that people know.
    fn of(self, target: &Path) -> Self {
        let path = target.display().to_string();
        match self {
            Self::File { reason, .. } => Self::File { path, reason },
            Self::DiskFull { .. } => Self::DiskFull { path },
            other => other,
        }
    }
}

/// The name of a copy until it is whole.
fn unfinished(target: &Path) -> PathBuf {
    with_suffix(target, &format!(".unfinished-{}", std::process::id()))
}

/// Gives a database another name and leaves its old one there, to be renamed over: at no moment there is no database,
/// which a server would take for a new beginning. The WAL goes first, since with another database it would be its ruin.
fn put_aside(path: &Path, aside: &Path) -> io::Result<()> {
    for suffix in BESIDE {
        match std::fs::rename(with_suffix(path, suffix), with_suffix(aside, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    // Some file systems know no second name.
    std::fs::hard_link(path, aside).or_else(|_| std::fs::rename(path, aside))
}
