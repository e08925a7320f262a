//! Who tries in vain.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::bucket::Wait;
use crate::limits::RATE_KEYS_MAX;

/// Who tried codes in vain: beyond the limit nothing is looked up for that key for the rest of the minute, so that
/// guessing tells nothing, while those who know their codes come in as they like.
///
/// Whoever comes when [`RATE_KEYS_MAX`] have failed within a minute is counted together with others that came so late.
#[derive(Debug)]
pub(super) struct Lookups<K> {
    limit: &'static str,
    in_vain_max: u32,
    failed: Mutex<Failed<K>>,
}

#[derive(Debug)]
struct Failed<K> {
    each: HashMap<K, InVain>,
    shared: Option<InVain>,
    pruned: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
struct InVain {
    since: Instant,
    times: u32,
}

const MINUTE: Duration = Duration::from_mins(1);

/// How often those whose minute is over are looked for while there are too many.
const PRUNE_EVERY: Duration = Duration::from_secs(1);

impl InVain {
    const fn begun(since: Instant) -> Self {
        Self { since, times: 0 }
    }

    fn is_over(&self, now: Instant) -> bool {
        now >= self.since + MINUTE
    }

    fn once_more(&mut self, now: Instant) {
        if self.is_over(now) {
            *self = Self::begun(now);
        }
        self.times = self.times.saturating_add(1);
    }
}

impl<K: Eq + Hash> Lookups<K> {
    pub(super) fn new(limit: &'static str, in_vain_max: u32) -> Self {
        let failed = Failed { each: HashMap::new(), shared: None, pruned: None };
        Self { limit, in_vain_max, failed: Mutex::new(failed) }
    }

    pub(super) fn may_try(&self, who: &K) -> Result<(), Wait> {
        let now = Instant::now();
        let failed = self.lock();
        let shared = failed.shared.as_ref().filter(|_| failed.is_full());
        match failed.each.get(who).or(shared) {
            Some(tried) if tried.times >= self.in_vain_max && !tried.is_over(now) => {
                Err(Wait { limit: self.limit, time: tried.since + MINUTE - now })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn failed(&self, who: K) {
        let now = Instant::now();
        let mut failed = self.lock();
        if failed.is_full() && failed.pruned.is_none_or(|at| now >= at + PRUNE_EVERY) {
            failed.pruned = Some(now);
            failed.each.retain(|_, tried| !tried.is_over(now));
        }
        let tried = if failed.is_full() && !failed.each.contains_key(&who) {
            failed.shared.get_or_insert(InVain::begun(now))
        } else {
            failed.each.entry(who).or_insert(InVain::begun(now))
        };
        tried.once_more(now);
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

    #[tokio::test(start_paused = true)]
    async fn guessing_codes_ends_for_the_rest_of_the_minute() {
        let lookups = Lookups::new("tries", 10);
        for _ in 0..10 {
            assert_eq!(lookups.may_try(&"guesser"), Ok(()));
            lookups.failed("guesser");
        }
        assert_eq!(lookups.may_try(&"guesser"), Err(Wait { limit: "tries", time: MINUTE }));
        assert_eq!(lookups.may_try(&"other"), Ok(()));
        tokio::time::advance(MINUTE).await;
        assert_eq!(lookups.may_try(&"guesser"), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn guessing_from_many_addresses_is_remembered_within_bounds() {
        let lookups = Lookups::new("tries", 1);
        for who in 0..=RATE_KEYS_MAX {
            lookups.failed(who);
        }
        assert_eq!(lookups.lock().each.len(), RATE_KEYS_MAX);
        for who in [0, RATE_KEYS_MAX, RATE_KEYS_MAX + 1] {
            assert_eq!(lookups.may_try(&who), Err(Wait { limit: "tries", time: MINUTE }), "{who}");
        }
        tokio::time::advance(MINUTE).await;
        lookups.failed(7);
        assert_eq!(lookups.lock().each.len(), 1);
        assert_eq!(lookups.may_try(&(RATE_KEYS_MAX + 1)), Ok(()));
    }
}
