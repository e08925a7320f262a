//! The end of a turn while it is thought out.

use alloc::vec::Vec;

use sarja_rules::{Face, FaceCounts, Table, rommikubbi::Laying};

use super::{discard, lying::Lying, sight::Sight};

/// What is laid so far in a turn, and what is left of the hand.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The sets of the table in their order, then the new ones.
    pub(super) sets: Vec<Lying>,
    /// How many of them are old.
    pub(super) old: usize,
    pub(super) left: FaceCounts,
    /// How many tiles were added to old sets.
    pub(super) added: usize,
}

impl Plan {
    /// Nothing laid yet.
    pub(super) fn new(sight: &Sight<'_>) -> Self {
        let sets = sight.table();
        Self { old: sets.len(), sets, left: sight.held.clone(), added: 0 }
    }

    /// Lays new sets of the hand.
    pub(super) fn lay(&mut self, new: impl IntoIterator<Item = Lying>) {
        for set in new {
            self.left = self.left.minus(&set.tiles.iter().collect());
            self.sets.push(set);
        }
    }

    /// Adds tiles where they fit, while one more is left to be discarded; each may make room for the next.
    pub(super) fn add(&mut self, may: impl Fn(&Lying, Face) -> bool) {
        while self.left.total() > 1 && self.add_one(&may) {}
    }

    fn add_one(&mut self, may: impl Fn(&Lying, Face) -> bool) -> bool {
        for (place, set) in self.sets.iter_mut().enumerate() {
            for (face, _) in self.left.clone().iter() {
                if set.takes(face) && may(set, face) && self.left.take(face) {
                    set.add(face);
                    self.added += usize::from(place < self.old);
                    return true;
                }
            }
        }
        false
    }

    /// The end of the turn with this discard.
    pub(super) fn ended(&self, sight: &Sight<'_>, discard: Face) -> Laying {
        let ids = sight.view.table.iter().map(|placed| Some(placed.id)).collect();
        let sets = self.sets.iter().map(Lying::to_laid).collect();
        Laying { table: Table { sets, ids }, discard: Some(discard) }
    }
}

/// The end of a turn in which nothing is laid; `None` for an empty hand.
pub(super) fn nothing(sight: &Sight<'_>) -> Option<Laying> {
    let plan = Plan::new(sight);
    Some(plan.ended(sight, discard::worst(&plan.left)?))
}
