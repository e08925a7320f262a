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
    Combiner::of_the_family(ruleset).reaches(rack, need, &mut BTreeMap::new())
}

/// Splits the tiles into valid sets so that every tile is used, long and dear ones first; `None` if that cannot be done.
///
/// Jokers stand where the sets that are found have them; under other readings the tiles may make other sets.
pub fn split_into_sets(ruleset: &Ruleset, tiles: &FaceCounts) -> Option<Vec<TableSet>> {
    let sets = Combiner::of_the_family(ruleset).split(tiles)?;
    Some(sets.iter().map(|set| TableSet::new(&set.tiles, set.reading)).collect())
}

/// What is left of the tiles: the search always takes the lowest, so that it is the lowest real tile of its set, or the one
/// that stands last in a run.
type Key = Vec<Face>;

/// A set that the search has made.
pub(crate) struct Made {
    /// A run ascending, a group with its jokers last.
    pub(crate) tiles: Vec<Face>,
    pub(crate) reading: Reading,
}

/// The search, with what it has to know of a game.
pub(crate) struct Combiner {
    /// How many places the longest run has.
    pub(crate) places: u8,
    /// The tile at a place of a run; places are counted from 1.
    pub(crate) face_at: fn(Colour, u8) -> Option<Face>,
    /// What a set of so many tiles is worth.
    pub(crate) value: fn(Reading, usize) -> u16,
    /// How many jokers a set may hold.
    pub(crate) jokers_max: u8,
}

impl Combiner {
    fn of_the_family(ruleset: &Ruleset) -> Self {
        Self {
            places: ruleset.tiles.numbers,
            face_at: |colour, place| Number::new(place).map(|number| Face::new(colour, number)),
            value: Reading::value,
            jokers_max: ruleset.joker.per_set.unwrap_or(u8::MAX),
        }
    }

    /// Sets that use all these tiles, long and dear ones first; `None` if there are none, or too many positions were looked at.
    pub(crate) fn split(&self, tiles: &FaceCounts) -> Option<Vec<Made>> {
        let mut dead = BTreeSet::new();
        let mut sets = Vec::new();
        self.covers(tiles, &mut sets, &mut dead).then_some(sets)
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
            let rest = left.minus(&set.tiles.iter().collect());
            let value = (self.value)(set.reading, set.tiles.len());
            if self.reaches(&rest, need.saturating_sub(value), failed) {
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
    fn covers(&self, left: &FaceCounts, sets: &mut Vec<Made>, dead: &mut BTreeSet<Key>) -> bool {
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
            let rest = left.minus(&set.tiles.iter().collect());
            sets.push(set);
            if self.covers(&rest, sets, dead) {
                return true;
            }
            sets.pop();
        }
        dead.insert(key);
        false
    }

    /// Every set that holds this tile, the lowest real one, longest and dearest first.
    fn sets_with_lowest(&self, left: &FaceCounts, lowest: Face) -> Vec<Made> {
        let Some((colour, number)) = lowest.parts() else {
            return Vec::new();
        };
        let mut sets = Vec::new();
        let jokers = left.jokers();
        let most = jokers.min(self.jokers_max);
        for place in number.get()..=self.places {
            let mut left = left.clone();
            if (self.face_at)(colour, place) == Some(lowest) && left.take(lowest) {
                let jokers_short = self.jokers_max < jokers;
                let mut run = RunInTheMaking {
                    game: self,
                    left,
                    colour,
                    jokers_left: most,
                    jokers_short,
                    sets: &mut sets,
                };
                run.goes_down(place, &mut vec![lowest]);
            }
        }
        groups(left, colour, number, most, &mut sets);
        sets.sort_by_key(|set| Reverse((set.tiles.len(), (self.value)(set.reading, set.tiles.len()))));
        sets
    }
}

/// The runs of a colour that hold a tile at one place.
struct RunInTheMaking<'a> {
    game: &'a Combiner,
    /// The tiles that are not in it.
    left: FaceCounts,
    colour: Colour,
    jokers_left: u8,
    /// Whether a set may hold fewer jokers than there are.
    jokers_short: bool,
    sets: &'a mut Vec<Made>,
}

impl RunInTheMaking<'_> {
    /// Adds each run that goes on from these tiles, of which the first is at `start`, upwards and downwards.
    fn goes_down(&mut self, start: u8, tiles: &mut Vec<Face>) {
        self.goes_up(start, tiles);
        let Some(before) = start.checked_sub(1) else {
            return;
        };
        for tile in self.tiles_at(before) {
            self.put(tile);
            tiles.insert(0, tile);
            self.goes_down(before, tiles);
            tiles.remove(0);
            self.take_back(tile);
        }
    }

    fn goes_up(&mut self, start: u8, tiles: &mut Vec<Face>) {
        if tiles.len() >= SET_TILES_MIN
            && let Some(start) = Number::new(start)
        {
            let reading = Reading::Run { colour: self.colour, start };
            self.sets.push(Made { tiles: tiles.clone(), reading });
        }
        for tile in self.tiles_at(start + tiles.len() as u8) {
            self.put(tile);
            tiles.push(tile);
            self.goes_up(start, tiles);
            tiles.pop();
            self.take_back(tile);
        }
    }

    /// What can lie at a place: its tile, or a joker.
    fn tiles_at(&self, place: u8) -> impl Iterator<Item = Face> + use<> {
        let face = (self.game.face_at)(self.colour, place).filter(|_| place <= self.game.places);
        let is_there = face.is_some_and(|face| self.left.of(face) > 0);
        // A joker beside its own tile gains nothing, since the tile could take its place and the joker go on, unless a set
        // may not hold any number of jokers. The tile with which the run began is always itself.
        let has_joker = face.is_some() && self.jokers_left > 0 && (!is_there || self.jokers_short);
        let real = face.filter(|_| is_there);
        real.into_iter().chain(has_joker.then_some(Face::JOKER))
    }

    fn put(&mut self, tile: Face) {
        if tile.is_joker() {
            self.jokers_left -= 1;
        } else {
            let _was_there = self.left.take(tile);
        }
    }

    fn take_back(&mut self, tile: Face) {
        if tile.is_joker() {
            self.jokers_left += 1;
        } else {
            self.left.add(tile);
        }
    }
}

/// Adds each group of this number with a tile of this colour and as many as `most` jokers.
fn groups(left: &FaceCounts, colour: Colour, number: Number, most: u8, sets: &mut Vec<Made>) {
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
                sets.push(Made { tiles: tiles.clone(), reading: Reading::Group { number } });
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
