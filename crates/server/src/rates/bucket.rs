//! One bucket, by tokio's clock, so that tests can let time pass.

use std::{num::NonZeroU32, ops::Add, time::Duration};

use governor::{
    NotUntil, Quota, RateLimiter,
    clock::{Clock, Reference},
    middleware::NoOpMiddleware,
    nanos::Nanos,
    state::{InMemoryState, NotKeyed},
};
use tokio::time::Instant;

/// Too much: what is refused may be sent again after this time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    /// The limit that was reached, as `ServerLimits` calls it.
    pub(crate) limit: &'static str,
    /// How long.
    pub(crate) time: Duration,
}

impl Wait {
    /// The time in milliseconds, at least 1.
    pub(crate) fn ms(self) -> u32 {
        u32::try_from(self.time.as_millis()).unwrap_or(u32::MAX).saturating_add(1)
    }

    pub(super) fn until(limit: &'static str, until: &NotUntil<Moment>) -> Self {
        Self { limit, time: until.wait_time_from(TokioClock.now()) }
    }
}

/// A moment of tokio's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment(Instant);

impl Add<Nanos> for Moment {
    type Output = Self;

    fn add(self, later: Nanos) -> Self {
        Self(self.0 + Duration::from(later))
    }
}

impl Reference for Moment {
    fn duration_since(&self, earlier: Self) -> Nanos {
        self.0.saturating_duration_since(earlier.0).into()
    }

    fn saturating_sub(&self, duration: Nanos) -> Self {
        Self(self.0.checked_sub(duration.into()).unwrap_or(self.0))
    }
}

/// Tokio's clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokioClock;

impl Clock for TokioClock {
    type Instant = Moment;

    fn now(&self) -> Moment {
        Moment(Instant::now())
    }
}

/// A number of a rate. `ServerLimits` are checked to be at least 1 before a server starts.
pub(super) fn count(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

/// So many a second, after so many at once.
pub(super) fn a_second(n: u32, burst: u32) -> Quota {
    Quota::per_second(count(n)).allow_burst(count(burst))
}

/// So many a minute, and as many at once.
pub(super) fn a_minute(n: u32) -> Quota {
    Quota::per_minute(count(n))
}

/// So many a minute, after so many at once.
pub(super) fn a_minute_after(n: u32, burst: u32) -> Quota {
    Quota::per_minute(count(n)).allow_burst(count(burst))
}

/// A rate for one.
#[derive(Debug)]
pub(super) struct Bucket {
    limit: &'static str,
    rate: RateLimiter<NotKeyed, InMemoryState, TokioClock, NoOpMiddleware<Moment>>,
}

impl Bucket {
    pub(super) fn new(limit: &'static str, quota: Quota) -> Self {
        Self { limit, rate: RateLimiter::direct_with_clock(quota, TokioClock) }
    }

    /// Takes one out, if one is there.
    pub(super) fn take(&self) -> Result<(), Wait> {
        self.rate.check().map_err(|until| Wait::until(self.limit, &until))
    }
}
