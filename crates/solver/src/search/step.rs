//! What has been decided of one number.

use super::Search;
use crate::{case::Class, state::State};

/// A number half laid: groups first, then colour by colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) number: u8,
    /// The state before the next number in the colours that are decided, and before this one in the others.
    pub(crate) next: State,
    pub(crate) value: i32,
    /// The row of the bounds for each colour: before the next number where the colour is decided.
    pub(crate) rows: [u32; 4],
    /// Real tiles of each colour in sets that are known tile by tile.
    pub(crate) known: [u8; 4],
    /// Real tiles of each colour in groups that are known.
    pub(crate) in_groups: [u8; 4],
    /// What the groups of this number have got so far as rewards of the bounds.
    pub(crate) rewards: i32,
    /// How many rack tiles of each colour have to be played.
    pub(crate) marked: [u8; 4],
    /// Jokers of the groups that are known: the bounds of the colours that are not decided ask for them again.
    pub(crate) group_jokers: u8,
    /// How many plain groups there are.
    pub(crate) groups: u8,
    /// How many of their places for colours may still stay empty.
    pub(crate) gaps: u8,
    /// The group that was laid last, as a code: those that follow have no lower one.
    pub(crate) last_group: u32,
}

impl Step {
    pub(crate) fn new(search: &Search<'_>, number: u8, state: &State, value: i32) -> Self {
        let row = |colour| search.bounds.row(colour, usize::from(number), state.runs(colour, number));
        Self {
            number,
            next: *state,
            value,
            rows: [row(0), row(1), row(2), row(3)],
            known: [0; 4],
            in_groups: [0; 4],
            rewards: 0,
            marked: [0; 4],
            group_jokers: 0,
            groups: 0,
            gaps: 0,
            last_group: 0,
        }
    }

    /// The beginning of the next number, once every colour is decided.
    pub(crate) fn at_next_number(&self) -> Self {
        Self {
            number: self.number + 1,
            known: [0; 4],
            in_groups: [0; 4],
            rewards: 0,
            marked: [0; 4],
            group_jokers: 0,
            groups: 0,
            gaps: 0,
            last_group: 0,
            ..*self
        }
    }

    /// What distinguishes it from others of the same number and colour, the state aside.
    pub(crate) fn bits(&self) -> u64 {
        let counts = self.known.iter().chain(&self.marked).fold(0, |bits, &n| bits << 2 | u64::from(n));
        counts << 6 | u64::from(self.groups) << 3 | u64::from(self.gaps)
    }

    /// The same with a joker of a class placed; there must be one.
    #[must_use]
    pub(crate) fn with_joker(mut self, search: &Search<'_>, class: usize) -> Self {
        let left = &mut self.next.left[class];
        if search.case.classes[class].0 == Class::Free && *left <= search.case.free_left_max {
            self.value += search.supply.joker_weight;
        }
        *left -= 1;
        self.open(search, self.number)
    }

    /// The same with so many points more for an opening.
    #[must_use]
    pub(crate) fn open(mut self, search: &Search<'_>, points: u8) -> Self {
        self.next.opening = self.next.opening.saturating_add(points).min(search.opening);
        self
    }
}
