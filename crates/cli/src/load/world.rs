//! What all players of the load share.

use std::sync::Mutex;

use sarja_client::bare::Target;
use sarja_rules::Ruleset;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{
    journal::Journal,
    plan::Plan,
    tally::{Count, Tally, Times, lock},
};

/// What all players of the load share.
#[derive(Debug)]
pub(super) struct World {
    pub(super) plan: Plan,
    pub(super) ruleset: Ruleset,
    pub(super) target: Target,
    pub(super) tally: Tally,
    /// Connections that are open and greeted.
    pub(super) connected: Count,
    pub(super) returns: Returns,
    pub(super) journal: Option<Journal>,
    /// Cancelled when the load is over: players take a last look and go home.
    pub(super) stop: CancellationToken,
    /// Cancelled when nobody is waited for any more.
    pub(super) gone: CancellationToken,
    unreachable: Mutex<Option<String>>,
}

impl World {
    pub(super) fn new(plan: Plan, ruleset: Ruleset, target: Target, journal: Option<Journal>) -> Self {
        Self {
            plan,
            ruleset,
            target,
            tally: Tally::default(),
            connected: Count::default(),
            returns: Returns::default(),
            journal,
            stop: CancellationToken::new(),
            gone: CancellationToken::new(),
            unreachable: Mutex::default(),
        }
    }

    /// The server could not be reached.
    pub(super) fn unreachable(&self, why: &str) {
        *lock(&self.unreachable) = Some(why.to_owned());
    }

    /// Why the server could not be reached the last time.
    pub(super) fn why_unreachable(&self) -> Option<String> {
        lock(&self.unreachable).clone()
    }
}

/// How players come back after all of them were gone: when the first one knew its room again, and how much later each other one.
#[derive(Debug, Default)]
pub(super) struct Returns(Mutex<Wave>);

#[derive(Debug, Default)]
struct Wave {
    first: Option<Instant>,
    after_first: Times,
}

impl Returns {
    /// A connection is lost, and so many are left.
    pub(super) fn lost(&self, left: u64) {
        if left == 0 {
            *lock(&self.0) = Wave::default();
        }
    }

    /// A player knows its room again.
    pub(super) fn back(&self, now: Instant) {
        let mut wave = lock(&self.0);
        let first = *wave.first.get_or_insert(now);
        wave.after_first.add(now.duration_since(first));
    }

    /// How many came back, and the milliseconds within which half of them, 95 in 100 and all did so after the first one.
    pub(super) fn told(&self) -> (u64, [f64; 3]) {
        let wave = lock(&self.0);
        let times = &wave.after_first;
        (times.len(), [times.ms(0.5), times.ms(0.95), times.max_ms()])
    }
}
