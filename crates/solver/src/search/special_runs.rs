//! Runs of which every tile is known: how those of one colour go on at one number, and which begin.

use super::{Search, Step, claims};
use crate::{
    bounds::NEVER,
    case::Class,
    special::{JOKERS_MAX, Special},
    supply::bit,
    trail::Known,
};

/// The most real tiles that have to lie before the first joker of a run, or after its last: with more, some could be cut
/// off as a run of their own.
const REALS_BESIDE_MAX: u8 = 4;

impl Search<'_> {
    /// Decides how the open runs of a colour go on, from one on.
    pub(super) fn continue_special(&mut self, open: &[Special], step: Step, colour: usize) -> i32 {
        let Some((&run, others)) = open.split_first() else {
            return self.begin_special(step, colour, 0);
        };
        let go_on = |search: &mut Self, step: Step| search.continue_special(others, step, colour);
        let mut most = self.lay_tile(step, run, go_on);
        if !self.stopped && self.may_end(run, step.number - 1, step.next.spare) {
            let end = step.number - 1;
            self.trail.known.push(Known::Run { run, end });
            for claims in claims::of_run(self, step.next.claims, run, end).iter() {
                if !self.stopped {
                    let mut next = step;
                    next.next.claims = claims;
                    most = most.max(go_on(self, next));
                }
            }
            self.trail.known.pop();
        }
        most
    }

    /// Begins more runs, or none; `code` keeps those that begin here in order.
    fn begin_special(&mut self, step: Step, colour: usize, code: usize) -> i32 {
        if !self.may_be_bare(&step, None) {
            return NEVER;
        }
        let mut most = NEVER;
        let new = Special::new(colour, step.number);
        for first in code..=self.case.classes.len() {
            if self.stopped {
                break;
            }
            let go_on = |search: &mut Self, step: Step| search.begin_special(step, colour, first);
            most = most.max(match first.checked_sub(1) {
                None if !self.may_be_bare(&step, Some(colour)) => NEVER,
                None => self.lay_real(step, new, go_on),
                Some(class) => self.lay_joker(step, new, class, go_on),
            });
        }
        if self.stopped { most } else { most.max(self.take_up(step, colour, 0)) }
    }

    /// Whether there are jokers left for all runs in which there is none yet, one more of a colour counted where one is given.
    fn may_be_bare(&self, step: &Step, one_more: Option<usize>) -> bool {
        // What can end being bare in one colour only is no reason to begin in another.
        let mut bare = [0u8; 4];
        for run in step.next.specials().iter().filter(|run| run.is_bare()) {
            bare[run.colour()] += 1;
        }
        if let Some(colour) = one_more {
            bare[colour] += 1;
        }
        if bare == [0; 4] {
            return true;
        }
        let reasons = |colour: usize| self.case.reasons[colour][usize::from(step.number)];
        let over: u8 = (0..4).map(|colour| bare[colour].saturating_sub(reasons(colour))).sum();
        let plain = if self.case.explicit { 0 } else { self.free(step.next.left).map_or(0, |f| f.1) };
        usize::from(over + plain) <= self.loose(step.next.left)
    }

    /// Lays a real tile or a joker next in a run.
    fn lay_tile(&mut self, step: Step, run: Special, mut go_on: impl FnMut(&mut Self, Step) -> i32) -> i32 {
        let mut most = NEVER;
        if !self.is_long_enough(run, step) {
            most = most.max(self.lay_real(step, run, &mut go_on));
        }
        for class in 0..self.case.classes.len() {
            if !self.stopped {
                most = most.max(self.lay_joker(step, run, class, &mut go_on));
            }
        }
        most
    }

    /// Whether one more real tile only makes a run that might as well lie in two.
    fn is_long_enough(&self, run: Special, step: Step) -> bool {
        let tiles = step.number - run.start();
        if run.jokers() == 0 {
            let kept = |c: &(Class, u8)| matches!(c.0, Class::InRun { explicit: true, colour, .. } if colour == run.colour());
            let may_be_long =
                self.case.beside > 0 || !self.case.bundles.is_empty() || self.case.classes.iter().any(kept);
            return !may_be_long && tiles >= REALS_BESIDE_MAX;
        }
        // With this tile the last three would be real, and a run by themselves.
        let number = step.number;
        tiles >= 5
            && self.case.parted.is_empty()
            && run.joker_at(number - 1).is_none()
            && run.joker_at(number - 2).is_none()
            && self.may_end(run, number - 3, step.next.spare)
    }

    fn lay_real(&mut self, step: Step, run: Special, mut go_on: impl FnMut(&mut Self, Step) -> i32) -> i32 {
        let (colour, number) = (run.colour(), step.number);
        let at = usize::from(number);
        let fits = (0..self.case.bundles.len()).filter(|i| run.bundles() & 1 << i != 0).all(|i| {
            let bundle = &self.case.bundles[i];
            number > bundle.high || bundle.faces & bit(colour, number) != 0
        });
        if !fits || step.known[colour] == self.supply.all(colour, at) {
            return NEVER;
        }
        let mut next = step;
        next.known[colour] += 1;
        next = next.open(self, number);
        let mut most = NEVER;
        if self.case.beside > 0 && next.marked[colour] < self.supply.may[colour][at] {
            let mut marked = next;
            marked.marked[colour] += 1;
            most = most.max(self.with_run(marked, run.with_mark(number), &mut go_on));
            let spare = self.story().replaces(colour, number);
            if spare != 0 && self.supply.may[colour][at] >= 2 {
                marked.marked[colour] = marked.marked[colour].max(2);
                marked.next.spare |= spare;
                most = most.max(self.with_run(marked, run.with_mark(number), &mut go_on));
            }
        }
        if self.stopped { most } else { most.max(self.with_run(next, run, &mut go_on)) }
    }

    fn lay_joker(
        &mut self,
        step: Step,
        run: Special,
        class: usize,
        mut go_on: impl FnMut(&mut Self, Step) -> i32,
    ) -> i32 {
        let number = step.number;
        let fits = match self.case.classes[class].0 {
            Class::Free | Class::Retrieved { .. } => true,
            Class::InRun { colour, number: n, .. } => colour == run.colour() && n == number,
            Class::InGroup { .. } => false,
        };
        let in_bundles = (0..self.case.bundles.len()).filter(|i| run.bundles() & 1 << i != 0).all(|i| {
            let bundle = &self.case.bundles[i];
            number > bundle.high
                || (bundle.faces & bit(run.colour(), number) == 0 && bundle.kept & 1 << class != 0)
        });
        let is_room = run.jokers() < self.case.jokers_max.min(JOKERS_MAX);
        if !fits || !in_bundles || !is_room || step.next.left[class] == 0 {
            return NEVER;
        }
        self.with_run(step.with_joker(self, class), run.with_joker(number, class), &mut go_on)
    }

    fn with_run(&mut self, step: Step, run: Special, go_on: &mut impl FnMut(&mut Self, Step) -> i32) -> i32 {
        let mut next = step;
        if !next.next.push(run) {
            // No ruleset has jokers for so many; nothing is known of what would follow.
            self.turned_down = true;
            return NEVER;
        }
        go_on(self, next)
    }

    /// Lets runs take up the bundles that begin with this number, from one on, and goes on to the plain sets.
    fn take_up(&mut self, step: Step, colour: usize, bundle: usize) -> i32 {
        let Some(wanted) = self.case.bundles.get(bundle).copied() else {
            return self.plain(step, colour);
        };
        if wanted.colour != Some(colour) || wanted.low != step.number {
            return self.take_up(step, colour, bundle + 1);
        }
        let mut most = NEVER;
        for at in 0..step.next.specials().len() {
            let run = step.next.specials()[at];
            let fits = match run.joker_at(step.number) {
                Some(class) => wanted.kept & 1 << class != 0,
                None => wanted.faces & bit(colour, step.number) != 0,
            };
            // Each bundle needs its own tiles.
            let is_free = (0..self.case.bundles.len())
                .all(|i| run.bundles() & 1 << i == 0 || self.case.bundles[i].high < wanted.low);
            if run.colour() == colour && fits && is_free && !self.stopped {
                let mut next = step;
                next.next.replace(at, run.with_bundle(bundle));
                most = most.max(self.take_up(next, colour, bundle + 1));
            }
        }
        most
    }
}
