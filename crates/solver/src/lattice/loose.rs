//! Jokers that have no place of their own, counted by class.

use super::CLASSES;

/// How many jokers of each class, four bits for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Loose(u16);

impl Loose {
    pub(super) const NONE: Self = Self(0);

    /// So many of one class, seven at most.
    pub(super) const fn of(class: usize, count: u8) -> Self {
        Self((count as u16) << (4 * class))
    }

    pub(super) const fn get(self, class: usize) -> u8 {
        (self.0 >> (4 * class) & 7) as u8
    }

    /// How many of the first class, if there are no others.
    pub(super) const fn of_first(self) -> Option<u16> {
        if self.0 < 8 { Some(self.0) } else { None }
    }

    pub(super) fn counts(self) -> [u8; CLASSES] {
        core::array::from_fn(|class| self.get(class))
    }

    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Those of all classes.
    pub(super) const fn total(self) -> u8 {
        let pairs = (self.0 & 0x0f0f) + (self.0 >> 4 & 0x0f0f);
        (pairs + (pairs >> 8)) as u8 & 0x1f
    }

    #[must_use]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Whether no class has more than in another count.
    pub(super) const fn is_within(self, other: Self) -> bool {
        (other.0 + 0x8888 - self.0) & 0x8888 == 0x8888
    }

    /// What is left when others are taken away, if they are all there.
    pub(super) const fn minus(self, other: Self) -> Option<Self> {
        if other.is_within(self) { Some(Self(self.0 - other.0)) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_counted_apart() {
        let some = Loose::of(0, 2).plus(Loose::of(3, 4));
        assert_eq!((some.counts(), some.total()), ([2, 0, 0, 4], 6));
        assert_eq!(some.minus(Loose::of(3, 1)).map(Loose::counts), Some([2, 0, 0, 3]));
        assert_eq!(some.minus(Loose::of(1, 1)), None);
        assert!(Loose::NONE.is_none() && Loose::NONE.is_within(some) && !some.is_within(Loose::of(0, 7)));
    }
}
