//! Those who have a token and were in no room yet: remembered, and not stored.
//!
//! Anybody may come, by the thousand, and most who come in a flood never enter a room. What they do must not cost the disk's
//! time of those who play; and they have nothing yet that could be lost.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use sarja_protocol::PlayerId;
use sarja_store::TokenHash;

use crate::limits::NEWCOMERS_MAX;

/// Newcomers by their tokens. When there are more than [`NEWCOMERS_MAX`], the oldest is forgotten: whoever comes with that
/// token is told that it is not known, and is somebody new.
#[derive(Debug, Default)]
pub(crate) struct Newcomers(Mutex<Remembered>);

#[derive(Debug, Default)]
struct Remembered {
    players: HashMap<TokenHash, PlayerId>,
    /// In the order in which they came; those that were stored meanwhile are still in it.
    order: VecDeque<TokenHash>,
}

impl Newcomers {
    /// Somebody came.
    pub(crate) fn add(&self, token: TokenHash, player: PlayerId) {
        let mut remembered = self.lock();
        if remembered.order.len() >= NEWCOMERS_MAX
            && let Some(oldest) = remembered.order.pop_front()
        {
            remembered.players.remove(&oldest);
        }
        remembered.order.push_back(token);
        remembered.players.insert(token, player);
    }

    /// Whose token this is, if it is a newcomer's.
    pub(crate) fn holder(&self, token: &TokenHash) -> Option<PlayerId> {
        self.lock().players.get(token).copied()
    }

    /// This one is stored now.
    pub(crate) fn remove(&self, token: &TokenHash) {
        self.lock().players.remove(token);
    }

    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance;

    fn token(n: usize) -> TokenHash {
        TokenHash::of(&n.to_be_bytes())
    }

    #[test]
    fn a_crowd_is_remembered_within_bounds_and_the_oldest_are_forgotten_first() {
        let newcomers = Newcomers::default();
        let players: Vec<_> = (0..NEWCOMERS_MAX + 10).map(|_| PlayerId(chance::id())).collect();
        for (n, player) in players.iter().enumerate() {
            newcomers.add(token(n), *player);
            if n == 5 {
                newcomers.remove(&token(n));
            }
        }
        assert_eq!(newcomers.holder(&token(9)), None);
        for n in [10, 11, NEWCOMERS_MAX, NEWCOMERS_MAX + 9] {
            assert_eq!(newcomers.holder(&token(n)), Some(players[n]), "{n}");
        }
        let remembered = newcomers.lock();
        assert_eq!((remembered.order.len(), remembered.players.len()), (NEWCOMERS_MAX, NEWCOMERS_MAX));
    }
}
