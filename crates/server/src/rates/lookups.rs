//! Who tries in vain.

use std::{
    collections::HashMap,
    hash::Hash,
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::bucket::Wait;
use crate::limits::RATE_KEYS_MAX;

/// Who tried codes in vain: beyond the limit nothing is looked up for that key until one try has come back, so that
/// guessing tells nothing, while those who know their codes come in as they like.
///
/// Tries come back one by one, evenly over a minute: many people behind one address may mistype a code in the same moment,
/// and shall not be shut out for a minute for it. Whoever comes when [`RATE_KEYS_MAX`] have failed within a minute is
/// counted together with others that came so late.
#[derive(Debug)]
pub(super) struct Lookups<K> {
    limit: &'static str,
    /// How long it takes until one try has come back.
    refill: Duration,
    failed: Mutex<Failed<K>>,
}

#[derive(Debug)]
struct Failed<K> {
    each: HashMap<K, InVain>,
    shared: Option<InVain>,
    pruned: Option<Instant>,
}

/// When all tries have come back, if none is added.
#[derive(Clone, Copy, Debug)]
struct InVain {
    forgotten: Instant,
}

const MINUTE: Duration = Duration::from_mins(1);

/// How often those whose tries are forgotten are looked for while there are too many.
const PRUNE_EVERY: Duration = Duration::from_secs(1);

impl InVain {
    fn once_more(&mut self, now: Instant, refill: Duration) {
        self.forgotten = self.forgotten.max(now) + refill;
    }

    /// How long until a try is free again; `None` if one is.
    fn wait(&self, now: Instant, refill: Duration) -> Option<Duration> {
        let used = self.forgotten.saturating_duration_since(now);
        // In whole tries, so that a minute that is not a multiple of them loses none to rounding.
        let wait = (used + refill).saturating_sub(MINUTE.max(refill));
        (!wait.is_zero()).then_some(wait)
    }
}

impl<K: Eq + Hash> Lookups<K> {
    pub(super) fn new(limit: &'static str, in_vain_max: NonZeroU32) -> Self {
        let failed = Failed { each: HashMap::new(), shared: None, pruned: None };
        Self { limit, refill: MINUTE / in_vain_max.get(), failed: Mutex::new(failed) }
    }

    pub(super) fn may_try(&self, who: &K) -> Result<(), Wait> {
        let now = Instant::now();
        let failed = self.lock();
        let shared = failed.shared.as_ref().filter(|_| failed.is_full());
        let tried = failed.each.get(who).or(shared);
        match tried.and_then(|tried| tried.wait(now, self.refill)) {
            Some(time) => Err(Wait { limit: self.limit, time }),
            None => Ok(()),
        }
    }

    pub(super) fn failed(&self, who: K) {
        let now = Instant::now();
        let mut failed = self.lock();
        if failed.is_full() && failed.pruned.is_none_or(|at| now >= at + PRUNE_EVERY) {
            failed.pruned = Some(now);
            failed.each.retain(|_, tried| tried.forgotten > now);
        }
        let begun = InVain { forgotten: now };
        let tried = if failed.is_full() && !failed.each.contains_key(&who) {
            failed.shared.get_or_insert(begun)
        } else {
            failed.each.entry(who).or_insert(begun)
        };
        tried.once_more(now, self.refill);
    }

    fn lock(&self) -> MutexGuard<'_, Failed<K>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K> Failed<K> {
    fn is_full(&self) -> bool {
        self.each.len() >= RATE_KEYS_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lookups<K: Eq + Hash>(in_vain_max: u32) -> Lookups<K> {
        Lookups::new("tries", NonZeroU32::new(in_vain_max).unwrap())
    }

    fn wait(time: Duration) -> Result<(), Wait> {
        Err(Wait { limit: "tries", time })
    }

    #[tokio::test(start_paused = true)]
    async fn tries_in_vain_come_back_one_by_one() {
        let lookups = lookups(10);
        for _ in 0..10 {
            assert_eq!(lookups.may_try(&"guesser"), Ok(()));
            lookups.failed("guesser");
        }
        let refill = Duration::from_secs(6);
        assert_eq!(lookups.may_try(&"guesser"), wait(refill));
        assert_eq!(lookups.may_try(&"other"), Ok(()));
        tokio::time::advance(refill).await;
        assert_eq!(lookups.may_try(&"guesser"), Ok(()));
        lookups.failed("guesser");
        assert_eq!(lookups.may_try(&"guesser"), wait(refill));
        tokio::time::advance(MINUTE).await;
        for _ in 0..10 {
            assert_eq!(lookups.may_try(&"guesser"), Ok(()));
            lookups.failed("guesser");
        }
        assert_eq!(lookups.may_try(&"guesser"), wait(refill));
    }

    #[tokio::test(start_paused = true)]
    async fn guessing_from_many_addresses_is_remembered_within_bounds() {
        let lookups = lookups(1);
        for who in 0..=RATE_KEYS_MAX {
            lookups.failed(who);
        }
        assert_eq!(lookups.lock().each.len(), RATE_KEYS_MAX);
        for who in [0, RATE_KEYS_MAX, RATE_KEYS_MAX + 1] {
            assert_eq!(lookups.may_try(&who), wait(MINUTE), "{who}");
        }
        tokio::time::advance(MINUTE).await;
        lookups.failed(7);
        assert_eq!(lookups.lock().each.len(), 1);
        assert_eq!(lookups.may_try(&(RATE_KEYS_MAX + 1)), Ok(()));
    }
}
