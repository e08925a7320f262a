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
        let decided = history::places_that_matter(position);
        for readings in &combinations {
            history::visit(position, &decided, &mut |history| {
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
        let fault_sets = jokers::fault_sets(choice);
        for (faults_of_opening, points) in openings(choice) {
            self.highest = self.highest.max(points);
            for faults in &fault_sets {
                let faults: BTreeSet<_> = faults.union(&faults_of_opening).copied().collect();
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
}

/// Whether opening and jokers are in order under one choice at least.
pub(super) fn one_is_in_order(position: &Position) -> bool {
    if position.opened && position.old_jokers.is_empty() {
        return true;
    }
    let decided = history::places_that_matter(position);
    combinations(&position.readings).iter().any(|readings| {
        let mut found = false;
        history::visit(position, &decided, &mut |history| {
            let choice = Choice { position, readings, history };
            found = openings(&choice).iter().any(|(faults, _)| faults.is_empty())
                && jokers::fault_sets(&choice).iter().any(BTreeSet::is_empty);
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    })
}

/// What is so under every choice.
struct Certain {
    /// The number of faults that no choice avoids.
    faults: usize,
    /// No opening is worth more.
    points_max: u32,
}

impl Certain {
    /// Looks at the history in which nothing is decided: there a set that can be wholly from the rack is, and an
    /// old set that can have stayed has stayed.
    fn of(position: &Position, combinations: &[Vec<Option<&Reading>>]) -> Self {
        let history = History::undecided(position);
        let mut inevitable: Option<BTreeSet<&'static str>> = None;
        let mut points_max = 0;
        for readings in combinations {
            for (faults, points) in openings(&Choice { position, readings, history: &history }) {
                points_max = points_max.max(points);
                inevitable = Some(match inevitable {
                    Some(others) => others.intersection(&faults).copied().collect(),
                    None => faults,
                });
            }
        }
        Self { faults: inevitable.map_or(0, |faults| faults.len()), points_max }
    }
}

/// The faults of the opening and what it is worth: with the old sets where they lay, and with nothing said about them.
fn openings(choice: &Choice<'_>) -> Vec<(BTreeSet<&'static str>, u32)> {
    if choice.position.opened {
        return vec![(BTreeSet::new(), 0)];
    }
    let ruleset = &choice.position.ruleset;
    let opening = |stayed: &[bool], uses_table: Option<&'static str>| {
        let points = opening::points(choice, stayed);
        // Every set is worth something: with no minimum one point still asks for one set.
        let is_too_low = points < ruleset.min_points.max(1);
        let too_low = is_too_low.then_some("opening_too_low");
        (uses_table.into_iter().chain(too_low).collect(), points)
    };
    let uses_table = (ruleset.table_use == TableUse::NextTurn).then_some("opening_uses_table");
    let mut openings = vec![opening(&opening::no_sets(choice), uses_table)];
    if let Some(stayed) = opening::sets_that_stayed(choice) {
        openings.push(opening(&stayed, None));
    }
    openings
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

#[cfg(test)]
mod tests {
    use super::{Choice, Findings, Position, combinations, history};
    use crate::generator::{CaseKind, case};
    use std::ops::ControlFlow;

    /// The findings over all histories of all tiles, without any short cut; None where there are too many.
    fn thorough(position: &Position) -> Option<Findings> {
        let mut findings = Findings::default();
        let everywhere: Vec<_> = position.after.iter().map(|set| vec![true; set.tiles.len()]).collect();
        let mut seen = 0;
        for readings in &combinations(&position.readings) {
            history::visit(position, &everywhere, &mut |history| {
                seen += 1;
                findings.add(&Choice { position, readings, history });
                if seen < 3000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        if seen < 3000 { Some(findings) } else { None }
    }

    #[test]
    fn what_is_left_open_decides_nothing() {
        let (mut compared, mut with_jokers) = (0, 0);
        for seed in 10_000..11_000 {
            let case = case(CaseKind::Play, seed);
            let position = Position::of_case(&case).unwrap();
            let Some(expected) = thorough(&position) else { continue };
            let findings = Findings::of(&position);
            assert_eq!(findings.faults, expected.faults, "{case}");
            if !position.opened {
                assert_eq!(findings.opening_points(), expected.opening_points(), "{case}");
            }
            compared += 1;
            with_jokers += usize::from(!position.old_jokers.is_empty());
        }
        assert!(compared > 600 && with_jokers > 200, "compared {compared}, {with_jokers} with jokers");
    }
}
