//! The medium bot: it plays whenever it can, and as many tiles as it can.

use alloc::vec::Vec;

use sarja_rules::LaidSet;

use super::{LIMIT, Seen};
use crate::Objective;

/// The table that it lays, if there is one.
pub(super) fn play(seen: &Seen<'_>) -> Option<Vec<LaidSet>> {
    seen.best(&seen.rack, Objective::Tiles, LIMIT).map(|play| play.table)
}
