//! The best play of a story, number by number, with bounds that are close enough for few states to be looked at.
//!
//! First what jokers owe for being retrieved or kept is left out: a play that is found so and is legal all the same is the
//! best, and most are. The ways of each colour through the numbers are laid out once ([`paths`]); prices make them agree on their
//! groups ([`prices`], [`descent`]); and states of all four colours are gone through number by number, those only that the bound
//! leaves room for ([`walk`]).
//!
//! Where that play is not legal the same is done once more with runs and groups that are known tile by tile where a joker
//! lies in them that owes something ([`refined`], [`known_runs`], [`known_groups`]): along what is left of the first paths, and with
//! their prices.

mod descent;
mod groupings;
mod known_groups;
mod known_runs;
mod loose;
mod paths;
mod place;
mod prices;
mod refined;
mod walk;

use crate::{
    case::{Case, Class},
    story::Story,
    supply::{Grid, Supply},
    trail::Trail,
};
use loose::Loose;
use paths::Paths;
use place::Taken;
use prices::{Kept, Prices};
use refined::{Base, Refined, Wanted};
use walk::{Aim, Walk, Wave};

/// The most classes of jokers that may lie in more than one place.
const CLASSES: usize = 4;

const LEVELS: usize = sarja_rules::NUMBER_MAX as usize + 2;

/// A story without what its jokers owe.
#[derive(Clone, Copy, Debug)]
struct Relaxed<'a> {
    supply: &'a Supply,
    /// Rack tiles that have to be played.
    least: &'a Grid,
    /// Jokers that lie in runs at a place.
    pins: &'a Grid,
    /// How many of them need a run that comes from the number below.
    below: &'a Grid,
    /// How many of them need a run that goes on to the number above.
    above: &'a Grid,
    /// Jokers that lie in groups, by number.
    group_pins: &'a [u8; 15],
    /// Jokers that may lie anywhere.
    loose: Loose,
    /// How many of them may stay on the rack.
    spare: Loose,
}

impl<'a> Relaxed<'a> {
    /// What is left of a story.
    fn of(supply: &'a Supply, case: &'a Case) -> Self {
        Self {
            supply,
            least: &case.least,
            pins: &case.pins,
            below: &case.below,
            above: &case.above,
            group_pins: &case.group_pins,
            loose: Loose::of(0, case.loose()),
            spare: Loose::of(0, case.free_left_max),
        }
    }

    /// The same with jokers told apart that owe different things.
    fn by_class(supply: &'a Supply, case: &'a Case) -> Self {
        let mut told_apart = Self { loose: Loose::NONE, spare: Loose::NONE, ..Self::of(supply, case) };
        for (class, &(kind, count)) in case.classes.iter().enumerate() {
            match kind {
                Class::Free => {
                    told_apart.loose = told_apart.loose.plus(Loose::of(class, count));
                    told_apart.spare = Loose::of(class, case.free_left_max);
                }
                Class::Retrieved { .. } => {
                    told_apart.loose = told_apart.loose.plus(Loose::of(class, count));
                }
                Class::InRun { .. } | Class::InGroup { .. } => {}
            }
        }
        told_apart
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

/// How a search goes on as long as it has no proof.
struct Stage {
    /// Steps of a descent.
    steps: usize,
    /// How many places a walk goes on from at each number.
    width: usize,
    /// How many tiles less than the bound a play may be worth that it looks for.
    tiles: i32,
}

const STAGES: [Stage; 9] = [
    Stage { steps: 0, width: 16, tiles: 1 },
    Stage { steps: 0, width: 8, tiles: TILES_MAX },
    Stage { steps: 15, width: 16, tiles: TILES_MAX },
    Stage { steps: 20, width: 64, tiles: TILES_MAX },
    Stage { steps: 30, width: 256, tiles: TILES_MAX },
    Stage { steps: 40, width: 1 << 10, tiles: TILES_MAX },
    Stage { steps: 40, width: 1 << 13, tiles: TILES_MAX },
    Stage { steps: 40, width: 1 << 15, tiles: TILES_MAX },
    Stage { steps: 40, width: usize::MAX, tiles: TILES_MAX },
];

/// More than any play is worth.
const TILES_MAX: i32 = 100;

/// How many tiles there have to be between the best play and the bound for the first walk to keep to those near the bound.
const FAR: i32 = 4;

/// The memory of such searches.
#[derive(Debug, Default)]
pub(crate) struct Lattice {
    paths: Paths,
    prices: Prices,
    walk: Walk,
    refined: Refined,
    /// The paths of a story with what its jokers owe.
    owing: Paths,
    /// Prices that are gone on with later.
    kept: Kept,
}

/// How many nodes are laid out for what it costs to look at a state.
const NODES_FOR_A_STATE: u64 = 4;

/// What is asked of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    /// Only a play that is worth more is looked for.
    pub(crate) best: i32,
    /// Any such play will do.
    pub(crate) first_only: bool,
}

impl Lattice {
    /// Looks for the best play if jokers owed nothing; `nodes_left` is how many states may be looked at.
    pub(crate) fn solve(
        &mut self,
        supply: &Supply,
        case: &Case,
        asked: Asked,
        nodes_left: &mut u64,
    ) -> Found {
        let of = Relaxed::of(supply, case);
        if !self.paths.fill(&of, Prices::first_of_joker(&of)) {
            return Found::Bound(None, i32::MAX);
        }
        self.prices.begin(&of, &self.paths);
        let mut trail = Trail::new();
        let result = search(
            &of,
            &mut self.paths,
            &mut self.prices,
            &mut self.walk,
            asked,
            nodes_left,
            |paths, walk, prices| {
                walk.take_best(&of, paths, prices, |number, taken| note(&of, number, taken, &mut trail))
            },
        );
        result.with(trail)
    }

    /// Keeps the prices of the search before.
    pub(crate) fn keep_prices(&mut self) {
        self.kept = self.prices.kept();
    }

    /// Goes on with the prices that were kept.
    pub(crate) fn take_prices(&mut self) {
        self.prices.take(&self.kept);
    }

    /// Looks for the best play of a story with what its jokers owe, after the same without: its prices are gone on with.
    pub(crate) fn solve_owing(&mut self, story: Story<'_>, asked: Asked, nodes_left: &mut u64) -> Found {
        let of = Relaxed::of(story.supply, story.case);
        if !self.paths.fill(&of, Prices::first_of_joker(&of)) {
            return Found::Bound(None, i32::MAX);
        }
        self.prices.begin_again(&of, &mut self.paths);
        self.prices.sweep(&of, &mut self.paths, story.supply.better_than(asked.best));
        if self.prices.bound < story.supply.better_than(asked.best) {
            return Found::Nothing;
        }
        let Self { paths: shadows, prices, walk, refined, owing, .. } = self;
        let of = Relaxed::by_class(story.supply, story.case);
        prices.tell_apart();
        let base = Base { of: &of, story, shadows };
        let nodes = usize::try_from(nodes_left.saturating_mul(NODES_FOR_A_STATE)).unwrap_or(usize::MAX);
        let wanted = Wanted { prices, value: story.supply.better_than(asked.best), nodes };
        let is_whole = refined.fill(base, wanted, owing);
        *nodes_left = nodes_left.saturating_sub(owing.nodes.len() as u64 / NODES_FOR_A_STATE);
        if !is_whole {
            return Found::Bound(None, i32::MAX);
        }
        prices.begin_again(&of, owing);
        let mut trail = Trail::new();
        let result = search(&of, owing, prices, walk, asked, nodes_left, |paths, walk, prices| {
            let mut better = Trail::new();
            let value = walk.take_best(&of, paths, prices, |number, taken| {
                refined.note(base, paths, number, taken, &mut better);
            })?;
            trail = better;
            Some(value)
        });
        result.with(trail)
    }
}

/// What came of a search, its play aside.
#[derive(Clone, Copy, Debug)]
struct Value {
    found: Option<i32>,
    /// No play is worth more than this; `None` if the play that was found is the best.
    most: Option<i32>,
}

impl Value {
    fn with(self, trail: Trail) -> Found {
        match (self.found, self.most) {
            (None, None) => Found::Nothing,
            (Some(value), None) => Found::Best(value, trail),
            (found, Some(most)) => Found::Bound(found.map(|value| (value, trail)), most),
        }
    }
}

/// Looks for the best play along some paths; calls to take note of each that is found.
fn search(
    of: &Relaxed<'_>,
    paths: &mut Paths,
    prices: &mut Prices,
    walk: &mut Walk,
    asked: Asked,
    nodes_left: &mut u64,
    mut take: impl FnMut(&Paths, &mut Walk, &Prices) -> Option<i32>,
) -> Value {
    let mut best = asked.best;
    let mut wanted = of.supply.better_than(best);
    let mut found = None;
    let tile = of.supply.weight(7);
    let mut keeps_near = false;
    for (stage, Stage { steps, width, mut tiles }) in STAGES.into_iter().enumerate() {
        if prices.bound < wanted {
            return Value { found, most: None };
        }
        if stage == 0 {
            prices.sweep(of, paths, wanted);
            keeps_near = prices.bound - best > FAR * tile;
            tiles = if keeps_near { tiles } else { TILES_MAX };
        } else if stage == 1 && (found.is_some() || !keeps_near) {
            continue;
        } else if stage > 1 {
            prices.sweep(of, paths, wanted);
        }
        if prices.bound < wanted {
            return Value { found, most: None };
        }
        if steps > 0 {
            let aimed_at = wanted.max(prices.bound - 2 * tile);
            prices.descend(of, paths, aimed_at, steps);
            prices.sweep(of, paths, wanted);
        }
        if prices.bound < wanted {
            return Value { found, most: None };
        }
        let near = wanted.max(prices.bound - tiles * tile);
        let wave = walk.go(of, paths, prices, Aim { best: wanted, near, width }, nodes_left);
        if let Some(value) = take(paths, walk, prices) {
            best = value;
            wanted = of.supply.better_than(best);
            found = Some(value);
            if asked.first_only || best >= of.supply.whole_rack() {
                return Value { found, most: None };
            }
        }
        match wave {
            Wave::Whole => return Value { found, most: None },
            Wave::Narrowed(most) if most < wanted => return Value { found, most: None },
            Wave::Narrowed(_) if *nodes_left > 0 => {}
            Wave::Narrowed(_) => break,
        }
    }
    Value { found, most: Some(prices.bound) }
}

/// Notes how a number was gone over where jokers owe nothing.
fn note(of: &Relaxed<'_>, number: usize, taken: &Taken, trail: &mut Trail) {
    for (colour, arc) in taken.arcs.into_iter().enumerate() {
        trail.runs[colour][number] = arc.in_runs;
        trail.run_jokers[colour][number] = arc.jokers.total() + of.pins[colour][number];
        trail.groups[colour][number] = arc.grouped;
    }
    trail.group_jokers[number] = taken.way.jokers.total() + of.group_pins[number];
}
