//! The bot's chance: its values for shuffles, and what it overlooks.

use rand::{
    RngExt as _, SeedableRng as _,
    rngs::{ChaCha20Rng, SysRng},
};
use sarja_protocol::{Hex32, TurnNumber};

/// Where the bot's chance comes from.
#[derive(Debug)]
pub(super) enum Values {
    /// Chance.
    System,
    /// This number, so that a match can be repeated.
    Seed(u64),
}

impl Values {
    pub(super) fn new(seed: Option<u64>) -> Self {
        seed.map_or(Self::System, Self::Seed)
    }

    /// The value for a deal; `None` if the system has no chance to give, which the deal can do without.
    pub(super) fn value(&self, deal: u32) -> Option<Hex32> {
        let mut chance = match self {
            Self::System => ChaCha20Rng::try_from_rng(&mut SysRng).ok()?,
            Self::Seed(seed) => {
                let mut chance = ChaCha20Rng::seed_from_u64(*seed);
                chance.set_stream(deal.into());
                chance
            }
        };
        Some(Hex32(chance.random()))
    }

    /// Chance in a turn: what a bot overlooks that overlooks things.
    pub(super) fn of_turn(&self, turn: TurnNumber) -> u64 {
        match self {
            Self::System => ChaCha20Rng::try_from_rng(&mut SysRng).map_or(0, |mut chance| chance.random()),
            Self::Seed(seed) => {
                let mut chance = ChaCha20Rng::seed_from_u64(*seed);
                // The deals have streams of their own, with numbers of 32 bits.
                chance.set_stream(u64::from(turn.0) | 1 << 32);
                chance.random()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_each_turn_the_same_chance_again() {
        let chance = |seed, turn| Values::new(Some(seed)).of_turn(TurnNumber(turn));
        assert_eq!(chance(7, 1), chance(7, 1));
        assert_ne!(chance(7, 1), chance(7, 2));
        assert_ne!(chance(7, 1), chance(8, 1));
    }

    #[test]
    fn a_seed_gives_each_deal_a_value_of_its_own_and_the_same_again() {
        let value = |seed, deal| Values::new(Some(seed)).value(deal).unwrap().0;
        assert_eq!(value(7, 1), value(7, 1));
        assert_ne!(value(7, 1), value(7, 2));
        assert_ne!(value(7, 1), value(8, 1));
        assert_ne!(Values::new(None).value(1).unwrap().0, Values::new(None).value(1).unwrap().0);
    }
}
