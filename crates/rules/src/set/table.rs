//! A set on the table: checked, with the reading that is stored with it.

use core::fmt;

use alloc::vec::Vec;

use crate::{
    ColourSet, Face, FaceCounts, Kind, LaidSet, Number,
    set::{Reading, Readings},
};

/// Names a set on the table for as long as it stays; never used twice in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub struct SetId(pub u32);

impl fmt::Display for SetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a joker of a set stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JokerStand {
    /// Its place in the set, counted from 0.
    pub place: u8,
    /// The number that it stands for.
    pub number: Number,
    /// The colours that it may stand for: one in a run, those that a group lacks.
    pub colours: ColourSet,
}

impl JokerStand {
    /// The faces that it may stand for.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        self.colours.iter().map(move |c| Face::new(c, self.number))
    }

    /// Whether some face fits both: then the joker stands for the same tile in both places (rules.md §4).
    pub fn agrees_with(self, other: Self) -> bool {
        self.number == other.number && !self.colours.intersection(other.colours).is_empty()
    }
}

/// A valid set with its stored reading, its tiles in canonical order: a run ascending with each joker in its place, a
/// group by colour with the jokers last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSet {
    tiles: Vec<Face>,
    reading: Reading,
}

impl TableSet {
    /// Puts the tiles in order under a reading that fits them (one of `Readings::of` these tiles).
    pub fn new(tiles: &[Face], reading: Reading) -> Self {
        let mut tiles = tiles.to_vec();
        match reading {
            Reading::Group { .. } => tiles.sort_unstable(),
            Reading::Run { colour, start } => {
                let held: FaceCounts = tiles.iter().collect();
                for (place, tile) in (0u8..).zip(tiles.iter_mut()) {
                    let face = Number::new(start.get() + place).map(|n| Face::new(colour, n));
                    *tile = face.filter(|&f| held.of(f) > 0).unwrap_or(Face::JOKER);
                }
            }
        }
        Self { tiles, reading }
    }

    /// Reads tiles that lie on the table without a stored reading, as the referee reads a set that was just laid: at the
    /// highest value, a run before a group (rules.md §1); `None` if they are no set. The order of the tiles tells where a
    /// run begins, not that it is one: `J J R5` is worth more as a group of fives than as the run 3 4 5.
    pub fn read(laid: &LaidSet, numbers: u8) -> Option<Self> {
        let reading = Readings::of(laid, numbers).dearest(laid.tiles.len())?;
        Some(Self::new(&laid.tiles, reading))
    }

    /// The tiles in canonical order.
    pub fn tiles(&self) -> &[Face] {
        &self.tiles
    }

    /// The reading that is stored with it.
    pub const fn reading(&self) -> Reading {
        self.reading
    }

    /// A run or a group.
    pub const fn kind(&self) -> Kind {
        self.reading.kind()
    }

    /// What it is worth, each joker as the tile that it stands for.
    pub fn value(&self) -> u16 {
        self.reading.value(self.tiles.len())
    }

    /// How many there are of each face.
    pub fn counts(&self) -> FaceCounts {
        self.tiles.iter().collect()
    }

    /// What each of its jokers stands for, from left to right.
    pub fn jokers(&self) -> impl Iterator<Item = JokerStand> + '_ {
        let open = match self.reading {
            Reading::Run { colour, .. } => ColourSet::EMPTY.with(colour),
            Reading::Group { .. } => lacking(&self.tiles),
        };
        let reading = self.reading;
        (0u8..).zip(&self.tiles).filter(|(_, f)| f.is_joker()).filter_map(move |(place, _)| {
            let number = match reading {
                Reading::Run { start, .. } => Number::new(start.get() + place)?,
                Reading::Group { number } => number,
            };
            Some(JokerStand { place, number, colours: open })
        })
    }

    /// The same set as a player would lay it, with its kind declared: read again, it has this reading.
    pub fn to_laid(&self) -> LaidSet {
        LaidSet::declared(self.tiles.clone(), self.kind())
    }
}

/// The colours that a group of these tiles lacks.
pub(crate) fn lacking(tiles: &[Face]) -> ColourSet {
    tiles.iter().filter_map(|f| f.colour()).fold(ColourSet::EMPTY, ColourSet::with).complement()
}

/// Written as its tiles in canonical order with their kind, which tell its reading.
#[cfg(feature = "serde")]
mod serde_laid {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use super::{LaidSet, TableSet};
    use crate::NUMBER_MAX;

    impl Serialize for TableSet {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.to_laid().serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for TableSet {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let laid = LaidSet::deserialize(deserializer)?;
            Self::read(&laid, NUMBER_MAX).ok_or_else(|| D::Error::custom("the tiles are no set"))
        }
    }
}
