//! How many tiles of each colour a number can put into groups.

use alloc::vec::Vec;

use super::loose::Loose;

/// The most jokers that groups of one number hold together.
pub(crate) const JOKERS_MAX: usize = 4;

/// The most tiles of a face.
const COPIES_MAX: u16 = 3;

/// Tiles of one number that make groups, four bits for each colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Packed(u16);

impl Packed {
    /// From the tiles of each colour, at most seven each.
    pub(super) fn of(tiles: [u8; 4]) -> Self {
        Self((0..4).fold(0, |bits, colour| bits | u16::from(tiles[colour]) << (4 * colour)))
    }

    pub(super) const fn get(self, colour: usize) -> usize {
        (self.0 >> (4 * colour) & 7) as usize
    }

    /// These and others.
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// A number below 256 where no colour has more than three.
    pub(super) const fn code(self) -> usize {
        let pairs = self.0 & 0x0303 | (self.0 & 0x3030) >> 2;
        (pairs | pairs >> 4) as usize & 0xff
    }

    /// Whether no colour has more tiles than another collection.
    const fn is_within(self, other: Self) -> bool {
        (other.0 + 0x8888 - self.0) & 0x8888 == 0x8888
    }
}

/// A way to put tiles of one number into groups.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grouping {
    pub(super) tiles: Packed,
    /// Jokers among them that could have lain elsewhere.
    pub(super) jokers: Loose,
    /// What it falls short of the best way, as it is priced.
    pub(super) loss: i32,
}

/// The tiles that make groups with so many jokers; those of two copies come first.
struct List {
    tiles: [Packed; 256],
    /// How many there are with at most so many tiles of a colour.
    count: [usize; COPIES_MAX as usize + 1],
}

static LISTS: [List; JOKERS_MAX + 1] = [list(0), list(1), list(2), list(3), list(4)];

/// The ways to use some tiles with some jokers, as they have been asked for before.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Where the ways lie, by jokers and by tiles; nothing has no place yet.
    places: Vec<Option<(u32, u32)>>,
    tiles: Vec<Packed>,
}

/// How many collections of tiles of one number there are.
const COLLECTIONS: usize = 1 << 8;

impl Known {
    /// Adds every way to use these tiles, with jokers that have to lie in groups of this number and some that may.
    pub(super) fn add(&mut self, there: [u8; 4], pinned: u8, jokers: u8, ways: &mut Vec<Grouping>) {
        for free in 0..=jokers {
            let within = self.list(there, pinned + free);
            ways.extend(within.iter().map(|&tiles| Grouping { tiles, jokers: Loose::of(0, free), loss: 0 }));
        }
    }

    fn list(&mut self, there: [u8; 4], jokers: u8) -> &[Packed] {
        if usize::from(jokers) > JOKERS_MAX {
            return &[];
        }
        self.places.resize(COLLECTIONS * (JOKERS_MAX + 1), None);
        let place = &mut self.places[usize::from(jokers) * COLLECTIONS + Packed::of(there).code()];
        let (from, to) = *place.get_or_insert_with(|| {
            let from = self.tiles.len() as u32;
            self.tiles.extend(list_within(there, jokers));
            (from, self.tiles.len() as u32)
        });
        &self.tiles[from as usize..to as usize]
    }
}

/// The ways to use these tiles with all of so many jokers.
pub(super) fn list_within(there: [u8; 4], jokers: u8) -> impl Iterator<Item = Packed> {
    let copies = usize::from(there.into_iter().max().unwrap_or(0));
    let list = LISTS.get(usize::from(jokers)).map_or(&[][..], |list| &list.tiles[..list.count[copies]]);
    let there = Packed::of(there);
    list.iter().copied().filter(move |tiles| tiles.is_within(there))
}

const fn list(jokers: u16) -> List {
    let mut list = List { tiles: [Packed(0); 256], count: [0; COPIES_MAX as usize + 1] };
    let mut at = 0;
    let mut copies = 0;
    while copies <= COPIES_MAX {
        let mut code = 0u16;
        while code < 256 {
            let tiles = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
            if most(tiles) == copies && make_groups(tiles, jokers) {
                list.tiles[at] = Packed(tiles[0] | tiles[1] << 4 | tiles[2] << 8 | tiles[3] << 12);
                at += 1;
            }
            code += 1;
        }
        list.count[copies as usize] = at;
        copies += 1;
    }
    list
}

const fn most(tiles: [u16; 4]) -> u16 {
    let mut most = 0;
    let mut colour = 0;
    while colour < 4 {
        if tiles[colour] > most {
            most = tiles[colour];
        }
        colour += 1;
    }
    most
}

/// Whether tiles and jokers make some number of groups of three or four, a real tile in each.
const fn make_groups(tiles: [u16; 4], jokers: u16) -> bool {
    let real = tiles[0] + tiles[1] + tiles[2] + tiles[3];
    let mut groups = most(tiles);
    while groups <= real {
        if 3 * groups <= real + jokers && real + jokers <= 4 * groups {
            return true;
        }
        groups += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(there: [u8; 4], pinned: u8, jokers: u8) -> usize {
        let mut ways = Vec::new();
        Known::default().add(there, pinned, jokers, &mut ways);
        ways.len()
    }

    #[test]
    fn two_copies_make_groups_in_21_ways() {
        // None; one group of three in four ways or of four; two groups of six tiles in ten ways, of seven in four, of eight.
        assert_eq!(ways([2; 4], 0, 0), 1 + 5 + 15);
    }

    #[test]
    fn jokers_fill_the_places_that_are_empty() {
        assert_eq!(ways([1, 0, 0, 0], 0, 1), 1);
        assert_eq!(ways([1, 1, 0, 0], 0, 1), 2);
        assert_eq!(ways([1, 0, 0, 0], 2, 0), 1);
        assert_eq!(ways([0; 4], 1, 0), 0);
    }
}
