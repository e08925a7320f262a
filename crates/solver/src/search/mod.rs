//! The search through the numbers, one after the other, with what is open in between.
//!
//! A branch is left as soon as the sum of what the colours can still shed does not reach the best play so far; what is then
//! known of a state, that no more can be won from there, is kept.

mod claims;
mod groups;
mod plain;
mod special_runs;
mod step;
mod wide;

use step::Step;
pub(crate) use wide::Reached;
use wide::Wave;

use alloc::vec::Vec;

use crate::{
    bounds::{Beside, Bounds, Groups, NEVER},
    case::{Case, Class},
    memo::{Key, Memo},
    old::Old,
    special::Special,
    state::State,
    story::Story,
    supply::{Supply, UNIT},
    trail::{Known, Trail},
};

/// What a search could not say.
pub(crate) const UNKNOWN: i32 = 1 << 28;

/// How the search goes from one number to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// At once, and back.
    Deep,
    /// With all states of a number, before the next.
    Wide,
    /// Along a path that is known.
    Again,
}

/// When it is asked whether a play will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checking {
    /// Of the best.
    AtTheEnd,
    /// Of each that is better than the best before it.
    EachPlay,
}

/// The widths of the waves that come before the whole one.
const NARROW: [usize; 3] = [16, 256, 2048];

/// How many states a search may look at before it goes number by number.
const DEEP_NODES: u64 = 64;

/// Looks at what was laid, and says whether it will do.
pub(crate) type Check<'a> = &'a mut dyn FnMut(&Trail) -> bool;

/// One search of one story.
pub(crate) struct Search<'a> {
    pub(crate) supply: &'a Supply,
    pub(crate) case: &'a Case,
    pub(crate) olds: &'a [Old],
    pub(crate) bounds: &'a mut Bounds,
    pub(crate) memo: &'a mut Memo,
    /// How many groups of each number lay on the table, and how many of its tiles of each colour lay in them.
    pub(crate) old_groups: &'a [u8; 15],
    /// The least that the sets have to be worth together.
    pub(crate) opening: u8,
    /// What the numbers from each one on can add to that at most, jokers aside.
    pub(crate) opening_reach: [u16; 16],
    /// The value of the best play so far; only better ones are looked for.
    pub(crate) best: i32,
    /// No play is worth more: one that is worth as much ends the search.
    pub(crate) enough: i32,
    /// How many states may still be looked at.
    pub(crate) nodes_left: u64,
    /// Whether any play will do.
    pub(crate) first_only: bool,
    /// The end of the search came before its time.
    pub(crate) stopped: bool,
    pub(crate) trail: Trail,
    /// Asked of each play that is better than the best.
    pub(crate) check: Check<'a>,
    pub(crate) mode: Mode,
    pub(crate) reached: &'a mut Reached,
    /// The place of the state from which a wave goes on.
    pub(crate) parent: u32,
    /// The states of the best play, the last first, and what was won before each.
    pub(crate) path: Vec<(Key, i32)>,
    /// The best play that was found.
    pub(crate) laid: Option<Trail>,
    /// When plays are checked.
    pub(crate) checking: Checking,
    /// A play was turned down: what is noted of the states that led to it is not proven.
    pub(crate) turned_down: bool,
}

impl Search<'_> {
    /// Looks for the best play of this story that is better than the best; whether there is proof that it is.
    pub(crate) fn run(&mut self) -> bool {
        let before = self.best;
        let is_whole = self.look();
        let will_do = match self.laid.take() {
            Some(trail) => (self.check)(&trail),
            None => true,
        };
        if will_do {
            return is_whole && !self.turned_down;
        }
        // The states do not tell all that matters here: each play is looked at by itself, and nothing is noted of states.
        self.best = before;
        self.checking = Checking::EachPlay;
        self.deep(u64::MAX) && !self.turned_down
    }

    /// Looks for the best play as the states tell it; whether all was looked at.
    fn look(&mut self) -> bool {
        let few = if self.first_only { u64::MAX } else { DEEP_NODES };
        if self.deep(few) {
            return true;
        }
        if self.nodes_left == 0 {
            return false;
        }
        for width in NARROW.into_iter().chain([usize::MAX]) {
            match self.wave(width) {
                _ if self.has_enough() => return true,
                Wave::Whole => return true,
                Wave::Narrowed if width == NARROW[1] => {
                    let free = i32::from(self.case.free_left_max) * self.supply.joker_weight;
                    self.bounds.tighten(self.supply, self.case, self.best + UNIT - 1 - free);
                }
                Wave::Narrowed => {}
                Wave::Ended => return false,
            }
        }
        false
    }

    /// Whether the best play is as good as any that is sought.
    const fn has_enough(&self) -> bool {
        self.first_only && self.laid.is_some() || self.best >= self.enough
    }

    /// Searches one branch after the other, with at most so many states; whether that was all.
    fn deep(&mut self, nodes: u64) -> bool {
        self.mode = Mode::Deep;
        self.memo.clear();
        let others = self.nodes_left.saturating_sub(nodes);
        self.nodes_left -= others;
        let root = Step::new(self, 1, &self.root(), 0);
        self.level(&root);
        self.nodes_left += others;
        let is_all = !self.stopped || (self.laid.is_some() && self.has_enough());
        self.stopped = false;
        is_all
    }

    /// The state before the first number.
    fn root(&self) -> State {
        let mut state = State::default();
        for (left, class) in state.left.iter_mut().zip(&self.case.classes) {
            *left = class.1;
        }
        state
    }

    /// Goes on from the beginning of a number; returns the most that can be won in all, or an upper bound of it where that
    /// is not better than the best.
    fn level(&mut self, step: &Step) -> i32 {
        if step.number > self.supply.numbers {
            return self.end(&step.next, step.value);
        }
        if self.nodes_left == 0 {
            self.stopped = true;
            return UNKNOWN;
        }
        self.nodes_left -= 1;
        let key = self.memo.key(&step.next, step.number);
        let notes = self.checking == Checking::AtTheEnd;
        if let Some(most) = self.memo.get(key).filter(|_| notes)
            && !self.is_better(step.value + most)
        {
            return step.value + most;
        }
        let most = self.groups(*step);
        if notes && !self.stopped {
            self.memo.put(key, (most - step.value).max(NEVER));
        }
        most
    }

    /// The end of the numbers: ends every run and takes note of the play.
    fn end(&mut self, state: &State, value: i32) -> i32 {
        if !self.may_end_all(state) {
            return NEVER;
        }
        if value > self.best {
            let known = self.trail.known.len();
            let end = self.supply.numbers;
            self.trail.known.extend(state.specials().iter().map(|&run| Known::Run { run, end }));
            if self.checking == Checking::AtTheEnd || (self.check)(&self.trail) {
                self.best = value;
                self.laid = Some(self.trail.clone());
                self.stopped |= self.has_enough();
            }
            self.trail.known.truncate(known);
        }
        value
    }

    /// Whether nothing is left open before the end, and nothing owed.
    fn may_end_all(&self, state: &State) -> bool {
        let last = self.supply.numbers;
        state.plain.iter().all(|runs| runs.short() == 0)
            && state.specials().iter().all(|&run| self.may_end(run, last, state.spare))
            && self.may_claim_all(state.claims, state.specials())
            && self.all_placed(state)
            && state.opening >= self.opening
    }

    /// Whether there is an old tile for each kept joker of the runs that end last.
    fn may_claim_all(&self, claims: u32, runs: &[Special]) -> bool {
        let Some((&run, others)) = runs.split_first() else {
            return true;
        };
        let ways = claims::of_run(self, claims, run, self.supply.numbers);
        self.case.parted.is_empty() || ways.iter().any(|claims| self.may_claim_all(claims, others))
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

    /// No less than the value of any play that goes on from here, where so many colours are decided.
    fn most(&self, step: &Step, decided: usize) -> i32 {
        let groups = Groups { decided, plain: step.groups, gaps: step.gaps, known: step.known };
        self.most_with(step, Some(&groups))
    }

    /// The same where a colour has just been decided, and it is known what those beside it allow.
    fn most_beside(&self, step: &Step, colour: usize, beside: &Beside) -> i32 {
        let free = self.free(step.next.left).map_or(0, |f| f.1.min(self.case.free_left_max));
        let loose = self.loose(step.next.left);
        let rewards = step.rewards + self.bounds.joker_reward * i32::from(loose as u8);
        let jokers = loose + usize::from(step.group_jokers);
        let most = self.bounds.with(beside, step.rows[colour], step.gaps, jokers);
        step.value + rewards + most + i32::from(free) * self.supply.joker_weight
    }

    /// No less than the value of any play that goes on from the beginning of a number.
    fn most_with(&self, step: &Step, groups: Option<&Groups>) -> i32 {
        let free = self.free(step.next.left).map_or(0, |f| f.1.min(self.case.free_left_max));
        let loose = self.loose(step.next.left);
        let rewards = step.rewards + self.bounds.joker_reward * i32::from(loose as u8);
        let jokers = loose + usize::from(step.group_jokers);
        step.value
            + rewards
            + self.bounds.sum(step.rows, jokers, groups)
            + i32::from(free) * self.supply.joker_weight
    }

    /// Whether a bound leaves room for a play that is better than the best.
    const fn is_better(&self, most: i32) -> bool {
        most >= self.best + UNIT
    }

    /// Whether a run may end with a number.
    fn may_end(&self, run: Special, end: u8, spare: u8) -> bool {
        self.story().may_end(run, end, spare)
    }

    const fn story(&self) -> Story<'_> {
        Story { supply: self.supply, case: self.case, olds: self.olds }
    }
}
