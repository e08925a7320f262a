//! What the tiles of a set can stand for where 1 may also follow 13.

use alloc::vec::Vec;

use crate::{
    Colour, Face, Kind, LaidSet, Number, Reading,
    set::{SET_TILES_MIN, is_group},
};

/// The place of the 1 that follows 13.
pub(super) const ACE: u8 = 14;

/// What a 1 counts in a group of ones and after 13.
const ACE_POINTS: u16 = 10;

/// The most that a tile scores at the end of a deal.
const SCORE_MAX: u16 = 10;

/// All readings of the tiles under which they are a set, runs before the group, the highest first.
///
/// A run begins with 1 to 12 and goes up to the 1 after 13. The order of the tiles rules out runs where it tells what a joker
/// stands for (rules.md §1).
pub(super) fn readings(set: &LaidSet) -> Vec<Reading> {
    let mut open = Vec::new();
    if set.tiles.len() < SET_TILES_MIN || set.tiles.len() > usize::from(ACE) {
        return open;
    }
    let Some((colour, number)) = set.tiles.iter().find_map(|face| face.parts()) else { return open };
    if set.kind != Some(Kind::Group) {
        let starts = run_starts(&set.tiles, colour).into_iter();
        open.extend(starts.map(|start| Reading::Run { colour, start }));
    }
    if set.kind != Some(Kind::Run) && is_group(&set.tiles, number) {
        open.push(Reading::Group { number });
    }
    open
}

/// The reading of the highest value, a run before a group.
pub(super) fn dearest(set: &LaidSet) -> Option<Reading> {
    let mut best: Option<Reading> = None;
    for reading in readings(set) {
        let worth = |r: Reading| laid_value(r, set.tiles.len());
        if best.is_none_or(|b| worth(reading) > worth(b)) {
            best = Some(reading);
        }
    }
    best
}

/// What a set is worth when it is laid: 11 to 13 in full, each joker as the tile it stands for.
pub(super) fn laid_value(reading: Reading, tiles: usize) -> u16 {
    each(reading, tiles, |place| if place == ACE { ACE_POINTS } else { u16::from(place) })
}

/// What a set scores for its owner at the end of a deal.
pub(super) fn score(reading: Reading, tiles: usize) -> u16 {
    each(reading, tiles, |place| u16::from(place).min(SCORE_MAX))
}

/// The sum over the tiles of what the place of each is worth; ones in a group count as the 1 after 13.
fn each(reading: Reading, tiles: usize, worth: impl Fn(u8) -> u16) -> u16 {
    let tiles = tiles as u8;
    match reading {
        Reading::Run { start, .. } => (start.get()..start.get() + tiles).map(worth).sum(),
        Reading::Group { number } => {
            let place = if number == Number::ONE { ACE } else { number.get() };
            u16::from(tiles) * worth(place)
        }
    }
}

/// The face at a place of a run of this colour; places are counted from 1 to 14.
pub(super) fn at(colour: Colour, place: u8) -> Option<Face> {
    let number = if place == ACE { Some(Number::ONE) } else { Number::new(place) };
    number.map(|number| Face::new(colour, number))
}

/// Where the run can begin that these tiles are, the highest first.
fn run_starts(tiles: &[Face], colour: Colour) -> Vec<Number> {
    let len = tiles.len() as u8;
    let fits = |start: &u8| {
        // Each real tile has a place of its own.
        let mut taken = 0u16;
        tiles.iter().filter_map(|face| face.parts()).all(|(c, number)| {
            let places = (*start..*start + len)
                .filter(|&place| at(c, place).is_some_and(|f| f.number() == Some(number)));
            let free = places.into_iter().find(|place| taken & 1 << place == 0);
            taken |= free.map_or(0, |place| 1 << place);
            c == colour && free.is_some()
        })
    };
    let all = || (1..=ACE + 1 - len).rev().filter(fits).filter_map(Number::new);
    let as_laid = |backwards: bool| {
        all().find(|start| {
            (0..len).all(|i| {
                let tile = tiles[usize::from(if backwards { len - 1 - i } else { i })];
                tile.is_joker() || at(colour, start.get() + i) == Some(tile)
            })
        })
    };
    match as_laid(false).or_else(|| as_laid(true)) {
        Some(start) => [start].to_vec(),
        None => all().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(tiles: &str) -> LaidSet {
        LaidSet::new(tiles.split(' ').map(|t| t.parse().unwrap()).collect::<Vec<Face>>())
    }

    fn starts(tiles: &str) -> Vec<u8> {
        let start = |reading| match reading {
            Reading::Run { start, .. } => Some(start.get()),
            Reading::Group { .. } => None,
        };
        readings(&laid(tiles)).into_iter().filter_map(start).collect()
    }

    #[test]
    fn a_1_stands_before_2_and_after_13_and_nothing_after_it() {
        assert_eq!(starts("R1 R2 R3"), [1]);
        assert_eq!(starts("R12 R13 R1"), [12]);
        assert_eq!(starts("R13 R1 R2"), [0; 0]);
        assert_eq!(starts("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1"), [1]);
        assert_eq!(starts("R1 R1 R2"), [0; 0]);
    }

    #[test]
    fn the_order_tells_what_a_joker_stands_for_where_it_can() {
        assert_eq!(starts("R12 R13 J"), [12]);
        assert_eq!(starts("J R12 R13"), [11]);
        assert_eq!(starts("R12 J R13"), [12, 11]);
        assert_eq!(starts("R13 R1 J"), [12]);
        assert_eq!(starts("R1 J J"), [1]);
        assert_eq!(starts("J J R1"), [12]);
    }

    #[test]
    fn a_1_counts_10_in_a_group_of_ones_and_after_13() {
        let value = |tiles: &str| {
            let set = laid(tiles);
            dearest(&set).map(|r| (laid_value(r, set.tiles.len()), score(r, set.tiles.len())))
        };
        assert_eq!(value("R1 R2 R3"), Some((6, 6)));
        assert_eq!(value("R11 R12 R13 R1"), Some((46, 40)));
        assert_eq!(value("R1 B1 J"), Some((30, 30)));
        assert_eq!(value("R1 J J"), Some((30, 30)));
        assert_eq!(value("R13 B13 K13 O13"), Some((52, 40)));
        assert_eq!(value("R9 J J"), Some((30, 29)));
    }
}
