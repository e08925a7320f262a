//! The ways of each colour where jokers owe something for their place: those of a lattice without, told apart by the runs
//! that have to be known tile by tile.
//!
//! A play that pays what its jokers owe is a play all the more if they owe nothing. So each node follows one of the lattice
//! without, its shadow, and where that has no way any more that could be worth enough, none is laid out here.

use alloc::vec::Vec;

use super::{
    Relaxed,
    groupings::Grouping,
    known_groups,
    known_runs::{KnownColumn, KnownRuns, Laid},
    loose::Loose,
    paths::{Arc, Column, NODES_MAX, Node, Paths},
    place::Taken,
    prices::Prices,
};
use crate::{
    bounds::NEVER,
    case::Class,
    runs::Runs,
    story::Story,
    trail::{Known, Trail},
};

/// On what paths are laid out.
#[derive(Clone, Copy)]
pub(super) struct Base<'a> {
    pub(super) of: &'a Relaxed<'a>,
    pub(super) story: Story<'a>,
    /// What is left of the paths of the story without what its jokers owe.
    pub(super) shadows: &'a Paths,
}

/// What a play has to be worth for its ways to be laid out, and the prices of the shadows, which tell whether it can be.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) prices: &'a Prices,
    pub(super) value: i32,
    /// How many nodes may be laid out.
    pub(super) nodes: usize,
}

/// What a node stands for, its layer aside.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Name {
    plain: Runs,
    shadow: u32,
    known: KnownRuns,
}

impl Name {
    fn hash(&self) -> u64 {
        let word = self.known.hash() ^ u64::from(self.plain.0) << 32 ^ u64::from(self.shadow);
        let word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word ^ word >> 29
    }
}

/// What the nodes and ways stand for, beside the paths that they make.
#[derive(Debug, Default)]
pub(super) struct Refined {
    /// The known runs and the shadow of each node; its other runs are in the node.
    nodes: Vec<(KnownRuns, u32)>,
    /// The most that can be won up to each node.
    before: Vec<i32>,
    slots: Vec<Slot>,
    layer: u32,
    arcs: Vec<Arc>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    layer: u32,
    node: u32,
}

const SLOTS_MIN: usize = 1 << 8;

impl Refined {
    /// Lays out the paths of a story along those that are left of it without what jokers owe; `false` if there are too many.
    pub(super) fn fill(&mut self, base: Base<'_>, wanted: Wanted<'_>, paths: &mut Paths) -> bool {
        let Base { of, story, shadows } = base;
        paths.nodes.clear();
        paths.arcs.clear();
        paths.groupings.clear();
        self.nodes.clear();
        self.before.clear();
        let last = usize::from(of.supply.numbers);
        for number in 1..=last {
            fill_groupings(base, paths, number);
        }
        for colour in 0..4 {
            if !self.fill_colour(base, wanted, paths, colour) {
                return false;
            }
        }
        paths.after.clear();
        paths.after.resize(paths.nodes.len(), NEVER);
        for colour in 0..4 {
            let column = KnownColumn::new(story, of.loose, colour, last as u8, shadows);
            paths.cut_dead_ends(colour, last, 0, |node| {
                self.nodes[node].0.as_slice().iter().all(|&run| column.may_end(run, last as u8))
            });
        }
        true
    }

    fn fill_colour(&mut self, base: Base<'_>, wanted: Wanted<'_>, paths: &mut Paths, colour: usize) -> bool {
        let last = usize::from(base.of.supply.numbers);
        paths.first[colour][1] = paths.nodes.len() as u32;
        paths.nodes.push(Node { runs: Runs::default(), from: 0, to: 0 });
        let first = base.shadows.first[colour][1];
        self.nodes.push((KnownRuns::default(), first));
        self.before.push(0);
        let needed = base.shadows.after[first as usize] - (wanted.prices.bound - wanted.value);
        for number in 1..=last {
            let next = paths.nodes.len();
            paths.first[colour][number + 1] = next as u32;
            self.begin_layer();
            let ways = Ways::new(base, paths, colour, number);
            let first_arc = paths.arcs.len();
            for node in paths.first[colour][number] as usize..next {
                let mut arcs = core::mem::take(&mut self.arcs);
                arcs.clear();
                let (known, shadow) = self.nodes[node];
                let before = self.before[node];
                let is_whole = ways.each(paths.nodes[node].runs, &known, shadow, &mut |way| {
                    let value = before + wanted.prices.worth(colour, number, &way.arc);
                    if value + base.shadows.after[way.shadow as usize] < needed {
                        return;
                    }
                    let name = Name { plain: way.plain, shadow: way.shadow, known: way.laid.open };
                    let to = self.find(paths, name, next);
                    let there = &mut self.before[usize::from(to)];
                    *there = (*there).max(value);
                    arcs.push(Arc { from: node as u16, to, ..way.arc });
                });
                if !is_whole || paths.nodes.len() > wanted.nodes.min(NODES_MAX) {
                    self.arcs = arcs;
                    return false;
                }
                // Of ways that lead to the same one is enough, the one that sheds most.
                arcs.sort_unstable_by_key(|arc| (arc.grouped, arc.to, arc.jokers, -arc.worth));
                arcs.dedup_by_key(|arc| (arc.grouped, arc.to, arc.jokers));
                paths.arcs.extend_from_slice(&arcs);
                self.arcs = arcs;
            }
            paths.over[colour][number] = (first_arc as u32, paths.arcs.len() as u32);
        }
        paths.first[colour][last + 2] = paths.nodes.len() as u32;
        true
    }

    fn begin_layer(&mut self) {
        if self.slots.is_empty() || self.layer == u32::MAX {
            self.slots.clear();
            self.slots.resize(SLOTS_MIN, Slot::default());
            self.layer = 0;
        }
        self.layer += 1;
    }

    /// The node of a layer that has this name.
    fn find(&mut self, paths: &mut Paths, name: Name, first: usize) -> u16 {
        let mask = self.slots.len() - 1;
        let mut at = name.hash() as usize & mask;
        while self.slots[at].layer == self.layer {
            let node = self.slots[at].node;
            let (known, shadow) = self.nodes[node as usize];
            if (Name { plain: paths.nodes[node as usize].runs, shadow, known }) == name {
                return node as u16;
            }
            at = (at + 1) & mask;
        }
        let node = paths.nodes.len() as u32;
        self.slots[at] = Slot { layer: self.layer, node };
        paths.nodes.push(Node { runs: name.plain, from: 0, to: 0 });
        self.nodes.push((name.known, name.shadow));
        self.before.push(NEVER);
        if (paths.nodes.len() - first) * 2 > self.slots.len() {
            let size = self.slots.len() * 4;
            self.slots.clear();
            self.slots.resize(size, Slot::default());
            for (node, known) in paths.nodes.iter().zip(&self.nodes).skip(first).enumerate() {
                let (node, name) =
                    (first + node, Name { plain: known.0.runs, known: known.1.0, shadow: known.1.1 });
                let mut at = name.hash() as usize & (size - 1);
                while self.slots[at].layer == self.layer {
                    at = (at + 1) & (size - 1);
                }
                self.slots[at] = Slot { layer: self.layer, node: node as u32 };
            }
        }
        node as u16
    }

    /// Notes how a number was gone over.
    pub(super) fn note(
        &self,
        base: Base<'_>,
        paths: &Paths,
        number: usize,
        taken: &Taken,
        trail: &mut Trail,
    ) {
        let Base { of, story, .. } = base;
        let mut is_noted = false;
        known_groups::each_way(story, of.loose, number as u8, &mut |way| {
            if !is_noted && way.tiles == taken.way.tiles && way.jokers == taken.way.jokers {
                is_noted = true;
                for colour in 0..4 {
                    trail.groups[colour][number] = way.plain.get(colour) as u8;
                }
                trail.group_jokers[number] = way.plain_jokers;
                trail.known.extend_from_slice(way.known);
            }
        });
        for colour in 0..4 {
            let ways = Ways::new(base, paths, colour, number);
            let node = usize::from(taken.from[colour]);
            let arc = taken.arcs[colour];
            let (known, shadow) = self.nodes[node];
            let (wanted_known, wanted_shadow) = self.nodes[usize::from(arc.to)];
            let wanted_plain = paths.nodes[usize::from(arc.to)].runs;
            let mut is_noted = false;
            ways.each(paths.nodes[node].runs, &known, shadow, &mut |way| {
                let is_it = (way.arc.grouped, way.arc.in_runs, way.arc.jokers)
                    == (arc.grouped, arc.in_runs, arc.jokers)
                    && (way.plain, way.shadow, way.laid.open) == (wanted_plain, wanted_shadow, wanted_known);
                if is_it && !is_noted {
                    is_noted = true;
                    trail.runs[colour][number] = way.arc.in_runs - way.laid.real;
                    trail.run_jokers[colour][number] = way.plain_jokers;
                    let ended = way.laid.ended.as_slice().iter();
                    trail.known.extend(ended.map(|&run| Known::Run { run, end: number as u8 - 1 }));
                    if number == usize::from(of.supply.numbers) {
                        let open = way.laid.open.as_slice().iter();
                        trail.known.extend(open.map(|&run| Known::Run { run, end: number as u8 }));
                    }
                }
            });
            debug_assert!(is_noted, "a way was found that is none");
        }
    }
}

/// Lays out the groups of a number that a lattice without what jokers owe has left.
fn fill_groupings(base: Base<'_>, paths: &mut Paths, number: usize) {
    let Base { of, story, shadows } = base;
    let mut allowed = [0u8; 256];
    for way in &shadows.groupings[shadows.groupings(number)] {
        allowed[way.tiles.code()] |= 1 << way.jokers.total();
    }
    let from = paths.groupings.len();
    known_groups::each_way(story, of.loose, number as u8, &mut |way| {
        if allowed[way.tiles.code()] & 1 << way.jokers.total() != 0 {
            paths.groupings.push(Grouping { tiles: way.tiles, jokers: way.jokers, loss: 0 });
        }
    });
    let ways = &mut paths.groupings[from..];
    ways.sort_unstable_by_key(|way| (way.tiles, way.jokers));
    let mut kept = 0;
    for at in 0..ways.len() {
        if at == 0 || (ways[at].tiles, ways[at].jokers) != (ways[kept - 1].tiles, ways[kept - 1].jokers) {
            ways[kept] = ways[at];
            kept += 1;
        }
    }
    paths.groupings.truncate(from + kept);
    paths.first_grouping[number] = (from as u32, paths.groupings.len() as u32);
    paths.note_grouped(number);
}

/// A way over a number in one colour.
struct Way<'a> {
    /// Its target is not known yet.
    arc: Arc,
    laid: &'a Laid,
    plain: Runs,
    /// All jokers in runs that are not known.
    plain_jokers: u8,
    shadow: u32,
}

/// The ways over one number in one colour.
struct Ways<'a> {
    known: KnownColumn<'a>,
    column: Column,
    shadows: &'a Paths,
    /// All kept jokers in runs here.
    pins: u8,
    /// Kept jokers that lie in known runs, and others, a bit for each class.
    kept: (u8, u8),
    /// The class of jokers that may lie in runs that are not known, and how many there are.
    free: Option<(usize, u8)>,
}

impl<'a> Ways<'a> {
    fn new(base: Base<'a>, paths: &Paths, colour: usize, number: usize) -> Self {
        let Base { of, story, shadows } = base;
        let known = KnownColumn::new(story, of.loose, colour, number as u8, shadows);
        let free = story.case.classes.iter().position(|class| class.0 == Class::Free);
        Self {
            known,
            column: Column::of(of, paths, colour, number),
            shadows,
            pins: of.pins[colour][number],
            kept: known.kept_here(),
            free: free.filter(|_| !story.case.explicit).map(|class| (class, of.loose.get(class))),
        }
    }

    /// Calls for every way on from a node; `false` if there were too many.
    fn each(&self, plain: Runs, known: &KnownRuns, shadow: u32, found: &mut dyn FnMut(&Way<'_>)) -> bool {
        self.known.each_way(known, &mut |laid| {
            let (to_be_known, others) = self.kept;
            if to_be_known & !laid.kept != 0 {
                return;
            }
            let pins = (others & !laid.kept).count_ones() as u8;
            let free = self.free.map_or(0, |(class, count)| count - laid.jokers.get(class));
            let mut column = self.column.without(laid.real, laid.marked, pins, free);
            if !laid.open.is_empty() || !laid.ended.is_empty() {
                // A joker that needs a neighbour may have it in a known run.
                column.links = 0;
            }
            column.each_way(plain, |grouped, in_plain, jokers, plain| {
                let in_runs = in_plain + laid.real;
                let all_jokers =
                    self.free.map_or(laid.jokers, |(c, _)| laid.jokers.plus(Loose::of(c, jokers)));
                if let Some(shadow) = self.shadow(shadow, grouped, in_runs, all_jokers.total()) {
                    let worth = self.column.worth(grouped + in_runs);
                    let arc = Arc { from: 0, to: 0, worth, loss: 0, grouped, in_runs, jokers: all_jokers };
                    found(&Way { arc, laid, plain, plain_jokers: pins + jokers, shadow });
                }
            });
        })
    }

    /// Where the shadow goes that uses as many tiles, or more in runs that can go on.
    fn shadow(&self, from: u32, grouped: u8, in_runs: u8, jokers: u8) -> Option<u32> {
        let node = self.shadows.nodes[from as usize];
        let going = node.runs.short() + node.runs.threes();
        let free = self.column.all - grouped;
        let to_lengthen = going.saturating_sub(self.pins + jokers).min(free);
        let in_runs = in_runs.max(to_lengthen);
        let arcs = &self.shadows.arcs[node.from as usize..node.to as usize];
        let is_it =
            |arc: &&Arc| (arc.grouped, arc.in_runs, arc.jokers) == (grouped, in_runs, Loose::of(0, jokers));
        arcs.iter().find(is_it).map(|arc| u32::from(arc.to))
    }
}
