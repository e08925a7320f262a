//! What comes from outside the process, as a simulation on this thread decides it: chance and the wall clock.
//!
//! Nothing else does. Time is tokio's, which stands still until the world lets it pass; searches for plays run where they are
//! asked for; the store is in memory. So a run is a function of its seed.

use std::cell::{Cell, RefCell};

use rand::{Rng as _, SeedableRng as _, rngs::ChaCha8Rng};
use tokio::time::Instant;

thread_local! {
    static CHANCE: RefCell<Option<ChaCha8Rng>> = const { RefCell::new(None) };
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// The wall clock when a simulation begins.
const WALL_MS: i64 = 1_700_000_000_000;

/// As long as this lives, what comes from outside on this thread follows from a seed.
#[derive(Debug)]
pub(crate) struct Outside(());

impl Outside {
    /// Has to be called in the runtime of the simulation, whose clock it takes.
    pub(crate) fn of(seed: u64) -> Self {
        CHANCE.set(Some(ChaCha8Rng::seed_from_u64(seed)));
        BEGAN.set(Some(Instant::now()));
        Self(())
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        CHANCE.set(None);
        BEGAN.set(None);
    }
}

/// Fills in what chance brings; tells whether it has, which it does in simulations.
pub(crate) fn fill(bytes: &mut [u8]) -> bool {
    CHANCE.with_borrow_mut(|chance| chance.as_mut().map(|chance| chance.fill_bytes(bytes)).is_some())
}

/// The wall clock of a simulation: it goes with tokio's.
pub(crate) fn wall_ms() -> Option<i64> {
    let passed = BEGAN.get()?.elapsed().as_millis();
    Some(WALL_MS + i64::try_from(passed).unwrap_or(i64::MAX - WALL_MS))
}

/// Whether there is one on this thread.
pub(crate) fn is_simulated() -> bool {
    BEGAN.get().is_some()
}
