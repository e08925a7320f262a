//! All stories of a position, one after the other, with the best play so far.

use alloc::vec::Vec;

use sarja_rules::{
    Face, FaceCounts, Kind, LaidSet, Release, TableSet,
    rummikub::{Position, judge_play},
};

use crate::{
    Objective,
    bounds::Bounds,
    case::Case,
    fates,
    lattice::{Asked, Found, Lattice},
    layout::{self, Liking},
    memo::Memo,
    old::Old,
    search::{Checking, Mode, Reached, Search},
    story::Story,
    supply::{Supply, UNIT},
    trail::Trail,
};

/// A problem: tiles that have to lie, tiles that may, and what is beside them.
pub(crate) struct Problem<'a> {
    pub(crate) supply: Supply,
    /// The sets that are rearranged.
    pub(crate) table: &'a [TableSet],
    /// Sets that lie on the table after the play whatever is found.
    pub(crate) beside: &'a [LaidSet],
    /// The least that the sets have to be worth together.
    pub(crate) opening: u8,
    /// The worth of what `beside` lays from the rack.
    pub(crate) value: i32,
}

/// What searches write on, kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    bounds: Bounds,
    memo: Memo,
    lattice: Lattice,
    reached: Reached,
}

/// A position that is searched, and the best play so far.
pub(crate) struct Inquiry<'a> {
    position: Position<'a>,
    memory: &'a mut Memory,
    pub(crate) nodes_left: u64,
    pub(crate) first_only: bool,
    /// The value of the best play.
    best: i32,
    pub(crate) found: Option<Vec<LaidSet>>,
    /// Nothing has been left out so far.
    pub(crate) exact: bool,
}

impl<'a> Inquiry<'a> {
    pub(crate) const fn new(memory: &'a mut Memory, position: Position<'a>, nodes: u64) -> Self {
        Self { position, memory, nodes_left: nodes, first_only: false, best: 0, found: None, exact: true }
    }

    /// Whether nothing more needs to be looked at.
    pub(crate) const fn is_done(&self) -> bool {
        self.nodes_left == 0 || (self.first_only && self.found.is_some())
    }

    /// Looks for a better play in every story of a problem.
    pub(crate) fn solve(&mut self, problem: &Problem<'_>) {
        let ruleset = self.position.ruleset;
        let asks_for_no_tiles = ruleset.joker.release == Release::Any;
        // All stories at once, as if no joker owed anything: first of all where that is likely to be the answer, else after the
        // first story, and not at all if it would be the only other one.
        let loose = Case::loose_all(&problem.supply, problem.table);
        let old_jokers = loose.loose() - problem.supply.jokers;
        let mut most = None;
        if asks_for_no_tiles && old_jokers == 1 {
            let Some(bound) = self.loose(problem, &loose) else { return };
            most = Some(bound);
        }
        let cases = fates::cases(ruleset, problem.table, &problem.supply, problem.beside);
        let olds: Vec<Old> = problem.table.iter().map(Old::of).collect();
        for (at, case) in cases.iter().enumerate() {
            // Nothing is left on the rack that a better play could shed.
            let enough = problem.value + problem.supply.whole_rack();
            if self.is_done() || self.best >= enough.min(most.unwrap_or(i32::MAX)) {
                break;
            }
            if at == 1 && cases.len() > 2 {
                let Some(bound) = self.loose(problem, &loose) else { break };
                most = Some(bound);
            }
            // If all jokers are retrieved, and no tiles owed for them, it is the same question.
            let known = most.filter(|_| asks_for_no_tiles && loose.loose() == case.loose());
            let bound = if known.is_some() {
                self.memory.lattice.take_prices();
                known
            } else {
                self.relaxed(problem, case)
            };
            let Some(bound) = bound else { continue };
            let bound = if problem.opening == 0 {
                self.owing(problem, case, &olds, bound.min(most.unwrap_or(i32::MAX)))
            } else {
                self.can_open(problem, case).then_some(bound)
            };
            if let Some(bound) = bound {
                self.search(problem, case, &olds, bound);
            }
        }
        self.exact &= self.nodes_left > 0;
    }

    /// Looks for the best play of all stories as if jokers owed nothing, and keeps the prices for the last of them.
    fn loose(&mut self, problem: &Problem<'_>, loose: &Case) -> Option<i32> {
        let bound = self.relaxed(problem, loose);
        self.memory.lattice.keep_prices();
        bound
    }

    /// Looks for the best play as if jokers owed nothing. It is found if it is legal all the same, or if nothing is better
    /// than the best so far; else no play of the story is worth more than what this tells.
    fn relaxed(&mut self, problem: &Problem<'_>, case: &Case) -> Option<i32> {
        let asked = Asked { best: self.best - problem.value, first_only: self.first_only };
        let found = self.memory.lattice.solve(&problem.supply, case, asked, &mut self.nodes_left);
        self.take(problem, found)
    }

    /// Whether what a rack can lay is worth enough for an opening, as far as that is easily said: a joker is worth what it
    /// stands for, and not what it costs on a rack.
    fn can_open(&mut self, problem: &Problem<'_>, case: &Case) -> bool {
        if problem.supply.jokers > 0 {
            return true;
        }
        let points = problem.supply.with_objective(self.position.ruleset, Objective::Points);
        let asked = Asked { best: Supply::of_points(problem.opening) - UNIT, first_only: true };
        let found = self.memory.lattice.solve(&points, case, asked, &mut self.nodes_left);
        !matches!(found, Found::Nothing)
    }

    /// Looks for the best play of a story with what its jokers owe, tile by tile where that matters. What is not told apart
    /// here is rare; where it matters, this tells no more than a bound.
    fn owing(&mut self, problem: &Problem<'_>, case: &Case, olds: &[Old], most: i32) -> Option<i32> {
        let asked = Asked { best: self.best - problem.value, first_only: self.first_only };
        let story = Story { supply: &problem.supply, case, olds };
        let found = self.memory.lattice.solve_owing(story, asked, &mut self.nodes_left);
        self.take(problem, found).map(|bound| bound.min(most))
    }

    /// Takes a play that was found for the best if it is legal; a bound if that is not all that there is to know.
    fn take(&mut self, problem: &Problem<'_>, found: Found) -> Option<i32> {
        let (found, most) = match found {
            Found::Nothing => return None,
            Found::Best(value, trail) => (Some((value, trail)), None),
            Found::Bound(found, most) => (found, Some(most)),
        };
        let mut most = most;
        if let Some((value, trail)) = found {
            match table(self.position, problem, &trail) {
                Some(table) => {
                    self.best = value + problem.value;
                    debug_assert_eq!(
                        self.best,
                        self.worth(problem, &table),
                        "a play sheds what it is said to"
                    );
                    self.found = Some(table);
                }
                // Any play was asked for, and this one says nothing of others.
                None if self.first_only => most = Some(i32::MAX),
                None => most = most.or(Some(value)),
            }
        }
        most.map(|most| most.saturating_add(problem.value))
    }

    /// What a play sheds.
    fn worth(&self, problem: &Problem<'_>, table: &[LaidSet]) -> i32 {
        let after: FaceCounts = table.iter().flat_map(|set| &set.tiles).collect();
        let supply = &problem.supply;
        let weight = |face: Face| face.number().map_or(supply.joker_weight, |n| supply.weight(n.get()));
        after.minus(&tiles_of(self.position.table)).tiles().map(weight).sum()
    }

    /// Looks for the best play of a story with all that its jokers owe; none is worth more than `most`.
    fn search(&mut self, problem: &Problem<'_>, case: &Case, olds: &[Old], most: i32) {
        let old_groups = &old_groups(problem.table);
        let Memory { bounds, memo, reached, .. } = &mut *self.memory;
        if !bounds.fill(&problem.supply, case) {
            self.exact = false;
            return;
        }
        memo.clear();
        let (position, mut laid) = (self.position, None);
        let mut check = |trail: &Trail| {
            let table = table(position, problem, trail);
            let is_legal = table.is_some();
            laid = table.or(laid.take());
            is_legal
        };
        let mut search = Search {
            supply: &problem.supply,
            case,
            olds,
            bounds,
            memo,
            old_groups,
            opening: problem.opening,
            opening_reach: reach(&problem.supply),
            best: self.best - problem.value,
            enough: most.saturating_sub(problem.value),
            nodes_left: self.nodes_left,
            first_only: self.first_only,
            stopped: false,
            trail: Trail::new(),
            check: &mut check,
            mode: Mode::Deep,
            reached,
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

/// How many groups of each number lay on the table, those with jokers not counted.
fn old_groups(table: &[TableSet]) -> [u8; 15] {
    let mut groups = [0; 15];
    for set in table.iter().filter(|s| s.kind() == Kind::Group && s.jokers().next().is_none()) {
        if let Some(number) = set.tiles().first().and_then(|f| f.number()) {
            groups[usize::from(number.get())] += 1;
        }
    }
    groups
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

/// The table of what was laid, if it is a legal play.
fn table(position: Position<'_>, problem: &Problem<'_>, trail: &Trail) -> Option<Vec<LaidSet>> {
    [Liking::OldSets, Liking::Nothing].into_iter().find_map(|liking| {
        let mut table = layout::table(trail, problem.table, problem.supply.numbers, liking);
        table.extend(problem.beside.iter().cloned());
        judge_play(position, &table).is_legal().then_some(table)
    })
}
