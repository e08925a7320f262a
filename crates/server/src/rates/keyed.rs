//! A bucket for each of many, in bounded memory.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use governor::{
    Quota, RateLimiter,
    middleware::NoOpMiddleware,
    nanos::Nanos,
    state::{StateStore, keyed::ShrinkableKeyedStateStore},
};
use tokio::time::Instant;

use super::bucket::{Moment, TokioClock, Wait};
use crate::limits::RATE_KEYS_MAX;

/// How often the buckets that are full again are looked for while there are too many: this reads all of them.
const PRUNE_EVERY: Duration = Duration::from_secs(1);

/// A rate for each of many. When more than [`RATE_KEYS_MAX`] are in use at once, those who come then share one bucket: who
/// was there before does not notice.
#[derive(Debug)]
pub(super) struct Keyed<K: Clone + Eq + Hash> {
    limit: &'static str,
    rate: RateLimiter<K, Buckets<K>, TokioClock, NoOpMiddleware<Moment>>,
    pruned: Mutex<Option<Instant>>,
}

impl<K: Clone + Eq + Hash> Keyed<K> {
    pub(super) fn new(limit: &'static str, quota: Quota) -> Self {
        let rate = RateLimiter::new(quota, Buckets::default(), TokioClock);
        Self { limit, rate, pruned: Mutex::new(None) }
    }

    /// Takes one out of the bucket of this key, if one is there.
    pub(super) fn take(&self, key: &K) -> Result<(), Wait> {
        if self.rate.len() >= RATE_KEYS_MAX && self.is_time_to_prune() {
            self.rate.retain_recent();
        }
        self.rate.check_key(key).map_err(|until| Wait::until(self.limit, &until))
    }

    fn is_time_to_prune(&self) -> bool {
        let now = Instant::now();
        let mut pruned = self.pruned.lock().unwrap_or_else(PoisonError::into_inner);
        if pruned.is_some_and(|at| now < at + PRUNE_EVERY) {
            return false;
        }
        *pruned = Some(now);
        true
    }
}

/// When each bucket is full again, counted from the start of the rate; and the same for those that share one.
#[derive(Debug)]
struct Full<K> {
    at: HashMap<K, Nanos>,
    shared: Option<Nanos>,
}

#[derive(Debug)]
struct Buckets<K>(Mutex<Full<K>>);

impl<K> Default for Buckets<K> {
    fn default() -> Self {
        Self(Mutex::new(Full { at: HashMap::new(), shared: None }))
    }
}

impl<K> Buckets<K> {
    fn lock(&self) -> MutexGuard<'_, Full<K>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Clone + Eq + Hash> StateStore for Buckets<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut full = self.lock();
        if let Some(at) = full.at.get_mut(key) {
            let (allowed, next) = f(Some(*at))?;
            *at = next;
            return Ok(allowed);
        }
        if full.at.len() >= RATE_KEYS_MAX {
            let (allowed, next) = f(full.shared)?;
            full.shared = Some(next);
            return Ok(allowed);
        }
        let (allowed, next) = f(None)?;
        full.at.insert(key.clone(), next);
        Ok(allowed)
    }
}

impl<K: Clone + Eq + Hash> ShrinkableKeyedStateStore<K> for Buckets<K> {
    fn retain_recent(&self, drop_below: Nanos) {
        self.lock().at.retain(|_, at| *at > drop_below);
    }

    fn len(&self) -> usize {
        self.lock().at.len()
    }

    fn is_empty(&self) -> bool {
        self.lock().at.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::bucket::a_minute, *};

    #[tokio::test(start_paused = true)]
    async fn an_attack_from_many_addresses_is_remembered_within_bounds() {
        let rate = Keyed::new("tests_per_minute", a_minute(2));
        let wait = Err(Wait { limit: "tests_per_minute", time: Duration::from_secs(30) });
        rate.take(&0).unwrap();
        for key in 1..RATE_KEYS_MAX {
            rate.take(&key).unwrap();
        }
        // Whoever comes now shares one bucket.
        for key in [RATE_KEYS_MAX, RATE_KEYS_MAX + 1] {
            rate.take(&key).unwrap();
        }
        assert_eq!(rate.take(&(RATE_KEYS_MAX + 2)), wait);
        assert_eq!(rate.rate.len(), RATE_KEYS_MAX);
        // Whoever was there before has one of his own.
        rate.take(&0).unwrap();
        assert_eq!(rate.take(&0), wait);
        // When the buckets are full again they are forgotten, all but the one that is in use.
        tokio::time::advance(Duration::from_secs(70)).await;
        rate.take(&(RATE_KEYS_MAX + 3)).unwrap();
        assert_eq!(rate.rate.len(), 2);
    }
}
