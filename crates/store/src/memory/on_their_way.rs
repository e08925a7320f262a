//! Changes that were asked for and are not made yet.

use std::collections::BTreeMap;
use std::fmt;

use tokio::time::Instant;

use super::Tables;

/// A change, and the way back to its caller.
type Make = Box<dyn FnOnce(&mut Tables) + Send>;

/// Changes by when they are due; of two that are due at once, the one that was asked for first comes first. A store's
/// places bound how many there are, apart from those whose callers have given them up for lost.
#[derive(Default)]
pub(super) struct OnTheirWay {
    changes: BTreeMap<(Instant, u64), Make>,
    /// How many there ever were.
    sent: u64,
}

impl OnTheirWay {
    pub(super) fn send(&mut self, due: Instant, make: Make) {
        self.sent += 1;
        self.changes.insert((due, self.sent), make);
    }

    /// When the next one is due.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.changes.keys().next().map(|(due, _)| *due)
    }

    /// Makes what is due by then, in order.
    pub(super) fn arrive(&mut self, by: Instant, tables: &mut Tables) {
        while self.next_due().is_some_and(|due| due <= by)
            && let Some((_, make)) = self.changes.pop_first()
        {
            make(tables);
        }
    }
}

impl fmt::Debug for OnTheirWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.changes.keys()).finish()
    }
}
