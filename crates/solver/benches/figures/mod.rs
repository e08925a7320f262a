//! Figures of benchmarks that play games: means with their errors, and what turns cost.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The 97.5 % quantile of the normal distribution.
pub(crate) const QUANTILE: f64 = 1.959_964;

/// Figures whose mean is asked for.
#[derive(Default)]
pub(crate) struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    pub(crate) fn add(&mut self, figure: f64) {
        self.count += 1.0;
        self.sum += figure;
        self.squares += figure.powi(2);
    }

    /// The mean, and half the width of its interval at 95 %.
    pub(crate) fn get(&self) -> (f64, f64) {
        let mean = self.sum / self.count;
        let variance = (self.squares / self.count - mean * mean).max(0.0);
        (mean, QUANTILE * (variance / self.count).sqrt())
    }
}

/// What turns cost.
#[derive(Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// The median, that of which 99 in 100 are shorter, and the longest, as people read them.
    pub(crate) fn get(&mut self) -> String {
        self.0.sort_unstable();
        [(1, 2), (99, 100), (1, 1)].map(|(of, parts)| text(self.part(of, parts))).join(" | ")
    }

    fn part(&self, of: usize, parts: usize) -> Duration {
        let last = self.0.len() - 1;
        self.0[(self.0.len() * of / parts).min(last)]
    }
}

fn text(time: Duration) -> String {
    let micros = time.as_micros();
    if micros < 1_000 { format!("{micros} µs") } else { format!("{:.1} ms", time.as_secs_f64() * 1e3) }
}

/// What this thread has cost in processor time.
pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
