//! Ids of commands.

use std::sync::{Arc, Mutex, PoisonError};

use rand::{Rng as _, SeedableRng as _, rngs::ChaCha8Rng};
use sarja_protocol::CommandId;

/// Gives ids that no other client gives, since each has a seed of its own. Clones give from the same.
#[derive(Clone, Debug)]
pub(crate) struct Ids(Arc<Mutex<ChaCha8Rng>>);

impl Ids {
    /// Ids are made from this seed, by numbers that nobody else makes from it.
    pub(crate) fn new(seed: [u8; 32]) -> Self {
        let mut chance = ChaCha8Rng::from_seed(seed);
        // The waits before connecting again are made from the first stream.
        chance.set_stream(1);
        Self(Arc::new(Mutex::new(chance)))
    }

    /// An id that was never given.
    pub(crate) fn next(&self) -> CommandId {
        let mut bytes = [0; 16];
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut bytes);
        let id = uuid::Builder::from_random_bytes(bytes).into_uuid();
        CommandId::new(id.to_string()).expect("a UUID has 36 visible ASCII characters")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_a_seed_gives_the_same_again() {
        let ids = |seed| {
            let ids = Ids::new([seed; 32]);
            [ids.next(), ids.next()]
        };
        assert_eq!(ids(1), ids(1));
        let [first, second] = ids(1);
        assert_ne!(first, second);
        assert!(!ids(2).contains(&first));
    }
}
