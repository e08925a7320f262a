//! How the store fares: answers take their time, do not come, or come to nothing.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use sarja_store::{Fate, Faults, ReadCall, ReadCourse, ReadFate, WriteCall, WriteCourse, Writing};
use tokio::time::Instant;

use super::outside;

/// Decides by a seed what becomes of each call, as long as there is a storm.
#[derive(Debug)]
pub(super) struct Weather {
    chance: Mutex<ChaCha8Rng>,
    calm: AtomicBool,
    /// When there was a network, if there is one: time goes on as it does there.
    network: Option<Instant>,
}

impl Weather {
    pub(super) fn of(seed: u64) -> Self {
        let chance = Mutex::new(ChaCha8Rng::seed_from_u64(seed));
        Self { chance, calm: AtomicBool::new(false), network: None }
    }

    /// For a database that hosts of a network have in common.
    pub(super) fn of_network(seed: u64) -> Self {
        Self { network: Some(Instant::now()), ..Self::of(seed) }
    }

    /// From now on everything goes well.
    pub(super) fn calm_down(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    fn draw<T>(&self, of: impl FnOnce(&mut ChaCha8Rng) -> T) -> T {
        of(&mut self.chance.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Mostly none, often some milliseconds, now and then long.
fn delay(chance: &mut ChaCha8Rng) -> Duration {
    let ms = match chance.random_range(0..100) {
        0..50 => 0,
        50..98 => chance.random_range(1..12),
        _ => chance.random_range(12..3_000),
    };
    Duration::from_millis(ms)
}

impl Faults for Weather {
    fn of_write(&self, call: WriteCall) -> WriteCourse {
        if self.is_calm() {
            return WriteCourse::default();
        }
        self.draw(|chance| {
            // A room that cannot be made is no room to look at.
            let luck = if call.what == Writing::NewRoom { 94..100 } else { 0..100 };
            let fate = match chance.random_range(luck) {
                0..3 => Fate::Unavailable,
                3..5 => Fate::UnknownDone,
                5..6 => Fate::UnknownNeverDone,
                6..8 => Fate::UnknownDoneLater(delay(chance) * 4),
                _ => Fate::Answered,
            };
            // Nothing is durable at once.
            let before = delay(chance).max(Duration::from_millis(1));
            WriteCourse { before, after: delay(chance), fate }
        })
    }

    fn of_read(&self, _: ReadCall) -> ReadCourse {
        if self.is_calm() {
            return ReadCourse::default();
        }
        self.draw(|chance| {
            let fate = match chance.random_range(0..100) {
                0..3 => ReadFate::Unavailable,
                _ => ReadFate::Answered,
            };
            ReadCourse { before: delay(chance), after: delay(chance), fate }
        })
    }

    fn now(&self) -> Instant {
        match self.network {
            None => Instant::now(),
            Some(began) => began + outside::passed().unwrap_or_default(),
        }
    }
}
