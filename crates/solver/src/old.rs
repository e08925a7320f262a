//! The sets that lie on the table before the play, and their jokers.

use alloc::vec::Vec;

use sarja_rules::{Face, JokerStand, Kind, TableSet};

/// A set of the old table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Old {
    /// A bit for each real face.
    pub(crate) faces: u64,
    pub(crate) jokers: u8,
    pub(crate) kind: Kind,
}

impl Old {
    pub(crate) fn of(set: &TableSet) -> Self {
        Self { faces: faces(set.tiles()), jokers: set.jokers().count() as u8, kind: set.kind() }
    }
}

/// A joker of the old table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OldJoker {
    /// The old set in which it lies.
    pub(crate) old: usize,
    pub(crate) stand: JokerStand,
}

impl OldJoker {
    /// Whether two jokers of one group differ in nothing.
    pub(crate) fn is_twin_of(self, other: Self) -> bool {
        self.old == other.old
            && self.stand.number == other.stand.number
            && self.stand.colours == other.stand.colours
    }
}

/// The jokers of a table, set by set.
pub(crate) fn jokers(table: &[TableSet]) -> Vec<OldJoker> {
    table
        .iter()
        .enumerate()
        .flat_map(|(old, set)| set.jokers().map(move |stand| OldJoker { old, stand }))
        .collect()
}

/// A bit for each real face.
pub(crate) fn faces(tiles: &[Face]) -> u64 {
    tiles.iter().filter(|f| !f.is_joker()).fold(0, |bits, f| bits | 1 << f.index())
}
