//! All stories of a position, one after the other, with the best play so far.

use alloc::vec::Vec;

use sarja_rules::{
    FaceCounts, Kind, LaidSet, TableSet,
    rummikub::{Position, judge_play},
};

use crate::{
    bounds::Bounds,
    case::Case,
    layout::{self, Liking},
    memo::Memo,
    old::Old,
    search::{Checking, Mode, Reached, Search},
    supply::Supply,
    trail::Trail,
};

/// A problem: tiles that have to lie, tiles that may, and what is beside them.
pub(crate) struct Problem<'a> {
    pub(crate) supply: Supply,
    pub(crate) cases: Vec<Case>,
    /// The sets that are rearranged.
    pub(crate) table: &'a [TableSet],
    /// Sets that lie on the table after the play whatever is found.
    pub(crate) beside: &'a [LaidSet],
    /// The least that the sets have to be worth together.
    pub(crate) opening: u8,
    /// The worth of what `beside` lays from the rack.
    pub(crate) value: i32,
}

/// The memory of a search and the best that it has found.
pub(crate) struct Solver<'a> {
    position: Position<'a>,
    bounds: Bounds,
    memo: Memo,
    reached: Reached,
    pub(crate) nodes_left: u64,
    pub(crate) first_only: bool,
    /// The value of the best play.
    best: i32,
    pub(crate) found: Option<Vec<LaidSet>>,
    /// Nothing has been left out so far.
    pub(crate) exact: bool,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(position: Position<'a>, nodes: u64) -> Self {
        Self {
            position,
            bounds: Bounds::default(),
            memo: Memo::default(),
            reached: Reached::default(),
            nodes_left: nodes,
            first_only: false,
            best: 0,
            found: None,
            exact: true,
        }
    }

    /// Whether nothing more needs to be looked at.
    pub(crate) const fn is_done(&self) -> bool {
        self.nodes_left == 0 || (self.first_only && self.found.is_some())
    }

    /// Looks for a better play in every story of a problem.
    pub(crate) fn solve(&mut self, problem: &Problem<'_>) {
        let olds: Vec<Old> = problem.table.iter().map(Old::of).collect();
        let mut old_groups = [0; 15];
        for set in problem.table.iter().filter(|s| s.kind() == Kind::Group && s.jokers().next().is_none()) {
            if let Some(number) = set.tiles().first().and_then(|f| f.number()) {
                old_groups[usize::from(number.get())] += 1;
            }
        }
        for case in &problem.cases {
            // Nothing is left on the rack that a better play could shed.
            if self.is_done() || self.best >= problem.value + problem.supply.whole_rack() {
                break;
            }
            self.search(problem, case, &olds, &old_groups);
        }
        self.exact &= !self.is_out_of_nodes();
    }

    const fn is_out_of_nodes(&self) -> bool {
        self.nodes_left == 0
    }

    fn search(&mut self, problem: &Problem<'_>, case: &Case, olds: &[Old], old_groups: &[u8; 15]) {
        if !self.bounds.fill(&problem.supply, case) {
            self.exact = false;
            return;
        }
        self.memo.clear();
        let position = self.position;
        let mut laid = None;
        let mut check = |trail: &Trail| {
            [Liking::OldSets, Liking::Nothing].into_iter().any(|liking| {
                let mut table = layout::table(trail, problem.table, problem.supply.numbers, liking);
                table.extend(problem.beside.iter().cloned());
                let legal = judge_play(position, &table).is_legal();
                if legal {
                    laid = Some(table);
                }
                legal
            })
        };
        let mut search = Search {
            supply: &problem.supply,
            case,
            olds,
            bounds: &mut self.bounds,
            memo: &mut self.memo,
            old_groups,
            opening: problem.opening,
            opening_reach: reach(&problem.supply),
            best: self.best - problem.value,
            nodes_left: self.nodes_left,
            first_only: self.first_only,
            stopped: false,
            trail: Trail::new(),
            check: &mut check,
            mode: Mode::Deep,
            reached: &mut self.reached,
            parent: 0,
            path: Vec::with_capacity(16),
            laid: None,
            checking: Checking::AtTheEnd,
            turned_down: false,
        };
        let is_proven = search.run();
        let (best, nodes_left) = (search.best, search.nodes_left);
        self.best = best + problem.value;
        self.nodes_left = nodes_left;
        self.exact &= is_proven;
        if laid.is_some() {
            self.found = laid;
        }
    }
}

/// What the tiles of the rack from each number on are worth in an opening.
fn reach(supply: &Supply) -> [u16; 16] {
    let mut reach = [0; 16];
    for number in (1..=13usize).rev() {
        let tiles: u16 = (0..4).map(|colour| u16::from(supply.may[colour][number])).sum();
        reach[number] = reach[number + 1] + tiles * number as u16;
    }
    reach
}

/// The tiles of all these sets.
pub(crate) fn tiles_of<'s>(sets: impl IntoIterator<Item = &'s TableSet>) -> FaceCounts {
    sets.into_iter().flat_map(TableSet::tiles).collect()
}
