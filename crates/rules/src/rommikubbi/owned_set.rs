//! A set on the table and who laid it.

use alloc::vec::Vec;

use super::readings::{self, at};
use crate::{ColourSet, Face, FaceCounts, JokerStand, Kind, LaidSet, Reading, Seat, set::lacking};

/// A set that lies on the table, with the reading that is stored and the seat that laid it first.
///
/// Its tiles are in order: a run ascending with each joker in its place, a group by colour with the jokers last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedSet {
    owner: Seat,
    tiles: Vec<Face>,
    reading: Reading,
}

impl OwnedSet {
    /// Puts the tiles in order under a reading that fits them.
    pub(super) fn new(owner: Seat, tiles: &[Face], reading: Reading) -> Self {
        let mut tiles = tiles.to_vec();
        match reading {
            Reading::Group { .. } => tiles.sort_unstable(),
            Reading::Run { colour, start } => {
                let mut left: FaceCounts = tiles.iter().collect();
                for (place, tile) in (start.get()..).zip(tiles.iter_mut()) {
                    *tile = at(colour, place).filter(|&face| left.take(face)).unwrap_or(Face::JOKER);
                }
            }
        }
        Self { owner, tiles, reading }
    }

    /// Reads tiles that lie on the table without a stored reading: as declared, else as laid, else at their highest value, a
    /// run before a group; `None` if they are no set.
    pub fn read(owner: Seat, laid: &LaidSet) -> Option<Self> {
        let reading = readings::dearest(laid)?;
        Some(Self::new(owner, &laid.tiles, reading))
    }

    /// The seat for which it scores.
    pub const fn owner(&self) -> Seat {
        self.owner
    }

    /// The tiles in their order.
    pub fn tiles(&self) -> &[Face] {
        &self.tiles
    }

    /// The reading that is stored with it. A run that ends with the 1 after 13 is told by its length.
    pub const fn reading(&self) -> Reading {
        self.reading
    }

    /// A run or a group.
    pub const fn kind(&self) -> Kind {
        self.reading.kind()
    }

    /// The same set as a player would lay it, with its kind declared: read again, it has this reading.
    pub fn to_laid(&self) -> LaidSet {
        LaidSet::declared(self.tiles.clone(), self.kind())
    }

    /// What each of its jokers stands for, from left to right.
    pub fn jokers(&self) -> impl Iterator<Item = JokerStand> + '_ {
        let reading = self.reading;
        let places = (0u8..).zip(&self.tiles).filter(|(_, tile)| tile.is_joker());
        places.filter_map(move |(place, _)| match reading {
            Reading::Run { colour, start } => {
                let number = at(colour, start.get() + place)?.number()?;
                Some(JokerStand { place, number, colours: ColourSet::EMPTY.with(colour) })
            }
            Reading::Group { number } => Some(JokerStand { place, number, colours: lacking(&self.tiles) }),
        })
    }

    /// What it was worth when laid as it is, in points: 11 to 13 in full.
    pub fn laid_value(&self) -> u16 {
        readings::laid_value(self.reading, self.tiles.len())
    }

    /// What it scores for its owner at the end of a deal, in points: no tile more than 10.
    pub fn score(&self) -> u16 {
        readings::score(self.reading, self.tiles.len())
    }
}

#[cfg(feature = "serde")]
mod serde_impl {
    use alloc::vec::Vec;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::OwnedSet;
    use crate::{Face, Kind, LaidSet, Seat};

    /// The order of the tiles and the kind tell the reading.
    #[derive(Serialize, Deserialize)]
    struct Written {
        owner: Seat,
        tiles: Vec<Face>,
        kind: Kind,
    }

    impl Serialize for OwnedSet {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let written = Written { owner: self.owner, tiles: self.tiles.clone(), kind: self.kind() };
            written.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for OwnedSet {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let Written { owner, tiles, kind } = Written::deserialize(deserializer)?;
            let laid = LaidSet::declared(tiles, kind);
            Self::read(owner, &laid).ok_or_else(|| D::Error::custom("the tiles are no set of that kind"))
        }
    }
}
