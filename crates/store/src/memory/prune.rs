//! Removing what is kept no longer.

use super::beside::rejected;
use super::change::Change;
use super::tables::Tables;
use super::{WriteCall, Writing};
use crate::jobs::{PruneGuests, PruneRooms};
use crate::text::Unstorable;
use crate::{PlayerId, RoomId, WriteError};

const CALL: WriteCall = WriteCall { what: Writing::Prune, room: None };

impl Change for PruneRooms {
    type Done = u64;
    type Error = WriteError;

    fn call(&self) -> WriteCall {
        CALL
    }

    fn make(self, tables: &mut Tables) -> Result<u64, WriteError> {
        let mut rooms: Vec<_> = self.0.into_iter().map(RoomId).collect();
        rooms.retain(|id| tables.rooms.contains_key(id));
        rooms.iter().try_for_each(|id| named_by_nothing_else(tables, *id))?;
        for id in &rooms {
            tables.remove_room(*id);
        }
        Ok(rooms.len() as u64)
    }
}

/// Refuses what other engines refuse, too: a room with results, and one whose programs are named elsewhere.
fn named_by_nothing_else(tables: &Tables, id: RoomId) -> Result<(), Unstorable> {
    let has_results =
        tables.rooms.get(&id).is_some_and(|room| !room.rounds.is_empty() || !room.matches.is_empty());
    let is_elsewhere = |player: PlayerId| {
        let mut commands = tables.commands_of(player);
        commands.any(|(room, ..)| room != id) || tables.matches_with(player).next().is_some()
    };
    if has_results || tables.invited_into(id).any(is_elsewhere) {
        return Err(rejected("row", format!("something names room {id}")));
    }
    Ok(())
}

impl Change for PruneGuests {
    type Done = u64;
    type Error = WriteError;

    fn call(&self) -> WriteCall {
        CALL
    }

    /// One may have come back in the moment since they were looked for.
    fn make(self, tables: &mut Tables) -> Result<u64, WriteError> {
        let mut guests = 0;
        for id in self.guests.into_iter().map(PlayerId) {
            let is_idle = tables.players.get(&id).is_some_and(|guest| guest.seen_ms < self.before_ms);
            if is_idle && tables.is_nowhere(id) {
                tables.remove_player(id);
                guests += 1;
            }
        }
        Ok(guests)
    }
}
