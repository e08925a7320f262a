//! What the server says to drafts, and how it puts tiles into order: questions that change nothing.

use sarja_protocol::{Arrange, ArrangedSet, PlayVerdict, SetVerdict};
use sarja_rules::Family;

use super::{
    LiveDraft, Room,
    family::{arrange_rommikubbi, arrange_rummikub},
};

impl Room {
    /// What the referee says to a draft: on each set, and on the whole.
    pub fn verdict(&self, draft: &LiveDraft) -> Option<(Vec<SetVerdict>, PlayVerdict)> {
        let (_, game) = self.playing()?;
        game.verdict(draft)
    }

    /// Puts tiles into valid order, or splits them into valid sets; `None` where that cannot be done.
    pub fn arrange(&self, wanted: &Arrange) -> Option<Vec<ArrangedSet>> {
        let rules = &self.settings.as_ref()?.rules;
        match rules.family {
            Family::Rummikub => arrange_rummikub(rules, wanted),
            Family::Rommikubbi => arrange_rommikubbi(wanted),
        }
    }
}
