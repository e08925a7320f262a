//! Prices that make the colours agree on their groups.
//!
//! By itself each colour goes the best way through the numbers, and each number makes the groups that it likes. A price for
//! each number of tiles of a colour in groups, paid by one side to the other, changes no play; the sum of what all want is a
//! bound whatever the prices, and prices are sought that make it small (Lagrangian decomposition; the sweeps are those of
//! max-product linear programming: at one number after the other the prices are set anew, for the best bound that they
//! alone can give, from what the colours can win before and after it).

use alloc::vec::Vec;

use super::{
    CLASSES, LEVELS, Relaxed,
    groupings::{Grouping, Packed},
    loose::Loose,
    paths::{Arc, GROUPED, Paths},
};
use crate::bounds::NEVER;

/// What the tiles of one number and colour get for lying in groups, by how many they are.
type Rewards = [[i32; GROUPED]; 4];

/// How many tiles a reward is worth at most when it is taken over.
const REWARD_MAX: i32 = 4;

/// Prices without what follows from them.
#[derive(Debug, Default)]
pub(super) struct Kept {
    rewards: [Rewards; LEVELS],
    jokers: [i32; CLASSES],
}

/// The prices, and the bound that they give.
#[derive(Debug)]
pub(super) struct Prices {
    pub(super) rewards: [Rewards; LEVELS],
    /// What a joker costs, by class.
    pub(super) jokers: [i32; CLASSES],
    /// The most that groups get out of their prices, by number.
    pub(super) groups: [i32; LEVELS],
    /// The most that can be won up to each node.
    before: Vec<i32>,
    /// No play is worth more.
    pub(super) bound: i32,
}

impl Default for Prices {
    fn default() -> Self {
        Self {
            rewards: [[[0; GROUPED]; 4]; LEVELS],
            jokers: [0; CLASSES],
            groups: [0; LEVELS],
            before: Vec::new(),
            bound: i32::MAX,
        }
    }
}

impl Prices {
    /// What a joker costs at first.
    pub(super) fn first_of_joker(of: &Relaxed<'_>) -> i32 {
        if of.loose.is_none() { 0 } else { of.supply.weight(7) * 5 / 4 }
    }

    /// Begins without prices but that of jokers, with which the paths were laid out.
    pub(super) fn begin(&mut self, of: &Relaxed<'_>, paths: &Paths) {
        let joker = Self::first_of_joker(of);
        self.rewards = [[[0; GROUPED]; 4]; LEVELS];
        self.jokers = [joker, 0, 0, 0];
        for number in 1..=usize::from(of.supply.numbers) {
            let ways = &paths.groupings[paths.groupings(number)];
            // Those with the fewest jokers come first.
            self.groups[number] = ways.first().map_or(NEVER, |way| -self.of_jokers(way.jokers));
        }
        self.start(paths);
        self.bound = self.total(of, paths);
    }

    /// Begins with the prices of paths that were gone before.
    pub(super) fn begin_again(&mut self, of: &Relaxed<'_>, paths: &mut Paths) {
        // What had no way there may have one here.
        let most = REWARD_MAX * of.supply.weight(of.supply.numbers);
        for reward in self.rewards.as_flattened_mut().as_flattened_mut() {
            *reward = (*reward).clamp(-most, most);
        }
        self.start(paths);
        self.go_back_all(of, paths);
    }

    /// The prices, to be gone on with later.
    pub(super) const fn kept(&self) -> Kept {
        Kept { rewards: self.rewards, jokers: self.jokers }
    }

    /// Goes on with other prices; what they give is not worked out.
    pub(super) const fn take(&mut self, kept: &Kept) {
        self.rewards = kept.rewards;
        self.jokers = kept.jokers;
    }

    /// Gives jokers of every class the same price.
    pub(super) fn tell_apart(&mut self) {
        self.jokers = [self.jokers[0]; CLASSES];
    }

    fn start(&mut self, paths: &Paths) {
        self.before.clear();
        self.before.resize(paths.nodes.len(), NEVER);
        for colour in 0..4 {
            self.before[paths.first[colour][1] as usize] = 0;
        }
    }

    /// What an arc wins with its prices.
    pub(super) fn worth(&self, colour: usize, number: usize, arc: &Arc) -> i32 {
        arc.worth + self.rewards[number][colour][usize::from(arc.grouped)] - self.of_jokers(arc.jokers)
    }

    /// What groups get out of their prices.
    pub(super) fn of_groups(&self, number: usize, way: Grouping) -> i32 {
        let rewards = &self.rewards[number];
        let paid: i32 = (0..4).map(|colour| rewards[colour][way.tiles.get(colour)]).sum();
        -paid - self.of_jokers(way.jokers)
    }

    fn total(&self, of: &Relaxed<'_>, paths: &Paths) -> i32 {
        let colours: i32 = (0..4).map(|colour| paths.after[paths.first[colour][1] as usize].max(NEVER)).sum();
        colours.max(NEVER)
            + self.groups[1..=usize::from(of.supply.numbers)].iter().sum::<i32>()
            + self.of_all_jokers(of)
    }

    /// What these jokers cost.
    pub(super) fn of_jokers(&self, jokers: Loose) -> i32 {
        if let Some(count) = jokers.of_first() {
            return i32::from(count) * self.jokers[0];
        }
        jokers.counts().into_iter().zip(self.jokers).map(|(n, price)| i32::from(n) * price).sum()
    }

    fn of_all_jokers(&self, of: &Relaxed<'_>) -> i32 {
        self.of_jokers(of.loose) + of.supply.joker_weight * i32::from(of.spare.total())
    }

    /// Sets the prices of every number once forwards and once backwards. What cannot be part of a play that is worth so
    /// much is dropped.
    pub(super) fn sweep(&mut self, of: &Relaxed<'_>, paths: &mut Paths, wanted: i32) {
        let last = usize::from(of.supply.numbers);
        for number in 1..=last {
            let most = self.marginals(paths, number);
            let most = self.balance(paths, number, &most);
            let others: i32 = self.groups[1..=last].iter().sum::<i32>() - self.groups[number];
            let bound = most.iter().sum::<i32>() + self.groups[number] + others + self.of_all_jokers(of);
            if bound < wanted {
                // That is all there is to know: what can be won from nodes is left as it is.
                self.bound = bound;
                return;
            }
            self.go_forward(paths, number, most, bound - wanted);
        }
        for number in (1..=last).rev() {
            let most = self.marginals(paths, number);
            self.balance(paths, number, &most);
            self.go_back(paths, number);
        }
        self.bound = self.total(of, paths);
    }

    /// What can be won from every node, and the bound, for the prices as they are.
    pub(super) fn go_back_all(&mut self, of: &Relaxed<'_>, paths: &mut Paths) {
        for number in (1..=usize::from(of.supply.numbers)).rev() {
            let ways = paths.groupings[paths.groupings(number)].iter();
            self.groups[number] = ways.map(|way| self.of_groups(number, *way)).max().unwrap_or(NEVER);
            self.go_back(paths, number);
        }
        self.bound = self.total(of, paths);
    }

    /// The most that each colour can win in all for each number of its tiles in groups of a number, those groups unpaid.
    fn marginals(&self, paths: &Paths, number: usize) -> Rewards {
        let mut most = [[NEVER; GROUPED]; 4];
        for (colour, most) in most.iter_mut().enumerate() {
            for arc in &paths.arcs[paths.over(colour, number)] {
                let before = self.before[usize::from(arc.from)];
                if before > NEVER {
                    let after = paths.after[usize::from(arc.to)];
                    let value = before + arc.worth - self.of_jokers(arc.jokers) + after;
                    let most = &mut most[usize::from(arc.grouped)];
                    *most = (*most).max(value);
                }
            }
        }
        most
    }

    /// Sets the prices of a number; what each colour can win then.
    fn balance(&mut self, paths: &mut Paths, number: usize, most: &Rewards) -> [i32; 4] {
        paths.keep_groupings(number, |way| (0..4).all(|c| most[c][way.tiles.get(c)] > NEVER / 2));
        let range = paths.groupings(number);
        let one = if range.len() == 1 { paths.groupings.get(range.start) } else { None };
        let is_only = |tiles: Packed| {
            (0..4).all(|c| (0..GROUPED).all(|g| g == tiles.get(c) || most[c][g] <= NEVER / 2))
        };
        if let Some(way) = one.filter(|way| is_only(way.tiles)) {
            return [0, 1, 2, 3]
                .map(|c| most[c][way.tiles.get(c)] + self.rewards[number][c][way.tiles.get(c)]);
        }
        let ways = &mut paths.groupings[range];
        // What all can win together, for each way to make groups, and at most for each number of tiles of a colour.
        let mut by_tiles = [[NEVER * 4; GROUPED]; 4];
        let mut all = NEVER * 4;
        for way in ways.iter_mut() {
            let sum: i32 = (0..4).map(|c| most[c][way.tiles.get(c)]).sum();
            way.loss = sum - self.of_jokers(way.jokers);
            all = all.max(way.loss);
            for (c, by_tiles) in by_tiles.iter_mut().enumerate() {
                let most = &mut by_tiles[way.tiles.get(c)];
                *most = (*most).max(way.loss);
            }
        }
        // Each colour gets its share of what is lost by a choice; the rest of the loss goes to whoever can bear it.
        let mut shares = by_tiles.map(|by| by.map(|most| (most - all) / 4));
        for way in ways.iter_mut() {
            let borne: i32 = (0..4).map(|c| shares[c][way.tiles.get(c)]).sum();
            way.loss = way.loss - all - borne;
        }
        for c in 0..4 {
            let mut rest = [NEVER * 4; GROUPED];
            for way in ways.iter() {
                let rest = &mut rest[way.tiles.get(c)];
                *rest = (*rest).max(way.loss);
            }
            for (share, rest) in shares[c].iter_mut().zip(rest) {
                *share += rest.max(NEVER);
            }
            for way in ways.iter_mut() {
                way.loss -= rest[way.tiles.get(c)];
            }
        }
        self.groups[number] = 0;
        let mut won = [all / 4; 4];
        won[0] += all % 4;
        for c in 0..4 {
            for tiles in 0..GROUPED {
                let reward = won[c] + shares[c][tiles] - most[c][tiles];
                self.rewards[number][c][tiles] =
                    if most[c][tiles] > NEVER / 2 { reward.max(NEVER) } else { 0 };
            }
        }
        won
    }

    /// What can be won up to the nodes before the next number; drops ways that fall too short of the most.
    fn go_forward(&mut self, paths: &mut Paths, number: usize, most: [i32; 4], room: i32) {
        for (colour, most) in most.into_iter().enumerate() {
            for node in paths.layer(colour, number + 1) {
                self.before[node] = NEVER;
            }
            let over = paths.over(colour, number);
            let mut end = over.start;
            for at in over.clone() {
                let arc = paths.arcs[at];
                let before = self.before[usize::from(arc.from)];
                let value = before + self.worth(colour, number, &arc);
                let after = paths.after[usize::from(arc.to)];
                if before <= NEVER || after <= NEVER || value + after < most - room {
                    continue;
                }
                let there = &mut self.before[usize::from(arc.to)];
                *there = (*there).max(value);
                paths.arcs[end] = arc;
                end += 1;
            }
            if end < over.end {
                paths.set_over(colour, number, over.start..end);
            }
        }
    }

    /// What can be won from the nodes before a number.
    fn go_back(&self, paths: &mut Paths, number: usize) {
        for colour in 0..4 {
            let layer = paths.layer(colour, number);
            paths.after[layer].fill(NEVER);
            for arc in &paths.arcs[paths.over(colour, number)] {
                let value = self.worth(colour, number, arc) + paths.after[usize::from(arc.to)];
                let most = &mut paths.after[usize::from(arc.from)];
                *most = (*most).max(value);
            }
        }
    }
}
