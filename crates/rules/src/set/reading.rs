//! What the tiles of a set, its jokers among them, can stand for (rules.md §1).

use crate::{Colour, ColourSet, Face, Kind, LaidSet, NUMBER_MAX, Number, set::fault::SET_TILES_MIN};

/// One way to read a set: what kind it is, and which tiles its jokers stand for.
///
/// In a group the joker's colour stays open: it is any colour that the group lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// A run of this colour from `start` on, one number for each tile.
    Run {
        /// Its colour.
        colour: Colour,
        /// Its lowest number.
        start: Number,
    },
    /// A group of this number.
    Group {
        /// Its number.
        number: Number,
    },
}

impl Reading {
    /// The kind of set that it makes.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Run { .. } => Kind::Run,
            Self::Group { .. } => Kind::Group,
        }
    }

    /// What a set of `tiles` tiles is worth under this reading: each joker counts as the tile it stands for.
    pub fn value(self, tiles: usize) -> u16 {
        let tiles = tiles as u16;
        match self {
            Self::Run { start, .. } => tiles * u16::from(start.get()) + tiles * tiles.saturating_sub(1) / 2,
            Self::Group { number } => tiles * u16::from(number.get()),
        }
    }
}

/// The readings that are open for a set; none if it is no set.
///
/// At most one group and as many runs as there are places for it, so this is a small fixed table.
#[derive(Clone, Copy, Debug)]
pub struct Readings {
    list: [Reading; Self::MAX],
    len: u8,
}

impl Readings {
    /// A run of three can start at 11 places; a group adds one.
    const MAX: usize = NUMBER_MAX as usize;

    /// All readings of the tiles under which they are a set, runs before the group, dearer runs before cheaper ones.
    ///
    /// Numbers go from 1 to `numbers`. The order of the tiles rules out runs where it tells what a joker stands for.
    pub fn of(set: &LaidSet, numbers: u8) -> Self {
        let mut open = Self { list: [Reading::Group { number: Number::ONE }; Self::MAX], len: 0 };
        if set.tiles.len() < SET_TILES_MIN || set.tiles.len() > usize::from(NUMBER_MAX) {
            return open;
        }
        let Some((colour, number)) = set.tiles.iter().find_map(|f| f.parts()) else {
            return open;
        };
        if set.kind != Some(Kind::Group) {
            open.add_runs(&set.tiles, colour, numbers);
        }
        if set.kind != Some(Kind::Run) && is_group(&set.tiles, number) {
            open.push(Reading::Group { number });
        }
        open
    }

    /// Whether the tiles are no set at all.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The readings as a list.
    pub fn as_slice(&self) -> &[Reading] {
        &self.list[..usize::from(self.len)]
    }

    /// The reading of the highest value, a run before a group; `None` if the tiles are no set.
    pub fn dearest(&self, tiles: usize) -> Option<Reading> {
        let mut best: Option<Reading> = None;
        for &reading in self.as_slice() {
            if best.is_none_or(|b| reading.value(tiles) > b.value(tiles)) {
                best = Some(reading);
            }
        }
        best
    }

    fn push(&mut self, reading: Reading) {
        self.list[usize::from(self.len)] = reading;
        self.len += 1;
    }

    fn add_runs(&mut self, tiles: &[Face], colour: Colour, numbers: u8) {
        let Some((low, high)) = run_span(tiles, colour) else {
            return;
        };
        let len = tiles.len() as u8;
        if len > numbers || high - low >= len {
            return;
        }
        if let Some(start) = laid_start(tiles, numbers) {
            self.push(Reading::Run { colour, start });
            return;
        }
        let first = (high + 1).saturating_sub(len).max(1);
        let last = low.min(numbers + 1 - len);
        for start in (first..=last).rev().filter_map(Number::new) {
            self.push(Reading::Run { colour, start });
        }
    }
}

/// The lowest and the highest number, if all real tiles have this colour and no number occurs twice.
fn run_span(tiles: &[Face], colour: Colour) -> Option<(u8, u8)> {
    let mut seen = 0u16;
    for (c, n) in tiles.iter().filter_map(|f| f.parts()) {
        let bit = 1 << n.get();
        if c != colour || seen & bit != 0 {
            return None;
        }
        seen |= bit;
    }
    Some((seen.trailing_zeros() as u8, 15 - seen.leading_zeros() as u8))
}

/// The lowest number of the run that the tiles are as they lie, or else as they lie backwards.
fn laid_start(tiles: &[Face], numbers: u8) -> Option<Number> {
    start_in_order(tiles.iter(), numbers).or_else(|| start_in_order(tiles.iter().rev(), numbers))
}

fn start_in_order<'a>(tiles: impl ExactSizeIterator<Item = &'a Face>, numbers: u8) -> Option<Number> {
    let len = tiles.len() as u8;
    let mut found: Option<(Colour, u8)> = None;
    for (place, (colour, number)) in
        tiles.enumerate().filter_map(|(i, f)| f.parts().map(|parts| (i as u8, parts)))
    {
        let start = number.get().checked_sub(place)?;
        if found.is_some_and(|f| f != (colour, start)) {
            return None;
        }
        found = Some((colour, start));
    }
    let start = found?.1;
    if start + len > numbers + 1 { None } else { Number::new(start) }
}

/// Whether the tiles are at most one of each colour, all of this number; how many there are at least is asked elsewhere.
pub(crate) fn is_group(tiles: &[Face], number: Number) -> bool {
    let mut colours = ColourSet::EMPTY;
    for (colour, n) in tiles.iter().filter_map(|f| f.parts()) {
        if n != number || colours.contains(colour) {
            return false;
        }
        colours = colours.with(colour);
    }
    tiles.len() <= Colour::ALL.len()
}
