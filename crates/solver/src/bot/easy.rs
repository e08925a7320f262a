//! The easy bot: it lays sets of its rack, adds tiles to the ends of others, and overlooks some of its tiles.

use alloc::vec::Vec;

use sarja_rules::{
    FaceCounts, LaidSet,
    rummikub::{Action, SeenPosition, choose_simply},
};

use super::{Seen, chance::Chance};

/// Of so many tiles of its rack it overlooks one.
const OVERLOOKS_ONE_IN: u64 = 4;

/// The table that it lays, if it sees one.
pub(super) fn play(seen: &Seen<'_>, chance: &mut Chance) -> Option<Vec<LaidSet>> {
    let noticed: FaceCounts = seen.rack.tiles().filter(|_| !chance.hits_one_in(OVERLOOKS_ONE_IN)).collect();
    let position = SeenPosition {
        ruleset: seen.ruleset,
        table: seen.placed,
        rack: &noticed,
        opened: seen.opened,
        pool: seen.pool,
    };
    match choose_simply(position) {
        Action::Play(table) => Some(table.sets),
        _ => None,
    }
}
