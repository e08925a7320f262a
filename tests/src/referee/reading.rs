//! What a set may be read as (rules.md §1).

use super::face::{Face, highest_played};

/// The two kinds of set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Run,
    Group,
}

/// A set as it was laid, valid or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Laid {
    pub(crate) tiles: Vec<Face>,
    pub(crate) kind: Option<Kind>,
}

/// What one joker stands for: one face in a run, any colour that the group lacks in a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Role {
    pub(crate) kind: Kind,
    pub(crate) number: u8,
    pub(crate) colours: [bool; 4],
}

/// One valid way to read a set: its kind, its worth, and the role of each of its jokers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    pub(crate) kind: Kind,
    pub(crate) value: u32,
    /// One for each joker. Jokers are equal tiles, so that it does not matter which one has which role.
    pub(crate) roles: Vec<Role>,
}

impl Role {
    /// Whether the two stand for the same tile in a set of the same kind (rules.md §4, *kept*).
    pub(crate) fn is_same_tile(self, other: Self) -> bool {
        self.kind == other.kind
            && self.number == other.number
            && self.colours.iter().zip(other.colours).any(|(&mine, theirs)| mine && theirs)
    }

    /// The faces that the joker may have stood for.
    pub(crate) fn faces(self) -> Vec<Face> {
        let colours = self.colours.iter().enumerate().filter(|&(_, &open)| open);
        colours.map(|(colour, _)| Face::Real { colour, number: self.number }).collect()
    }
}

impl Laid {
    pub(crate) fn jokers(&self) -> usize {
        super::face::count(&self.tiles, Face::Joker)
    }

    /// The colours and numbers of the tiles that are no jokers.
    fn reals(&self) -> Vec<(usize, u8)> {
        let real = |&face: &Face| match face {
            Face::Real { colour, number } => Some((colour, number)),
            Face::Joker => None,
        };
        self.tiles.iter().filter_map(real).collect()
    }

    /// Every reading that makes this a set, runs first. Empty for what is no set.
    pub(crate) fn readings(&self) -> Vec<Reading> {
        let mut readings = Vec::new();
        if self.tiles.len() < 3 || self.reals().is_empty() {
            return readings;
        }
        if self.kind != Some(Kind::Group) {
            match self.run_as_laid() {
                Some(run) => readings.push(run),
                None => readings.extend(self.runs_in_any_order()),
            }
        }
        if self.kind != Some(Kind::Run) {
            readings.extend(self.group());
        }
        readings
    }

    /// The reading of a set of the old table: the one of the highest value, a run before a group.
    pub(crate) fn stored_reading(&self) -> Option<Reading> {
        let readings = self.readings();
        let highest = readings.iter().map(|reading| reading.value).max()?;
        readings.into_iter().find(|reading| reading.value == highest)
    }

    /// The run that the tiles are in the order in which they lie, or else in that order backwards.
    fn run_as_laid(&self) -> Option<Reading> {
        let backwards: Vec<Face> = self.tiles.iter().rev().copied().collect();
        [&self.tiles, &backwards].into_iter().find_map(|tiles| {
            let (place, first) = tiles.iter().enumerate().find_map(|(place, face)| match face {
                Face::Real { number, .. } => Some((place, usize::from(*number))),
                Face::Joker => None,
            })?;
            let lowest = u8::try_from(first.checked_sub(place)?).ok()?;
            let in_place = tiles.iter().zip(lowest..).all(|(face, expected)| match face {
                Face::Real { number, .. } => *number == expected,
                Face::Joker => true,
            });
            if in_place { self.run_from(lowest) } else { None }
        })
    }

    fn runs_in_any_order(&self) -> Vec<Reading> {
        (1..=highest_played()).filter_map(|lowest| self.run_from(lowest)).collect()
    }

    /// The run of this length that begins with a number, if these tiles can be it in some order.
    fn run_from(&self, lowest: u8) -> Option<Reading> {
        let length = u8::try_from(self.tiles.len()).ok()?;
        let highest = lowest.checked_add(length)? - 1;
        if lowest < 1 || highest > highest_played() {
            return None;
        }
        let reals = self.reals();
        let colour = reals.first()?.0;
        let fits = |&(other, number): &(usize, u8)| other == colour && (lowest..=highest).contains(&number);
        if !reals.iter().all(fits) {
            return None;
        }
        let mut open = Vec::new();
        for number in lowest..=highest {
            match reals.iter().filter(|real| real.1 == number).count() {
                0 => open.push(number),
                1 => {}
                _ => return None,
            }
        }
        let mut colours = [false; 4];
        colours[colour] = true;
        let roles = open.into_iter().map(|number| Role { kind: Kind::Run, number, colours }).collect();
        Some(Reading { kind: Kind::Run, value: (lowest..=highest).map(u32::from).sum(), roles })
    }

    fn group(&self) -> Option<Reading> {
        let reals = self.reals();
        let number = reals.first()?.1;
        let length = u32::try_from(self.tiles.len()).ok()?;
        if !(3..=4).contains(&length) || reals.iter().any(|real| real.1 != number) {
            return None;
        }
        let mut colours = [true; 4];
        for (colour, _) in reals {
            if !colours[colour] {
                return None;
            }
            colours[colour] = false;
        }
        let roles = vec![Role { kind: Kind::Group, number, colours }; self.jokers()];
        Some(Reading { kind: Kind::Group, value: u32::from(number) * length, roles })
    }
}
