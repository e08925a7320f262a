//! A set on the table while a turn is thought out: what can be added to it, and what its jokers can be swapped for.

use alloc::vec::Vec;

use sarja_rules::{Colour, Face, LaidSet, Number, Reading, Seat, rommikubbi::OwnedSet};

/// The place of the 1 that follows 13.
pub(super) const ACE: u8 = 14;

/// The most that a tile scores at the end of a deal.
const SCORE_MAX: u8 = 10;

/// The most tiles of a group.
const GROUP_TILES_MAX: usize = Colour::ALL.len();

/// The face at a place of a run; places are counted from 1 to 14.
pub(super) fn face_at(colour: Colour, place: u8) -> Option<Face> {
    Number::new(if place == ACE { 1 } else { place }).map(|number| Face::new(colour, number))
}

/// What a tile scores at a place of a run, in points.
pub(super) fn score_at(place: u8) -> u16 {
    u16::from(place.min(SCORE_MAX))
}

/// The place that tells what a tile of a group is worth: a 1 counts there as after 13.
pub(super) const fn group_place(number: Number) -> u8 {
    if number.get() == 1 { ACE } else { number.get() }
}

/// A set with its tiles in order.
#[derive(Clone, Debug)]
pub(super) struct Lying {
    pub(super) owner: Seat,
    pub(super) tiles: Vec<Face>,
    pub(super) reading: Reading,
}

impl Lying {
    pub(super) fn of(set: &OwnedSet) -> Self {
        Self { owner: set.owner(), tiles: set.tiles().to_vec(), reading: set.reading() }
    }

    /// The set as it is laid.
    pub(super) fn to_laid(&self) -> LaidSet {
        LaidSet::declared(self.tiles.clone(), self.reading.kind())
    }

    /// Adds a tile where it fits, and tells what it scores there; `None`, and nothing changed, if it does not fit.
    pub(super) fn add(&mut self, face: Face) -> Option<u16> {
        let (at, reading, score) = self.room_for(face)?;
        self.tiles.insert(at, face);
        self.reading = reading;
        Some(score)
    }

    /// Whether a tile can be added.
    pub(super) fn takes(&self, face: Face) -> bool {
        self.room_for(face).is_some()
    }

    /// Where a tile can be added, the reading after that, and what the tile scores there.
    fn room_for(&self, face: Face) -> Option<(usize, Reading, u16)> {
        let len = self.tiles.len();
        match self.reading {
            Reading::Group { number } => {
                let is_new = |colour| self.tiles.iter().all(|tile| tile.colour() != Some(colour));
                let fits = face.parts().is_none_or(|(colour, own)| own == number && is_new(colour));
                (fits && len < GROUP_TILES_MAX).then(|| (len, self.reading, score_at(group_place(number))))
            }
            Reading::Run { colour, start } => {
                let fits = |place: u8| {
                    (1..=ACE).contains(&place) && (face.is_joker() || face_at(colour, place) == Some(face))
                };
                let (before, after) = (start.get() - 1, start.get() + len as u8);
                if fits(after) {
                    Some((len, self.reading, score_at(after)))
                } else if fits(before) {
                    let start = Number::new(before)?;
                    Some((0, Reading::Run { colour, start }, score_at(before)))
                } else {
                    None
                }
            }
        }
    }

    /// Puts a tile in the place of a joker that stands for it; `false`, and nothing changed, if none does.
    pub(super) fn swap(&mut self, face: Face) -> bool {
        let stands_for = |place: usize| match (self.reading, face.parts()) {
            (Reading::Run { colour, start }, Some(_)) => {
                face_at(colour, start.get() + place as u8) == Some(face)
            }
            (Reading::Group { number }, Some((colour, own))) => {
                own == number && self.tiles.iter().all(|tile| tile.colour() != Some(colour))
            }
            (_, None) => false,
        };
        let found = (0..self.tiles.len()).find(|&place| self.tiles[place].is_joker() && stands_for(place));
        if let Some(place) = found {
            self.tiles[place] = face;
        }
        found.is_some()
    }

    /// What it scores for its owner, in points.
    pub(super) fn score(&self) -> u16 {
        let len = self.tiles.len() as u8;
        match self.reading {
            Reading::Run { start, .. } => (start.get()..start.get() + len).map(score_at).sum(),
            Reading::Group { number } => u16::from(len) * score_at(group_place(number)),
        }
    }
}
