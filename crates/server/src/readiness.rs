//! Whether the server can take players now. However often it is asked, the store is asked about once a second.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sarja_store::{Fault, ReadyError, Store, WriteError};
use tokio::{
    sync::OnceCell,
    time::{Instant, timeout},
};

use crate::drain::Draining;

/// How long an answer of the store counts.
const COUNTS_FOR: Duration = Duration::from_secs(1);

/// How long the store may take to commit something small. A server whose players wait longer than this for each move is not ready.
const WITHIN: Duration = Duration::from_secs(3);

/// Why the server cannot take players now. The text is the answer, in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotReady {
    /// It stops.
    #[error("stopping")]
    Stopping,
    /// There is no space where the data lies.
    #[error("the disk is full")]
    DiskFull,
    /// The store does not read or does not commit.
    #[error("the store is not ready")]
    Store,
    /// The store does not answer in time.
    #[error("the store is slow")]
    Slow,
}

/// One question to the store, and its answer for all who want to know.
#[derive(Clone, Debug)]
struct Probe {
    began: Instant,
    answer: Arc<OnceCell<Result<(), NotReady>>>,
}

/// Asks the store, and remembers for a moment.
#[derive(Debug)]
pub(crate) struct Readiness {
    store: Store,
    draining: Draining,
    last: Mutex<Option<Probe>>,
}

impl Readiness {
    pub(crate) const fn new(store: Store, draining: Draining) -> Self {
        Self { store, draining, last: Mutex::new(None) }
    }

    /// Whether the server can take players. Answers within some seconds.
    ///
    /// # Errors
    /// [`NotReady`]: why it cannot.
    pub(crate) async fn check(&self) -> Result<(), NotReady> {
        if self.draining.is_on() {
            return Err(NotReady::Stopping);
        }
        let probe = self.probe();
        let answer = probe.answer.get_or_init(|| self.ask());
        timeout(WITHIN, answer).await.map_or(Err(NotReady::Slow), |answer| *answer)
    }

    /// The last question, if it was asked a moment ago; else a new one.
    fn probe(&self) -> Probe {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(probe) if probe.began.elapsed() < COUNTS_FOR => probe.clone(),
            _ => last.insert(Probe { began: Instant::now(), answer: Arc::default() }).clone(),
        }
    }

    async fn ask(&self) -> Result<(), NotReady> {
        match timeout(WITHIN, self.store.ready()).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                tracing::warn!(%error, "not ready");
                Err(match error {
                    ReadyError::Write(WriteError::Unavailable(Fault::DiskFull)) => NotReady::DiskFull,
                    _ => NotReady::Store,
                })
            }
            Err(_) => {
                tracing::warn!(within = ?WITHIN, "not ready: the store does not answer");
                Err(NotReady::Slow)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use sarja_store::{StoreUrl, Watch};
    use tempfile::TempDir;

    use super::*;
    use crate::drain::Drain;

    #[derive(Debug, Default)]
    struct Commits(AtomicUsize);

    impl Watch for Commits {
        fn committed(&self, _writes: usize, _took: Duration) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[tokio::test]
    async fn the_store_is_asked_once_however_often_and_by_however_many() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(&StoreUrl::sqlite(folder.path().join("sarja.db")).unwrap()).await.unwrap();
        let commits = Arc::<Commits>::default();
        store.watch(Arc::<Commits>::clone(&commits));
        let readiness = Readiness::new(store.clone(), Draining::new(Drain::default()));
        let all = futures_util::future::join_all((0..100).map(|_| readiness.check())).await;
        assert!(all.iter().all(Result::is_ok), "{all:?}");
        assert_eq!(commits.0.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn a_closed_store_is_not_ready_and_a_server_that_stops_says_so() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(&StoreUrl::sqlite(folder.path().join("sarja.db")).unwrap()).await.unwrap();
        let draining = Draining::new(Drain::default());
        let readiness = Readiness::new(store.clone(), draining.clone());
        store.close().await;
        assert_eq!(readiness.check().await, Err(NotReady::Store));
        draining.begin(0);
        assert_eq!(readiness.check().await, Err(NotReady::Stopping));
    }
}
