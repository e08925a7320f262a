//! The tiles of a ruleset, and sets laid from them.

use super::dice::Dice;
use crate::referee::face::{COLOURS, Face, HIGHEST};
use crate::referee::reading::{Kind, Laid};

/// The tiles that lie nowhere yet.
pub(super) struct Deck {
    tiles: Vec<Face>,
}

/// A tile in its place in a set, and the tile that it is or stands for.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) tile: Face,
    pub(super) stands_for: Face,
}

impl Deck {
    /// All tiles of a ruleset of the Rummikub family.
    pub(super) fn of_ruleset(name: &str) -> Self {
        let (copies, jokers) = if name == "xp-6" { (3, 4) } else { (2, 2) };
        let mut tiles = vec![Face::Joker; jokers];
        for colour in 0..COLOURS.len() {
            for number in 1..=HIGHEST {
                tiles.extend(vec![Face::Real { colour, number }; copies]);
            }
        }
        Self { tiles }
    }

    /// Takes one tile of a face, if there is one.
    pub(super) fn take(&mut self, face: Face) -> Option<Face> {
        let place = self.tiles.iter().position(|&tile| tile == face)?;
        Some(self.tiles.swap_remove(place))
    }

    pub(super) fn take_any(&mut self, dice: &mut Dice) -> Option<Face> {
        if self.tiles.is_empty() { None } else { Some(self.tiles.swap_remove(dice.below(self.tiles.len()))) }
    }

    /// Takes all these tiles, or none of them.
    pub(super) fn take_all(&mut self, faces: &[Face]) -> Option<Vec<Face>> {
        let mut taken = Vec::new();
        for &face in faces {
            if let Some(tile) = self.take(face) {
                taken.push(tile);
            } else {
                self.tiles.extend(taken);
                return None;
            }
        }
        Some(taken)
    }
}

/// The faces of a set at random: a run in its order, or a group. Numbers begin with `lowest`.
pub(super) fn faces_of_a_set(dice: &mut Dice, lowest: u8) -> Vec<Face> {
    let number_from = |dice: &mut Dice, least: u8, most: u8| {
        let number = dice.between(usize::from(least.min(most)), usize::from(most));
        u8::try_from(number).expect("numbers end at 13")
    };
    if dice.chance(55) {
        let colour = dice.below(COLOURS.len());
        let length: u8 = *dice.pick(&[3, 3, 3, 4, 4, 5, 6, 7]);
        let first = number_from(dice, lowest, HIGHEST + 1 - length);
        (first..first + length).map(|number| Face::Real { colour, number }).collect()
    } else {
        let number = number_from(dice, lowest, HIGHEST);
        group(dice, number)
    }
}

fn group(dice: &mut Dice, number: u8) -> Vec<Face> {
    let mut faces: Vec<Face> = (0..COLOURS.len()).map(|colour| Face::Real { colour, number }).collect();
    dice.shuffle(&mut faces);
    faces.truncate(dice.between(3, 4));
    faces
}

/// The faces of a set of three that holds a given face.
pub(super) fn faces_around(dice: &mut Dice, face: Face) -> Vec<Face> {
    let Face::Real { colour, number } = face else { return faces_of_a_set(dice, 1) };
    if dice.chance(50) {
        let first =
            number.saturating_sub(u8::try_from(dice.below(3)).expect("below three")).clamp(1, HIGHEST - 2);
        (first..first + 3).map(|number| Face::Real { colour, number }).collect()
    } else {
        let mut faces = group(dice, number);
        if !faces.contains(&face) {
            faces[0] = face;
        }
        faces
    }
}

/// The places of a set, a run from its lowest number up. Empty for what is no set.
pub(super) fn slots(set: &Laid) -> Vec<Slot> {
    let Some(reading) = set.stored_reading() else { return Vec::new() };
    let mut taken: Vec<Face> = Vec::new();
    let mut slots: Vec<Slot> = Vec::new();
    for &tile in set.tiles.iter().filter(|&&tile| tile != Face::Joker) {
        slots.push(Slot { tile, stands_for: tile });
    }
    for role in &reading.roles {
        if let Some(face) = role.faces().into_iter().find(|face| !taken.contains(face)) {
            taken.push(face);
            slots.push(Slot { tile: Face::Joker, stands_for: face });
        }
    }
    if reading.kind == Kind::Run {
        slots.sort_by_key(|slot| slot.stands_for);
    }
    slots
}

/// The tiles that the set could be lengthened with.
pub(super) fn extensions(set: &Laid) -> Vec<Face> {
    let Some(reading) = set.stored_reading() else { return Vec::new() };
    let slots = slots(set);
    let (Some(first), Some(last)) = (slots.first(), slots.last()) else { return Vec::new() };
    let (Face::Real { colour, number: low }, Face::Real { number: high, .. }) =
        (first.stands_for, last.stands_for)
    else {
        return Vec::new();
    };
    let mut faces = Vec::new();
    if reading.kind == Kind::Group {
        let others = (0..COLOURS.len()).map(|colour| Face::Real { colour, number: low });
        faces.extend(others.filter(|face| slots.len() < 4 && !set.tiles.contains(face)));
    } else {
        if low > 1 {
            faces.push(Face::Real { colour, number: low - 1 });
        }
        if high < HIGHEST {
            faces.push(Face::Real { colour, number: high + 1 });
        }
    }
    faces
}
