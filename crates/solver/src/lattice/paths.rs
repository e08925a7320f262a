//! How the tiles of each colour can go through the numbers.

use alloc::vec::Vec;

use super::{LEVELS, Relaxed, groupings, groupings::Grouping, loose::Loose};
use crate::{
    bounds::NEVER,
    runs::{OPEN_MAX, Runs},
};

/// The most tiles of one colour in the groups of a number, and none.
pub(super) const GROUPED: usize = 4;

/// The most nodes that are told apart.
pub(super) const NODES_MAX: usize = u16::MAX as usize;

/// A way to use the tiles of a number and colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    /// The nodes at which it begins and ends.
    pub(super) from: u16,
    pub(super) to: u16,
    /// What is shed.
    pub(super) worth: i32,
    /// What it falls short of the best way from where it begins, as it is priced.
    pub(super) loss: i32,
    pub(super) grouped: u8,
    pub(super) in_runs: u8,
    /// Jokers in runs that could have lain elsewhere.
    pub(super) jokers: Loose,
}

/// Where one colour stands between two numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) runs: Runs,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// All ways through the numbers: of each colour by itself, and of the groups that tie the colours together.
#[derive(Debug, Default)]
pub(super) struct Paths {
    pub(super) nodes: Vec<Node>,
    pub(super) arcs: Vec<Arc>,
    /// Where the arcs over a number of a colour lie, in the order of the nodes at which they begin.
    pub(super) over: [[(u32, u32); LEVELS]; 4],
    /// Where the nodes of a colour before a number begin; those before the next number follow.
    pub(super) first: [[u32; LEVELS + 1]; 4],
    pub(super) groupings: Vec<Grouping>,
    known: groupings::Known,
    /// Where the ways to make groups of a number begin.
    pub(super) first_grouping: [(u32, u32); LEVELS],
    /// How many tiles of each colour groups of a number can have, a bit for each count.
    grouped: [[u8; 4]; LEVELS],
    /// The most that can be won from each node.
    pub(super) after: Vec<i32>,
}

impl Paths {
    pub(super) fn layer(&self, colour: usize, number: usize) -> core::ops::Range<usize> {
        self.first[colour][number] as usize..self.first[colour][number + 1] as usize
    }

    pub(super) fn groupings(&self, number: usize) -> core::ops::Range<usize> {
        {
            let (from, to) = self.first_grouping[number];
            from as usize..to as usize
        }
    }

    /// Where the arcs over a number lie.
    pub(super) fn over(&self, colour: usize, number: usize) -> core::ops::Range<usize> {
        let (from, to) = self.over[colour][number];
        from as usize..to as usize
    }

    /// Says where the arcs over a number lie, and which of them begin at each node.
    pub(super) fn set_over(&mut self, colour: usize, number: usize, over: core::ops::Range<usize>) {
        let layer = self.layer(colour, number);
        for node in &mut self.nodes[layer.clone()] {
            node.to = 0;
        }
        for arc in &self.arcs[over.clone()] {
            self.nodes[usize::from(arc.from)].to += 1;
        }
        let mut at = over.start as u32;
        for node in &mut self.nodes[layer] {
            (node.from, node.to) = (at, at + node.to);
            at = node.to;
        }
        self.over[colour][number] = (over.start as u32, over.end as u32);
    }

    /// The most jokers of a way over a number.
    pub(super) fn most_jokers(&self, colour: usize, number: usize) -> u8 {
        self.arcs[self.over(colour, number)].iter().map(|arc| arc.jokers.total()).max().unwrap_or(0)
    }

    /// Notes how many tiles of each colour groups of a number can have.
    pub(super) fn note_grouped(&mut self, number: usize) {
        let mut grouped = [0u8; 4];
        for way in &self.groupings[self.groupings(number)] {
            for (colour, bits) in grouped.iter_mut().enumerate() {
                *bits |= 1 << way.tiles.get(colour);
            }
        }
        self.grouped[number] = grouped;
    }

    /// Drops the ways to make groups of a number that are not to be kept.
    pub(super) fn keep_groupings(&mut self, number: usize, is_kept: impl Fn(&Grouping) -> bool) {
        let mut end = self.first_grouping[number].0;
        for at in self.groupings(number) {
            let way = self.groupings[at];
            if is_kept(&way) {
                self.groupings[end as usize] = way;
                end += 1;
            }
        }
        self.first_grouping[number].1 = end;
    }

    /// Lays them out, with what can be won from each node at such a price of jokers; `false` if there are more runs side by side
    /// than can be told apart.
    pub(super) fn fill(&mut self, of: &Relaxed<'_>, joker: i32) -> bool {
        self.nodes.clear();
        self.arcs.clear();
        self.groupings.clear();
        let last = usize::from(of.supply.numbers);
        for number in 1..=last {
            let from = self.groupings.len() as u32;
            let there = [0, 1, 2, 3].map(|colour| of.supply.all(colour, number));
            self.known.add(there, of.group_pins[number], of.loose.total(), &mut self.groupings);
            self.first_grouping[number] = (from, self.groupings.len() as u32);
            self.note_grouped(number);
        }
        for colour in 0..4 {
            if !self.fill_colour(of, colour) {
                return false;
            }
        }
        self.after.clear();
        self.after.resize(self.nodes.len(), NEVER);
        for colour in 0..4 {
            self.cut_dead_ends(colour, last, joker, |_| true);
        }
        true
    }

    fn fill_colour(&mut self, of: &Relaxed<'_>, colour: usize) -> bool {
        let last = usize::from(of.supply.numbers);
        self.first[colour][1] = self.nodes.len() as u32;
        self.nodes.push(Node { runs: Runs::default(), from: 0, to: 0 });
        for number in 1..=last {
            let next = self.nodes.len();
            self.first[colour][number + 1] = next as u32;
            let column = Column::of(of, self, colour, number);
            if column.room > OPEN_MAX as u8 || column.room_next > OPEN_MAX as u8 {
                return false;
            }
            // Where each collection of runs stands among those before the next number, and one more; 0 where it does not.
            let mut places = [0u16; 128];
            let first = self.arcs.len();
            for node in self.first[colour][number] as usize..next {
                let runs = self.nodes[node].runs;
                column.each_way(runs, |grouped, in_runs, jokers, after| {
                    let place = &mut places[after.index()];
                    if *place == 0 {
                        self.nodes.push(Node { runs: after, from: 0, to: 0 });
                        *place = (self.nodes.len() - next) as u16;
                    }
                    self.arcs.push(Arc {
                        from: node as u16,
                        to: next as u16 + *place - 1,
                        worth: column.worth(grouped + in_runs),
                        loss: 0,
                        grouped,
                        in_runs,
                        jokers: Loose::of(0, jokers),
                    });
                });
            }
            self.over[colour][number] = (first as u32, self.arcs.len() as u32);
            if self.nodes.len() > NODES_MAX {
                return false;
            }
        }
        self.first[colour][last + 2] = self.nodes.len() as u32;
        true
    }

    /// Drops what leads nowhere, and notes what can be won from the rest where groups cost nothing and jokers this much.
    pub(super) fn cut_dead_ends(
        &mut self,
        colour: usize,
        last: usize,
        joker: i32,
        may_end: impl Fn(usize) -> bool,
    ) {
        for node in self.layer(colour, last + 1) {
            if self.nodes[node].runs.short() == 0 && may_end(node) {
                self.after[node] = 0;
            }
        }
        for number in (1..=last).rev() {
            let over = self.over(colour, number);
            let mut end = over.start;
            for at in over.clone() {
                let arc = self.arcs[at];
                let after = self.after[usize::from(arc.to)];
                if after > NEVER {
                    let most = &mut self.after[usize::from(arc.from)];
                    *most = (*most).max(after + arc.worth - joker * i32::from(arc.jokers.total()));
                    self.arcs[end] = arc;
                    end += 1;
                }
            }
            self.set_over(colour, number, over.start..end);
        }
    }
}

/// One number of one colour.
#[derive(Clone, Copy)]
pub(super) struct Column {
    pub(super) all: u8,
    /// How many tiles lie there already, and how many have to lie there.
    must: u8,
    least: u8,
    pins: u8,
    /// How many runs have to come from the number below.
    pub(super) links: u8,
    jokers: u8,
    /// The most runs that can go through the number, and through the next.
    room: u8,
    room_next: u8,
    /// The most that can begin there and go through the one after that; what both numbers have for runs that are short.
    room_after: u8,
    room_both: u8,
    /// Which numbers of tiles in groups there are, a bit each.
    grouped: u8,
    weight: i32,
}

impl Column {
    pub(super) fn of(of: &Relaxed<'_>, paths: &Paths, colour: usize, number: usize) -> Self {
        let jokers = of.loose.total();
        let tiles = |number: usize| {
            let is_there = number <= usize::from(of.supply.numbers);
            if is_there { of.supply.all(colour, number) + of.pins[colour][number] } else { 0 }
        };
        let room = |number: usize| {
            let is_there = number <= usize::from(of.supply.numbers);
            if is_there { tiles(number) + jokers } else { 0 }
        };
        // Of three numbers one after the other, this one among them, those of which there are tiles.
        let has_tile = |number: usize| u8::from(tiles(number) > 0);
        let last = usize::from(of.supply.numbers);
        let lows = number.saturating_sub(2).max(1)..=number.min(last.saturating_sub(2));
        let others = |low: usize| (low..low + 3).filter(|n| *n != number).map(has_tile).sum::<u8>();
        let neighbours = if jokers > 0 { lows.map(others).max().unwrap_or(0) } else { 0 };
        let weight = of.supply.weight(number as u8);
        let must = of.supply.must[colour][number];
        Self {
            all: of.supply.all(colour, number),
            must,
            least: must + of.least[colour][number],
            pins: of.pins[colour][number],
            links: of.links(colour, number),
            // Jokers fill what is not there, a run's other places first.
            jokers: if neighbours + jokers >= 3 { jokers } else { 0 },
            room: room(number),
            room_next: room(number + 1),
            room_after: room(number + 2),
            room_both: tiles(number + 1) + tiles(number + 2) + jokers,
            grouped: paths.grouped[number][colour],
            weight,
        }
    }

    /// What is left when so many tiles lie in runs that are known, so many of them from the rack at least; the jokers that have to lie
    /// in other runs, and those that may.
    pub(super) fn without(&self, known: u8, marked: u8, pins: u8, jokers: u8) -> Self {
        let least = self.least.max(self.must + marked).saturating_sub(known);
        Self { all: self.all - known, least, pins, jokers, ..*self }
    }

    /// What is shed if so many tiles are used.
    pub(super) fn worth(&self, used: u8) -> i32 {
        (i32::from(used) - i32::from(self.must)) * self.weight
    }

    /// Calls for each way to go on from some open runs, those with few tiles in groups first: tiles in groups, tiles and jokers in runs, and the runs then open.
    pub(super) fn each_way(&self, open: Runs, mut found: impl FnMut(u8, u8, u8, Runs)) {
        let (short, twos) = (open.short(), open.ones());
        let going = short + open.threes();
        // How many runs may begin for all that are short to have what they need, and how many have to come from below.
        let (Some(next), Some(both)) = (self.room_next.checked_sub(twos), self.room_both.checked_sub(twos))
        else {
            return;
        };
        let ones_max = next.min(self.room_after).min(both / 2);
        let longer_min = self.links.saturating_sub(short);
        if longer_min > open.threes() {
            return;
        }
        for grouped in (0..=self.all).filter(|g| self.grouped & 1 << g != 0) {
            let free = self.all - grouped;
            let least = self.least.saturating_sub(grouped);
            for jokers in 0..=self.jokers {
                let extra = self.pins + jokers;
                let Some(most) = (going + ones_max).checked_sub(extra) else { break };
                let to_go_on = (short + longer_min).saturating_sub(extra);
                // A run that can go on with a tile that would stay on the rack does.
                let to_lengthen = going.saturating_sub(extra).min(free);
                for in_runs in least.max(to_go_on).max(to_lengthen)..=free.min(most) {
                    let more = in_runs + extra - short;
                    let longer = more.min(open.threes());
                    let ones = more - longer;
                    // More runs than can go on are as good as ended.
                    let threes = (open.twos() + longer).min(next - ones);
                    found(grouped, in_runs, jokers, Runs::new(ones, twos, threes));
                }
            }
        }
    }
}
