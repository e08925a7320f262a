//! A position to be judged, written as a test reads it.

use sarja_rules::{
    FaceCounts, Ruleset, TableSet,
    rummikub::{Opened, PlayVerdict, Position, ReasonCode, judge_play},
};

use crate::notation::{all_laid, on_table, rack, ruleset, written};

/// A table, a rack, and who plays.
pub(crate) struct At {
    pub(crate) ruleset: Ruleset,
    table: Vec<TableSet>,
    rack: FaceCounts,
    opened: Opened,
}

/// A player who has opened, under the default ruleset.
pub(crate) fn at(table: &[&str], tiles: &str) -> At {
    At {
        ruleset: Ruleset::default(),
        table: table.iter().map(|s| on_table(s)).collect(),
        rack: rack(tiles),
        opened: Opened::Yes,
    }
}

/// A player who has not opened, under the default ruleset.
pub(crate) fn unopened_at(table: &[&str], tiles: &str) -> At {
    At { opened: Opened::No, ..at(table, tiles) }
}

impl At {
    /// The same under a printed ruleset.
    pub(crate) fn under(self, name: &str) -> Self {
        Self { ruleset: ruleset(name), ..self }
    }

    /// The same with fields of the ruleset changed.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Ruleset)) -> Self {
        change(&mut self.ruleset);
        self
    }

    /// What the referee says of this table.
    pub(crate) fn judge(&self, after: &[&str]) -> PlayVerdict {
        let position =
            Position { ruleset: &self.ruleset, table: &self.table, rack: &self.rack, opened: self.opened };
        judge_play(position, &all_laid(after))
    }

    /// The play is legal.
    #[track_caller]
    pub(crate) fn legal(&self, after: &[&str]) -> PlayVerdict {
        let verdict = self.judge(after);
        assert_eq!(verdict.reasons, [], "{} {after:?}", self.ruleset.name);
        verdict
    }

    /// The play has these faults and no others.
    #[track_caller]
    pub(crate) fn faults(&self, after: &[&str], faults: &[ReasonCode]) -> PlayVerdict {
        let verdict = self.judge(after);
        let codes: Vec<_> = verdict.reasons.iter().map(sarja_rules::rummikub::Reason::code).collect();
        assert_eq!(codes, faults, "{} {after:?}", self.ruleset.name);
        verdict
    }

    /// The table after a legal play, each set with its kind.
    #[track_caller]
    pub(crate) fn stored(&self, after: &[&str]) -> Vec<String> {
        let table = self.legal(after).table().unwrap();
        table.iter().map(written).collect()
    }
}
