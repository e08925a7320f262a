//! The groups of one number: first those with jokers, each known, then how many others.

use super::{Search, Step, claims};
use crate::{
    bounds::NEVER,
    case::Class,
    story::{GROUP_JOKERS_MAX, GroupJokers},
    trail::Known,
};

impl Search<'_> {
    /// Lays groups that are known tile by tile, and goes on.
    pub(super) fn groups(&mut self, step: Step) -> i32 {
        let bundles = self.story().group_bundles(step.number);
        let plain = if self.case.explicit { 0 } else { self.free(step.next.left).map_or(0, |f| f.1) };
        if self.loose(step.next.left) == usize::from(plain) && self.kept_here(&step) == 0 && bundles == 0 {
            return self.plain_groups(step);
        }
        self.next_group(step, bundles)
    }

    fn next_group(&mut self, step: Step, bundles: u8) -> i32 {
        let mut most = NEVER;
        if self.kept_here(&step) == 0 && bundles == 0 {
            most = most.max(self.plain_groups(step));
        }
        let none = GroupJokers::default();
        most.max(self.group_with(step, none, bundles))
    }

    /// Lays one more group with these jokers or more of them.
    fn group_with(&mut self, step: Step, jokers: GroupJokers, bundles: u8) -> i32 {
        let mut most = NEVER;
        if jokers.count() > 0 || bundles != 0 {
            for colours in 1..16u8 {
                let tiles = colours.count_ones() as u8 + jokers.count();
                let in_order = jokers.code(colours) >= step.last_group;
                if (3..=4).contains(&tiles) && in_order && !self.stopped {
                    most = most.max(self.lay_group(step, jokers, colours, bundles));
                }
            }
        }
        let from = jokers.as_slice().last().copied().unwrap_or(0);
        for class in from..self.case.classes.len() {
            if jokers.count() == GROUP_JOKERS_MAX || jokers.count() == self.case.jokers_max || self.stopped {
                break;
            }
            let fits = match self.case.classes[class].0 {
                Class::Free | Class::Retrieved { .. } => true,
                Class::InRun { .. } => false,
                Class::InGroup { number, .. } => number == step.number,
            };
            if fits && step.next.left[class] > 0 {
                most = most.max(self.group_with(step.with_joker(self, class), jokers.with(class), bundles));
            }
        }
        most
    }

    fn lay_group(&mut self, step: Step, jokers: GroupJokers, colours: u8, bundles: u8) -> i32 {
        let number = usize::from(step.number);
        let mut next = step;
        for colour in (0..4).filter(|c| colours & 1 << c != 0) {
            if next.known[colour] == self.supply.all(colour, number) {
                return NEVER;
            }
            next.known[colour] += 1;
            next.in_groups[colour] += 1;
        }
        next = next.open(self, step.number * colours.count_ones() as u8);
        next.last_group = jokers.code(colours);
        let loose =
            |class: &&usize| matches!(self.case.classes[**class].0, Class::Free | Class::Retrieved { .. });
        let loose = jokers.as_slice().iter().filter(loose).count() as u8;
        next.group_jokers += loose;
        next.rewards += self.bounds.joker_reward * i32::from(loose);
        let kept = jokers.as_slice().iter().fold(0u8, |bits, class| bits | 1 << class);
        let borne = self.story().bundle_borne(step.number, colours, kept, jokers.count(), bundles);
        // Free jokers alone fill places in plain groups.
        let is_free = |class: &usize| self.case.classes[*class].0 == Class::Free && !self.case.explicit;
        if borne == 0 && jokers.as_slice().iter().all(is_free) {
            return NEVER;
        }
        self.trail.known.push(Known::Group { number: step.number, colours, jokers: jokers.count() });
        let most = self.mark_group(next, jokers, colours, bundles & !borne);
        self.trail.known.pop();
        most
    }

    /// Says which tiles of the group come from the rack, where that counts, and goes on.
    fn mark_group(&mut self, step: Step, jokers: GroupJokers, colours: u8, bundles: u8) -> i32 {
        let owes = |class: &usize| matches!(self.case.classes[*class].0, Class::Retrieved { .. });
        if self.case.beside == 0 || !jokers.as_slice().iter().any(owes) {
            if !self.story().may_group(step.number, colours, jokers.as_slice(), 0, step.next.spare) {
                return NEVER;
            }
            return self.claim_group(step, jokers, colours, bundles);
        }
        let number = usize::from(step.number);
        let mut most = NEVER;
        for marked in (1..16u8).filter(|m| m & !colours == 0) {
            // Each colour that is marked can have a second rack tile, where that frees the first from replacing a joker.
            for second in (0..16u8).filter(|s| s & !marked == 0) {
                let mut next = step;
                let mut there = true;
                for colour in (0..4).filter(|c| marked & 1 << c != 0) {
                    let spare = if second & 1 << colour == 0 {
                        0
                    } else {
                        self.story().replaces(colour, step.number)
                    };
                    there &= second & 1 << colour == 0 || spare != 0;
                    next.marked[colour] = (next.marked[colour] + 1).max(if spare == 0 { 0 } else { 2 });
                    next.next.spare |= spare;
                    there &= next.marked[colour] <= self.supply.may[colour][number];
                }
                if there
                    && !self.stopped
                    && self.story().may_group(
                        step.number,
                        colours,
                        jokers.as_slice(),
                        marked,
                        next.next.spare,
                    )
                {
                    most = most.max(self.claim_group(next, jokers, colours, bundles));
                }
            }
        }
        most
    }

    /// Says beside which old tiles the kept jokers of the group lie, where that matters, and goes on.
    fn claim_group(&mut self, step: Step, jokers: GroupJokers, colours: u8, bundles: u8) -> i32 {
        let mut most = NEVER;
        for claims in claims::of_group(self, step.next.claims, step.number, colours, jokers.as_slice()).iter()
        {
            if !self.stopped {
                let mut next = step;
                next.next.claims = claims;
                most = most.max(self.next_group(next, bundles));
            }
        }
        most
    }

    /// How many jokers still have to go into groups of this number.
    fn kept_here(&self, step: &Step) -> u8 {
        let here = |class: Class| matches!(class, Class::InGroup { number, .. } if number == step.number);
        let classes = self.case.classes.iter().zip(step.next.left);
        classes.filter(|(class, _)| here(class.0)).map(|(_, left)| left).sum()
    }

    /// Decides how many plain groups there are, and how many jokers fill places in them.
    fn plain_groups(&mut self, step: Step) -> i32 {
        let mut most = self.plain_groups_with(step, 0);
        if self.case.explicit {
            return most;
        }
        let mut step = step;
        let mut jokers = 0;
        while let Some((class, _)) = self.free(step.next.left) {
            if self.stopped {
                break;
            }
            jokers += 1;
            step = step.with_joker(self, class);
            step.group_jokers += 1;
            step.rewards += self.bounds.joker_reward;
            most = most.max(self.plain_groups_with(step, jokers));
        }
        most
    }

    fn plain_groups_with(&mut self, step: Step, jokers: u8) -> i32 {
        let number = usize::from(step.number);
        let there = |colour: usize| self.supply.all(colour, number) - step.known[colour];
        let there = [there(0), there(1), there(2), there(3)];
        let fits = |groups: u8| {
            groups <= 3 && there.iter().map(|n| groups.saturating_sub(*n)).sum::<u8>() <= groups + jokers
        };
        let most_groups = there.iter().sum::<u8>();
        let old = self.old_groups[number];
        let order = core::iter::once(old).chain((0..=most_groups.min(3)).rev().filter(|&g| g != old));
        let mut most = NEVER;
        for groups in order {
            let next = Step { groups, gaps: groups + jokers, ..step };
            if !fits(groups) || self.stopped || (groups == 0 && jokers > 0) {
                continue;
            }
            let promised = self.most(&next, 0);
            if self.is_better(promised) {
                self.trail.group_jokers[number] = jokers;
                most = most.max(self.colour(next, 0));
            } else {
                most = most.max(promised);
            }
        }
        most
    }
}
