//! One story of the old jokers: which of them are kept, and what the others stood for.
//!
//! A story fixed, what jokers owe (rules.md §4) can be said tile by tile and set by set, and a search need not look back.

use alloc::vec::Vec;

use sarja_rules::{Face, TableSet};

use crate::supply::{EMPTY_GRID, Grid, Supply};

/// The most kinds of jokers of a story: each joker of a ruleset can be one.
pub(crate) const CLASSES_MAX: usize = 5;

/// Jokers that may go where, and stand in for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// They may lie anywhere: those of the rack, and those that owe nothing for their new place.
    Free,
    /// They were retrieved and owe something for the set in which they lie.
    Retrieved {
        /// The only old set in which they may not lie; none of the old ones if there is none.
        not_in: Option<usize>,
        /// The face whose rack tile does not count beside them.
        replaced_by: Option<Face>,
    },
    /// Kept in a run, as this tile.
    InRun { old: usize, colour: usize, number: u8, explicit: bool },
    /// Kept in a group.
    InGroup { old: usize, number: u8 },
}

/// What is left of an old set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remainder {
    pub(crate) old: usize,
    /// The whole set.
    pub(crate) faces: u64,
    pub(crate) jokers: u8,
    /// How many of its jokers were retrieved.
    pub(crate) retrieved: u8,
}

/// What an old set with jokers held, and what has to lie together (`joker.sets = locked`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bundle {
    /// Its real tiles, and those that replace its jokers.
    pub(crate) faces: u64,
    /// The classes of its kept jokers, a bit each.
    pub(crate) kept: u8,
    /// How many kept jokers there are.
    pub(crate) kept_count: u8,
    /// A run's colour; `None` for a group.
    pub(crate) colour: Option<usize>,
    /// The lowest and the highest number.
    pub(crate) low: u8,
    pub(crate) high: u8,
}

/// A story of the old jokers, and the jokers of the rack.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// How many rack tiles have to be played.
    pub(crate) least: Grid,
    /// Jokers that are kept in runs.
    pub(crate) pins: Grid,
    /// How many of them need a run that comes from the number below.
    pub(crate) below: Grid,
    /// How many of them need a run that goes on to the number above.
    pub(crate) above: Grid,
    /// Jokers that are kept in groups, by number.
    pub(crate) group_pins: [u8; 15],
    pub(crate) classes: Vec<(Class, u8)>,
    pub(crate) remainders: Vec<Remainder>,
    pub(crate) bundles: Vec<Bundle>,
    /// Old sets of which several jokers are kept: in different sets, beside different tiles.
    pub(crate) parted: Vec<usize>,
    /// Whether some runs have to be known tile by tile.
    pub(crate) explicit_runs: bool,
    /// What can be the reason to begin a run that is known: kept jokers and bundles of a colour from a number on.
    pub(crate) reasons: Grid,
    /// Whether free jokers have to lie in sets of which every tile is known.
    pub(crate) explicit: bool,
    /// How many free jokers may be left over: those of the rack.
    pub(crate) free_left_max: u8,
    /// The rack tiles that have to lie beside a retrieved joker.
    pub(crate) beside: u8,
    /// The most jokers in a set.
    pub(crate) jokers_max: u8,
}

impl Case {
    /// The story of a table without jokers.
    pub(crate) fn free(rack_jokers: u8, jokers_max: u8) -> Self {
        Self {
            least: EMPTY_GRID,
            pins: EMPTY_GRID,
            below: EMPTY_GRID,
            above: EMPTY_GRID,
            group_pins: [0; 15],
            classes: if rack_jokers > 0 { [(Class::Free, rack_jokers)].to_vec() } else { Vec::new() },
            remainders: Vec::new(),
            bundles: Vec::new(),
            parted: Vec::new(),
            explicit_runs: false,
            reasons: EMPTY_GRID,
            explicit: rack_jokers > 2 || jokers_max < rack_jokers,
            free_left_max: rack_jokers,
            beside: 0,
            jokers_max,
        }
    }

    /// All jokers free, as if none of the old ones owed anything.
    pub(crate) fn loose_all(supply: &Supply, table: &[TableSet]) -> Self {
        let old: u8 = table.iter().map(|set| set.jokers().count() as u8).sum();
        let case = Self::free(supply.jokers + old, u8::MAX);
        Self { free_left_max: supply.jokers, ..case }
    }

    /// How many jokers have no place yet.
    pub(crate) fn loose(&self) -> u8 {
        let is_loose = |c: &&(Class, u8)| matches!(c.0, Class::Free | Class::Retrieved { .. });
        self.classes.iter().filter(is_loose).map(|c| c.1).sum()
    }

    /// How many runs have to come from one number to the next.
    pub(crate) fn links_at(&self, colour: usize, number: usize) -> u8 {
        self.below[colour][number].max(self.above[colour][number - 1])
    }

    /// Works out what follows from the classes and bundles.
    #[must_use]
    pub(crate) fn settled(mut self) -> Self {
        let explicit = |c: &(Class, u8)| match c.0 {
            Class::Free => self.explicit,
            Class::Retrieved { .. } => true,
            Class::InRun { explicit, .. } => explicit,
            Class::InGroup { .. } => false,
        };
        self.explicit_runs =
            self.classes.iter().any(explicit) || self.bundles.iter().any(|b| b.colour.is_some());
        let kept = self.classes.iter().filter_map(|c| match c.0 {
            Class::InRun { colour, number, explicit: true, .. } => Some((colour, number)),
            _ => None,
        });
        let bundles = self.bundles.iter().filter_map(|b| Some((b.colour?, b.low)));
        for (colour, number) in kept.chain(bundles) {
            for reason in &mut self.reasons[colour][..=usize::from(number)] {
                *reason += 1;
            }
        }
        self
    }
}
