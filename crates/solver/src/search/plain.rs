//! One colour of one number: how many of its tiles go into plain groups and into plain runs.

use super::{Mode, Search, Step};
use crate::{
    bounds::{Groups, NEVER},
    case::Class,
    runs::Runs,
};

/// A way to use the tiles of a colour.
#[derive(Clone, Copy, Default)]
struct Way {
    grouped: u8,
    in_runs: u8,
    jokers: u8,
    runs: Runs,
    most: i32,
}

/// The most ways that are weighed against each other.
const WAYS_MAX: usize = 32;

impl Search<'_> {
    /// Decides the colours from this one on, and goes on to the next number.
    pub(super) fn colour(&mut self, step: Step, colour: usize) -> i32 {
        if colour == 4 && step.gaps > step.groups {
            // There are not so many places as jokers were to fill.
            return NEVER;
        }
        if colour == 4 && step.next.opening < self.opening && !self.can_open(&step) {
            return NEVER;
        }
        match self.mode {
            Mode::Deep => self.colour_now(step, colour),
            Mode::Wide => self.reach(step, colour),
            Mode::Again => self.again(step, colour),
        }
    }

    /// Decides a colour, or goes on to the next number after the last.
    pub(super) fn colour_now(&mut self, mut step: Step, colour: usize) -> i32 {
        if colour == 4 {
            return self.level(&step.at_next_number());
        }
        if self.case.explicit_runs {
            let open = step.next.take(colour);
            return self.continue_special(open.as_slice(), step, colour);
        }
        self.plain(step, colour)
    }

    fn can_open(&self, step: &Step) -> bool {
        let jokers = self.free(step.next.left).map_or(0, |f| f.1);
        let reach = self.opening_reach[usize::from(step.number) + 1] + u16::from(jokers) * 13;
        u16::from(step.next.opening) + reach >= u16::from(self.opening)
    }

    /// Uses what is left of a colour in plain sets.
    pub(super) fn plain(&mut self, mut step: Step, colour: usize) -> i32 {
        let Some(pins) = self.take_pins(&mut step, colour) else {
            return NEVER;
        };
        let mut ways = [Way::default(); WAYS_MAX];
        let count = self.ways(&step, colour, pins, &mut ways);
        let ways = &mut ways[..count];
        ways.sort_by_key(|way| -way.most);
        let number = usize::from(step.number);
        let mut most = NEVER;
        for way in ways {
            if !self.is_better(way.most) || self.stopped {
                // Those that follow promise no more.
                return most.max(way.most);
            }
            self.trail.runs[colour][number] = way.in_runs;
            self.trail.run_jokers[colour][number] = pins + way.jokers;
            self.trail.groups[colour][number] = way.grouped;
            let next = self.taken(&step, colour, pins, way);
            most = most.max(self.colour(next, colour + 1));
        }
        most
    }

    /// The jokers that are kept in plain runs here; `None` if one was to lie in a run that is known and does not.
    fn take_pins(&self, step: &mut Step, colour: usize) -> Option<u8> {
        let number = step.number;
        if self.case.pins[colour][usize::from(number)] == 0 {
            return Some(0);
        }
        let mut pins = 0;
        for (class, left) in self.case.classes.iter().zip(&mut step.next.left) {
            if let Class::InRun { colour: c, number: n, explicit, .. } = class.0
                && (c, n) == (colour, number)
                && *left > 0
            {
                if explicit {
                    return None;
                }
                pins += *left;
                *left = 0;
            }
        }
        Some(pins)
    }

    fn ways(&self, step: &Step, colour: usize, pins: u8, ways: &mut [Way; WAYS_MAX]) -> usize {
        let number = usize::from(step.number);
        let open = step.next.plain[colour];
        let must = self.supply.must[colour][number];
        let all = self.supply.all(colour, number);
        let least = must + self.case.least[colour][number].max(step.marked[colour]);
        let links = if pins > 0 || self.case.above[colour][number - 1] > 0 {
            self.case.links_at(colour, number)
        } else {
            0
        };
        let jokers_max = if self.case.explicit { 0 } else { self.free(step.next.left).map_or(0, |f| f.1) };
        let groups = Groups { decided: colour + 1, plain: step.groups, gaps: step.gaps, known: step.known };
        let loose = self.loose(step.next.left) + usize::from(step.group_jokers);
        let beside = (loose > 0).then(|| self.bounds.beside(step.rows, loose, &groups, colour));
        let mut count = 0;
        for jokers in 0..=jokers_max {
            let extra = pins + jokers;
            for gap in 0..=step.gaps.min(step.groups) {
                let grouped = step.groups - gap;
                let Some(free) = all.checked_sub(step.known[colour] + grouped) else { continue };
                let to_use = least.saturating_sub(step.known[colour] + grouped);
                let to_go_on = open.short().saturating_sub(extra);
                // A run that can go on with a tile that would stay on the rack does.
                let to_lengthen = (open.short() + open.threes()).saturating_sub(extra).min(free);
                for in_runs in to_use.max(to_go_on).max(to_lengthen)..=free {
                    let slots = in_runs + extra;
                    let Some(more) = slots.checked_sub(open.short()) else { continue };
                    let longer = more.min(open.threes());
                    if open.short() + longer < links || count == WAYS_MAX {
                        continue;
                    }
                    let runs = Runs::new(more - longer, open.ones(), open.twos() + longer);
                    let mut way = Way { grouped, in_runs, jokers, runs, most: 0 };
                    let next = self.taken(step, colour, pins, &way);
                    way.most = match &beside {
                        Some(beside) => self.most_beside(&next, colour, beside),
                        None => self.most(&next, colour + 1),
                    };
                    ways[count] = way;
                    count += 1;
                }
            }
        }
        count
    }

    /// The step with a colour used in one way.
    fn taken(&self, step: &Step, colour: usize, pins: u8, way: &Way) -> Step {
        let number = usize::from(step.number);
        let mut next = *step;
        let used = step.known[colour] + way.grouped + way.in_runs;
        next.value += i32::from(used - self.supply.must[colour][number]) * self.supply.weight(step.number);
        next.gaps -= step.groups - way.grouped;
        next.next.plain[colour] = way.runs;
        if let Some((class, _)) = self.free(step.next.left).filter(|_| way.jokers > 0) {
            for _ in 0..way.jokers {
                next = next.with_joker(self, class);
            }
        }
        if self.opening > 0 {
            next = next.open(self, step.number * (way.grouped + way.in_runs + pins));
        }
        let open = next.next.runs(colour, step.number + 1);
        next.rows[colour] = self.bounds.row(colour, number + 1, open);
        let grouped = i32::from(way.grouped + step.in_groups[colour]);
        next.rewards += self.bounds.rewards[colour][number] * grouped;
        if colour == 3 {
            next.group_jokers = 0;
            next.rewards = 0;
        }
        next
    }
}
