//! How many tiles there are of each face.

use crate::referee::face::{COLOURS, Face, HIGHEST};

const FACES: usize = COLOURS.len() * HIGHEST as usize + 1;
const JOKER: usize = FACES - 1;

/// A pile of tiles in which equal ones are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Tiles([u8; FACES]);

impl Default for Tiles {
    fn default() -> Self {
        Self([0; FACES])
    }
}

impl Tiles {
    pub(super) fn of<'a>(faces: impl IntoIterator<Item = &'a Face>) -> Self {
        faces.into_iter().fold(Self::default(), |tiles, &face| tiles.with(&Self::equal(face, 1)))
    }

    /// So many tiles of one face.
    pub(super) fn equal(face: Face, number: u8) -> Self {
        let mut tiles = Self::default();
        tiles.0[place(face)] = number;
        tiles
    }

    pub(super) fn count(&self, face: Face) -> u8 {
        self.0[place(face)]
    }

    pub(super) fn jokers(&self) -> u8 {
        self.0[JOKER]
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// These tiles and others.
    pub(super) fn with(&self, others: &Self) -> Self {
        let mut sum = *self;
        for (mine, theirs) in sum.0.iter_mut().zip(others.0) {
            *mine += theirs;
        }
        sum
    }

    /// These tiles without others, if all of those are among them.
    pub(super) fn without(&self, others: &Self) -> Option<Self> {
        let mut rest = *self;
        for (mine, theirs) in rest.0.iter_mut().zip(others.0) {
            *mine = mine.checked_sub(theirs)?;
        }
        Some(rest)
    }

    /// The faces that are there, jokers last, and how many of each.
    pub(super) fn faces(&self) -> impl Iterator<Item = (Face, u8)> + '_ {
        self.0
            .iter()
            .enumerate()
            .filter(|&(_, &number)| number > 0)
            .map(|(place, &number)| (face(place), number))
    }

    /// The first face that is no joker.
    pub(super) fn first_real(&self) -> Option<Face> {
        self.faces().next().map(|(face, _)| face).filter(|&face| face != Face::Joker)
    }
}

fn place(face: Face) -> usize {
    match face {
        Face::Real { colour, number } => colour * usize::from(HIGHEST) + usize::from(number) - 1,
        Face::Joker => JOKER,
    }
}

fn face(place: usize) -> Face {
    if place == JOKER {
        return Face::Joker;
    }
    let number = u8::try_from(place % usize::from(HIGHEST) + 1).expect("numbers end at 13");
    Face::Real { colour: place / usize::from(HIGHEST), number }
}
