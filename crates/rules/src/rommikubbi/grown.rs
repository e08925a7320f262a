//! A set of the table before and after a turn: what was added to it, and which of its jokers were swapped.

use super::{
    OwnedSet,
    readings::{self, at},
};
use crate::{Colour, ColourSet, LaidSet, Reading};

/// What became of a set of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Grown {
    /// It lies as it may.
    Well {
        set: OwnedSet,
        /// How many tiles lie there beyond those that lay there, or that took the place of jokers.
        added: usize,
        /// How many jokers were taken out of it.
        swapped: usize,
    },
    /// A joker is gone from its place, and nothing else.
    JokerGone,
    /// It is a set, but not the old one with more.
    Rearranged,
    /// It is no set.
    NoSet,
}

/// Compares a set with what lies in its place; of several readings that are open the dearest counts.
pub(super) fn grown(old: &OwnedSet, new: &LaidSet) -> Grown {
    let open = readings::readings(new);
    if open.is_empty() {
        return Grown::NoSet;
    }
    let mut best: Option<Grown> = None;
    let mut worth = 0;
    for reading in open {
        let candidate = OwnedSet::new(old.owner(), &new.tiles, reading);
        let value = candidate.laid_value();
        let Some((added, swapped)) = compare(old, &candidate) else { continue };
        if best.is_none() || value > worth {
            worth = value;
            best = Some(Grown::Well { set: candidate, added, swapped });
        }
    }
    best.unwrap_or_else(|| if only_jokers_are_gone(old, new) { Grown::JokerGone } else { Grown::Rearranged })
}

/// Whether a set lies as an old one with or without more may.
pub(crate) fn goes_on_from(old: &OwnedSet, new: &LaidSet) -> bool {
    matches!(grown(old, new), Grown::Well { .. })
}

/// How many tiles were added and how many jokers swapped, if a set is an old one with more.
fn compare(old: &OwnedSet, new: &OwnedSet) -> Option<(usize, usize)> {
    let added = new.tiles().len().checked_sub(old.tiles().len())?;
    match (old.reading(), new.reading()) {
        (Reading::Run { colour, start }, Reading::Run { colour: c, start: s }) if colour == c => {
            let before = usize::from(start.get().checked_sub(s.get())?);
            let mut swapped = 0;
            for (place, &tile) in old.tiles().iter().enumerate() {
                let there = *new.tiles().get(before + place)?;
                if tile.is_joker() {
                    swapped += usize::from(!there.is_joker());
                } else if there != tile {
                    return None;
                }
            }
            Some((added, swapped))
        }
        (Reading::Group { number }, Reading::Group { number: n }) if number == n => {
            let (had, has) = (colours(old), colours(new));
            if had.intersection(has) != had {
                return None;
            }
            let jokers = |set: &OwnedSet| set.tiles().iter().filter(|tile| tile.is_joker()).count();
            // Tiles that were put in replace as many jokers as are gone; the others are additions.
            Some((added, jokers(old).saturating_sub(jokers(new))))
        }
        _ => None,
    }
}

fn colours(set: &OwnedSet) -> ColourSet {
    set.tiles().iter().filter_map(|tile| tile.colour()).fold(ColourSet::EMPTY, ColourSet::with)
}

/// Whether every real tile of a set still lies there and something that a joker stood for does not.
fn only_jokers_are_gone(old: &OwnedSet, new: &LaidSet) -> bool {
    let real = |tile: &&crate::Face| !tile.is_joker();
    let kept = old.tiles().iter().filter(real).collect::<crate::FaceCounts>().is_subset_of(&new.counts());
    let jokers = old.tiles().iter().filter(|tile| tile.is_joker()).count();
    kept && new.jokers() < jokers && fewer_places(old, new)
}

/// Whether a set has no tile, nor a joker, where a joker of the old one stood.
fn fewer_places(old: &OwnedSet, new: &LaidSet) -> bool {
    match old.reading() {
        Reading::Group { .. } => new.tiles.len() < old.tiles().len(),
        Reading::Run { colour, start } => {
            let held = new.counts();
            let of_jokers = (start.get()..).zip(old.tiles()).filter(|(_, tile)| tile.is_joker());
            of_jokers.into_iter().any(|(place, _)| stands_nowhere(colour, place, &held))
        }
    }
}

fn stands_nowhere(colour: Colour, place: u8, held: &crate::FaceCounts) -> bool {
    at(colour, place).is_none_or(|face| held.of(face) == 0)
}
