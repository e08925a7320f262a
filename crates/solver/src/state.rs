//! Where a search stands between two numbers.

use crate::{runs::Runs, special::Special};

/// The most runs of which every tile is known that are open at once.
pub(crate) const SPECIALS_MAX: usize = 6;

/// The open runs and what is still owed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// The other runs of each colour.
    pub(crate) plain: [Runs; 4],
    specials: [Special; SPECIALS_MAX],
    count: u8,
    /// How many jokers of each class have no place yet.
    pub(crate) left: [u8; 5],
    /// What the opening is worth so far.
    pub(crate) opening: u8,
    /// The tiles of old sets that are said to lie beside kept jokers, sixteen bits for each of those in question.
    pub(crate) claims: u32,
    /// The retrieved jokers whose face has a second rack tile, a bit for each class.
    pub(crate) spare: u8,
}

/// Runs that were taken out of a state.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Taken {
    runs: [Special; SPECIALS_MAX],
    count: u8,
}

impl Taken {
    pub(crate) fn as_slice(&self) -> &[Special] {
        &self.runs[..usize::from(self.count)]
    }
}

impl State {
    pub(crate) fn specials(&self) -> &[Special] {
        &self.specials[..usize::from(self.count)]
    }

    /// Adds a run, in an order that is the same whatever came first; `false` if there is no place.
    #[must_use]
    pub(crate) fn push(&mut self, special: Special) -> bool {
        let count = usize::from(self.count);
        if count == SPECIALS_MAX {
            return false;
        }
        let at = self.specials().iter().position(|s| *s > special).unwrap_or(count);
        self.specials.copy_within(at..count, at + 1);
        self.specials[at] = special;
        self.count += 1;
        true
    }

    /// Puts another run in the place of one.
    pub(crate) fn replace(&mut self, at: usize, special: Special) {
        self.specials[at] = special;
        let count = usize::from(self.count);
        self.specials[..count].sort_unstable();
    }

    /// Takes the runs of a colour away that are known tile by tile.
    pub(crate) fn take(&mut self, colour: usize) -> Taken {
        let mut taken = Taken::default();
        let mut left = Self { specials: [Special::default(); SPECIALS_MAX], count: 0, ..*self };
        for &run in self.specials() {
            let (list, count) = if run.colour() == colour {
                (&mut taken.runs, &mut taken.count)
            } else {
                (&mut left.specials, &mut left.count)
            };
            list[usize::from(*count)] = run;
            *count += 1;
        }
        *self = left;
        taken
    }

    /// How much it takes to end well from here: short runs, and jokers that are gone. Of states that promise as much, those
    /// with less of it are looked at first.
    pub(crate) fn burden(&self) -> u8 {
        let left: u8 = self.left.iter().sum();
        let short: u8 = self.plain.iter().map(|runs| 2 * runs.ones() + runs.twos()).sum();
        short + 4 * (16 - left.min(16))
    }

    /// The runs of a colour before a number, all counted.
    pub(crate) fn runs(&self, colour: usize, number: u8) -> Runs {
        let own = self.specials().iter().filter(|s| s.colour() == colour);
        own.fold(self.plain[colour], |runs, s| runs.with(number - s.start()))
    }

    /// All of it but the specials, before a number, in one word.
    pub(crate) fn key(&self, number: u8) -> u64 {
        let plain = self.plain.iter().fold(0, |key, runs| key << 9 | u64::from(runs.0));
        let left = self.left.iter().fold(0, |key, &n| key << 3 | u64::from(n));
        (plain << 15 | left) << 11 | u64::from(self.opening) << 4 | u64::from(number)
    }
}
