//! The store: how long it takes, how much it writes together, what goes wrong.

use std::{sync::Arc, time::Duration};

use metrics::{Gauge, Histogram};
use sarja_store::Watch;

use super::{register::Register, runtime::count};

/// Metrics of the store.
#[derive(Debug)]
pub(crate) struct StoreMetrics {
    /// Set when it is asked for.
    pub(super) queued: Gauge,
    writer: Arc<Writer>,
}

/// What the store's writer tells.
#[derive(Debug)]
struct Writer {
    commit: Histogram,
    batch: Histogram,
}

impl StoreMetrics {
    pub(super) fn new(register: &mut Register) -> Self {
        let writer = Writer {
            commit: register.histogram(
                "sarja_store_commit_seconds",
                "From the first statement of a batch of writes until it was committed.",
            ),
            batch: register.histogram("sarja_store_batch_writes", "Writes that were committed together."),
        };
        Self {
            queued: register.gauge(
                "sarja_store_queue_length",
                "Writes that wait for the store's writer. More than a few for long means that the disk is too slow.",
            ),
            writer: Arc::new(writer),
        }
    }

    /// What the store is to tell its doings to.
    pub(crate) fn watch(&self) -> Arc<dyn Watch> {
        Arc::<Writer>::clone(&self.writer)
    }
}

impl Watch for Writer {
    fn committed(&self, writes: usize, took: Duration) {
        self.commit.record(took);
        self.batch.record(count(writes));
    }
}
