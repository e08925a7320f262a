//! A run of which every tile is known, because a joker lies in it that owes something for its place.

/// An open run: colour, first number, jokers with their places, rack tiles, and the bundles that it bears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Special(u64);

/// The most jokers in one run.
pub(crate) const JOKERS_MAX: u8 = 4;

const JOKER_BITS: u32 = 7;
const JOKERS_AT: u32 = 6;
const COUNT_AT: u32 = JOKERS_AT + JOKER_BITS * JOKERS_MAX as u32;
const MARKS_AT: u32 = COUNT_AT + 3;
const BUNDLES_AT: u32 = MARKS_AT + 14;
const SPARE_AT: u32 = BUNDLES_AT + 4;

impl Special {
    /// A run that has no tile yet.
    pub(crate) const fn new(colour: usize, start: u8) -> Self {
        Self(colour as u64 | (start as u64) << 2)
    }

    pub(crate) const fn colour(self) -> usize {
        (self.0 & 3) as usize
    }

    pub(crate) const fn start(self) -> u8 {
        (self.0 >> 2 & 15) as u8
    }

    /// How many jokers it holds.
    pub(crate) const fn jokers(self) -> u8 {
        (self.0 >> COUNT_AT & 7) as u8
    }

    /// Its jokers: the number that each stands for, and its class.
    pub(crate) fn each_joker(self) -> impl Iterator<Item = (u8, usize)> {
        (0..u32::from(self.jokers())).map(move |i| {
            let bits = self.0 >> (JOKERS_AT + JOKER_BITS * i);
            ((bits & 15) as u8, (bits >> 4 & 7) as usize)
        })
    }

    /// The class of the joker that stands for a number, if one does.
    pub(crate) fn joker_at(self, number: u8) -> Option<usize> {
        self.each_joker().find(|j| j.0 == number).map(|j| j.1)
    }

    /// With a joker; there must be place for it.
    #[must_use]
    pub(crate) const fn with_joker(self, number: u8, class: usize) -> Self {
        let at = JOKERS_AT + JOKER_BITS * self.jokers() as u32;
        Self((self.0 | (number as u64 | (class as u64) << 4) << at) + (1 << COUNT_AT))
    }

    /// The numbers at which a rack tile lies that counts beside jokers, a bit each.
    pub(crate) const fn marks(self) -> u16 {
        (self.0 >> MARKS_AT & 0x3fff) as u16
    }

    #[must_use]
    pub(crate) const fn with_mark(self, number: u8) -> Self {
        Self(self.0 | 1 << (MARKS_AT + number as u32))
    }

    /// The bundles that it bears, a bit each.
    pub(crate) const fn bundles(self) -> u8 {
        (self.0 >> BUNDLES_AT & 15) as u8
    }

    #[must_use]
    pub(crate) const fn with_bundle(self, bundle: usize) -> Self {
        Self(self.0 | 1 << (BUNDLES_AT + bundle as u32))
    }

    /// The retrieved jokers whose face has a second rack tile, a bit for each class.
    pub(crate) const fn spare(self) -> u8 {
        (self.0 >> SPARE_AT & 31) as u8
    }

    #[must_use]
    pub(crate) const fn with_spare(self, spare: u8) -> Self {
        Self(self.0 | (spare as u64) << SPARE_AT)
    }

    /// Whether it holds nothing yet for which it is followed.
    pub(crate) const fn is_bare(self) -> bool {
        self.jokers() == 0 && self.bundles() == 0
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_knows_its_jokers_and_rack_tiles() {
        let run =
            Special::new(2, 5).with_joker(6, 3).with_mark(13).with_joker(9, 1).with_bundle(3).with_spare(9);
        assert_eq!((run.colour(), run.start(), run.jokers()), (2, 5, 2));
        assert_eq!(run.joker_at(9), Some(1));
        assert_eq!(run.joker_at(5), None);
        assert_eq!((run.marks(), run.bundles(), run.spare()), (1 << 13, 8, 9));
    }
}
