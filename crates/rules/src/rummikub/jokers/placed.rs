//! Jokers of the old table, the places for jokers on the new one, and which went where.

use crate::{
    JokerStand, Reading,
    rummikub::{reason::Place, shape::Shape},
};

/// A set of the old table.
pub(super) struct Old {
    pub(super) shape: Shape,
    pub(super) reading: Reading,
}

/// A joker of the old table.
#[derive(Clone, Copy)]
pub(super) struct OldJoker {
    /// The old set in which it lay.
    pub(super) old: usize,
    /// What it stood for.
    pub(super) stand: JokerStand,
}

/// A place for a joker on the table after the play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) set: usize,
    /// The place of the joker in the set as it was sent.
    pub(super) laid: usize,
    pub(super) stand: JokerStand,
}

/// What became of a joker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Kept,
    Retrieved,
}

/// An old joker, where it lies now, and what became of it.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub(super) joker: OldJoker,
    pub(super) slot: Slot,
    pub(super) fate: Fate,
}

impl Placed {
    /// Where it lies in the table as it was sent.
    pub(super) fn place(&self) -> Place {
        Place { set: self.slot.set, tile: Some(self.slot.laid) }
    }
}

impl OldJoker {
    /// Whether two jokers of one group differ in nothing: swapping them changes no verdict.
    pub(super) fn is_twin_of(self, other: Self) -> bool {
        self.old == other.old
            && self.stand.number == other.stand.number
            && self.stand.colours == other.stand.colours
    }
}

impl Slot {
    /// Whether two places differ in nothing but where they lie in a group.
    pub(super) fn is_twin_of(self, other: Self) -> bool {
        self.set == other.set
            && self.stand.number == other.stand.number
            && self.stand.colours == other.stand.colours
    }
}
