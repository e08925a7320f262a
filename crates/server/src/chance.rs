//! Chance: from the operating system, or in a practice room from its seed.

use std::{ops::RangeInclusive, time::Duration};

use rand::{
    Rng as _, RngExt as _, SeedableRng as _, TryRng as _,
    rngs::{ChaCha20Rng, SysRng},
};
use sarja_protocol::{MatchId, PracticeSeed, RoomCode, SessionToken, TurnNumber};
use sarja_store::ShuffleSecret;
use uuid::Uuid;

use crate::room::Chance;

/// So many random bytes of the operating system.
fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[cfg(test)]
    if crate::simulation::outside::fill(&mut bytes) {
        return bytes;
    }
    SysRng.try_fill_bytes(&mut bytes).expect("an operating system that runs a server has random bytes");
    bytes
}

/// A random id.
pub(crate) fn id() -> Uuid {
    uuid::Builder::from_random_bytes(bytes()).into_uuid()
}

/// A new session token.
pub(crate) fn session_token() -> SessionToken {
    SessionToken::from_bytes(&bytes())
}

/// A new secret of 32 bytes.
pub(crate) fn secret() -> ShuffleSecret {
    ShuffleSecret::new(bytes())
}

/// A code for a new room; it may be taken.
pub(crate) fn room_code() -> RoomCode {
    RoomCode::from_bits(u64::from_le_bytes(bytes()))
}

/// A time in this range.
pub(crate) fn duration(range: &RangeInclusive<Duration>) -> Duration {
    if range.is_empty() {
        return *range.start();
    }
    ChaCha20Rng::from_seed(bytes()).random_range(range.clone())
}

/// Where the chance of a room comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The operating system.
    System,
    /// The seed of a practice room: the same seed gives the same tiles.
    Seed(PracticeSeed),
}

impl Source {
    /// Chance for the deal with this number in its room.
    pub(crate) fn draw(self, deal: u32) -> Chance {
        let Self::Seed(seed) = self else {
            return Chance { secret: secret(), match_id: MatchId(id()) };
        };
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.0.to_le_bytes());
        key[8..12].copy_from_slice(&deal.to_le_bytes());
        let mut random = ChaCha20Rng::from_seed(key);
        let (mut secret, mut match_id) = ([0; 32], [0; 16]);
        random.fill_bytes(&mut secret);
        random.fill_bytes(&mut match_id);
        Chance {
            secret: ShuffleSecret::new(secret),
            match_id: MatchId(uuid::Builder::from_random_bytes(match_id).into_uuid()),
        }
    }

    /// Chance for a bot in the turn with this number in its room.
    pub(crate) fn of_turn(self, turn: TurnNumber) -> u64 {
        let Self::Seed(seed) = self else { return u64::from_le_bytes(bytes()) };
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.0.to_le_bytes());
        let mut random = ChaCha20Rng::from_seed(key);
        // The deals have keys of their own; this stream is none of theirs.
        random.set_stream(u64::from(turn.0) + 1);
        random.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_deal_again_and_another_for_each_deal() {
        let draw = |seed, deal| *Source::Seed(PracticeSeed(seed)).draw(deal).secret.expose();
        assert_eq!(draw(7, 1), draw(7, 1));
        assert_ne!(draw(7, 1), draw(7, 2));
        assert_ne!(draw(7, 1), draw(8, 1));
    }

    #[test]
    fn a_seed_gives_the_bots_the_same_chance_again_and_another_in_each_turn() {
        let chance = |seed, turn| Source::Seed(PracticeSeed(seed)).of_turn(TurnNumber(turn));
        assert_eq!(chance(7, 1), chance(7, 1));
        assert_ne!(chance(7, 1), chance(7, 2));
        assert_ne!(chance(7, 1), chance(8, 1));
    }

    #[test]
    fn the_system_never_gives_the_same_twice() {
        assert_ne!(Source::System.draw(1).secret.expose(), Source::System.draw(1).secret.expose());
        assert_ne!(id(), id());
        assert_ne!(session_token().reveal(), session_token().reveal());
    }

    #[test]
    fn a_range_of_one_moment_is_that_moment() {
        let moment = Duration::from_millis(3);
        assert_eq!(duration(&(moment..=moment)), moment);
    }
}
