//! How long to wait before connecting again.

use std::time::Duration;

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

/// Exponential back-off with full jitter: the ceiling doubles with each try, and the wait is anywhere below it, so that
/// the clients of a server that comes back do not all knock at once.
#[derive(Debug)]
pub struct Backoff {
    tries: u32,
    chance: ChaCha8Rng,
}

impl Backoff {
    /// The ceiling of the first wait.
    const FIRST: Duration = Duration::from_millis(500);
    /// The highest ceiling.
    const MOST: Duration = Duration::from_secs(30);

    /// Chance is made from this seed.
    pub fn new(seed: [u8; 32]) -> Self {
        Self { tries: 0, chance: ChaCha8Rng::from_seed(seed) }
    }

    /// The next wait.
    #[expect(clippy::should_implement_trait, reason = "it is no sequence that anybody collects")]
    pub fn next(&mut self) -> Duration {
        let ceiling = Self::FIRST.saturating_mul(1 << self.tries.min(16)).min(Self::MOST);
        self.tries = self.tries.saturating_add(1);
        ceiling.mul_f64(self.chance.random::<f64>())
    }

    /// The connection is there: the next loss starts from the first ceiling.
    pub fn reset(&mut self) {
        self.tries = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_up_to_half_a_minute_and_stay_below_their_ceiling() {
        let mut backoff = Backoff::new([1; 32]);
        let mut longest = Duration::ZERO;
        for tries in 0..200_u32 {
            let ceiling = Duration::from_millis(500 << tries.min(6)).min(Duration::from_secs(30));
            let wait = backoff.next();
            assert!(wait <= ceiling, "try {tries}: {wait:?}");
            longest = longest.max(wait);
        }
        assert!(longest > Duration::from_secs(20), "{longest:?}");
    }

    #[test]
    fn after_a_connection_waits_are_short_again() {
        let mut backoff = Backoff::new([2; 32]);
        for _ in 0..20 {
            backoff.next();
        }
        backoff.reset();
        assert!(backoff.next() <= Backoff::FIRST);
    }
}
