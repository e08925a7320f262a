//! How many there are of each face.

use core::{fmt, ops::Index};

use alloc::vec::Vec;

use crate::Face;

/// A multiset of faces: a rack, a table, what a play lays.
///
/// Up to 255 of each face; more than any ruleset has, and adding past it saturates, so that hostile input cannot wrap round.
#[derive(Clone, PartialEq, Eq)]
pub struct FaceCounts([u8; Face::COUNT]);

impl FaceCounts {
    /// Nothing.
    pub const EMPTY: Self = Self([0; Face::COUNT]);

    /// How many there are of this face.
    pub fn of(&self, face: Face) -> u8 {
        self.0[face.index()]
    }

    /// How many jokers there are.
    pub fn jokers(&self) -> u8 {
        self.of(Face::JOKER)
    }

    /// How many tiles there are in all.
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// Whether there is no tile.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&n| n == 0)
    }

    /// Adds one tile.
    pub fn add(&mut self, face: Face) {
        let n = &mut self.0[face.index()];
        *n = n.saturating_add(1);
    }

    /// Takes one tile away; `false`, and nothing changed, if there is none.
    #[must_use]
    pub fn take(&mut self, face: Face) -> bool {
        let n = &mut self.0[face.index()];
        match n.checked_sub(1) {
            Some(less) => {
                *n = less;
                true
            }
            None => false,
        }
    }

    /// Whether every tile of this is also in `other`.
    pub fn is_subset_of(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a <= b)
    }

    /// What is left of this when the tiles of `other` are taken away, as far as they are there.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut left = self.clone();
        for (a, b) in left.0.iter_mut().zip(&other.0) {
            *a = a.saturating_sub(*b);
        }
        left
    }

    /// The tiles that are in both.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (a, b) in both.0.iter_mut().zip(&other.0) {
            *a = (*a).min(*b);
        }
        both
    }

    /// Each face that occurs with its count, in the order of [`Face::all`].
    pub fn iter(&self) -> impl Iterator<Item = (Face, u8)> + '_ {
        Face::all().map(|face| (face, self.of(face))).filter(|&(_, n)| n > 0)
    }

    /// Every tile, equal ones repeated, in the order of [`Face::all`].
    pub fn tiles(&self) -> impl Iterator<Item = Face> + '_ {
        self.iter().flat_map(|(face, n)| core::iter::repeat_n(face, usize::from(n)))
    }

    /// Every tile as a list, in the order of [`Face::all`].
    pub fn to_vec(&self) -> Vec<Face> {
        self.tiles().collect()
    }
}

impl Default for FaceCounts {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Index<Face> for FaceCounts {
    type Output = u8;

    fn index(&self, face: Face) -> &u8 {
        &self.0[face.index()]
    }
}

impl Extend<Face> for FaceCounts {
    fn extend<I: IntoIterator<Item = Face>>(&mut self, faces: I) {
        for face in faces {
            self.add(face);
        }
    }
}

impl FromIterator<Face> for FaceCounts {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Self {
        let mut counts = Self::EMPTY;
        counts.extend(faces);
        counts
    }
}

impl<'a> FromIterator<&'a Face> for FaceCounts {
    fn from_iter<I: IntoIterator<Item = &'a Face>>(faces: I) -> Self {
        faces.into_iter().copied().collect()
    }
}

impl fmt::Debug for FaceCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tiles()).finish()
    }
}
