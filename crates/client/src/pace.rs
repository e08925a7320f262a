//! How fast commands may be sent.

use std::time::Duration;

use sarja_protocol::Limits;
use tokio::time::Instant;

/// Keeps commands below the rate that the server allows, so that a program that plays fast is never told to wait.
///
/// It is the server's own bucket with a quarter of the burst left alone: frames bunch up on the way.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    every: Duration,
    ahead: Duration,
    /// When the bucket would be full again.
    full_at: Instant,
}

impl Pace {
    /// What these limits allow, from now on.
    pub fn new(limits: &Limits, now: Instant) -> Self {
        let every = Duration::from_secs(1) / limits.commands_per_second.max(1);
        Self { every, ahead: every * (limits.commands_burst * 3 / 4).saturating_sub(1), full_at: now }
    }

    /// When the next command may go.
    pub fn next_at(&self) -> Instant {
        self.full_at.checked_sub(self.ahead).unwrap_or(self.full_at)
    }

    /// A command goes.
    pub fn spend(&mut self, now: Instant) {
        self.full_at = self.full_at.max(now) + self.every;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_goes_at_once_and_then_one_at_a_time() {
        let start = Instant::now();
        let mut pace = Pace::new(&Limits::default(), start);
        let mut now = start;
        let sent: Vec<u128> = (0..20)
            .map(|_| {
                now = now.max(pace.next_at());
                pace.spend(now);
                (now - start).as_millis()
            })
            .collect();
        assert_eq!(sent[..15], [0; 15]);
        assert_eq!(sent[15..], [200, 400, 600, 800, 1000]);
    }

    #[tokio::test(start_paused = true)]
    async fn time_that_passes_fills_the_bucket_and_no_more() {
        let mut now = Instant::now();
        let mut pace = Pace::new(&Limits::default(), now);
        for _ in 0..15 {
            pace.spend(now);
        }
        now += Duration::from_mins(1);
        for _ in 0..15 {
            assert!(pace.next_at() <= now);
            pace.spend(now);
        }
        assert!(pace.next_at() > now);
    }
}
