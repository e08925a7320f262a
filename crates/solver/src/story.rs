//! One story of the old jokers with its tiles: whether a set that is known tile by tile may lie in it as it is (rules.md §4).

use sarja_rules::Face;

use crate::{
    case::{Case, Class, Remainder},
    old::Old,
    special::Special,
    supply::{Supply, bit, face},
};

/// The fewest tiles of a set.
const SET_TILES_MIN: u8 = 3;

/// What is left of an old set is the old set still if it has so many tiles.
const REMAINDER_TILES_MIN: u32 = 2;

/// A set as the joker rules see it.
#[derive(Clone, Copy)]
struct Shape {
    faces: u64,
    jokers: u8,
    /// Faces of which a rack tile lies in it.
    marked: u64,
    spare: u8,
}

/// The most jokers of a group.
pub(crate) const GROUP_JOKERS_MAX: u8 = 3;

/// The classes of the jokers of a group that is being put together.
#[derive(Clone, Copy, Default)]
pub(crate) struct GroupJokers {
    classes: [usize; GROUP_JOKERS_MAX as usize],
    count: u8,
}

impl GroupJokers {
    pub(crate) fn as_slice(&self) -> &[usize] {
        &self.classes[..usize::from(self.count)]
    }

    pub(crate) const fn count(&self) -> u8 {
        self.count
    }

    /// These and one more; there must be place for it.
    #[must_use]
    pub(crate) const fn with(mut self, class: usize) -> Self {
        self.classes[self.count as usize] = class;
        self.count += 1;
        self
    }

    /// A number for the group that they make with some colours.
    pub(crate) fn code(&self, colours: u8) -> u32 {
        let classes = self.as_slice().iter().fold(1, |code, &class| code << 3 | class as u32);
        classes << 4 | u32::from(colours)
    }
}

/// A story, and what it is told of.
#[derive(Clone, Copy)]
pub(crate) struct Story<'a> {
    pub(crate) supply: &'a Supply,
    pub(crate) case: &'a Case,
    pub(crate) olds: &'a [Old],
}

impl Story<'_> {
    /// Whether a run may end with a number.
    pub(crate) fn may_end(&self, run: Special, end: u8, spare: u8) -> bool {
        let tiles = end + 1 - run.start();
        if tiles < SET_TILES_MIN || run.is_bare() || run.jokers() >= tiles {
            return false;
        }
        let colour = run.colour();
        let mut shape = Shape { faces: 0, jokers: run.jokers(), marked: 0, spare };
        for number in (run.start()..=end).filter(|&n| run.joker_at(n).is_none()) {
            shape.faces |= bit(colour, number);
            if run.marks() & 1 << number != 0 {
                shape.marked |= bit(colour, number);
            }
        }
        let complete = |i: usize| run.bundles() & 1 << i == 0 || self.case.bundles[i].high <= end;
        (0..self.case.bundles.len()).all(complete)
            && run.each_joker().filter(|j| j.0 <= end).all(|(_, class)| self.may_lie(class, shape))
    }

    /// Whether a group of a number may lie, with these colours and with jokers of these classes.
    pub(crate) fn may_group(
        &self,
        number: u8,
        colours: u8,
        classes: &[usize],
        marked: u8,
        spare: u8,
    ) -> bool {
        let faces = |colours: u8| {
            (0..4).filter(|c| colours & 1 << c != 0).fold(0, |bits, colour| bits | bit(colour, number))
        };
        let shape =
            Shape { faces: faces(colours), jokers: classes.len() as u8, marked: faces(marked), spare };
        classes.iter().all(|&class| match self.case.classes[class].0 {
            Class::InGroup { old, .. } => {
                // Some colour fits before and after: one that both lack.
                shape.jokers <= self.case.jokers_max
                    && shape.faces & self.olds[old].faces != 0
                    && shape.faces | self.olds[old].faces != faces(0b1111)
            }
            _ => self.may_lie(class, shape),
        })
    }

    /// The retrieved jokers that a tile of this face replaces, a bit for each class.
    pub(crate) fn replaces(&self, colour: usize, number: u8) -> u8 {
        let face = face(colour, number);
        let is_it =
            |class: Class| matches!(class, Class::Retrieved { replaced_by: Some(f), .. } if f == face);
        self.classes_that(is_it)
    }

    /// The classes of which this is true, a bit each.
    pub(crate) fn classes_that(&self, is_it: impl Fn(Class) -> bool) -> u8 {
        let classes = self.case.classes.iter().enumerate();
        classes.filter(|(_, class)| is_it(class.0)).fold(0, |bits, (i, _)| bits | 1 << i)
    }

    /// The bundles that have to lie in groups of this number, a bit each.
    pub(crate) fn group_bundles(&self, number: u8) -> u8 {
        let bundles = self.case.bundles.iter().enumerate();
        let here = bundles.filter(|(_, bundle)| bundle.colour.is_none() && bundle.low == number);
        here.fold(0, |bits, (i, _)| bits | 1 << i)
    }

    /// The one of these bundles that a group holds, as a bit.
    pub(crate) fn bundle_borne(&self, number: u8, colours: u8, kept: u8, jokers: u8, bundles: u8) -> u8 {
        let faces = (0..4).filter(|c| colours & 1 << c != 0).fold(0, |bits, c| bits | bit(c, number));
        let holds = |i: &usize| {
            let bundle = &self.case.bundles[*i];
            bundles & 1 << *i != 0
                && bundle.faces & !faces == 0
                && bundle.kept & !kept == 0
                && bundle.kept_count <= jokers
        };
        (0..self.case.bundles.len()).find(holds).map_or(0, |i| 1 << i)
    }

    /// Whether a joker of a class may lie in a set.
    fn may_lie(&self, class: usize, shape: Shape) -> bool {
        let case = self.case;
        if shape.jokers > case.jokers_max {
            return false;
        }
        match case.classes[class].0 {
            Class::Free => true,
            Class::InRun { old, .. } | Class::InGroup { old, .. } => self.olds[old].faces & shape.faces != 0,
            Class::Retrieved { not_in, replaced_by } => {
                let concerned = case.remainders.iter().filter(|r| not_in.is_none_or(|old| old == r.old));
                concerned.into_iter().all(|r| !is_old(r, shape))
                    && rack_tiles_beside(shape, class, replaced_by) >= case.beside
            }
        }
    }
}

/// Whether a set holds all that is left of an old one without its retrieved jokers, or is exactly it.
fn is_old(old: &Remainder, shape: Shape) -> bool {
    let jokers_left = old.jokers - old.retrieved;
    let left = old.faces.count_ones() + u32::from(jokers_left);
    let holds = old.faces & !shape.faces == 0 && jokers_left <= shape.jokers;
    (left >= REMAINDER_TILES_MIN && holds) || (old.faces == shape.faces && old.jokers == shape.jokers)
}

/// How many rack tiles count beside a joker.
fn rack_tiles_beside(shape: Shape, class: usize, replaced_by: Option<Face>) -> u8 {
    let own = replaced_by.filter(|_| shape.spare & 1 << class == 0).map_or(0, |face| 1 << face.index());
    (shape.marked & !own).count_ones() as u8
}
