//! A bound on the work of one search.

use core::cell::Cell;

/// How many steps a search may take. A step is a matching of jokers judged, a choice of the faces that they stood for, or a
/// try to lay them together or to tell equal tiles apart: some tenths of a microsecond each. The four jokers of the largest
/// ruleset need less than half of this under the hardest rules, and a handful in most plays; a table made up of dozens of
/// jokers is judged by the best found within it.
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{
        Face, FaceCounts, JokerSets, LaidSet, Readings, Release, Reuse, Ruleset, TableSet,
        rummikub::{Opened, Position, jokers::Search},
    };

    fn laid(text: &str) -> LaidSet {
        LaidSet::new(text.split(' ').map(|f| f.parse::<Face>().unwrap()).collect::<Vec<_>>())
    }

    /// The steps that a search takes under the hardest rules; the rack holds what has been added.
    fn steps(table: &[&str], after: &[&str]) -> u32 {
        let mut ruleset = Ruleset::named("xp-6").unwrap();
        ruleset.joker.release = Release::ExactRack;
        ruleset.joker.reuse = Reuse::NewSet;
        ruleset.joker.rack_tiles_beside = 2;
        ruleset.joker.sets = JokerSets::Locked;
        let group = |text: &str| LaidSet { kind: Some(crate::Kind::Group), ..laid(text) };
        let table: Vec<TableSet> = table
            .iter()
            .map(|s| TableSet::read(&group(s), 13).or_else(|| TableSet::read(&laid(s), 13)).unwrap())
            .collect();
        let after: Vec<LaidSet> = after.iter().map(|s| laid(s)).collect();
        let open: Vec<Readings> = after.iter().map(|s| Readings::of(s, 13)).collect();
        assert!(open.iter().all(|r| !r.is_empty()));
        let before: FaceCounts = table.iter().flat_map(TableSet::tiles).collect();
        let all: FaceCounts = after.iter().flat_map(|s| &s.tiles).collect();
        let played = all.minus(&before);
        assert!(before.is_subset_of(&all));
        let position = Position { ruleset: &ruleset, table: &table, rack: &played, opened: Opened::No };
        let mut search = Search::new(position, &after, &open, &before, &played, u16::MAX);
        search.look();
        search.budget.spent()
    }

    #[test]
    fn four_jokers_stay_far_within_the_budget() {
        let worst = [
            // Two groups of two jokers each, laid in no order as sets that can be read in four ways each.
            steps(&["R9 J J", "R9 J J"], &["J R1 J", "J R1 J", "R9 B9 K9", "R9 B9 O9"]),
            steps(&["R9 J J", "B5 J J"], &["R9 J K9 J", "B5 J K5 J", "O1 O2 O3"]),
            // Four sets of a joker each, all alike, with copies of all that lay beside them.
            steps(
                &["R9 B9 J", "R9 B9 J", "K9 O9 J", "K9 O9 J"],
                &["R9 O9 J", "R9 O9 J", "B9 K9 J", "B9 K9 J", "R9 B9 K9", "R8 R9 R10"],
            ),
            steps(
                &["R4 J R6 R7", "R4 J R6 R7", "R4 J R6 R7", "R9 B9 J"],
                &["R6 R4 J", "R6 R7 J", "R4 J R6 R7", "R7 R4 J R6", "R7 R8 R9", "B9 B10 B11"],
            ),
            steps(&["R9 J J J", "B9 K9 J"], &["R9 B9 J J", "K9 O9 J J", "R9 O9 K9"]),
        ];
        assert!(worst.iter().all(|&steps| steps < STEPS_MAX / 2), "{worst:?}");
    }
}
