//! Whether who was told to wait does.

use std::time::Duration;

use tokio::time::Instant;

use super::Wait;
use crate::{
    chance,
    limits::{EXCESS_DOUBLES_EVERY, EXCESS_FORGIVEN_EVERY, EXCESS_MAX, PAUSE_AFTER_EXCESS},
};

/// What one connection was told to wait, and how often it did not.
///
/// Only what comes before the wait is over that was told last, and is refused too, counts against a connection. Who waits each
/// time, and is refused again because others were faster or a rate is low, may go on for ever.
#[derive(Debug)]
pub(crate) struct Patience {
    told_until: Option<Instant>,
    excess: u32,
    /// Until when what is counted was forgiven one by one.
    forgiven: Instant,
}

/// What a message that was refused as too many comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// When it may be sent again.
    pub(crate) wait: Wait,
    /// How long nothing is read from the connection.
    pub(crate) pause: Duration,
    /// Whether the connection is closed.
    pub(crate) closes: bool,
}

impl Patience {
    pub(crate) fn new() -> Self {
        Self { told_until: None, excess: 0, forgiven: Instant::now() }
    }

    /// Tells who sent a message at this moment what it comes to.
    pub(crate) fn refuse(&mut self, wait: Wait, received: Instant) -> Told {
        self.forgive(received);
        if self.told_until.is_some_and(|until| received < until) {
            self.excess += 1;
        }
        let pause = growing_pause(PAUSE_AFTER_EXCESS, self.excess / EXCESS_DOUBLES_EVERY);
        // Longer than the pause: else nobody could tell who waited from who did not.
        let wait = Wait { time: wait.time.max(2 * pause), ..wait };
        self.told_until = Some(received + wait.time);
        Told { wait, pause, closes: self.excess >= EXCESS_MAX }
    }

    fn forgive(&mut self, now: Instant) {
        let since = now.saturating_duration_since(self.forgiven);
        let times = u32::try_from(since.as_millis() / EXCESS_FORGIVEN_EVERY.as_millis()).unwrap_or(u32::MAX);
        self.excess = self.excess.saturating_sub(times);
        self.forgiven = if self.excess == 0 { now } else { self.forgiven + EXCESS_FORGIVEN_EVERY * times };
    }
}

/// How long a connection is not read, after so many doublings of the first pause, a quarter more or less: many who began
/// together do not come back together.
pub(crate) fn growing_pause(first: Duration, doublings: u32) -> Duration {
    let pause = first * (1 << doublings.min(31));
    chance::duration(&(pause * 3 / 4..=pause * 5 / 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: Wait = Wait { limit: "commands_per_second", time: Duration::from_millis(200) };

    fn refused(patience: &mut Patience) -> Told {
        patience.refuse(WAIT, Instant::now())
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_as_told_is_never_closed() {
        let mut patience = Patience::new();
        for _ in 0..1_000 {
            let told = refused(&mut patience);
            assert!(!told.closes);
            assert_eq!(told.wait.time, WAIT.time);
            tokio::time::advance(told.wait.time).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_wait_is_read_ever_more_slowly_and_then_closed() {
        let mut patience = Patience::new();
        let mut pauses = Vec::new();
        loop {
            let told = refused(&mut patience);
            assert!(told.wait.time >= 2 * told.pause);
            if told.closes {
                break;
            }
            pauses.push(told.pause);
            tokio::time::advance(told.pause).await;
        }
        let taken: Duration = pauses.iter().sum();
        assert!((EXCESS_MAX as usize..=EXCESS_MAX as usize + 8).contains(&pauses.len()), "{}", pauses.len());
        assert!((Duration::from_secs(4)..Duration::from_secs(12)).contains(&taken), "{taken:?}");
        assert!(
            pauses[0] < Duration::from_millis(63) && *pauses.last().unwrap() >= Duration::from_millis(300)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_sent_too_early_is_forgiven_with_time() {
        let mut patience = Patience::new();
        for _ in 0..100 {
            for _ in 0..2 {
                assert!(!refused(&mut patience).closes);
            }
            tokio::time::advance(2 * EXCESS_FORGIVEN_EVERY).await;
        }
    }
}
