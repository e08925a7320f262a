//! What is counted while the load runs.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use hdrhistogram::Histogram;

/// The longest time that is told exactly; what takes longer counts as this.
const LONGEST: Duration = Duration::from_mins(10);

/// A number that many tasks count up.
#[derive(Debug, Default)]
pub(super) struct Count(AtomicU64);

impl Count {
    pub(super) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    pub(super) fn one(&self) {
        self.add(1);
    }

    pub(super) fn less(&self, n: u64) {
        self.0.fetch_sub(n, Ordering::Relaxed);
    }

    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Times, to within a thousandth of each.
#[derive(Debug)]
pub(super) struct Times(Mutex<Histogram<u64>>);

impl Default for Times {
    fn default() -> Self {
        let longest = u64::try_from(LONGEST.as_micros()).expect("ten minutes are few microseconds");
        Self(Mutex::new(Histogram::new_with_bounds(1, longest, 3).expect("the bounds are in order")))
    }
}

impl Times {
    pub(super) fn add(&self, took: Duration) {
        self.lock().saturating_record(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.lock().len()
    }

    /// The time within which this share of them lies, in milliseconds.
    pub(super) fn ms(&self, share: f64) -> f64 {
        millis(self.lock().value_at_quantile(share))
    }

    /// The longest, in milliseconds.
    pub(super) fn max_ms(&self) -> f64 {
        millis(self.lock().max())
    }

    fn lock(&self) -> MutexGuard<'_, Histogram<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn millis(micros: u64) -> f64 {
    Duration::from_micros(micros).as_secs_f64() * 1e3
}

/// What is counted while the load runs: what has to do with speed only while it is measured, what must never happen always.
#[derive(Debug, Default)]
pub(super) struct Tally {
    measuring: AtomicBool,
    /// Rooms in which a turn has begun.
    pub(super) rooms: Count,
    /// Connections that hold a seat and do nothing.
    pub(super) idle: Count,
    pub(super) plays: Count,
    pub(super) draws: Count,
    pub(super) passes: Count,
    pub(super) rounds: Count,
    pub(super) time_outs: Count,
    pub(super) drafts: Count,
    pub(super) drafts_shown: Count,
    pub(super) draft_bytes_shown: Count,
    pub(super) frames_in: Count,
    /// From sending a move to hearing the own event.
    pub(super) latency: Times,
    refused: Mutex<BTreeMap<String, u64>>,
    /// Connections that were lost and made again.
    pub(super) reconnects: Count,
    /// Connections that the load itself cut.
    pub(super) cuts: Count,
    /// From losing a connection to knowing the room again.
    pub(super) away: Times,
    /// Snapshots in place of the missed events, where a room was resumed.
    pub(super) resumed_by_snapshot: Count,
    /// Whole views that were held against the truth, and those that differed.
    pub(super) views_checked: Count,
    pub(super) views_wrong: Count,
    pub(super) lost_acknowledged: Count,
    /// Acknowledged moves of which nothing more was heard: the server was away at the end.
    pub(super) unproven: Count,
    /// Events that were told otherwise before.
    pub(super) told_otherwise: Count,
    /// Players who could not go on.
    pub(super) given_up: Count,
    /// Why the first of them could not.
    complaint: Mutex<Option<String>>,
}

impl Tally {
    /// From now on it counts.
    pub(super) fn measure(&self) {
        self.measuring.store(true, Ordering::Relaxed);
    }

    /// From now on it does not.
    pub(super) fn stop_measuring(&self) {
        self.measuring.store(false, Ordering::Relaxed);
    }

    /// Whether it is measured now.
    pub(super) fn is_measuring(&self) -> bool {
        self.measuring.load(Ordering::Relaxed)
    }

    /// All moves that were measured.
    pub(super) fn moves(&self) -> u64 {
        self.plays.get() + self.draws.get() + self.passes.get()
    }

    /// A command was refused.
    pub(super) fn refused(&self, code: &str) {
        *lock(&self.refused).entry(code.to_owned()).or_default() += 1;
    }

    /// How often commands were refused, by code.
    pub(super) fn refusals(&self) -> BTreeMap<String, u64> {
        lock(&self.refused).clone()
    }

    /// Something that should not be: it is told at the end.
    pub(super) fn complain(&self, what: String) {
        tracing::warn!(what);
        lock(&self.complaint).get_or_insert(what);
    }

    /// The first thing that should not be.
    pub(super) fn complaint(&self) -> Option<String> {
        lock(&self.complaint).clone()
    }
}

/// What is behind this lock is changed in one step, so that nobody leaves it half done.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// So many a second.
pub(super) fn per_second(n: u64, time: Duration) -> f64 {
    let seconds = time.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "no count here comes near 2^52")]
    if seconds > 0.0 { n as f64 / seconds } else { 0.0 }
}
