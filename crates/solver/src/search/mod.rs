//! The search through the numbers, one after the other, with what is open in between.
//!
//! A branch is left as soon as the sum of what the colours can still shed does not reach the best play so far; what is then
//! known of a state, that no more can be won from there, is kept.

mod close;
mod groups;
mod plain;
mod special_runs;
mod step;

use step::Step;

use crate::{
    bounds::{Bounds, NEVER},
    case::{Case, Class},
    memo::Memo,
    old::Old,
    special::Special,
    state::State,
    supply::Supply,
    trail::{Known, Trail},
};

/// What a search could not say.
pub(crate) const UNKNOWN: i32 = 1 << 28;

/// Looks at what was laid, and says whether it will do.
pub(crate) type Check<'a> = &'a mut dyn FnMut(&Trail) -> bool;

/// One search of one story.
pub(crate) struct Search<'a> {
    pub(crate) supply: &'a Supply,
    pub(crate) case: &'a Case,
    pub(crate) olds: &'a [Old],
    pub(crate) bounds: &'a Bounds,
    pub(crate) memo: &'a mut Memo,
    /// How many groups of each number lay on the table, and how many of its tiles of each colour lay in them.
    pub(crate) old_groups: &'a [u8; 15],
    /// The least that the sets have to be worth together.
    pub(crate) opening: u8,
    /// What the numbers from each one on can add to that at most, jokers aside.
    pub(crate) opening_reach: [u16; 16],
    /// The value of the best play so far; only better ones are looked for.
    pub(crate) best: i32,
    /// How many states may still be looked at.
    pub(crate) nodes_left: u64,
    /// Whether any play will do.
    pub(crate) first_only: bool,
    /// The end of the search came before its time.
    pub(crate) stopped: bool,
    pub(crate) trail: Trail,
    /// Asked of each play that is better than the best.
    pub(crate) check: Check<'a>,
    /// A play was turned down: what is noted of the states that led to it is not proven.
    pub(crate) turned_down: bool,
}

impl Search<'_> {
    /// Searches all, and returns no less than the value of the best play of this story.
    pub(crate) fn run(&mut self) -> i32 {
        let mut state = State::default();
        for (left, class) in state.left.iter_mut().zip(&self.case.classes) {
            *left = class.1;
        }
        self.level(1, &state, 0)
    }

    /// Goes on from a state before a number, with so much won so far; returns the most that can be won in all, or an upper
    /// bound of it where that is not better than the best.
    fn level(&mut self, number: u8, state: &State, value: i32) -> i32 {
        if number > self.supply.numbers {
            return self.end(number, state, value);
        }
        if self.nodes_left == 0 {
            self.stopped = true;
            return UNKNOWN;
        }
        self.nodes_left -= 1;
        let key = self.memo.key(state, number);
        if let Some(most) = self.memo.get(key)
            && value + most <= self.best
        {
            return value + most;
        }
        let step = Step::new(self, number, state, value);
        let most = self.groups(state, step);
        if !self.stopped {
            self.memo.put(key, (most - value).max(NEVER));
        }
        most
    }

    /// The end of the numbers: ends every run and takes note of the play.
    fn end(&mut self, number: u8, state: &State, value: i32) -> i32 {
        let known = self.trail.known.len();
        let plain_end = state.plain.iter().all(|runs| runs.short() == 0);
        let specials_end = state.specials().iter().all(|&run| self.may_end(run, number - 1, state.spare));
        if !plain_end || !specials_end || !self.all_placed(state) || state.opening < self.opening {
            return NEVER;
        }
        if value > self.best {
            self.trail.known.extend(state.specials().iter().map(|&run| Known::Run { run, end: number - 1 }));
            if (self.check)(&self.trail) {
                self.best = value;
                self.stopped |= self.first_only;
            } else {
                self.turned_down = true;
            }
            self.trail.known.truncate(known);
        }
        value
    }

    fn all_placed(&self, state: &State) -> bool {
        self.case.classes.iter().zip(state.left).all(|(class, left)| match class.0 {
            Class::Free => left <= self.case.free_left_max,
            _ => left == 0,
        })
    }

    /// How many jokers have no place yet that could lie anywhere.
    fn loose(&self, left: [u8; 5]) -> usize {
        let is_loose = |class: Class| matches!(class, Class::Free | Class::Retrieved { .. });
        self.case.classes.iter().zip(left).filter(|(c, _)| is_loose(c.0)).map(|(_, n)| usize::from(n)).sum()
    }

    /// How many free jokers are left, and of which class they are.
    fn free(&self, left: [u8; 5]) -> Option<(usize, u8)> {
        let class = self.case.classes.iter().position(|c| c.0 == Class::Free)?;
        Some((class, left[class])).filter(|f| f.1 > 0)
    }

    /// No less than the value of any play that goes on from here.
    fn most(&self, step: &Step) -> i32 {
        let free = self.free(step.next.left).map_or(0, |f| f.1.min(self.case.free_left_max));
        let jokers = self.loose(step.next.left);
        step.value + self.bounds.sum(step.rows, jokers) + i32::from(free) * self.supply.joker_weight
    }

    /// Whether a run may end with a number.
    fn may_end(&self, run: Special, end: u8, spare: u8) -> bool {
        close::run(self, run, end, spare)
    }
}
