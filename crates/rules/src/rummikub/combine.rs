//! Which sets can be made of some tiles: an exact search of these tiles alone, without a table.
//!
//! It serves where the rack alone matters: whether it holds an opening (rules.md §6, `unopened`), and the splitting of
//! picked tiles into sets. The best play with a table is another, harder question.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec,
    vec::Vec,
};
use core::cmp::Reverse;

use crate::{
    Colour, Face, FaceCounts, Number, Reading, Ruleset, TableSet,
    set::{GROUP_TILES_MAX, SET_TILES_MIN},
};

/// How many positions the splitting of picked tiles looks at; beyond, it answers that it found nothing. A rack of 40
/// tiles needs a few hundred.
const SPLIT_POSITIONS_MAX: usize = 20_000;

/// Whether sets made of these tiles alone are worth `min_points` or more together; with 0 points, whether there is a set.
pub fn holds_opening(ruleset: &Ruleset, rack: &FaceCounts) -> bool {
    let need = ruleset.opening.min_points.max(1);
    Combiner::new(ruleset).reaches(rack, need, &mut BTreeMap::new())
}

/// Splits the tiles into valid sets so that every tile is used, long and dear ones first; `None` if that cannot be done.
///
/// Jokers stand where the sets that are found have them; under other readings the tiles may make other sets.
pub fn split_into_sets(ruleset: &Ruleset, tiles: &FaceCounts) -> Option<Vec<TableSet>> {
    let mut dead = BTreeSet::new();
    let mut sets = Vec::new();
    Combiner::new(ruleset).covers(tiles, &mut sets, &mut dead).then_some(sets)
}

/// What is left of the tiles: the search always takes the lowest, so that it is the lowest real tile of its set.
type Key = Vec<Face>;

struct Combiner {
    numbers: u8,
    jokers_max: u8,
}

impl Combiner {
    fn new(ruleset: &Ruleset) -> Self {
        Self { numbers: ruleset.tiles.numbers, jokers_max: ruleset.joker.per_set.unwrap_or(u8::MAX) }
    }

    /// Whether `need` points can be made; `failed` remembers what positions could not reach.
    fn reaches(&self, left: &FaceCounts, need: u16, failed: &mut BTreeMap<Key, u16>) -> bool {
        if need == 0 {
            return true;
        }
        let Some(lowest) = lowest(left) else {
            return false;
        };
        if worth_at_most(left) < need {
            return false;
        }
        let key: Key = left.to_vec();
        if failed.get(&key).is_some_and(|&least| least <= need) {
            return false;
        }
        for set in self.sets_with_lowest(left, lowest) {
            let rest = left.minus(&set.counts());
            if self.reaches(&rest, need.saturating_sub(set.value()), failed) {
                return true;
            }
        }
        let mut without = left.clone();
        if without.take(lowest) && self.reaches(&without, need, failed) {
            return true;
        }
        failed.insert(key, need);
        false
    }

    /// Whether all tiles fit into sets; pushes them.
    fn covers(&self, left: &FaceCounts, sets: &mut Vec<TableSet>, dead: &mut BTreeSet<Key>) -> bool {
        if left.is_empty() {
            return true;
        }
        let key: Key = left.to_vec();
        let Some(lowest) = lowest(left) else {
            return false;
        };
        if dead.len() >= SPLIT_POSITIONS_MAX || dead.contains(&key) {
            return false;
        }
        for set in self.sets_with_lowest(left, lowest) {
            let rest = left.minus(&set.counts());
            sets.push(set);
            if self.covers(&rest, sets, dead) {
                return true;
            }
            sets.pop();
        }
        dead.insert(key);
        false
    }

    /// Every set in which this tile is the lowest real one, longest and dearest first.
    fn sets_with_lowest(&self, left: &FaceCounts, lowest: Face) -> Vec<TableSet> {
        let Some((colour, number)) = lowest.parts() else {
            return Vec::new();
        };
        let mut sets = Vec::new();
        let most = left.jokers().min(self.jokers_max);
        for before in 0..=most.min(number.get() - 1) {
            if let Some(start) = Number::new(number.get() - before) {
                let mut run =
                    RunInTheMaking { left, colour, start, jokers_left: most - before, sets: &mut sets };
                let mut tiles = vec![Face::JOKER; usize::from(before)];
                run.goes_on(self, number, &mut tiles);
            }
        }
        groups(left, colour, number, most, &mut sets);
        sets.sort_by_key(|s| Reverse((s.tiles().len(), s.value())));
        sets
    }
}

/// The runs of a colour that begin at one number.
struct RunInTheMaking<'a> {
    left: &'a FaceCounts,
    colour: Colour,
    start: Number,
    jokers_left: u8,
    sets: &'a mut Vec<TableSet>,
}

impl RunInTheMaking<'_> {
    /// Adds each run that goes on from these tiles with a tile of number `at`.
    fn goes_on(&mut self, combiner: &Combiner, at: Number, tiles: &mut Vec<Face>) {
        if at.get() > combiner.numbers {
            return;
        }
        let face = Face::new(self.colour, at);
        let is_there = self.left.of(face) > 0;
        if is_there {
            self.goes_on_with(combiner, face, at, tiles);
        }
        // A joker beside its own tile gains nothing, since the tile could take its place and the joker go on, unless a set
        // may not hold any number of jokers. The lowest tile is always itself.
        let is_first = tiles.iter().all(|f| f.is_joker());
        let may_gain = !is_there || (!is_first && combiner.jokers_max < self.left.jokers());
        if may_gain && self.jokers_left > 0 {
            self.jokers_left -= 1;
            self.goes_on_with(combiner, Face::JOKER, at, tiles);
            self.jokers_left += 1;
        }
    }

    fn goes_on_with(&mut self, combiner: &Combiner, tile: Face, at: Number, tiles: &mut Vec<Face>) {
        tiles.push(tile);
        if tiles.len() >= SET_TILES_MIN {
            self.sets.push(TableSet::new(tiles, Reading::Run { colour: self.colour, start: self.start }));
        }
        if let Some(next) = Number::new(at.get() + 1) {
            self.goes_on(combiner, next, tiles);
        }
        tiles.pop();
    }
}

/// Adds each group of this number with a tile of this colour and as many as `most` jokers.
fn groups(left: &FaceCounts, colour: Colour, number: Number, most: u8, sets: &mut Vec<TableSet>) {
    let others: Vec<Face> = Colour::ALL
        .into_iter()
        .filter(|&c| c != colour)
        .map(|c| Face::new(c, number))
        .filter(|&f| left.of(f) > 0)
        .collect();
    for chosen in 0..1u8 << others.len() {
        let mut tiles = vec![Face::new(colour, number)];
        tiles.extend(others.iter().enumerate().filter(|(i, _)| chosen & (1 << i) != 0).map(|(_, &f)| f));
        for _ in 0..=most {
            if tiles.len() > GROUP_TILES_MAX {
                break;
            }
            if tiles.len() >= SET_TILES_MIN {
                sets.push(TableSet::new(&tiles, Reading::Group { number }));
            }
            tiles.push(Face::JOKER);
        }
    }
}

/// The real tile with the lowest number, by colour among equals.
fn lowest(left: &FaceCounts) -> Option<Face> {
    left.iter().map(|(face, _)| face).filter(|f| !f.is_joker()).min_by_key(|f| f.number())
}

/// More than any sets of these tiles are worth: each joker counted as a 13.
fn worth_at_most(left: &FaceCounts) -> u16 {
    left.iter().map(|(face, n)| u16::from(n) * face.number().map_or(13, |n| u16::from(n.get()))).sum()
}
