//! Whether the disk has space. Being full and not full any more is said once each, and not with every write that suffers
//! or, being small, finds a place all the same.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::fs;
use tokio::time::Instant;

use super::file::with_suffix;
use crate::limits::{SPACE_BYTES_MIN, SPACE_LOOK_EVERY};

/// What the writer found out, for whoever asks whether the store is ready.
#[derive(Debug)]
pub(super) struct Space {
    /// A file of this name is made to see whether there is space.
    probe: PathBuf,
    full: AtomicBool,
}

/// What the writer keeps beside it.
#[derive(Debug, Default)]
pub(super) struct Looked(Option<Instant>);

impl Space {
    /// There is space until a write says otherwise.
    pub(super) fn beside(path: &Path) -> Self {
        Self { probe: with_suffix(path, "-probe"), full: AtomicBool::new(false) }
    }

    /// Whether the last that is known is that the disk is full.
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// A write found no space.
    pub(super) fn note_full(&self) {
        if !self.full.swap(true, Ordering::Relaxed) {
            tracing::error!("the disk is full: nothing is acknowledged until there is space");
        }
    }

    /// A write found space. It may have been a small one: the disk counts as full until something larger fits, too.
    pub(super) async fn note_written(&self, looked: &mut Looked) {
        if !self.is_full() || looked.0.is_some_and(|at| at.elapsed() < SPACE_LOOK_EVERY) {
            return;
        }
        looked.0 = Some(Instant::now());
        let fits = fs::write(&self.probe, vec![0; SPACE_BYTES_MIN]).await.is_ok();
        // Half a file takes space as well.
        if let Err(error) = fs::remove_file(&self.probe).await {
            tracing::debug!(%error, "nothing to remove");
        }
        if fits {
            self.full.store(false, Ordering::Relaxed);
            tracing::info!("there is space on the disk again");
        }
    }
}
