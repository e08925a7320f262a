//! Commands that make rooms and are being done at this moment: the same one that comes again meanwhile waits for the first.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use sarja_protocol::RoomId;
use sarja_store::BodyHash;
use tokio::sync::OnceCell;

use crate::actor::CommandKey;

/// A room that was made by a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Creation {
    pub(super) hash: BodyHash,
    pub(super) room: RoomId,
}

type Slot = Arc<OnceCell<Creation>>;

/// What is being made. What was made is in the store.
#[derive(Debug, Default)]
pub(super) struct Creations(Mutex<HashMap<CommandKey, Slot>>);

/// A share in what a command makes.
#[derive(Debug)]
pub(super) struct Share<'a> {
    creations: &'a Creations,
    key: CommandKey,
    pub(super) slot: Slot,
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        let mut all = self.creations.lock();
        // The map's and this one: slots are given out under the lock.
        if Arc::strong_count(&self.slot) == 2 {
            all.remove(&self.key);
        }
    }
}

impl Creations {
    fn lock(&self) -> MutexGuard<'_, HashMap<CommandKey, Slot>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A share in what this command makes.
    pub(super) fn share(&self, key: CommandKey) -> Share<'_> {
        let slot = Arc::clone(self.lock().entry(key.clone()).or_default());
        Share { creations: self, key, slot }
    }

    /// How many are being made.
    pub(super) fn held(&self) -> usize {
        self.lock().len()
    }
}
