//! Which rooms run here: by id, by code and by who made them.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use sarja_protocol::{PlayerId, RoomCode, RoomId};
use sarja_store::BodyHash;
use tokio::sync::OnceCell;

use crate::{
    actor::{CommandKey, RoomHandle},
    limits::{CREATIONS_KEPT_MAX, FAILURES_MAX},
};

/// The place of a room: filled once, by whoever comes first, while others wait.
pub(super) type Slot = Arc<OnceCell<RoomHandle>>;

/// A room that was made by a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Creation {
    pub(super) hash: BodyHash,
    pub(super) room: RoomId,
}

/// The place of what a command makes: filled once, while the same command sent again waits.
pub(super) type CreationSlot = Arc<OnceCell<Creation>>;

#[derive(Debug, Default)]
struct State {
    rooms: HashMap<RoomId, Slot>,
    codes: HashMap<RoomCode, RoomId>,
    /// The rooms that each player made here and that still run, and the other way round.
    made: HashMap<PlayerId, Vec<RoomId>>,
    makers: HashMap<RoomId, PlayerId>,
    creations: HashMap<CommandKey, CreationSlot>,
    creations_oldest_first: VecDeque<CommandKey>,
    failures: HashMap<RoomId, u8>,
}

impl State {
    fn note(&mut self, handle: &RoomHandle, maker: PlayerId) {
        self.codes.insert(handle.code(), handle.id());
        if self.makers.insert(handle.id(), maker).is_none() {
            self.made.entry(maker).or_default().push(handle.id());
        }
    }
}

/// Which rooms run here. Locked for moments only, never across a wait.
#[derive(Debug, Default)]
pub(super) struct Registry(Mutex<State>);

impl Registry {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic between two insertions leaves at worst a code without its room, which is then looked up in the store.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a room; a new one if it had none or has ended.
    pub(super) fn slot(&self, room: RoomId) -> Slot {
        let mut state = self.lock();
        let slot = state.rooms.entry(room).or_default();
        if slot.get().is_some_and(|handle| !handle.runs()) {
            *slot = Slot::default();
        }
        Arc::clone(slot)
    }

    /// Gives up a place that nobody could fill.
    pub(super) fn vacate(&self, room: RoomId) {
        let mut state = self.lock();
        if state.rooms.get(&room).is_some_and(|slot| slot.get().is_none()) {
            state.rooms.remove(&room);
        }
    }

    /// Notes a room that was loaded and runs. Who made it is not known any more: it counts as its host's.
    pub(super) fn insert_loaded(&self, handle: &RoomHandle) {
        self.lock().note(handle, handle.pulse().host);
    }

    /// Notes a room that was made here and runs.
    pub(super) fn insert_made(&self, handle: RoomHandle, by: PlayerId) {
        let mut state = self.lock();
        state.note(&handle, by);
        state.rooms.insert(handle.id(), Arc::new(OnceCell::new_with(Some(handle))));
    }

    /// Forgets a room that has ended, unless another task runs it by now.
    pub(super) fn remove(&self, room: RoomId, code: RoomCode) {
        let mut state = self.lock();
        // An empty place is being filled by somebody who has found the room ended before this.
        if state.rooms.get(&room).is_none_or(|slot| slot.get().is_none_or(RoomHandle::runs)) {
            return;
        }
        state.rooms.remove(&room);
        if state.codes.get(&code) == Some(&room) {
            state.codes.remove(&code);
        }
        if let Some(maker) = state.makers.remove(&room)
            && let Some(rooms) = state.made.get_mut(&maker)
        {
            rooms.retain(|made| *made != room);
            if rooms.is_empty() {
                state.made.remove(&maker);
            }
        }
    }

    /// The room that has this code here.
    pub(super) fn by_code(&self, code: RoomCode) -> Option<RoomId> {
        self.lock().codes.get(&code).copied()
    }

    /// How many rooms there are.
    pub(super) fn open(&self) -> usize {
        self.lock().rooms.len()
    }

    /// How many running rooms this player made and is still the host of.
    pub(super) fn hosted_by(&self, player: PlayerId) -> usize {
        let state = self.lock();
        let rooms = state.made.get(&player).map(Vec::as_slice).unwrap_or_default();
        let handles = rooms.iter().filter_map(|room| state.rooms.get(room)?.get());
        handles.filter(|handle| handle.runs() && handle.pulse().host == player).count()
    }

    /// The place of what this command makes; the oldest are forgotten.
    pub(super) fn creation(&self, key: CommandKey) -> CreationSlot {
        let mut state = self.lock();
        if let Some(slot) = state.creations.get(&key) {
            return Arc::clone(slot);
        }
        let slot = CreationSlot::default();
        state.creations.insert(key.clone(), Arc::clone(&slot));
        state.creations_oldest_first.push_back(key);
        if state.creations_oldest_first.len() > CREATIONS_KEPT_MAX
            && let Some(oldest) = state.creations_oldest_first.pop_front()
        {
            state.creations.remove(&oldest);
        }
        slot
    }

    /// How many rooms, codes and makers are remembered.
    #[cfg(test)]
    pub(super) fn remembered(&self) -> [usize; 4] {
        let state = self.lock();
        [state.rooms.len(), state.codes.len(), state.made.len(), state.makers.len()]
    }

    /// Counts a failure of a room; tells whether it is one too many.
    pub(super) fn failed(&self, room: RoomId) -> bool {
        let mut state = self.lock();
        let failures = state.failures.entry(room).or_default();
        *failures = failures.saturating_add(1);
        *failures >= FAILURES_MAX
    }

    /// Whether a room is set aside.
    pub(super) fn is_set_aside(&self, room: RoomId) -> bool {
        self.lock().failures.get(&room).is_some_and(|failures| *failures >= FAILURES_MAX)
    }
}
