//! A state of all four colours, and how it was reached.

use super::{
    groupings::{Grouping, Packed},
    loose::Loose,
    paths::{Arc, Node, Paths},
};

/// A state that was reached before a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Where each colour stands.
    pub(super) nodes: [u16; 4],
    /// How much less than the bound a play through it is worth at least.
    pub(super) loss: i32,
    /// From where it was reached.
    pub(super) parent: u32,
    /// Jokers that have no place yet.
    pub(super) jokers: Loose,
}

impl Place {
    /// A number that is the same for equal states.
    pub(super) fn hash(&self) -> u64 {
        let [a, b, c, d] = self.nodes.map(u64::from);
        let word = (a | b << 16 | c << 32 | d << 48) ^ u64::from(self.jokers.bits()) << 13;
        let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word ^ word >> 29
    }
}

/// How a place was reached from the one before it.
pub(super) fn retrace(paths: &Paths, number: usize, from: Place, to: Place) -> Option<Taken> {
    let jokers = from.jokers.minus(to.jokers)?;
    paths.groupings[paths.groupings(number)].iter().find_map(|way| {
        let jokers = jokers.minus(way.jokers)?;
        let step = Step { paths, tiles: way.tiles, from: from.nodes, to: to.nodes };
        let mut arcs = [None; 4];
        step.find(to.loss - from.loss - way.loss, jokers, 0, &mut arcs).then_some(())?;
        let [Some(a), Some(b), Some(c), Some(d)] = arcs else { return None };
        Some(Taken { from: from.nodes, way: *way, arcs: [a, b, c, d] })
    })
}

/// A way from one place to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) from: [u16; 4],
    pub(super) way: Grouping,
    pub(super) arcs: [Arc; 4],
}

/// From one place to the next, with so many tiles of each colour in groups.
struct Step<'a> {
    paths: &'a Paths,
    tiles: Packed,
    from: [u16; 4],
    to: [u16; 4],
}

impl Step<'_> {
    /// Finds arcs that lose so much and use so many jokers, from one colour on.
    fn find(&self, loss: i32, jokers: Loose, colour: usize, arcs: &mut [Option<Arc>; 4]) -> bool {
        if colour == 4 {
            return loss == 0 && jokers.is_none();
        }
        let Node { from, to, .. } = self.paths.nodes[usize::from(self.from[colour])];
        for arc in &self.paths.arcs[from as usize..to as usize] {
            let ends = arc.to == self.to[colour];
            if !ends || usize::from(arc.grouped) != self.tiles.get(colour) {
                continue;
            }
            if let Some(jokers) = jokers.minus(arc.jokers) {
                arcs[colour] = Some(*arc);
                if self.find(loss - arc.loss, jokers, colour + 1, arcs) {
                    return true;
                }
            }
        }
        false
    }
}
