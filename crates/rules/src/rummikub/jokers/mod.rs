//! Jokers that lie on the table: kept or retrieved, and what a retrieved one owes (rules.md §4).

mod budget;
mod combinations;
mod dues;
mod locked;
mod placed;
mod provenance;
mod reuse;
mod search;

pub(crate) use search::Search;

use crate::{LaidSet, Reading, Readings, TableSet};

/// The reading that a set has before anything is known of the rest: that of the old set that it still is, else the
/// dearest.
pub(crate) fn preferred(table: &[TableSet], laid: &LaidSet, open: &Readings) -> Option<Reading> {
    if open.as_slice().len() > 1 {
        let counts = laid.counts();
        let stays =
            table.iter().find(|old| open.as_slice().contains(&old.reading()) && old.counts() == counts);
        if let Some(old) = stays {
            return Some(old.reading());
        }
    }
    open.dearest(laid.tiles.len())
}
