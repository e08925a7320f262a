//! The best play if jokers owed nothing: a bound for every story that asks for no less, and mostly the best play itself.
//!
//! What jokers owe for being retrieved or kept is left out, and so is the opening; a play that is found here and is legal all
//! the same is the best. The ways of each colour through the numbers are laid out once ([`paths`]); prices make them agree on
//! their groups ([`prices`]); and states of all four colours are gone through number by number, those only that the bound
//! leaves room for ([`walk`]).

mod descent;
mod groupings;
mod paths;
mod place;
mod prices;
mod walk;

use crate::{
    case::Case,
    supply::{Grid, Supply, UNIT},
    trail::Trail,
};
use paths::Paths;
use prices::Prices;
use walk::{Walk, Wave};

const LEVELS: usize = sarja_rules::NUMBER_MAX as usize + 2;

/// A story without what its jokers owe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relaxed<'a> {
    pub(crate) supply: &'a Supply,
    /// Rack tiles that have to be played.
    pub(crate) least: &'a Grid,
    /// Jokers that lie in runs at a place.
    pub(crate) pins: &'a Grid,
    /// How many of them need a run that comes from the number below.
    pub(crate) below: &'a Grid,
    /// How many of them need a run that goes on to the number above.
    pub(crate) above: &'a Grid,
    /// Jokers that lie in groups, by number.
    pub(crate) group_pins: &'a [u8; 15],
    /// Jokers that may lie anywhere.
    pub(crate) jokers: u8,
    /// How many of them may stay on the rack.
    pub(crate) spare: u8,
}

impl<'a> Relaxed<'a> {
    /// What is left of a story.
    pub(crate) fn of(supply: &'a Supply, case: &'a Case) -> Self {
        Self {
            supply,
            least: &case.least,
            pins: &case.pins,
            below: &case.below,
            above: &case.above,
            group_pins: &case.group_pins,
            jokers: case.loose(),
            spare: case.free_left_max,
        }
    }

    /// How many runs have to come from one number to the next.
    fn links(&self, colour: usize, number: usize) -> u8 {
        self.below[colour][number].max(self.above[colour][number - 1])
    }
}

/// What came of a search.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// No play is better than the best so far.
    Nothing,
    /// This one is the best of all, and is worth so much.
    Best(i32, Trail),
    /// The search ended early: the best that it saw, if any, and a bound.
    Bound(Option<(i32, Trail)>, i32),
}

/// How a search goes on as long as it has no proof: steps of a descent, and then how wide it walks.
const STAGES: [(usize, usize); 8] =
    [(0, 16), (15, 16), (20, 64), (30, 256), (40, 1 << 10), (40, 1 << 13), (40, 1 << 15), (40, usize::MAX)];

/// The memory of such searches.
#[derive(Debug, Default)]
pub(crate) struct Lattice {
    paths: Paths,
    prices: Prices,
    walk: Walk,
}

impl Lattice {
    /// Looks for the best play that is worth more than another; `nodes_left` is how many states may be
    /// looked at, and with `first_only` any play will do.
    pub(crate) fn solve(
        &mut self,
        of: &Relaxed<'_>,
        best: i32,
        nodes_left: &mut u64,
        first_only: bool,
    ) -> Found {
        if !self.paths.fill(of) {
            return Found::Bound(None, i32::MAX);
        }
        self.prices.begin(of, &mut self.paths);
        let mut best = best;
        let mut found = None;
        for (steps, width) in STAGES {
            if self.prices.bound < best + UNIT {
                return of_found(found);
            }
            self.prices.sweep(of, &mut self.paths, best + UNIT);
            if steps > 0 {
                let wanted = (best + UNIT).max(self.prices.bound - 2 * of.supply.weight(7));
                self.prices.descend(of, &mut self.paths, wanted, steps);
                self.prices.sweep(of, &mut self.paths, best + UNIT);
            }
            if self.prices.bound < best + UNIT {
                return of_found(found);
            }
            let wave = self.walk.go(of, &mut self.paths, &self.prices, best + UNIT, width, nodes_left);
            if let Some((value, trail)) = self.walk.take_best(of, &self.paths, &self.prices) {
                best = value;
                found = Some((value, trail));
                if first_only || best >= of.supply.whole_rack() {
                    return of_found(found);
                }
            }
            match wave {
                Wave::Whole => return of_found(found),
                Wave::Narrowed(most) if most < best + UNIT => return of_found(found),
                Wave::Narrowed(_) if *nodes_left > 0 => {}
                Wave::Narrowed(_) => break,
            }
        }
        Found::Bound(found, self.prices.bound)
    }
}

fn of_found(found: Option<(i32, Trail)>) -> Found {
    found.map_or(Found::Nothing, |(value, trail)| Found::Best(value, trail))
}
