//! A bound on the work of one search.

use core::cell::Cell;

/// How many steps a search may take. A step is a matching of jokers judged, a choice of the faces that they stood for, or a
/// try to lay or to label something: well under a microsecond each. The four jokers of the largest ruleset need a
/// few thousand; a table made up of dozens of jokers is judged by the best found within this.
const STEPS_MAX: u32 = 100_000;

/// The steps that are left to a search.
pub(super) struct Budget(Cell<u32>);

impl Budget {
    /// All of them.
    pub(super) const fn whole() -> Self {
        Self(Cell::new(STEPS_MAX))
    }

    /// Takes a step; `false` if none was left.
    pub(super) fn spend(&self) -> bool {
        match self.0.get().checked_sub(1) {
            Some(less) => {
                self.0.set(less);
                true
            }
            None => false,
        }
    }

    /// Whether no step is left.
    pub(super) const fn is_spent(&self) -> bool {
        self.0.get() == 0
    }

    /// How many steps have been taken.
    #[cfg(test)]
    pub(super) const fn spent(&self) -> u32 {
        STEPS_MAX - self.0.get()
    }
}
