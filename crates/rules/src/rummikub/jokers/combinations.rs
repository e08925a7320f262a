//! The combinations of readings that the sets of a play allow.

use alloc::{vec, vec::Vec};
use core::cmp::Reverse;

use super::{placed::Old, preferred};
use crate::{LaidSet, Reading, Readings, TableSet, rummikub::shape::Shape};

/// How many combinations of readings are looked at. Four jokers, the most that any ruleset has, allow 16.
const COMBINATIONS_MAX: usize = 256;

/// All combinations of readings, the best liked first: old sets keep theirs, then the highest value, then runs.
///
/// Each has one reading for each set. Of a table made up of more jokers than any ruleset has, the sets that come last
/// are looked at in the reading that is liked best alone.
pub(super) fn all(
    table: &[TableSet],
    after: &[LaidSet],
    open: &[Readings],
    olds: &[Old],
    shapes: &[Shape],
) -> Vec<Vec<Reading>> {
    let mut all: Vec<Vec<Reading>> = vec![Vec::with_capacity(after.len())];
    for (laid, open) in after.iter().zip(open) {
        let liked = preferred(table, laid, open);
        let choices: &[Reading] = if all.len() * open.as_slice().len() > COMBINATIONS_MAX {
            liked.as_slice()
        } else {
            open.as_slice()
        };
        if let [only] = choices {
            for combination in &mut all {
                combination.push(*only);
            }
            continue;
        }
        all = all
            .iter()
            .flat_map(|c| choices.iter().map(move |&r| c.iter().copied().chain([r]).collect()))
            .collect();
    }
    if all.len() > 1 {
        all.sort_by_cached_key(|c| Reverse(liking(c, olds, shapes)));
    }
    all
}

fn liking(combination: &[Reading], olds: &[Old], shapes: &[Shape]) -> (usize, u32, usize) {
    let sets = || combination.iter().zip(shapes);
    let staying = sets()
        .filter(|&(r, shape)| shape.jokers() > 0 && olds.iter().any(|o| o.shape == *shape && o.reading == *r))
        .count();
    let value = sets().map(|(r, shape)| u32::from(r.value(shape.len() as usize))).sum();
    let runs = combination.iter().filter(|r| matches!(r, Reading::Run { .. })).count();
    (staying, value, runs)
}
