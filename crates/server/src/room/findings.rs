//! What was found out about positions, and what a decision would have to know.
//!
//! A decision does not search. It is [`Asking`], which notes what is not known; the room's task has that found out and decides
//! anew. So deciding stays a function of its arguments, and searching can be done elsewhere.

use std::cell::RefCell;

use sarja_rules::{
    FaceCounts, Ruleset, SetId, Table, TableSet,
    rummikub::{Action, Finding, Opened, Oracle, PlacedSet, Position, SeenPosition, choose_simply},
};
use sarja_solver::{Answer, NodeLimit, can_play};

/// Whether there is a play in this position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    ruleset: Ruleset,
    table: Vec<TableSet>,
    rack: FaceCounts,
    opened: Opened,
}

impl Question {
    /// The question about this position.
    pub(crate) fn of(position: Position<'_>) -> Self {
        let Position { ruleset, table, rack, opened } = position;
        Self { ruleset: ruleset.clone(), table: table.to_vec(), rack: rack.clone(), opened }
    }

    /// The position that it is about.
    pub(crate) fn position(&self) -> Position<'_> {
        Position { ruleset: &self.ruleset, table: &self.table, rack: &self.rack, opened: self.opened }
    }

    /// Whether there is a play that rearranges nothing: sets of the rack, and tiles that fit to sets of the table.
    pub(crate) fn has_plain_play(&self) -> bool {
        let placed = (1..).zip(&self.table).map(|(id, set)| PlacedSet { id: SetId(id), set: set.clone() });
        let table: Vec<PlacedSet> = placed.collect();
        let Self { ruleset, rack, opened, .. } = self;
        let seen = SeenPosition { ruleset, table: &table, rack, opened: *opened, pool: 0 };
        matches!(choose_simply(seen), Action::Play(_))
    }

    /// Searches for the answer.
    pub(crate) fn answer(&self, limit: NodeLimit) -> Finding {
        match can_play(self.position(), limit) {
            Answer::Yes(_) => Finding::Play,
            Answer::No => Finding::NoPlay,
            Answer::Unknown => Finding::Unproven,
        }
    }

    /// Searches for a play: any, not the best.
    pub(crate) fn play(&self, limit: NodeLimit) -> Option<Table> {
        match can_play(self.position(), limit) {
            Answer::Yes(play) => Some(Table::from(play.table)),
            Answer::No | Answer::Unknown => None,
        }
    }

    fn is_about(&self, position: Position<'_>) -> bool {
        self.rack == *position.rack
            && self.opened == position.opened
            && self.table == position.table
            && self.ruleset == *position.ruleset
    }
}

/// What is known.
#[derive(Debug, Default)]
pub(crate) struct Findings(Vec<(Question, Finding)>);

impl Findings {
    /// Takes note of answers.
    pub(crate) fn learn(&mut self, found: impl IntoIterator<Item = (Question, Finding)>) {
        self.0.extend(found);
    }

    /// Forgets what a later decision cannot use: what was not proven is looked for anew, and of the rest the newest are kept.
    pub(crate) fn forget(&mut self, kept_max: usize) {
        self.0.retain(|(_, finding)| *finding != Finding::Unproven);
        let surplus = self.0.len().saturating_sub(kept_max);
        self.0.drain(..surplus);
    }

    fn about(&self, position: Position<'_>) -> Option<Finding> {
        self.0.iter().find(|(question, _)| question.is_about(position)).map(|(_, finding)| *finding)
    }
}

/// Answers one decision with what is known, and notes what is not.
#[derive(Debug)]
pub(crate) struct Asking<'a> {
    findings: &'a Findings,
    open: RefCell<Vec<Question>>,
}

impl<'a> Asking<'a> {
    /// Nothing has been asked yet.
    pub(crate) const fn with(findings: &'a Findings) -> Self {
        Self { findings, open: RefCell::new(Vec::new()) }
    }

    /// What was asked and is not known.
    pub(crate) fn into_open(self) -> Vec<Question> {
        self.open.into_inner()
    }
}

impl Oracle for Asking<'_> {
    fn can_play(&self, position: Position<'_>) -> Finding {
        self.findings.about(position).unwrap_or_else(|| {
            let mut open = self.open.borrow_mut();
            if !open.iter().any(|question| question.is_about(position)) {
                open.push(Question::of(position));
            }
            Finding::Unproven
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rack(tiles: &str) -> FaceCounts {
        tiles.split(' ').map(|face| face.parse::<sarja_rules::Face>().unwrap()).collect()
    }

    /// Asks about these racks, has found out what is not known, and tells what was known and how much was not.
    fn ask(findings: &mut Findings, racks: &[&str], limit: NodeLimit) -> (Vec<Finding>, usize) {
        let ruleset = Ruleset::default();
        let asking = Asking::with(findings);
        let known = racks.iter().map(|tiles| {
            let rack = rack(tiles);
            asking.can_play(Position { ruleset: &ruleset, table: &[], rack: &rack, opened: Opened::No })
        });
        let (known, open) = (known.collect(), asking.into_open());
        let count = open.len();
        findings.learn(open.into_iter().map(|question| (question.clone(), question.answer(limit))));
        (known, count)
    }

    const SOME: NodeLimit = NodeLimit(10_000);

    /// Every play that is seen at once is one that a search finds too; what is not seen may still be there.
    #[test]
    fn a_plain_play_is_a_play() {
        let ruleset = Ruleset::default();
        let question = |tiles: &str, opened| {
            Question::of(Position { ruleset: &ruleset, table: &[], rack: &rack(tiles), opened })
        };
        for (tiles, opened, plain) in [
            ("R10 R11 R12", Opened::No, true),
            ("R1 R2 R3", Opened::No, false),
            ("R1 R2 R3", Opened::Yes, true),
            ("R1 B2 K3", Opened::Yes, false),
        ] {
            let question = question(tiles, opened);
            assert_eq!(question.has_plain_play(), plain, "{tiles}");
            assert_eq!(question.answer(SOME) == Finding::Play, plain, "{tiles}");
        }
    }

    #[test]
    fn what_is_not_known_is_open_once_and_known_when_it_was_found_out() {
        let mut findings = Findings::default();
        let racks = ["R10 R11 R12", "R10 R11 B12", "R10 R11 R12"];
        assert_eq!(ask(&mut findings, &racks, SOME), (vec![Finding::Unproven; 3], 2));
        let found = vec![Finding::Play, Finding::NoPlay, Finding::Play];
        assert_eq!(ask(&mut findings, &racks, SOME), (found, 0));
    }

    #[test]
    fn what_was_not_proven_answers_one_decision_and_is_looked_for_anew_by_the_next() {
        let mut findings = Findings::default();
        ask(&mut findings, &["R10 R11 R12"], NodeLimit(0));
        assert_eq!(ask(&mut findings, &["R10 R11 R12"], SOME), (vec![Finding::Unproven], 0));
        findings.forget(2);
        assert_eq!(ask(&mut findings, &["R10 R11 R12"], SOME), (vec![Finding::Unproven], 1));
        assert_eq!(ask(&mut findings, &["R10 R11 R12"], SOME), (vec![Finding::Play], 0));
    }

    #[test]
    fn the_newest_findings_are_kept_within_bounds() {
        let mut findings = Findings::default();
        ask(&mut findings, &["R10 R11 R12", "R1", "R2"], SOME);
        findings.forget(2);
        let (known, open) = ask(&mut findings, &["R10 R11 R12", "R1", "R2"], SOME);
        assert_eq!((known, open), (vec![Finding::Unproven, Finding::NoPlay, Finding::NoPlay], 1));
    }
}
