//! Who is connected: not part of the log, but of what a decision depends on.

use std::collections::{BTreeMap, BTreeSet};

use sarja_protocol::{PlayerId, RoomMs};

/// Who of a room is connected, and since when the others are not.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    connected: BTreeSet<PlayerId>,
    away_since: BTreeMap<PlayerId, RoomMs>,
}

impl Presence {
    /// A player has connected.
    pub fn arrive(&mut self, player: PlayerId) {
        self.connected.insert(player);
        self.away_since.remove(&player);
    }

    /// A player's connection is gone.
    pub fn depart(&mut self, player: PlayerId, now: RoomMs) {
        if self.connected.remove(&player) {
            self.away_since.insert(player, now);
        }
    }

    /// Counts a player whose connection was never seen, as after a restart, as away since now.
    pub fn expect(&mut self, player: PlayerId, now: RoomMs) {
        if !self.is_connected(player) {
            self.away_since.entry(player).or_insert(now);
        }
    }

    /// Whether the player is connected.
    pub fn is_connected(&self, player: PlayerId) -> bool {
        self.connected.contains(&player)
    }

    /// Since when the player is away; `None` while connected, or if never seen.
    pub fn away_since(&self, player: PlayerId) -> Option<RoomMs> {
        self.away_since.get(&player).copied()
    }

    /// Forgets somebody who is no longer in the room.
    pub fn forget(&mut self, player: PlayerId) {
        self.connected.remove(&player);
        self.away_since.remove(&player);
    }
}
