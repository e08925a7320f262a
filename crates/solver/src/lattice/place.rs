//! A state of all four colours, and how it was reached.

use super::{
    Relaxed,
    groupings::Packed,
    paths::{Arc, Node, Paths},
};
use crate::trail::Trail;

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
    pub(super) jokers: u8,
}

impl Place {
    /// A number that is the same for equal states.
    pub(super) fn hash(&self) -> u64 {
        let [a, b, c, d] = self.nodes.map(u64::from);
        let word = (a | b << 16 | c << 32 | d << 48) ^ u64::from(self.jokers) << 13;
        let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word ^ word >> 29
    }
}

/// Notes how a place was reached from the one before it.
pub(super) fn retrace(
    of: &Relaxed<'_>,
    paths: &Paths,
    number: usize,
    from: Place,
    to: Place,
    trail: &mut Trail,
) {
    let jokers = from.jokers - to.jokers;
    for way in &paths.groupings[paths.groupings(number)] {
        let Some(jokers) = jokers.checked_sub(way.jokers) else { continue };
        let step = Step { paths, tiles: way.tiles, from: from.nodes, to: to.nodes };
        let mut arcs = [None; 4];
        if step.find(to.loss - from.loss - way.loss, jokers, 0, &mut arcs) {
            for (colour, arc) in arcs.into_iter().enumerate() {
                let arc: Arc = arc.expect("an arc of each colour was found");
                trail.runs[colour][number] = arc.in_runs;
                trail.run_jokers[colour][number] = arc.jokers + of.pins[colour][number];
                trail.groups[colour][number] = arc.grouped;
            }
            trail.group_jokers[number] = way.jokers + of.group_pins[number];
            return;
        }
    }
    debug_assert!(false, "a place was reached in no way");
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
    fn find(&self, loss: i32, jokers: u8, colour: usize, arcs: &mut [Option<Arc>; 4]) -> bool {
        if colour == 4 {
            return loss == 0 && jokers == 0;
        }
        let Node { from, to, .. } = self.paths.nodes[usize::from(self.from[colour])];
        for arc in &self.paths.arcs[from as usize..to as usize] {
            let ends = arc.to == u32::from(self.to[colour]);
            if ends && usize::from(arc.grouped) == self.tiles.get(colour) && arc.jokers <= jokers {
                arcs[colour] = Some(*arc);
                if self.find(loss - arc.loss, jokers - arc.jokers, colour + 1, arcs) {
                    return true;
                }
            }
        }
        false
    }
}
