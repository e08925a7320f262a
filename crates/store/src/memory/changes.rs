//! The changes that a store knows: what `jobs` does in statements.

use super::beside::Beside;
use super::change::Change;
use super::tables::{Guest, Room, Tables};
use super::{WriteCall, Writing};
use crate::jobs::{CloseRoom, HandOver, RenamePlayer, TakeRoom, TouchPlayer};
use crate::{
    Append, AppendError, Appended, CloseRoomError, CreatePlayerError, CreateRoomError, Created, Entry, Epoch,
    LogRow, NewPlayer, NewRoom, PlayerId, RoomHead, Taken, UpdatePlayerError, WriteError,
};

impl Change for NewPlayer {
    type Done = ();
    type Error = CreatePlayerError;

    fn call(&self) -> WriteCall {
        WriteCall { what: Writing::Player, room: None }
    }

    fn make(self, tables: &mut Tables) -> Result<(), CreatePlayerError> {
        let Self { id, token_hash, name, now_ms } = self;
        if tables.players.contains_key(&id) || tables.tokens.contains_key(&token_hash) {
            return Err(CreatePlayerError::Taken(id));
        }
        tables.add_player(id, Guest { token_hash, name, scope: None, created_ms: now_ms, seen_ms: now_ms });
        Ok(())
    }
}

impl Change for TouchPlayer {
    type Done = ();
    type Error = UpdatePlayerError;

    fn call(&self) -> WriteCall {
        WriteCall { what: Writing::Player, room: None }
    }

    fn make(self, tables: &mut Tables) -> Result<(), UpdatePlayerError> {
        let player = player(tables, self.id)?;
        player.seen_ms = player.seen_ms.max(self.now_ms);
        Ok(())
    }
}

impl Change for RenamePlayer {
    type Done = ();
    type Error = UpdatePlayerError;

    fn call(&self) -> WriteCall {
        WriteCall { what: Writing::Player, room: None }
    }

    fn make(self, tables: &mut Tables) -> Result<(), UpdatePlayerError> {
        player(tables, self.id)?.name = self.name;
        Ok(())
    }
}

fn player(tables: &mut Tables, id: PlayerId) -> Result<&mut Guest, UpdatePlayerError> {
    tables.players.get_mut(&id).ok_or(UpdatePlayerError::NoSuchPlayer(id))
}

impl Change for NewRoom {
    type Done = Created;
    type Error = CreateRoomError;

    fn call(&self) -> WriteCall {
        WriteCall { what: Writing::NewRoom, room: Some(self.id) }
    }

    fn make(self, tables: &mut Tables) -> Result<Created, CreateRoomError> {
        let Self { id, code, owner, now_ms, first } = self;
        if tables.rooms.contains_key(&id) {
            return Err(CreateRoomError::RoomExists(id));
        }
        if tables.codes.contains_key(&code) {
            return Err(CreateRoomError::CodeTaken(code));
        }
        let epoch = Epoch::FIRST;
        let head = RoomHead { id, code: code.clone(), owner, epoch, created_ms: now_ms, closed_ms: None };
        let room = Room::new(head);
        let beside = Beside::of(tables, &room, &first)?;
        tables.rooms.insert(id, room);
        tables.codes.insert(code, id);
        tables.add_row(id, epoch, &first);
        beside.write(tables, id);
        Ok(Created { epoch })
    }
}

impl Change for TakeRoom {
    type Done = Option<Taken>;
    type Error = WriteError;

    fn call(&self) -> WriteCall {
        WriteCall { what: Writing::TakeRoom, room: Some(self.room) }
    }

    fn make(self, tables: &mut Tables) -> Result<Option<Taken>, WriteError> {
        let room = tables.rooms.get_mut(&self.room).filter(|room| room.is_open());
        let held = |room: &&mut Room| self.held.is_none_or(|held| held == room.head.epoch);
        let Some(room) = room.filter(held) else { return Ok(None) };
        let before = room.head.epoch;
        room.head.owner = self.owner;
        room.head.epoch = Epoch(before.0 + 1);
        let next_seq = room.next_seq();
        let left = room.left.take().filter(|left| left.epoch == before && next_seq == Some(left.next_seq));
        Ok(Some(Taken { epoch: room.head.epoch, handed_over: left.map(|left| left.state) }))
    }
}

impl Change for HandOver {
    type Done = u64;
    type Error = WriteError;

    fn call(&self) -> WriteCall {
        WriteCall { what: Writing::HandOver, room: None }
    }

    fn make(self, tables: &mut Tables) -> Result<u64, WriteError> {
        let mut left = 0;
        for handover in self.0 {
            let room = tables.rooms.get_mut(&handover.room).filter(|room| room.is_open());
            if let Some(room) = room.filter(|room| room.head.epoch == handover.epoch) {
                room.left = Some(handover);
                left += 1;
            }
        }
        Ok(left)
    }
}

impl Change for CloseRoom {
    type Done = ();
    type Error = CloseRoomError;

    fn call(&self) -> WriteCall {
        WriteCall { what: Writing::CloseRoom, room: Some(self.room) }
    }

    fn make(self, tables: &mut Tables) -> Result<(), CloseRoomError> {
        let Self { room: id, epoch: held, now_ms } = self;
        let Some(room) = tables.rooms.get_mut(&id) else { return Err(CloseRoomError::NoSuchRoom(id)) };
        let current = room.head.epoch;
        if current != held {
            return Err(CloseRoomError::Fenced { room: id, held, current });
        }
        if room.is_open() {
            room.head.closed_ms = Some(now_ms);
            tables.codes.remove(&room.head.code);
        }
        Ok(())
    }
}

impl Change for Append {
    type Done = Appended;
    type Error = AppendError;

    fn call(&self) -> WriteCall {
        WriteCall { what: Writing::Append, room: Some(self.room) }
    }

    /// Ownership is first: a room that was taken must stop, whatever else is true.
    fn make(self, tables: &mut Tables) -> Result<Appended, AppendError> {
        let Self { room: id, epoch: held, entry } = self;
        let Some(room) = tables.rooms.get(&id).filter(|room| room.is_open()) else {
            return Err(AppendError::NotOpen(id));
        };
        let current = room.head.epoch;
        if current != held {
            return Err(AppendError::Fenced { room: id, held, current });
        }
        if let Some(stored) = stored_instead(tables, room, &entry) {
            return Err(AppendError::Conflict { room: id, stored: Box::new(stored.clone()) });
        }
        if let Some(expected) = room.next_seq().filter(|expected| *expected != entry.first_seq) {
            return Err(AppendError::Gap { room: id, expected, given: entry.first_seq });
        }
        let beside = Beside::of(tables, room, &entry)?;
        let next_seq = entry.next_seq();
        tables.add_row(id, held, &entry);
        beside.write(tables, id);
        Ok(Appended { next_seq })
    }
}

/// The row of the same command, otherwise the row that holds the first event's place.
fn stored_instead<'t>(tables: &'t Tables, room: &'t Room, entry: &Entry) -> Option<&'t LogRow> {
    let same = entry.command.as_ref().and_then(|c| tables.by_command(room.head.id, c.player, &c.id));
    same.or_else(|| room.covering(entry.first_seq))
}
