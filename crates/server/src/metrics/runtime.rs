//! The runtime that all tasks share: how busy it is, and how late.

use std::time::Duration;

use metrics::{Gauge, Histogram};
use tokio::{
    runtime::Handle,
    time::{Instant, sleep},
};

use super::{Metrics, register::Register};

/// How often it is measured how late the runtime is. Also how often a server that does nothing wakes up.
const LAG_PERIOD: Duration = Duration::from_millis(250);

/// After how many measurements what was measured is added up, so that a server that nobody asks does not keep it all.
const UPKEEP_EVERY: u32 = 20;

/// Metrics of the runtime.
#[derive(Debug)]
pub(crate) struct Runtime {
    workers: Gauge,
    tasks: Gauge,
    queue: Gauge,
    lag: Histogram,
}

impl Runtime {
    pub(super) fn new(register: &mut Register) -> Self {
        Self {
            workers: register.gauge("sarja_runtime_workers", "Threads that run the server's tasks."),
            tasks: register.gauge("sarja_runtime_tasks", "Tasks that are alive: rooms, connections, and a few more."),
            queue: register.gauge(
                "sarja_runtime_queue_length",
                "Tasks that wait for a free thread. More than a few for long means that the processors are not enough.",
            ),
            lag: register.histogram(
                "sarja_event_loop_lag_seconds",
                "How much later than asked a timer of the server woke, measured four times a second.",
            ),
        }
    }

    /// Looks at the runtime.
    pub(super) fn observe(&self) {
        let runtime = Handle::current();
        let metrics = runtime.metrics();
        self.workers.set(count(metrics.num_workers()));
        self.tasks.set(count(metrics.num_alive_tasks()));
        self.queue.set(count(metrics.global_queue_depth()));
    }
}

/// A count as the exporter wants it.
#[expect(clippy::cast_precision_loss, reason = "no count of the server comes near to 2^52")]
pub(super) const fn count(n: usize) -> f64 {
    n as f64
}

/// Measures how late the runtime is, and adds up what was measured. Does not end by itself.
pub(crate) async fn watch(metrics: &Metrics) {
    loop {
        for _ in 0..UPKEEP_EVERY {
            let asked = Instant::now() + LAG_PERIOD;
            sleep(LAG_PERIOD).await;
            metrics.runtime.lag.record(asked.elapsed());
        }
        metrics.upkeep();
    }
}
