//! Groups with jokers that owe something for their place: every way to put tiles of a number into groups.

use super::{
    groupings::{self, Packed},
    loose::Loose,
};
use crate::{
    case::Class,
    story::{GROUP_JOKERS_MAX, GroupJokers, Story},
    trail::Known,
};

/// The most groups of a number that are known tile by tile.
const KNOWN_MAX: usize = 6;

/// A way to put tiles of a number into groups.
pub(super) struct Way<'a> {
    /// All tiles in groups.
    pub(super) tiles: Packed,
    /// All jokers in them that could have lain elsewhere.
    pub(super) jokers: Loose,
    /// Those of groups that are not known tile by tile.
    pub(super) plain: Packed,
    pub(super) plain_jokers: u8,
    pub(super) known: &'a [Known],
}

/// Calls for every way in a story with so many loose jokers.
pub(super) fn each_way(story: Story<'_>, loose: Loose, number: u8, found: &mut dyn FnMut(&Way<'_>)) {
    let here = |class: Class| matches!(class, Class::InGroup { number: n, .. } if n == number);
    let kept = story.classes_that(here);
    let classes = &story.case.classes;
    let count = |class: usize| if kept & 1 << class == 0 { 0 } else { classes[class].1 };
    let free = story.classes_that(|class| class == Class::Free);
    let mut ways = Ways {
        story,
        number,
        all: core::array::from_fn(|colour| story.supply.all(colour, usize::from(number))),
        free: if story.case.explicit || free == 0 { None } else { Some(free.trailing_zeros() as usize) },
        found,
        known: [Known::Group { number, colours: 0, jokers: 0 }; KNOWN_MAX],
        count: 0,
    };
    let left = Left {
        tiles: [0; 4],
        jokers: loose,
        kept: (0..classes.len()).fold(Loose::NONE, |all, class| all.plus(Loose::of(class, count(class)))),
        bundles: story.group_bundles(number),
    };
    ways.next(left, Loose::NONE, 0);
}

#[derive(Clone, Copy)]
struct Left {
    /// Tiles that are used.
    tiles: [u8; 4],
    jokers: Loose,
    /// Jokers that have to lie in groups of this number.
    kept: Loose,
    bundles: u8,
}

struct Ways<'a, 'f> {
    story: Story<'a>,
    number: u8,
    all: [u8; 4],
    /// The class of the jokers that fill places in groups that are not known.
    free: Option<usize>,
    found: &'f mut dyn FnMut(&Way<'_>),
    known: [Known; KNOWN_MAX],
    count: usize,
}

impl Ways<'_, '_> {
    /// Lays one more group that is known, or none; `code` keeps them in order.
    fn next(&mut self, left: Left, used: Loose, code: u32) {
        if left.kept.is_none() && left.bundles == 0 {
            self.plain(&left, used);
        }
        if self.count < KNOWN_MAX {
            self.with(left, used, GroupJokers::default(), code);
        }
    }

    /// What the other tiles can do.
    fn plain(&mut self, left: &Left, used: Loose) {
        let rest: [u8; 4] = core::array::from_fn(|colour| self.all[colour] - left.tiles[colour]);
        let free = self.free.map_or(0, |class| left.jokers.get(class));
        for jokers in 0..=free {
            let used = self.free.map_or(used, |class| used.plus(Loose::of(class, jokers)));
            for plain in groupings::list_within(rest, jokers) {
                let tiles = Packed::of(left.tiles).plus(plain);
                let known = &self.known[..self.count];
                (self.found)(&Way { tiles, jokers: used, plain, plain_jokers: jokers, known });
            }
        }
    }

    /// Lays one more group with these jokers or more of them.
    fn with(&mut self, left: Left, used: Loose, jokers: GroupJokers, code: u32) {
        if jokers.count() > 0 || left.bundles != 0 {
            for colours in 1..16u8 {
                let tiles = colours.count_ones() as u8 + jokers.count();
                if (3..=4).contains(&tiles) && jokers.code(colours) >= code {
                    self.lay(left, used, jokers, colours);
                }
            }
        }
        let classes = &self.story.case.classes;
        let from = jokers.as_slice().last().copied().unwrap_or(0);
        let is_full = jokers.count() == GROUP_JOKERS_MAX || jokers.count() == self.story.case.jokers_max;
        for class in (from..classes.len()).filter(|_| !is_full) {
            let one = Loose::of(class, 1);
            let (left, used) = match classes[class].0 {
                Class::Free | Class::Retrieved { .. } => {
                    let Some(jokers) = left.jokers.minus(one) else { continue };
                    (Left { jokers, ..left }, used.plus(one))
                }
                Class::InGroup { .. } => {
                    let Some(kept) = left.kept.minus(one) else { continue };
                    (Left { kept, ..left }, used)
                }
                Class::InRun { .. } => continue,
            };
            self.with(left, used, jokers.with(class), code);
        }
    }

    fn lay(&mut self, mut left: Left, used: Loose, jokers: GroupJokers, colours: u8) {
        let classes = jokers.as_slice();
        for colour in (0..4).filter(|c| colours & 1 << c != 0) {
            if left.tiles[colour] == self.all[colour] {
                return;
            }
            left.tiles[colour] += 1;
        }
        let story = self.story;
        let count = jokers.count();
        let kept = classes.iter().fold(0u8, |bits, class| bits | 1 << class);
        let borne = story.bundle_borne(self.number, colours, kept, count, left.bundles);
        // Free jokers alone fill places in groups that are not known.
        if borne == 0 && self.free.is_some_and(|free| classes.iter().all(|&class| class == free)) {
            return;
        }
        left.bundles &= !borne;
        let (mut marked, mut spare) = (0, 0);
        if story.case.beside > 0 {
            // Whichever rack tiles could lie in it: how many of them are played is not asked here.
            for colour in (0..4).filter(|c| colours & 1 << c != 0) {
                let may = story.supply.may[colour][usize::from(self.number)];
                marked |= u8::from(may >= 1) << colour;
                spare |= if may >= 2 { story.replaces(colour, self.number) } else { 0 };
            }
        }
        if story.may_group(self.number, colours, classes, marked, spare) {
            self.known[self.count] = Known::Group { number: self.number, colours, jokers: count };
            self.count += 1;
            self.next(left, used, jokers.code(colours));
            self.count -= 1;
        }
    }
}
