//! Every way to part tiles into sets.

use super::shape::{self, Shape};
use super::tiles::Tiles;
use crate::referee::face::Face;
use crate::referee::reading::Laid;
use std::collections::{BTreeMap, BTreeSet};

/// Parts tiles into sets; all of them are among the tiles that it was made for.
pub(super) struct Parting {
    shapes: Vec<Shape>,
    /// The places in `shapes` of the sets whose first real face this is.
    by_first: BTreeMap<Face, Vec<usize>>,
    /// Tiles that are known not to part into sets.
    hopeless: BTreeSet<Tiles>,
}

/// What a visitor makes of tiles parted into sets; with a finding the search is over.
type Visitor<'a, T> = dyn FnMut(&[&Laid]) -> Option<T> + 'a;

impl Parting {
    pub(super) fn of(tiles: &Tiles) -> Self {
        let shapes = shape::all(tiles);
        let mut by_first: BTreeMap<Face, Vec<usize>> = BTreeMap::new();
        for (place, shape) in shapes.iter().enumerate() {
            if let Some(first) = shape.tiles.first_real() {
                by_first.entry(first).or_default().push(place);
            }
        }
        Self { shapes, by_first, hopeless: BTreeSet::new() }
    }

    /// Shows every way to part the tiles to a visitor until it finds what it seeks.
    pub(super) fn find<T>(&mut self, tiles: Tiles, visitor: &mut Visitor<'_, T>) -> Option<T> {
        let Self { shapes, by_first, hopeless } = self;
        let mut search = Search { shapes, by_first, hopeless, chosen: Vec::new(), visitor };
        search.part(tiles).found
    }
}

struct Search<'a, 'b, T> {
    shapes: &'a [Shape],
    by_first: &'a BTreeMap<Face, Vec<usize>>,
    hopeless: &'a mut BTreeSet<Tiles>,
    chosen: Vec<usize>,
    visitor: &'a mut Visitor<'b, T>,
}

/// What came of the tiles that were left.
struct Outcome<T> {
    found: Option<T>,
    /// Whether there was a way to part them.
    parted: bool,
}

impl<T> Search<'_, '_, T> {
    /// The first real tile has to lie in some set, of which it is the first one too: every such set is tried. Of two sets
    /// that begin with equal tiles the later one in the list comes second, so that no way is shown twice.
    fn part(&mut self, left: Tiles) -> Outcome<T> {
        let Some(first) = left.first_real() else {
            // A set has a real tile, so jokers alone are left over.
            let parted = left.is_empty();
            let found = if parted { self.show() } else { None };
            return Outcome { found, parted };
        };
        let mut outcome = Outcome { found: None, parted: false };
        if self.hopeless.contains(&left) {
            return outcome;
        }
        let follows_an_equal =
            self.chosen.last().copied().filter(|&last| self.shapes[last].tiles.first_real() == Some(first));
        let by_first = self.by_first;
        for &place in by_first.get(&first).into_iter().flatten() {
            if follows_an_equal.is_some_and(|last| place < last) {
                continue;
            }
            if let Some(rest) = left.without(&self.shapes[place].tiles) {
                self.chosen.push(place);
                let of_rest = self.part(rest);
                self.chosen.pop();
                outcome.parted |= of_rest.parted;
                outcome.found = of_rest.found;
                if outcome.found.is_some() {
                    return outcome;
                }
            }
        }
        if !outcome.parted && follows_an_equal.is_none() {
            self.hopeless.insert(left);
        }
        outcome
    }

    fn show(&mut self) -> Option<T> {
        let sets: Vec<&Laid> = self.chosen.iter().map(|&place| &self.shapes[place].laid).collect();
        (self.visitor)(&sets)
    }
}
