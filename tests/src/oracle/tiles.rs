//! How many tiles there are of each face.

use crate::referee::face::{COLOURS, Face, HIGHEST};

/// The bits that count the tiles of one face. The highest stays free, so that a subtraction that goes too far shows there
/// and reaches no neighbour.
const BITS: usize = 4;
/// The free bits of a colour.
const FREE: u64 = 0x8_8888_8888_8888;
/// So many tiles of one face can be counted.
pub(super) const EQUAL_MAX: usize = 7;

/// A pile of tiles in which equal ones are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Tiles {
    /// For each colour the counts of its numbers, four bits for each, the lowest number in the lowest bits.
    colours: [u64; COLOURS.len()],
    jokers: u8,
}

impl Tiles {
    pub(super) fn of<'a>(faces: impl IntoIterator<Item = &'a Face>) -> Self {
        let mut tiles = Self::default();
        for &face in faces {
            tiles.add(face, 1);
        }
        tiles
    }

    /// So many tiles of one face.
    pub(super) fn equal(face: Face, number: u8) -> Self {
        let mut tiles = Self::default();
        tiles.add(face, number);
        tiles
    }

    fn add(&mut self, face: Face, number: u8) {
        match face {
            Face::Real { colour, number: place } => self.colours[colour] += u64::from(number) << shift(place),
            Face::Joker => self.jokers += number,
        }
        assert!(usize::from(self.count(face)) <= EQUAL_MAX, "too many {face} to be counted");
    }

    pub(super) fn count(&self, face: Face) -> u8 {
        match face {
            Face::Real { colour, number } => (self.colours[colour] >> shift(number)) as u8 & 0xf,
            Face::Joker => self.jokers,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// These tiles and others.
    pub(super) fn with(&self, others: &Self) -> Self {
        let mut sum = *self;
        for (face, number) in others.faces() {
            sum.add(face, number);
        }
        sum
    }

    /// These tiles without others, if all of those are among them.
    pub(super) fn without(&self, others: &Self) -> Option<Self> {
        let mut rest = Self { jokers: self.jokers.checked_sub(others.jokers)?, ..*self };
        for colour in 0..COLOURS.len() {
            let left = (self.colours[colour] | FREE) - others.colours[colour];
            if left & FREE != FREE {
                return None;
            }
            rest.colours[colour] = left & !FREE;
        }
        Some(rest)
    }

    /// The faces that are there, jokers last, and how many of each.
    pub(super) fn faces(&self) -> Vec<(Face, u8)> {
        let mut faces = Vec::new();
        for (colour, &counts) in self.colours.iter().enumerate() {
            if counts != 0 {
                let reals = (1..=HIGHEST).map(|number| Face::Real { colour, number });
                faces.extend(reals.map(|face| (face, self.count(face))).filter(|&(_, number)| number > 0));
            }
        }
        if self.jokers > 0 {
            faces.push((Face::Joker, self.jokers));
        }
        faces
    }

    /// The first face that is no joker.
    pub(super) fn first_real(&self) -> Option<Face> {
        let colour = self.colours.iter().position(|&counts| counts != 0)?;
        let place = self.colours[colour].trailing_zeros() as usize / BITS;
        Some(Face::Real { colour, number: u8::try_from(place).expect("numbers end at 13") + 1 })
    }
}

fn shift(number: u8) -> usize {
    (usize::from(number) - 1) * BITS
}

#[cfg(test)]
mod tests {
    use super::{COLOURS, Face, HIGHEST, Tiles};

    #[test]
    fn tiles_are_there_or_not_whatever_lies_beside_them() {
        let mut all: Vec<Face> = (0..COLOURS.len())
            .flat_map(|colour| (1..=HIGHEST).map(move |number| Face::Real { colour, number }))
            .collect();
        all.push(Face::Joker);
        let one_each = Tiles::of(&all);
        for &face in &all {
            let single = Tiles::equal(face, 1);
            let rest = one_each.without(&single).unwrap();
            assert_eq!(rest.with(&single), one_each);
            assert_eq!(rest.count(face), 0);
            assert_eq!(rest.without(&single), None);
            assert_eq!(one_each.without(&Tiles::equal(face, 2)), None);
            assert_eq!(one_each.with(&single).count(face), 2);
            assert_eq!(single.first_real(), if face == Face::Joker { None } else { Some(face) });
        }
        assert_eq!(one_each.faces(), all.iter().map(|&face| (face, 1)).collect::<Vec<_>>());
    }
}
