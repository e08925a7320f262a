//! All four colours together, number by number.

use alloc::vec::Vec;

use super::{
    Relaxed,
    groupings::Grouping,
    paths::{GROUPED, Node, Paths},
    place::{Place, Taken, retrace},
    prices::Prices,
};
use crate::bounds::NEVER;

/// The most places of a walk, all numbers together: some 24 MB.
const PLACES_MAX: usize = 1 << 20;

/// What a walk looks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// What a play has to be worth.
    pub(super) best: i32,
    /// What those are worth that it looks for, which may be more.
    pub(super) near: i32,
    /// How many places it goes on from at each number.
    pub(super) width: usize,
}

/// Whether a walk left nothing out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wave {
    /// Nothing but what cannot be better than the best.
    Whole,
    /// It left out what is worth no more than this.
    Narrowed(i32),
}

/// A slot of the table of places.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The number of the layer for which it was written.
    layer: u32,
    place: u32,
}

/// The places that a walk has reached.
#[derive(Debug, Default)]
pub(super) struct Walk {
    places: Vec<Place>,
    slots: Vec<Slot>,
    layer: u32,
    /// For each node the least loss of a way on from it, by tiles in groups.
    least: Vec<[i32; GROUPED]>,
    /// Where the arcs of a node begin, by tiles in groups, counted from its first, and where they end.
    begin: Vec<[u16; GROUPED + 1]>,
    /// The most that a place before the next number may lose, and how many there may be before fewer are kept.
    room: i32,
    crowd: usize,
    kept: usize,
    /// The least loss of a place that was left out.
    dropped: i32,
    best: Option<u32>,
    best_loss: i32,
}

/// Up to which width places are gone on from in the order of what they lose.
const NARROW: usize = 1 << 10;

const SLOTS_MIN: usize = 1 << 9;

impl Walk {
    /// Goes through the numbers with at most so many places before each.
    pub(super) fn go(
        &mut self,
        of: &Relaxed<'_>,
        paths: &mut Paths,
        prices: &Prices,
        aim: Aim,
        nodes_left: &mut u64,
    ) -> Wave {
        let width = aim.width;
        let room = prices.bound - aim.near;
        self.price(of, paths, prices);
        self.places.clear();
        self.best = None;
        let begun = [0, 1, 2, 3].map(|colour: usize| paths.first[colour][1] as u16);
        self.places.push(Place { nodes: begun, loss: 0, parent: 0, jokers: of.loose });
        let mut from = 0;
        self.dropped = if aim.near > aim.best { room + 1 } else { i32::MAX };
        (self.kept, self.crowd) = (width, width.saturating_mul(8));
        for number in 1..=usize::from(of.supply.numbers) {
            let to = self.places.len();
            self.begin_layer();
            self.room = room;
            if width <= NARROW {
                self.places[from..].sort_unstable_by_key(|p| (p.loss, p.nodes, p.jokers));
            }
            let is_full = *nodes_left == 0 || to >= PLACES_MAX;
            for at in from..to {
                let place = self.places[at];
                if is_full || self.places.len() >= PLACES_MAX {
                    self.dropped = self.dropped.min(place.loss);
                } else {
                    self.expand(paths, number, at as u32, place, to);
                }
            }
            *nodes_left = nodes_left.saturating_sub((self.places.len() - to) as u64);
            from = to;
            self.narrow(from, width);
        }
        self.best_loss = room + 1;
        let dropped = self.dropped;
        for at in from..self.places.len() {
            let place = self.places[at];
            // A joker that is left over is not shed.
            let shed = i32::from(place.jokers.total()) * of.supply.joker_weight;
            let left = prices.of_jokers(place.jokers) + shed;
            if place.jokers.is_within(of.spare) && place.loss + left < self.best_loss {
                self.best_loss = place.loss + left;
                self.best = Some(at as u32);
            }
        }
        if dropped == i32::MAX { Wave::Whole } else { Wave::Narrowed(prices.bound - dropped) }
    }

    /// What the best play is worth that the walk has found, and how it goes, the last number first.
    pub(super) fn take_best(
        &mut self,
        of: &Relaxed<'_>,
        paths: &Paths,
        prices: &Prices,
        mut note: impl FnMut(usize, &Taken),
    ) -> Option<i32> {
        let mut at = self.best.take()?;
        for number in (1..=usize::from(of.supply.numbers)).rev() {
            let place = self.places[at as usize];
            let taken = retrace(paths, number, self.places[place.parent as usize], place);
            debug_assert!(taken.is_some(), "a place was reached in no way");
            note(number, &taken?);
            at = place.parent;
        }
        Some(prices.bound - self.best_loss)
    }

    /// Notes what every arc and way to make groups loses, and drops what loses too much.
    fn price(&mut self, of: &Relaxed<'_>, paths: &mut Paths, prices: &Prices) {
        self.least.clear();
        self.least.resize(paths.nodes.len(), [i32::MAX / 2; GROUPED]);
        self.begin.clear();
        self.begin.resize(paths.nodes.len(), [0; GROUPED + 1]);
        for number in 1..=usize::from(of.supply.numbers) {
            for colour in 0..4 {
                for node in paths.layer(colour, number) {
                    let Node { from, to, .. } = paths.nodes[node];
                    let most = paths.after[node];
                    if most <= NEVER {
                        continue;
                    }
                    for arc in &mut paths.arcs[from as usize..to as usize] {
                        arc.loss =
                            most - prices.worth(colour, number, arc) - paths.after[usize::from(arc.to)];
                        let least = &mut self.least[node][usize::from(arc.grouped)];
                        *least = (*least).min(arc.loss);
                        self.begin[node][usize::from(arc.grouped) + 1] += 1;
                    }
                    for grouped in 1..=GROUPED {
                        self.begin[node][grouped] += self.begin[node][grouped - 1];
                    }
                }
            }
            let range = paths.groupings(number);
            for way in &mut paths.groupings[range] {
                way.loss = prices.groups[number] - prices.of_groups(number, *way);
            }
            let range = paths.groupings(number);
            paths.groupings[range].sort_unstable_by_key(|way| (way.loss, way.tiles, way.jokers));
        }
    }

    fn begin_layer(&mut self) {
        if self.slots.is_empty() || self.layer == u32::MAX {
            self.slots.clear();
            self.slots.resize(SLOTS_MIN, Slot::default());
            self.layer = 0;
        }
        self.layer += 1;
    }

    /// Goes on from a place over a number in every way that loses no more than there is room for.
    fn expand(&mut self, paths: &Paths, number: usize, at: u32, place: Place, next: usize) {
        let nodes = place.nodes.map(usize::from);
        let least = nodes.map(|node| self.least[node]);
        for way in &paths.groupings[paths.groupings(number)] {
            if way.loss > self.room - place.loss {
                break;
            }
            let Some(jokers) = place.jokers.minus(way.jokers) else { continue };
            let losses = (0..4).map(|c| least[c][way.tiles.get(c)]);
            let loss = losses.fold(way.loss + place.loss, i32::saturating_add);
            if loss > self.room {
                continue;
            }
            let mut reach = Reach { walk: self, paths, way, least: &least, next, nodes };
            let begun = Place { nodes: [0; 4], loss, parent: at, jokers };
            reach.colour(0, begun);
        }
    }

    fn reach(&mut self, place: Place, next: usize) {
        let mask = self.slots.len() - 1;
        let mut at = place.hash() as usize & mask;
        while self.slots[at].layer == self.layer {
            let known = &mut self.places[self.slots[at].place as usize];
            if known.nodes == place.nodes && known.jokers == place.jokers {
                if place.loss < known.loss {
                    *known = place;
                }
                return;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = Slot { layer: self.layer, place: self.places.len() as u32 };
        self.places.push(place);
        let count = self.places.len() - next;
        if count > self.crowd {
            let most = self.narrow(next, self.kept.saturating_mul(2));
            self.room = most;
            self.name_all(next, self.slots.len());
        } else if count * 2 > self.slots.len() {
            self.name_all(next, self.slots.len() * 4);
        }
    }

    /// Keeps the best places of a layer; what the worst of those left out loses less one.
    fn narrow(&mut self, from: usize, width: usize) -> i32 {
        let layer = &mut self.places[from..];
        if layer.len() <= width {
            return self.room;
        }
        layer.select_nth_unstable_by_key(width, |p| (p.loss, p.nodes, p.jokers));
        let loss = layer[width].loss;
        self.dropped = self.dropped.min(loss);
        self.places.truncate(from + width);
        loss
    }

    fn name_all(&mut self, next: usize, size: usize) {
        self.slots.clear();
        self.slots.resize(size, Slot::default());
        for (i, place) in self.places.iter().enumerate().skip(next) {
            let mut at = place.hash() as usize & (size - 1);
            while self.slots[at].layer == self.layer {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = Slot { layer: self.layer, place: i as u32 };
        }
    }
}

/// One way to make groups, as it is gone on with colour by colour.
struct Reach<'a> {
    walk: &'a mut Walk,
    paths: &'a Paths,
    way: &'a Grouping,
    least: &'a [[i32; GROUPED]; 4],
    nodes: [usize; 4],
    next: usize,
}

impl Reach<'_> {
    fn colour(&mut self, colour: usize, place: Place) {
        if colour == 4 {
            self.walk.reach(place, self.next);
            return;
        }
        let grouped = self.way.tiles.get(colour);
        let least = self.least[colour][grouped];
        let node = self.nodes[colour];
        let from = self.paths.nodes[node].from as usize;
        let begin = &self.walk.begin[node];
        let range = from + usize::from(begin[grouped])..from + usize::from(begin[grouped + 1]);
        for arc in &self.paths.arcs[range] {
            let loss = place.loss - least + arc.loss;
            if loss > self.walk.room {
                continue;
            }
            let Some(jokers) = place.jokers.minus(arc.jokers) else { continue };
            let mut next = Place { loss, jokers, ..place };
            next.nodes[colour] = arc.to;
            self.colour(colour + 1, next);
        }
    }
}
