//! One choice among all that the rules leave open: a reading for every set and a history for every tile.

use super::history::{self, History};
use super::position::Position;
use super::reading::Reading;
use super::ruleset::TableUse;
use super::{jokers, opening};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A reading for every set of the table after the play (none for what is no set), and which tile is which.
pub(super) struct Choice<'a> {
    pub(super) position: &'a Position,
    pub(super) readings: &'a [Option<&'a Reading>],
    pub(super) history: &'a History,
}

/// What all choices together say.
#[derive(Default)]
pub(super) struct Findings {
    /// The size of the smallest fault set, once there is one.
    smallest: Option<usize>,
    /// The union of the fault sets of that size.
    pub(super) faults: BTreeSet<&'static str>,
    /// The highest opening under any choice.
    highest: u32,
    /// The highest opening under a choice without a fault.
    highest_in_order: u32,
}

impl Findings {
    /// The faults of opening and jokers, over all choices.
    pub(super) fn of(position: &Position) -> Self {
        let mut findings = Self::default();
        if position.opened && position.old_jokers.is_empty() {
            return findings;
        }
        let combinations = combinations(&position.readings);
        let certain = Certain::of(position, &combinations);
        for readings in &combinations {
            history::visit(position, &mut |history| {
                findings.add(&Choice { position, readings, history });
                if findings.are_settled(&certain) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        }
        findings
    }

    pub(super) fn opening_points(&self) -> u32 {
        if self.smallest == Some(0) { self.highest_in_order } else { self.highest }
    }

    /// Whether no other choice can change what has been found: a fault set of certain faults only is in every other
    /// one, and the opening is as high as it can be.
    fn are_settled(&self, certain: &Certain) -> bool {
        self.smallest == Some(certain.faults) && self.opening_points() == certain.points_max
    }

    fn add(&mut self, choice: &Choice<'_>) {
        let (faults_of_opening, points) = opening_of(choice);
        self.highest = self.highest.max(points);
        for mut faults in jokers::fault_sets(choice) {
            faults.extend(&faults_of_opening);
            if faults.is_empty() {
                self.highest_in_order = self.highest_in_order.max(points);
            }
            let smallest = self.smallest.unwrap_or(usize::MAX);
            if faults.len() < smallest {
                self.smallest = Some(faults.len());
                self.faults = faults;
            } else if faults.len() == smallest {
                self.faults.extend(faults);
            }
        }
    }
}

/// What is so under every choice.
struct Certain {
    /// The number of faults that no choice avoids.
    faults: usize,
    /// No opening is worth more.
    points_max: u32,
}

impl Certain {
    /// Looks at the history in which nothing is decided: there a set that can be wholly from the rack is, and an old set
    /// that can have stayed has stayed.
    fn of(position: &Position, combinations: &[Vec<Option<&Reading>>]) -> Self {
        let history = History::undecided(position);
        let mut inevitable: Option<BTreeSet<&'static str>> = None;
        let mut points_max = 0;
        for readings in combinations {
            let (faults, points) = opening_of(&Choice { position, readings, history: &history });
            points_max = points_max.max(points);
            inevitable = Some(match inevitable {
                Some(others) => others.intersection(&faults).copied().collect(),
                None => faults,
            });
        }
        Self { faults: inevitable.map_or(0, |faults| faults.len()), points_max }
    }
}

/// The faults of the opening, and what it is worth.
fn opening_of(choice: &Choice<'_>) -> (BTreeSet<&'static str>, u32) {
    let mut faults = BTreeSet::new();
    if choice.position.opened {
        return (faults, 0);
    }
    let ruleset = &choice.position.ruleset;
    let points = opening::points(choice);
    // Every set is worth something: with no minimum one point still asks for one set.
    if points < ruleset.min_points.max(1) {
        faults.insert("opening_too_low");
    }
    if ruleset.table_use == TableUse::NextTurn && !opening::table_stays(choice) {
        faults.insert("opening_uses_table");
    }
    (faults, points)
}

/// Every way to take one reading for each set.
fn combinations(readings: &[Vec<Reading>]) -> Vec<Vec<Option<&Reading>>> {
    let mut combinations = vec![Vec::new()];
    for of_set in readings {
        let choices: Vec<Option<&Reading>> =
            if of_set.is_empty() { vec![None] } else { of_set.iter().map(Some).collect() };
        combinations = combinations
            .iter()
            .flat_map(|begun| {
                choices.iter().map(|&choice| begun.iter().copied().chain([choice]).collect::<Vec<_>>())
            })
            .collect();
    }
    combinations
}
