//! Prices that are changed all at once, where colours and groups do not agree (the subgradient method).
//!
//! Setting the prices of one number at a time ends where no single number can better the bound, which may be far from the
//! best; and the price of a joker concerns all numbers.

use super::{
    CLASSES, LEVELS, Relaxed,
    groupings::Grouping,
    loose::Loose,
    paths::{Arc, Node, Paths},
    prices::Prices,
};
use crate::{bounds::NEVER, supply::UNIT};

/// How much of the way to what is wanted a descent goes at first in a step, in parts of 64.
const SHARE: i32 = 48;

/// After how many steps that led nowhere a descent makes smaller ones.
const FAILS_MAX: u32 = 3;

/// How much more the price of jokers changes in a step than another: there is one of them, and of the others many.
const JOKERS_WEIGH: i32 = 4;

impl Prices {
    /// Changes the prices about which colours and groups do not agree, and goes on with those that gave the least bound.
    pub(super) fn descend(&mut self, of: &Relaxed<'_>, paths: &mut Paths, wanted: i32, steps: usize) {
        let mut least = (self.bound, self.rewards, self.jokers);
        let mut share = SHARE;
        let mut fails = 0;
        for _ in 0..steps {
            if !self.step(of, paths, (self.bound - wanted).max(UNIT), share) {
                break;
            }
            self.go_back_all(of, paths);
            if self.bound < least.0 {
                least = (self.bound, self.rewards, self.jokers);
            } else {
                fails += 1;
                if fails == FAILS_MAX {
                    share = (share * 3 / 4).max(1);
                    fails = 0;
                }
            }
            if self.bound < wanted {
                break;
            }
        }
        if self.bound > least.0 {
            (_, self.rewards, self.jokers) = least;
            self.go_back_all(of, paths);
        }
    }

    /// Changes the prices once, for the bound to become so much less at best; `false` if all agree.
    fn step(&mut self, of: &Relaxed<'_>, paths: &Paths, less: i32, share: i32) -> bool {
        let Some((wanted, in_runs)) = self.wanted(of, paths) else { return false };
        let last = usize::from(of.supply.numbers);
        let mut made = [None; LEVELS];
        let mut jokers = in_runs;
        let mut differences = 0;
        for number in 1..=last {
            let agree = |way: &Grouping| {
                (0..4).map(|c| u8::from(way.tiles.get(c) == usize::from(wanted[c][number]))).sum::<u8>()
            };
            let ways = &paths.groupings[paths.groupings(number)];
            let best = ways.iter().max_by_key(|way| (self.of_groups(number, **way), agree(way)));
            let Some(best) = best else { return false };
            add(&mut jokers, best.jokers);
            differences += 2 * i32::from(4 - agree(best));
            made[number] = Some(best.tiles);
        }
        let there = of.loose.counts().map(i32::from);
        let over: [i32; CLASSES] =
            core::array::from_fn(|class| if there[class] == 0 { 0 } else { there[class] - jokers[class] });
        let norm = differences + JOKERS_WEIGH * over.into_iter().map(|n| n * n).sum::<i32>();
        if norm == 0 {
            return false;
        }
        let size = (i64::from(less) * i64::from(share) / 64 / i64::from(norm)).max(1) as i32;
        for number in 1..=last {
            let Some(tiles) = made[number] else { continue };
            for (colour, wanted) in wanted.iter().enumerate() {
                let (own, theirs) = (usize::from(wanted[number]), tiles.get(colour));
                if own != theirs {
                    self.rewards[number][colour][own] -= size;
                    self.rewards[number][colour][theirs] += size;
                }
            }
        }
        for (class, over) in over.into_iter().enumerate() {
            let price_min = if of.spare.get(class) > 0 { -of.supply.joker_weight } else { NEVER / 8 };
            self.jokers[class] = (self.jokers[class] - JOKERS_WEIGH * size * over).max(price_min);
        }
        true
    }

    /// How many tiles of each colour and number lie in groups where each colour goes its best way, and how many jokers in
    /// runs.
    fn wanted(&self, of: &Relaxed<'_>, paths: &Paths) -> Option<([[u8; LEVELS]; 4], [i32; CLASSES])> {
        let mut wanted = [[0u8; LEVELS]; 4];
        let mut jokers = [0; CLASSES];
        for (colour, wanted) in wanted.iter_mut().enumerate() {
            let mut node = paths.first[colour][1] as usize;
            for (number, wanted) in
                wanted.iter_mut().enumerate().take(usize::from(of.supply.numbers) + 1).skip(1)
            {
                let Node { from, to, .. } = paths.nodes[node];
                let is_best = |arc: &&Arc| {
                    self.worth(colour, number, arc) + paths.after[usize::from(arc.to)] == paths.after[node]
                };
                let arc = paths.arcs[from as usize..to as usize].iter().find(is_best)?;
                *wanted = arc.grouped;
                add(&mut jokers, arc.jokers);
                node = usize::from(arc.to);
            }
        }
        Some((wanted, jokers))
    }
}

fn add(sums: &mut [i32; CLASSES], jokers: Loose) {
    for (sum, count) in sums.iter_mut().zip(jokers.counts()) {
        *sum += i32::from(count);
    }
}
