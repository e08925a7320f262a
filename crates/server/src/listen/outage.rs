//! When the system gives no connections, for want of files or memory: how long accepting waits, and what is said of it.

use std::{io, time::Duration};

use tokio::time::Instant;

use crate::limits::{ACCEPT_AGAIN, OUTAGE_SAID_EVERY};

/// What has become of accepting connections. It may fail and succeed by turns, as somebody leaves and another comes in his place,
/// so that it is said once in a while and not each time.
#[derive(Debug)]
pub(super) struct Outage {
    wait: Duration,
    /// When it was last said that nothing can be accepted.
    said: Option<Instant>,
    /// Failures since then.
    failures: u64,
    /// It was said, and not yet that it is over.
    stands: bool,
}

impl Outage {
    pub(super) const fn none() -> Self {
        Self { wait: ACCEPT_AGAIN[0], said: None, failures: 0, stands: false }
    }

    /// Nothing could be accepted. Gives how long to wait: without files or memory the system will soon say the same again.
    pub(super) fn failed(&mut self, error: &io::Error) -> Duration {
        self.failures += 1;
        if let Some(failures) = self.worth_saying() {
            tracing::error!(%error, failures, "no connection can be accepted");
        }
        let wait = self.wait;
        self.wait = (wait * 2).min(ACCEPT_AGAIN[1]);
        wait
    }

    /// A connection was accepted.
    pub(super) fn over(&mut self) {
        self.wait = ACCEPT_AGAIN[0];
        if std::mem::take(&mut self.stands) {
            tracing::info!("connections are accepted again");
        }
    }

    /// How many failures there were since it was last said, if it is time to say it.
    fn worth_saying(&mut self) -> Option<u64> {
        let now = Instant::now();
        if self.said.is_some_and(|said| now < said + OUTAGE_SAID_EVERY) {
            return None;
        }
        (self.said, self.stands) = (Some(now), true);
        Some(std::mem::take(&mut self.failures))
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn failures_are_said_at_once_and_then_once_in_a_while_with_their_number() {
        let mut outage = Outage::none();
        let mut said = Vec::new();
        for _ in 0..100 {
            outage.failures += 1;
            said.extend(outage.worth_saying());
            // Somebody left, and the place is taken again.
            outage.over();
            advance(OUTAGE_SAID_EVERY / 10).await;
        }
        assert_eq!(said, [&[1][..], &[10; 9]].concat());
    }

    #[tokio::test(start_paused = true)]
    async fn waits_grow_to_the_longest_and_begin_anew_after_a_success() {
        let (mut outage, error) = (Outage::none(), io::Error::from(io::ErrorKind::OutOfMemory));
        let waits: Vec<_> = (0..20).map(|_| outage.failed(&error)).collect();
        assert!(waits.is_sorted());
        assert_eq!([waits[0], waits[19]], ACCEPT_AGAIN);
        outage.over();
        assert_eq!(outage.failed(&error), ACCEPT_AGAIN[0]);
    }
}
