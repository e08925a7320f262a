//! What has become of the sets that lay on the table.

use super::reading::{self, Reading};
use crate::referee::face::{Face, count};
use crate::referee::reading::Laid;

/// A set of the old table and the set that lies there after the turn.
pub(super) struct OldSet {
    pub(super) before: Laid,
    pub(super) stored: Reading,
    pub(super) after: Laid,
}

impl OldSet {
    /// Whether the set has only been added to, and its jokers replaced by what they stood for.
    pub(super) fn is_kept(&self) -> bool {
        reading::readings(&self.after).iter().any(|after| holds(&self.stored, after))
    }

    /// Whether nothing was done to the set.
    pub(super) fn is_untouched(&self) -> bool {
        let mut before = self.before.tiles.clone();
        let mut after = self.after.tiles.clone();
        before.sort();
        after.sort();
        before == after && self.is_kept()
    }

    /// Whether tiles were added, replaced jokers apart.
    pub(super) fn has_grown(&self) -> bool {
        self.after.tiles.len() != self.before.tiles.len()
    }

    /// Whether the set has fewer jokers than before.
    pub(super) fn has_lost_a_joker(&self) -> bool {
        count(&self.after.tiles, Face::Joker) < count(&self.before.tiles, Face::Joker)
    }
}

/// Whether one reading is the other with tiles added and jokers replaced.
fn holds(before: &Reading, after: &Reading) -> bool {
    match (before, after) {
        (
            Reading::Run { colour, lowest, jokers },
            Reading::Run { colour: colour_after, lowest: lowest_after, jokers: jokers_after },
        ) => {
            let stays = |(place, &was_joker): (u8, &bool)| {
                let index = place.checked_sub(*lowest_after).map(usize::from);
                index
                    .and_then(|index| jokers_after.get(index))
                    .is_some_and(|&is_joker| was_joker || !is_joker)
            };
            colour == colour_after && (*lowest..).zip(jokers).all(stays)
        }
        (
            Reading::Group { number, colours, jokers },
            Reading::Group { number: number_after, colours: colours_after, jokers: jokers_after },
        ) => {
            let all_stay = colours.iter().zip(colours_after).all(|(&before, &after)| after || !before);
            let new = colours.iter().zip(colours_after).filter(|&(&before, &after)| after && !before).count();
            let enough = |replaced: usize| replaced <= new && jokers - replaced <= *jokers_after;
            number == number_after && all_stay && (0..=*jokers).any(enough)
        }
        _ => false,
    }
}
