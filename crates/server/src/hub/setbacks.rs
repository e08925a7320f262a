//! Rooms that fail again each time they have been read: they are read ever more seldom.

use std::time::Duration;

use tokio::time::Instant;

use crate::limits::{REREAD_WAIT_MAX, STORE_RETRY, WELL_AFTER};

/// How often a room has failed in a row, and when it is read again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setbacks {
    wait: Duration,
    until: Instant,
}

impl Setbacks {
    /// A room has failed, and had failed so before. A room that was well for a while begins anew: that it could be read and
    /// wrote something is not enough, since what is damaged may be needed by some commands only.
    pub(super) fn after(before: Option<Self>) -> Self {
        let now = Instant::now();
        let wait = match before {
            Some(before) if now < before.until + WELL_AFTER => (before.wait * 2).min(REREAD_WAIT_MAX),
            _ => STORE_RETRY,
        };
        Self { wait, until: now + wait }
    }

    /// When the room is read again though nobody comes.
    pub(super) const fn until(&self) -> Instant {
        self.until
    }

    /// How long those have to wait who come. After a single failure nobody has: most that fail once are well when they
    /// are read again.
    pub(super) fn holds_back(&self) -> Option<Duration> {
        let left = self.until.saturating_duration_since(Instant::now());
        (self.wait > STORE_RETRY && !left.is_zero()).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn waits_double_to_the_longest_as_long_as_a_room_fails() {
        let mut last = None;
        let mut waits = Vec::new();
        for _ in 0..10 {
            let setbacks = Setbacks::after(last);
            waits.push(setbacks.wait.as_secs());
            advance(setbacks.wait + WELL_AFTER / 2).await;
            last = Some(setbacks);
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
    }

    #[tokio::test(start_paused = true)]
    async fn room_that_was_well_for_a_while_begins_anew() {
        let twice = Setbacks::after(Some(Setbacks::after(None)));
        advance(twice.wait + WELL_AFTER).await;
        assert_eq!(Setbacks::after(Some(twice)).wait, STORE_RETRY);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_after_one_failure_and_everybody_after_more() {
        let once = Setbacks::after(None);
        assert_eq!(once.holds_back(), None);
        let twice = Setbacks::after(Some(once));
        assert_eq!(twice.holds_back(), Some(twice.wait));
        advance(twice.wait).await;
        assert_eq!(twice.holds_back(), None);
    }
}
