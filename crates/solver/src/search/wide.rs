//! The search number by number and colour by colour: all states are known before any of them is gone on from.
//!
//! So each is gone on from once, with the most that can have been won on the way to it. A narrow wave, which goes on from the
//! most promising states only, finds a play that is hard to beat; a wide one then has little left to look at.

use core::cmp::Reverse;

use alloc::vec::Vec;

use super::{Mode, Search, Step};
use crate::{bounds::NEVER, memo::Key};

/// The stages of a number: its groups, and each colour.
const STAGES: usize = 5;

/// The states that a wave has reached.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    now: Vec<Place>,
    next: Vec<Place>,
    /// Every place that was reached: its name, what had been won, and from where.
    log: Vec<(Key, i32, u32)>,
}

/// A half-laid number, the most that was won on the way to it.
#[derive(Clone, Copy, Debug)]
struct Place {
    step: Step,
    /// No play through it is worth more.
    most: i32,
    /// Its place in the log.
    logged: u32,
}

/// Whether a wave left nothing out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wave {
    /// Nothing but what cannot be better than the best.
    Whole,
    /// States that were less promising than others.
    Narrowed,
    /// It ended before its time.
    Ended,
}

impl Search<'_> {
    /// Goes through the numbers with at most so many states before each, and takes note of the best play that it finds.
    pub(super) fn wave(&mut self, width: usize) -> Wave {
        self.mode = Mode::Wide;
        self.memo.clear();
        let root = Step::new(self, 1, &self.root(), 0);
        self.reached.log.clear();
        self.reached.log.push((self.memo.key(&root.next, 1), 0, 0));
        self.reached.next.clear();
        self.reached.next.push(Place { step: root, most: i32::MAX, logged: 0 });
        let mut wave = Wave::Whole;
        for stage in 0..STAGES * usize::from(self.supply.numbers) {
            self.memo.forget_bounds();
            let mut now = core::mem::take(&mut self.reached.next);
            self.reached.next = core::mem::take(&mut self.reached.now);
            self.reached.next.clear();
            if stage % STAGES == 0 && now.len() > width {
                now.sort_by_key(|place| (Reverse(place.most), place.step.next.burden()));
                now.truncate(width);
                wave = Wave::Narrowed;
            }
            for place in &now {
                if !self.is_better(place.most) {
                    continue;
                }
                if self.stopped {
                    return Wave::Ended;
                }
                self.parent = place.logged;
                match stage % STAGES {
                    0 => self.groups(place.step),
                    colour => self.colour_now(place.step, colour - 1),
                };
            }
            self.reached.now = now;
        }
        if self.stopped {
            return Wave::Ended;
        }
        self.take_best();
        wave
    }

    /// Takes note of a place that a wave has reached.
    pub(super) fn reach(&mut self, step: Step, colour: usize) -> i32 {
        let most = self.most(&step, colour);
        let (key, step) = self.place(step, colour);
        if let Some(at) = self.memo.get(key) {
            let known = &mut self.reached.next[at.unsigned_abs() as usize];
            if known.step.value < step.value {
                *known = Place { step, most, ..*known };
                self.reached.log[known.logged as usize] = (key, step.value, self.parent);
            }
        } else if self.nodes_left == 0 {
            self.stopped = true;
        } else {
            self.nodes_left -= 1;
            let at = i32::try_from(self.reached.next.len()).expect("memory ends before the numbers do");
            self.memo.put(key, at);
            let logged = self.reached.log.len() as u32;
            self.reached.next.push(Place { step, most, logged });
            self.reached.log.push((key, step.value, self.parent));
        }
        NEVER
    }

    /// The name of a place, and the step as it goes on from there.
    fn place(&mut self, step: Step, colour: usize) -> (Key, Step) {
        let step = if colour == STAGES - 1 { step.at_next_number() } else { step };
        let (state, others) = self.memo.key(&step.next, step.number);
        ((state, others | step.bits() << 40), step)
    }

    /// Lays the best play that was reached once more, to take note of it.
    fn take_best(&mut self) {
        let ends = |place: &&Place| place.step.value > self.best && self.may_end_all(&place.step.next);
        let best = self.reached.next.iter().filter(ends).max_by_key(|p| (p.step.value, Reverse(p.logged)));
        let Some(mut at) = best.map(|place| place.logged) else {
            return;
        };
        self.path.clear();
        for _ in 0..=STAGES * usize::from(self.supply.numbers) {
            let (key, value, parent) = self.reached.log[at as usize];
            self.path.push((key, value));
            at = parent;
        }
        self.path.reverse();
        self.mode = Mode::Again;
        let root = Step::new(self, 1, &self.root(), 0);
        self.groups(root);
        self.stopped = false;
    }

    /// Goes on only if this is how the best play went on.
    pub(super) fn again(&mut self, step: Step, colour: usize) -> i32 {
        let stage = usize::from(step.number - 1) * STAGES + colour + 1;
        let (key, step) = self.place(step, colour);
        if self.path[stage] != (key, step.value) {
            return NEVER;
        }
        if colour < STAGES - 1 {
            return self.colour_now(step, colour);
        }
        if step.number > self.supply.numbers {
            self.end(&step.next, step.value);
            self.stopped = true;
            return NEVER;
        }
        self.groups(step)
    }
}
