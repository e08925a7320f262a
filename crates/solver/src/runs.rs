//! The open runs of one colour, as far as it matters how long they are.

/// The most open runs of one colour at once.
pub(crate) const OPEN_MAX: usize = 7;

/// How many different collections of that many open runs there are.
const STATES: usize = 120;

/// How many runs of a colour are open that hold one tile, two tiles, and three or more; three bits each.
///
/// A run of three or more can be ended, so nothing more needs to be known of its length (van Rijn, Takes and Vis, 2015).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Runs(pub(crate) u16);

impl Runs {
    pub(crate) const fn new(ones: u8, twos: u8, threes: u8) -> Self {
        Self(ones as u16 | (twos as u16) << 3 | (threes as u16) << 6)
    }

    pub(crate) const fn ones(self) -> u8 {
        (self.0 & 7) as u8
    }

    pub(crate) const fn twos(self) -> u8 {
        (self.0 >> 3 & 7) as u8
    }

    pub(crate) const fn threes(self) -> u8 {
        (self.0 >> 6 & 7) as u8
    }

    /// How many runs cannot end yet.
    pub(crate) const fn short(self) -> u8 {
        self.ones() + self.twos()
    }

    /// These and a run of so many tiles.
    #[must_use]
    pub(crate) const fn with(self, tiles: u8) -> Self {
        let class = if tiles > 3 { 3 } else { tiles };
        Self(self.0 + (1 << (3 * (class as u16 - 1))))
    }

    /// Its place among all collections: those of few runs come first.
    pub(crate) fn index(self) -> usize {
        usize::from(INDEX[usize::from(self.0)])
    }

    /// The collections of at most so many runs, in the order of their places.
    pub(crate) fn up_to(runs: usize) -> &'static [Self] {
        &ALL[..COUNT_UP_TO[runs]]
    }
}

/// How many collections of at most so many runs there are.
const COUNT_UP_TO: [usize; OPEN_MAX + 1] = [1, 4, 10, 20, 35, 56, 84, 120];

const ALL: [Runs; STATES] = all();
const INDEX: [u8; 512] = index();

const fn all() -> [Runs; STATES] {
    let mut all = [Runs(0); STATES];
    let mut at = 0;
    let mut sum = 0;
    while sum <= OPEN_MAX as u8 {
        let mut ones = 0;
        while ones <= sum {
            let mut twos = 0;
            while ones + twos <= sum {
                all[at] = Runs::new(ones, twos, sum - ones - twos);
                at += 1;
                twos += 1;
            }
            ones += 1;
        }
        sum += 1;
    }
    all
}

const fn index() -> [u8; 512] {
    let mut index = [u8::MAX; 512];
    let mut at = 0;
    while at < STATES {
        index[ALL[at].0 as usize] = at as u8;
        at += 1;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_collection_has_its_place() {
        for (place, runs) in ALL.iter().enumerate() {
            assert_eq!(runs.index(), place);
            assert_eq!(*runs, Runs::new(runs.ones(), runs.twos(), runs.threes()));
        }
        for (most, count) in COUNT_UP_TO.iter().enumerate() {
            let within = |r: &&Runs| usize::from(r.short() + r.threes()) <= most;
            assert_eq!(ALL.iter().filter(within).count(), *count);
        }
    }

    #[test]
    fn a_longer_run_counts_as_one_of_three() {
        assert_eq!(Runs::default().with(1).with(2).with(3).with(7), Runs::new(1, 1, 2));
    }
}
