//! Which sets can be made of some tiles: an exact search of these tiles alone, without a table.
//!
//! It serves where the rack alone matters: whether it holds an opening (rules.md §6, `unopened`), and the splitting of
//! picked tiles into sets. The best play with a table is another, harder question.

use alloc::{collections::BTreeMap, vec::Vec};

use crate::{Colour, Face, FaceCounts, Number, Reading, Ruleset, TableSet};

/// How many positions the splitting of picked tiles looks at; beyond, it answers that it found nothing. A rack of 40
/// tiles needs a few hundred.
const SPLIT_POSITIONS_MAX: usize = 20_000;

/// Whether sets made of these tiles alone are worth `min_points` or more together; with 0 points, whether there is a set.
pub fn holds_opening(ruleset: &Ruleset, rack: &FaceCounts) -> bool {
    let need = ruleset.opening.min_points.max(1);
    Combiner::new(ruleset).reaches(rack, need, &mut BTreeMap::new())
}

/// Splits the tiles into valid sets so that every tile is used, dearest readings first; `None` if that cannot be done.
pub fn split_into_sets(ruleset: &Ruleset, tiles: &FaceCounts) -> Option<Vec<TableSet>> {
    let mut dead = BTreeMap::new();
    let mut sets = Vec::new();
    Combiner::new(ruleset).covers(tiles, &mut sets, &mut dead).then_some(sets)
}

/// Faces in the order in which the search takes them: low numbers first, so that the lowest tile left is the lowest real
/// tile of its run.
type Key = Vec<(Face, u8)>;

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
        let key: Key = left.iter().collect();
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
    fn covers(&self, left: &FaceCounts, sets: &mut Vec<TableSet>, dead: &mut BTreeMap<Key, ()>) -> bool {
        if left.is_empty() {
            return true;
        }
        let key: Key = left.iter().collect();
        let Some(lowest) = lowest(left) else {
            return false;
        };
        if dead.len() >= SPLIT_POSITIONS_MAX || dead.contains_key(&key) {
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
        dead.insert(key, ());
        false
    }

    /// Every set in which this tile is the lowest real one, longest and dearest first.
    fn sets_with_lowest(&self, left: &FaceCounts, lowest: Face) -> Vec<TableSet> {
        let Some((colour, number)) = lowest.parts() else {
            return Vec::new();
        };
        let mut sets = self.runs(left, colour, number);
        sets.extend(self.groups(left, colour, number));
        sets.sort_by_key(|s| core::cmp::Reverse((s.tiles().len(), s.value())));
        sets
    }

    fn runs(&self, left: &FaceCounts, colour: Colour, number: Number) -> Vec<TableSet> {
        let mut runs = Vec::new();
        let most = left.jokers().min(self.jokers_max);
        for before in 0..=most.min(number.get() - 1) {
            let mut jokers = before;
            let mut tiles = alloc::vec![Face::JOKER; usize::from(before)];
            for at in number.get()..=self.numbers {
                let Some(next) = Number::new(at) else { break };
                let face = Face::new(colour, next);
                if left.of(face) > 0 {
                    tiles.push(face);
                } else if jokers < most {
                    jokers += 1;
                    tiles.push(Face::JOKER);
                } else {
                    break;
                }
                if let (Some(start), 3..) = (Number::new(number.get() - before), tiles.len()) {
                    runs.push(TableSet::new(&tiles, Reading::Run { colour, start }));
                }
                // A tile may also stay in the rack's order for another set: a joker never stands beside its own tile
                // here, which loses nothing, since that tile could take the joker's place and the joker go on.
            }
        }
        runs
    }

    fn groups(&self, left: &FaceCounts, colour: Colour, number: Number) -> Vec<TableSet> {
        let others: Vec<Face> = Colour::ALL
            .into_iter()
            .filter(|&c| c != colour)
            .map(|c| Face::new(c, number))
            .filter(|&f| left.of(f) > 0)
            .collect();
        let most = left.jokers().min(self.jokers_max);
        let mut groups = Vec::new();
        for chosen in 0..1u8 << others.len() {
            let mut tiles = alloc::vec![Face::new(colour, number)];
            tiles.extend(others.iter().enumerate().filter(|(i, _)| chosen & (1 << i) != 0).map(|(_, &f)| f));
            for _ in 0..=most {
                if (3..=Colour::ALL.len()).contains(&tiles.len()) {
                    groups.push(TableSet::new(&tiles, Reading::Group { number }));
                }
                tiles.push(Face::JOKER);
            }
        }
        groups
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
