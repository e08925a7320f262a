//! Somebody who watches how the store does its work.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Is told how the store fares: for measuring, never for deciding. The store's writer waits for it, so it must be quick.
pub trait Watch: fmt::Debug + Send + Sync + 'static {
    /// Writes were committed together. `took` is from the first statement of their batch until the commit returned.
    fn committed(&self, writes: usize, took: Duration);
}

/// Who watches a store, if anybody does. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watched(Arc<OnceLock<Arc<dyn Watch>>>);

impl Watched {
    /// Somebody watches from now on. Whoever came first stays.
    pub(crate) fn by(&self, watch: Arc<dyn Watch>) {
        self.0.get_or_init(|| watch);
    }

    /// Tells it to whoever watches.
    pub(crate) fn committed(&self, writes: usize, took: Duration) {
        if let Some(watch) = self.0.get() {
            watch.committed(writes, took);
        }
    }
}
