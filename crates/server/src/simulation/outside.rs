//! What comes from outside the process, as a simulation on this thread decides it: chance and the wall clock.
//!
//! Nothing else does. Time is tokio's, which stands still until the world lets it pass; searches for plays run where they are
//! asked for; the store is in memory. So a run is a function of its seed. On a network that is simulated each host has a runtime and
//! thereby a clock of its own, and the time that goes on for all is the network's.

use std::{
    cell::{Cell, RefCell},
    time::Duration,
};

use rand::{Rng as _, SeedableRng as _, rngs::ChaCha8Rng};
use tokio::time::Instant;

thread_local! {
    static CHANCE: RefCell<Option<ChaCha8Rng>> = const { RefCell::new(None) };
    static CLOCK: Cell<Option<Clock>> = const { Cell::new(None) };
    /// How far the network has come when none of its hosts runs.
    static NETWORK: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The wall clock when a simulation begins.
const WALL_MS: i64 = 1_700_000_000_000;

/// By what time goes.
#[derive(Clone, Copy, Debug)]
enum Clock {
    /// By tokio's clock since this moment.
    Tokio(Instant),
    /// By the network's.
    Network,
}

/// As long as this lives, what comes from outside on this thread follows from a seed.
#[derive(Debug)]
pub(crate) struct Outside(());

impl Outside {
    /// Has to be called in the runtime of the simulation, whose clock it takes.
    pub(crate) fn of(seed: u64) -> Self {
        Self::by(Clock::Tokio(Instant::now()), seed)
    }

    /// For a simulation on a network.
    pub(super) fn of_network(seed: u64) -> Self {
        NETWORK.set(Duration::ZERO);
        Self::by(Clock::Network, seed)
    }

    fn by(clock: Clock, seed: u64) -> Self {
        CHANCE.set(Some(ChaCha8Rng::seed_from_u64(seed)));
        CLOCK.set(Some(clock));
        Self(())
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        CHANCE.set(None);
        CLOCK.set(None);
    }
}

/// Fills in what chance brings; tells whether it has, which it does in simulations.
pub(crate) fn fill(bytes: &mut [u8]) -> bool {
    CHANCE.with_borrow_mut(|chance| chance.as_mut().map(|chance| chance.fill_bytes(bytes)).is_some())
}

/// The wall clock of a simulation: it goes with tokio's.
pub(crate) fn wall_ms() -> Option<i64> {
    let passed = passed()?.as_millis();
    Some(WALL_MS + i64::try_from(passed).unwrap_or(i64::MAX - WALL_MS))
}

/// How much time has passed since the simulation on this thread began.
pub(super) fn passed() -> Option<Duration> {
    Some(match CLOCK.get()? {
        Clock::Tokio(began) => began.elapsed(),
        Clock::Network => turmoil::sim_elapsed().unwrap_or(NETWORK.get()),
    })
}

/// The network has come so far, and none of its hosts runs.
pub(super) fn network_is_at(passed: Duration) {
    NETWORK.set(passed);
}

/// Whether there is one on this thread.
pub(crate) fn is_simulated() -> bool {
    CLOCK.get().is_some()
}
