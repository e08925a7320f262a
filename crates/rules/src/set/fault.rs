//! What is wrong with a set in itself, whatever the play.

use core::fmt;

use crate::{Colour, FaceCounts, LaidSet, Number, set::Readings};

/// Why tiles are neither a run nor a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS), ts(export_to = "sarja.ts"))]
pub enum NotASet {
    /// There is no tile but jokers.
    OnlyJokers,
    /// Colours and numbers both differ.
    Mixed,
    /// One number, but a colour occurs twice.
    ColourTwice,
    /// One number, but more than four tiles.
    GroupTooLong,
    /// One colour, but a number occurs twice.
    NumberTwice,
    /// One colour, but numbers are missing between the tiles.
    Gap,
    /// One colour, but the run would go below 1 or above the highest number.
    PastTheEnd,
    /// It is a set, but not of the kind that was declared.
    OtherKind,
}

/// What is wrong with a set in itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetFault {
    /// It has fewer than three tiles.
    TooShort {
        /// How many tiles it has, 0 to 2.
        have: u8,
    },
    /// It is neither a run nor a group.
    NotASet {
        /// What keeps it from being one.
        why: NotASet,
        /// The first tile that does not fit, counted from 0, where one can be named.
        tile: Option<u8>,
    },
    /// It holds more jokers than the ruleset allows.
    TooManyJokers {
        /// How many it holds.
        have: u8,
        /// How many it may hold.
        most: u8,
    },
}

impl fmt::Display for SetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { have } => {
                write!(f, "a set needs {} more", SET_TILES_MIN.saturating_sub(usize::from(*have)))
            }
            Self::NotASet { why, .. } => f.write_str(match why {
                NotASet::OnlyJokers => "jokers alone are no set",
                NotASet::Mixed => "colours differ, and numbers too",
                NotASet::ColourTwice => "same colour twice",
                NotASet::GroupTooLong => "at most 4 in a group",
                NotASet::NumberTwice => "same number twice",
                NotASet::Gap => "numbers not in a row",
                NotASet::PastTheEnd => "a run cannot go past its last number",
                NotASet::OtherKind => "it is not of the kind that was declared",
            }),
            Self::TooManyJokers { have, most } => write!(f, "{have} jokers in a set, at most {most} may be"),
        }
    }
}

/// How many tiles a set has at least.
pub(crate) const SET_TILES_MIN: usize = 3;
/// How many tiles a group has at most: one of each colour.
pub(crate) const GROUP_TILES_MAX: usize = Colour::ALL.len();

/// Explains why the tiles have no reading; call it only for three tiles or more without one.
pub(crate) fn why_not_a_set(set: &LaidSet, numbers: u8) -> (NotASet, Option<u8>) {
    if set.kind.is_some() && !Readings::of(&LaidSet::new(set.tiles.clone()), numbers).is_empty() {
        return (NotASet::OtherKind, None);
    }
    let (why, tile) = misfit(set);
    // A message may hold more tiles than can be counted off here; then no single one is named.
    (why, tile.and_then(|t| u8::try_from(t).ok()))
}

fn misfit(set: &LaidSet) -> (NotASet, Option<usize>) {
    let real = || set.tiles.iter().enumerate().filter_map(|(i, f)| f.parts().map(|(c, n)| (i, c, n)));
    let Some((_, first_colour, first_number)) = real().next() else {
        return (NotASet::OnlyJokers, None);
    };
    let one_colour = real().all(|(_, c, _)| c == first_colour);
    let one_number = real().all(|(_, _, n)| n == first_number);
    if one_number && !(one_colour && real().count() == 1) {
        return match repeated(set) {
            Some(tile) => (NotASet::ColourTwice, Some(tile)),
            None => (NotASet::GroupTooLong, Some(GROUP_TILES_MAX)),
        };
    }
    if !one_colour {
        let odd = real().find(|&(_, c, n)| c != first_colour && n != first_number);
        return (NotASet::Mixed, odd.map(|(i, ..)| i));
    }
    if let Some(tile) = repeated(set) {
        return (NotASet::NumberTwice, Some(tile));
    }
    let lowest = real().map(|(_, _, n)| n).min().map_or(0, Number::get);
    let highest = real().map(|(_, _, n)| n).max().map_or(0, Number::get);
    if usize::from(highest - lowest) + 1 > set.tiles.len() {
        // The first tile that does not follow the one before it, jokers left out.
        let mut before: Option<Number> = None;
        let gap = real().find(|&(_, _, n)| {
            let jumps = before.is_some_and(|b| usize::from(n.get().abs_diff(b.get())) > 1 + set.jokers());
            before = Some(n);
            jumps
        });
        return (NotASet::Gap, gap.map(|(i, ..)| i));
    }
    (NotASet::PastTheEnd, None)
}

/// The place of the first real tile whose face has occurred before.
fn repeated(set: &LaidSet) -> Option<usize> {
    let mut seen = FaceCounts::EMPTY;
    set.tiles.iter().position(|&f| {
        let again = !f.is_joker() && seen.of(f) > 0;
        seen.add(f);
        again
    })
}
