//! Chance that comes in as a number, so that the same number gives the same decision again.

/// A stream of random numbers, by the `SplitMix64` generator of Steele, Lea and Flood (2014).
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Whether something happens that happens once in `n` times; `n` is above 0 and small.
    pub(crate) const fn hits_one_in(&mut self, n: u64) -> bool {
        self.next().is_multiple_of(n)
    }
}
