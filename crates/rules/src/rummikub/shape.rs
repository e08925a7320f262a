//! A set as a bit for each face: what the judge compares, thousands of times a play.

use crate::{Face, FaceCounts};

/// The faces that a set holds and how many jokers.
///
/// A valid set holds no real face twice, so a bit for each is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    faces: u64,
    jokers: u8,
}

impl Shape {
    /// The shape of these tiles.
    pub(crate) fn of(tiles: &[Face]) -> Self {
        let mut shape = Self { faces: 0, jokers: 0 };
        for face in tiles {
            if face.is_joker() {
                // What is sent may hold more of them than any ruleset has.
                shape.jokers = shape.jokers.saturating_add(1);
            } else {
                shape.faces |= 1 << face.index();
            }
        }
        shape
    }

    pub(crate) const fn jokers(self) -> u8 {
        self.jokers
    }

    /// How many tiles the set holds.
    pub(crate) const fn len(self) -> u32 {
        self.faces.count_ones() + self.jokers as u32
    }

    /// The same without so many of its jokers.
    pub(crate) const fn without_jokers(self, jokers: u8) -> Self {
        Self { faces: self.faces, jokers: self.jokers.saturating_sub(jokers) }
    }

    /// The same with this real face.
    pub(crate) const fn with(self, face: Face) -> Self {
        Self { faces: self.faces | 1 << face.index(), jokers: self.jokers }
    }

    pub(crate) const fn is_subset_of(self, other: Self) -> bool {
        self.faces & !other.faces == 0 && self.jokers <= other.jokers
    }

    /// The real faces that are in both.
    pub(crate) const fn shared_faces(self, other: Self) -> u64 {
        self.faces & other.faces
    }

    pub(crate) const fn faces(self) -> u64 {
        self.faces
    }

    /// Whether all its tiles are among these.
    pub(crate) fn is_within(self, counts: &FaceCounts) -> bool {
        self.jokers <= counts.jokers() && faces_of(self.faces).all(|f| counts.of(f) > 0)
    }
}

/// The faces whose bits are set.
pub(crate) fn faces_of(mut bits: u64) -> impl Iterator<Item = Face> {
    core::iter::from_fn(move || {
        let face = Face::from_index(bits.trailing_zeros() as usize).filter(|_| bits != 0)?;
        bits &= bits - 1;
        Some(face)
    })
}
