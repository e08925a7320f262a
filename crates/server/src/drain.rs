//! How a stopping server lets its players go: told first, then closed a batch at a time, each with a moment of his own to
//! come back.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use sarja_protocol::{CloseReason, Closing};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    chance,
    limits::{RESTART_RETRY_MS, RETURNS_PER_SECOND, RETURNS_WITHIN_MIN, STOP_WITHIN, TRIES_AGAIN_WITHIN},
};

/// The times of a stop. Games go on until a player's connection is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drain {
    /// From the request to stop until the first connections are closed: players are told, and new rooms are refused.
    pub notice: Duration,
    /// Connections that are closed together, at least 1, so that thousands do not come back at once. More where the time
    /// would not suffice.
    pub batch: usize,
    /// Between two batches.
    pub step: Duration,
    /// From the request to stop until the program ends, whatever hangs. It has to be below the time after which the system
    /// kills it: 90 s with systemd, 10 s with Docker, unless they are told otherwise.
    pub within: Duration,
}

impl Default for Drain {
    fn default() -> Self {
        Self {
            notice: Duration::from_secs(3),
            batch: 200,
            step: Duration::from_millis(100),
            within: Duration::from_secs(25),
        }
    }
}

/// When which connection is closed, and when it may come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// It was asked for.
    begun: Instant,
    /// The first batch is closed.
    first: Instant,
    batch: usize,
    step: Duration,
    /// The last batch is closed.
    pub(crate) last: Instant,
    /// The program ends, whatever hangs.
    pub(crate) ends: Instant,
    /// Over how long those who were closed are to come back.
    returns: Duration,
}

impl Plan {
    fn new(times: Drain, connections: usize, now: Instant) -> Self {
        let ends = now + times.within;
        // Rooms have the rest of the time for what they are writing.
        let latest = ends - STOP_WITHIN.min(times.within / 3);
        let first = (now + times.notice).min(latest);
        let batch = times.batch.max(connections.div_ceil(steps(latest - first, times.step))).max(1);
        let batches = u32::try_from(connections.div_ceil(batch)).unwrap_or(u32::MAX);
        let last = (first + times.step.saturating_mul(batches.saturating_sub(1))).min(latest);
        let all = u32::try_from(connections).unwrap_or(u32::MAX);
        let returns = Duration::from_secs(1) * (all / RETURNS_PER_SECOND);
        let returns = returns.max(RETURNS_WITHIN_MIN);
        Self { begun: now, first, batch, step: times.step, last, ends, returns }
    }

    /// When the connection with this number is closed.
    fn closes(&self, ticket: usize) -> Instant {
        let batches = u32::try_from(ticket / self.batch).unwrap_or(u32::MAX);
        (self.first + self.step.saturating_mul(batches)).min(self.last)
    }
}

/// How many batches fit into so much time.
fn steps(time: Duration, step: Duration) -> usize {
    match step.as_nanos() {
        0 => 1,
        step => usize::try_from(time.as_nanos() / step).unwrap_or(usize::MAX).saturating_add(1),
    }
}

/// Whether the server drains, and how. Clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct Draining(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    times: Drain,
    plan: OnceLock<Plan>,
    begun: CancellationToken,
    tickets: AtomicUsize,
}

impl Draining {
    pub(crate) fn new(times: Drain) -> Self {
        let begun = CancellationToken::new();
        Self(Arc::new(Inner { times, plan: OnceLock::new(), begun, tickets: AtomicUsize::new(0) }))
    }

    /// Begins, with so many connections. What was begun goes on as it was planned.
    pub(crate) fn begin(&self, connections: usize) -> Plan {
        let plan = self.0.plan.get_or_init(|| Plan::new(self.0.times, connections, Instant::now()));
        self.0.begun.cancel();
        *plan
    }

    /// Whether it has begun: nothing new is taken.
    pub(crate) fn is_on(&self) -> bool {
        self.0.begun.is_cancelled()
    }

    /// Ends when it begins.
    pub(crate) async fn begun(&self) {
        self.0.begun.cancelled().await;
    }

    /// When it began.
    pub(crate) fn since(&self) -> Option<Instant> {
        self.0.plan.get().map(|plan| plan.begun)
    }

    /// How long after the next start everybody is back who comes back: they were told when to come, and who found no server then
    /// tries again.
    pub(crate) fn all_back_within(&self) -> Duration {
        self.0.plan.get().map_or(RETURNS_WITHIN_MIN, |plan| plan.returns) + TRIES_AGAIN_WITHIN
    }

    /// When a connection that asks is closed: each that asks takes the next place in the order.
    pub(crate) fn departure(&self) -> Instant {
        let ticket = self.0.tickets.fetch_add(1, Ordering::Relaxed);
        self.0.plan.get().map_or_else(Instant::now, |plan| plan.closes(ticket))
    }

    /// How a connection is closed now, with a moment to come back that is its own: after the last one was closed, and
    /// anywhere in a time that grows with their number.
    pub(crate) fn goodbye(&self) -> Closing {
        let window = self.0.plan.get().map_or(RETURNS_WITHIN_MIN, |plan| plan.returns);
        let after = self.until_back() + chance::duration(&(Duration::ZERO..=window));
        Closing::new(CloseReason::Restart).after(ms(after))
    }

    /// How long until somebody may find the server started again, at the earliest, in milliseconds.
    pub(crate) fn retry_after_ms(&self) -> u32 {
        ms(self.until_back())
    }

    fn until_back(&self) -> Duration {
        let last = self.0.plan.get().map(|plan| plan.last.saturating_duration_since(Instant::now()));
        last.unwrap_or_default() + Duration::from_millis(RESTART_RETRY_MS.into())
    }
}

pub(crate) fn ms(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(times: Drain, connections: usize) -> (Instant, Plan) {
        let now = Instant::now();
        (now, Plan::new(times, connections, now))
    }

    #[test]
    fn nobody_is_closed_before_the_notice_is_over_and_batches_follow_step_by_step() {
        let times = Drain::default();
        let (now, plan) = plan(times, 1_000);
        assert_eq!(plan.closes(0), now + times.notice);
        assert_eq!(plan.closes(199), now + times.notice);
        assert_eq!(plan.closes(200), now + times.notice + times.step);
        assert_eq!(plan.closes(999), plan.last);
        assert_eq!(plan.last, now + times.notice + 4 * times.step);
    }

    #[test]
    fn however_many_there_are_all_are_closed_while_rooms_still_have_time() {
        for connections in [0, 1, 20_000, 1_000_000] {
            for times in [
                Drain::default(),
                Drain { batch: 0, ..Drain::default() },
                Drain { step: Duration::ZERO, ..Drain::default() },
                Drain { notice: Duration::from_mins(1), ..Drain::default() },
                Drain { within: Duration::ZERO, ..Drain::default() },
            ] {
                let (_, plan) = plan(times, connections);
                assert!(plan.closes(connections) <= plan.last, "{times:?}");
                assert!(plan.ends - plan.last >= STOP_WITHIN.min(times.within / 3), "{times:?}");
                assert!(plan.batch * steps(plan.last - plan.first, plan.step) >= connections, "{times:?}");
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_is_closed_first_comes_back_no_earlier_than_whoever_is_last() {
        let draining = Draining::new(Drain::default());
        let plan = draining.begin(10_000);
        tokio::time::sleep_until(plan.first).await;
        let wait = ms(plan.last - plan.first);
        for _ in 0..100 {
            let after = draining.goodbye().reconnect_after_ms.unwrap();
            assert!(after >= wait + RESTART_RETRY_MS, "{after} {wait}");
            assert!(after <= wait + RESTART_RETRY_MS + ms(plan.returns), "{after} {wait}");
        }
    }

    #[test]
    fn the_more_there_are_the_longer_they_take_to_come_back() {
        let (_, few) = plan(Drain::default(), 10);
        let (_, many) = plan(Drain::default(), 20_000);
        assert_eq!(few.returns, RETURNS_WITHIN_MIN);
        assert!(many.returns > 10 * few.returns, "{many:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn moments_to_come_back_are_spread() {
        let draining = Draining::new(Drain::default());
        draining.begin(20_000);
        let moments: std::collections::BTreeSet<_> =
            (0..100).map(|_| draining.goodbye().reconnect_after_ms).collect();
        assert!(moments.len() > 90, "{moments:?}");
    }
}
