//! The opening of Rommikubbi.

use super::reading::{self, Reading};
use crate::referee::face::{Face, count};
use crate::referee::reading::{Kind, Laid};
use std::collections::BTreeSet;

/// One way to read the new sets and to say which of them were made of hand tiles.
struct Choice {
    points: u32,
    has_run: bool,
}

/// What the new sets are worth as an opening.
pub(super) struct Opening {
    choices: Vec<Choice>,
    least: u32,
}

impl Opening {
    /// The opening of a turn; `hand` are the tiles that could be laid.
    pub(super) fn of(new_sets: &[Laid], hand: &[Face], least: u32) -> Self {
        let mut choices = Vec::new();
        let valid: Vec<&Laid> = new_sets.iter().filter(|set| !reading::readings(set).is_empty()).collect();
        for sets in most_sets_out_of(&valid, hand) {
            let mut ways: Vec<Vec<Reading>> = vec![Vec::new()];
            for set in sets {
                let longer = |way: &Vec<Reading>| {
                    let way = way.clone();
                    reading::readings(set).into_iter().map(move |next| [way.clone(), vec![next]].concat())
                };
                ways = ways.iter().flat_map(longer).collect();
            }
            choices.extend(ways.iter().map(|way| Choice {
                points: way.iter().map(Reading::value).sum(),
                has_run: way.iter().any(|reading| reading.kind() == Kind::Run),
            }));
        }
        Self { choices, least }
    }

    fn opens(&self, choice: &Choice) -> bool {
        choice.has_run && choice.points >= self.least
    }

    pub(super) fn is_in_order(&self) -> bool {
        self.choices.iter().any(|choice| self.opens(choice))
    }

    /// The most that the sets are worth together, whether such readings open or not.
    pub(super) fn points(&self) -> u32 {
        self.choices.iter().map(|choice| choice.points).max().unwrap_or(0)
    }

    /// What is missing, over all choices; nothing if one opens.
    pub(super) fn faults(&self) -> BTreeSet<&'static str> {
        let mut faults = BTreeSet::new();
        if self.is_in_order() {
            return faults;
        }
        for choice in &self.choices {
            if choice.points < self.least {
                faults.insert("opening_too_low");
            }
            if !choice.has_run {
                faults.insert("opening_needs_run");
            }
        }
        faults
    }
}

/// Every choice of sets that the hand could have made, to which no further set can be added.
fn most_sets_out_of<'a>(sets: &[&'a Laid], hand: &[Face]) -> Vec<Vec<&'a Laid>> {
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for set in 0..sets.len() {
        let with: Vec<Vec<usize>> =
            choices.iter().map(|choice| [choice.clone(), vec![set]].concat()).collect();
        choices.extend(with);
    }
    let tiles = |choice: &[usize]| -> Vec<Face> {
        choice.iter().flat_map(|&set| sets[set].tiles.iter().copied()).collect()
    };
    choices.retain(|choice| {
        let tiles = tiles(choice);
        tiles.iter().all(|&face| count(&tiles, face) <= count(hand, face))
    });
    let is_part = |small: &[usize], large: &[usize]| {
        small.len() < large.len() && small.iter().all(|set| large.contains(set))
    };
    let largest = choices.iter().filter(|choice| !choices.iter().any(|other| is_part(choice, other)));
    largest.map(|choice| choice.iter().map(|&set| sets[set]).collect()).collect()
}
