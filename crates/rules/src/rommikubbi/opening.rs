//! What new sets are worth as an opening.

use super::readings::{self, laid_value};
use crate::{Kind, LaidSet};

/// The most jokers that there are.
const JOKERS_MAX: usize = 8;

/// What an opening is worth at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Opening {
    /// With whatever sets.
    pub(super) points: u16,
    /// With a run among them; `None` if none of the sets that count can be one.
    pub(super) with_run: Option<u16>,
}

/// What these sets are worth together, if so many of their jokers may count; who holds a joker that lay on the table counts only
/// if a joker of the hand could be in its place.
pub(super) fn opening<'a>(sets: impl IntoIterator<Item = &'a LaidSet>, hand_jokers: u8) -> Opening {
    let jokers_max = usize::from(hand_jokers).min(JOKERS_MAX);
    // The most for each number of jokers that are used, without and with a run.
    let mut most = [[None::<u16>; 2]; JOKERS_MAX + 1];
    most[0][0] = Some(0);
    for set in sets {
        let open = readings::readings(set);
        let jokers = set.jokers();
        let mut next = most;
        for reading in open {
            let value = laid_value(reading, set.tiles.len());
            let is_run = reading.kind() == Kind::Run;
            for used in 0..=jokers_max.saturating_sub(jokers) {
                if used + jokers > jokers_max {
                    continue;
                }
                for had_run in 0..2 {
                    let Some(before) = most[used][had_run] else { continue };
                    let there = &mut next[used + jokers][had_run | usize::from(is_run)];
                    *there = (*there).max(Some(before + value));
                }
            }
        }
        most = next;
    }
    let all = |run: usize| most.iter().filter_map(move |by_run| by_run[run]).max();
    Opening { points: all(0).max(all(1)).unwrap_or(0), with_run: all(1) }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::Face;

    fn of(sets: &[&str], jokers: u8) -> (u16, Option<u16>) {
        let laid =
            |set: &&str| LaidSet::new(set.split(' ').map(|t| t.parse().unwrap()).collect::<Vec<Face>>());
        let sets: Vec<LaidSet> = sets.iter().map(laid).collect();
        let opening = opening(&sets, jokers);
        (opening.points, opening.with_run)
    }

    #[test]
    fn sets_count_together_and_what_is_no_set_counts_nothing() {
        assert_eq!(of(&["R10 R11 R12", "K6 B6 O6"], 0), (51, Some(51)));
        assert_eq!(of(&["K13 B13 O13", "K12 B12 O12"], 0), (75, None));
        assert_eq!(of(&["R10 R11 R12 R13", "K6 B6"], 0), (46, Some(46)));
        assert_eq!(of(&[], 2), (0, None));
    }

    #[test]
    fn a_joker_counts_only_if_it_could_be_one_of_the_hand() {
        assert_eq!(of(&["K11 K12 J", "R10 R11 R12"], 0), (33, Some(33)));
        assert_eq!(of(&["K11 K12 J", "R10 R11 R12"], 1), (69, Some(69)));
        assert_eq!(of(&["K11 K12 J", "R10 R11 J"], 1), (36, Some(36)));
    }

    #[test]
    fn a_reading_that_is_worth_most_may_be_no_run() {
        assert_eq!(of(&["R1 J J", "K7 B7 O7"], 2), (51, Some(27)));
    }
}
