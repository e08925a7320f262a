//! Which rooms there are here, in memory or asleep: by id, by code and by who made them.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use sarja_protocol::{PlayerId, RoomCode, RoomId};
use tokio::{
    sync::{Notify, OnceCell},
    time::{Instant, sleep_until},
};

use super::setbacks::Setbacks;
use crate::{
    actor::{Asleep, RoomHandle},
    limits::{FAILURES_KEPT_MAX, FAILURES_MAX},
};

/// The place of a room's task: filled once, by whoever comes first, while others wait.
type Slot = Arc<OnceCell<RoomHandle>>;

/// Where a room is.
#[derive(Debug)]
enum Stay {
    /// In memory, or on its way there by whoever has a claim on the slot; with what is kept of it if it slept.
    Awake(Slot, Option<Arc<Asleep>>),
    /// In the store; with what is kept of it unless this process has not read it yet.
    Asleep(Option<Arc<Asleep>>),
}

#[derive(Debug)]
struct Place {
    stay: Stay,
    /// Its code and who made it, once they are known.
    code: Option<RoomCode>,
    maker: Option<PlayerId>,
    /// When it is to be woken.
    due: Option<Instant>,
    /// Its last failures, if it had any since it was first known here.
    setbacks: Option<Setbacks>,
}

impl Place {
    fn host(&self) -> Option<PlayerId> {
        match &self.stay {
            Stay::Awake(slot, asleep) => {
                let awake = slot.get().map(|handle| handle.pulse().host);
                awake.or_else(|| asleep.as_ref().map(|asleep| asleep.pulse.host))
            }
            Stay::Asleep(asleep) => asleep.as_ref().map(|asleep| asleep.pulse.host),
        }
    }
}

#[derive(Debug, Default)]
struct State {
    rooms: HashMap<RoomId, Place>,
    codes: HashMap<RoomCode, RoomId>,
    /// The rooms that each player made here and that there still are.
    made: HashMap<PlayerId, Vec<RoomId>>,
    /// Rooms that sleep, by when they are to be woken.
    dues: BTreeSet<(Instant, RoomId)>,
    failures: HashMap<RoomId, u8>,
    failures_oldest_first: VecDeque<RoomId>,
}

impl State {
    fn place(&mut self, room: RoomId) -> &mut Place {
        let new = || Place {
            stay: Stay::Awake(Slot::default(), None),
            code: None,
            maker: None,
            due: None,
            setbacks: None,
        };
        self.rooms.entry(room).or_insert_with(new)
    }

    /// Notes code and maker, as soon as they are known.
    fn know(&mut self, room: RoomId, code: RoomCode, maker: Option<PlayerId>) {
        self.codes.insert(code, room);
        let place = self.place(room);
        place.code = Some(code);
        if place.maker.is_none()
            && let Some(maker) = maker
        {
            place.maker = Some(maker);
            self.made.entry(maker).or_default().push(room);
        }
    }

    fn set_due(&mut self, room: RoomId, due: Option<Instant>) {
        let Some(place) = self.rooms.get_mut(&room) else { return };
        if let Some(before) = std::mem::replace(&mut place.due, due) {
            self.dues.remove(&(before, room));
        }
        self.dues.extend(due.map(|due| (due, room)));
    }

    /// One more failure of a room; gives when it is read again.
    fn set_back(&mut self, room: RoomId) -> Instant {
        let place = self.place(room);
        place.setbacks.insert(Setbacks::after(place.setbacks)).until()
    }

    fn forget(&mut self, room: RoomId) {
        self.set_due(room, None);
        let Some(place) = self.rooms.remove(&room) else { return };
        if let Some(code) = place.code.filter(|code| self.codes.get(code) == Some(&room)) {
            self.codes.remove(&code);
        }
        if let Some(maker) = place.maker
            && let Some(rooms) = self.made.get_mut(&maker)
        {
            rooms.retain(|made| *made != room);
            if rooms.is_empty() {
                self.made.remove(&maker);
            }
        }
    }
}

/// Which rooms there are here. Locked for moments only, never across a wait.
#[derive(Debug, Default)]
pub(super) struct Registry {
    state: Mutex<State>,
    /// A room is to be woken earlier than all others.
    sooner: Notify,
}

/// How much a registry holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) awake: usize,
    pub(crate) asleep: usize,
    pub(crate) unread: usize,
    pub(crate) codes: usize,
    pub(crate) makers: usize,
    pub(crate) dues: usize,
    pub(crate) failures: usize,
    pub(crate) set_aside: usize,
}

/// The right to fill the place of a room, or to wait for whoever does. A place that nobody fills is given up with the last
/// claim on it.
#[derive(Debug)]
pub(super) struct Claim<'a> {
    registry: &'a Registry,
    pub(super) room: RoomId,
    pub(super) slot: Slot,
    /// What is kept of the room if it sleeps.
    pub(super) asleep: Option<Arc<Asleep>>,
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let mut state = self.registry.lock();
        let Some(place) = state.rooms.get_mut(&self.room) else { return };
        let Stay::Awake(slot, asleep) = &mut place.stay else { return };
        // Nobody else has this one: slots are given out under the lock.
        let is_last = Arc::ptr_eq(slot, &self.slot) && Arc::strong_count(slot) == 2;
        if is_last && slot.get().is_none() {
            if place.code.is_some() {
                place.stay = Stay::Asleep(asleep.take());
            } else {
                state.forget(self.room);
            }
        }
    }
}

impl Registry {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic between two insertions leaves at worst a code without its room, which is then looked up in the store.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A claim on the place of a room.
    pub(super) fn claim(&self, room: RoomId) -> Claim<'_> {
        let mut state = self.lock();
        let place = state.place(room);
        if let Stay::Asleep(asleep) = &mut place.stay {
            place.stay = Stay::Awake(Slot::default(), asleep.take());
        }
        let Stay::Awake(slot, asleep) = &place.stay else { unreachable!("it was made so") };
        Claim { registry: self, room, slot: Arc::clone(slot), asleep: asleep.clone() }
    }

    /// Notes a room that is about to run in the place that was claimed. Whose it is if nobody is known to have made it.
    pub(super) fn awake(&self, claim: &Claim<'_>, handle: &RoomHandle, maker: PlayerId) {
        let mut state = self.lock();
        state.know(claim.room, handle.code(), Some(maker));
        state.set_due(claim.room, None);
        state.place(claim.room).stay = Stay::Awake(Arc::clone(&claim.slot), None);
    }

    /// Notes a room that was made here and is about to run.
    pub(super) fn made(&self, handle: RoomHandle, by: PlayerId) {
        let mut state = self.lock();
        let (room, code) = (handle.id(), handle.code());
        state.know(room, code, Some(by));
        state.place(room).stay = Stay::Awake(Arc::new(OnceCell::new_with(Some(handle))), None);
    }

    /// Notes a room that has left memory, and when it is to be woken.
    pub(super) fn asleep(&self, room: RoomId, asleep: Asleep) {
        let due = asleep.due;
        self.set_asleep(room, Some(Arc::new(asleep)), due);
    }

    /// Notes a room that the store alone knows by now, and that is to be read then.
    pub(super) fn unread(&self, room: RoomId, code: RoomCode, due: Instant) {
        self.lock().know(room, code, None);
        self.set_asleep(room, None, Some(due));
    }

    /// Notes a room that failed, and that is to be read again when its last failures allow it.
    pub(super) fn set_back(&self, room: RoomId, code: RoomCode) {
        let due = self.lock().set_back(room);
        self.unread(room, code, due);
    }

    /// Notes a room that sleeps and could not be woken for damage, as if it had failed.
    pub(super) fn set_back_asleep(&self, room: RoomId) {
        let mut state = self.lock();
        if state.rooms.get(&room).is_some_and(|place| matches!(place.stay, Stay::Asleep(_))) {
            let due = state.set_back(room);
            state.set_due(room, Some(due));
        }
    }

    /// How long whoever comes has to wait until this room is read again.
    pub(super) fn held_back(&self, room: RoomId) -> Option<Duration> {
        self.lock().rooms.get(&room)?.setbacks?.holds_back()
    }

    fn set_asleep(&self, room: RoomId, asleep: Option<Arc<Asleep>>, due: Option<Instant>) {
        let mut state = self.lock();
        state.place(room).stay = Stay::Asleep(asleep);
        state.set_due(room, due);
        let is_first = due.is_some() && state.dues.first().map(|(_, first)| *first) == Some(room);
        drop(state);
        if is_first {
            self.sooner.notify_one();
        }
    }

    /// Wakes a room that could not be woken at another time, if it still sleeps.
    pub(super) fn wake_again(&self, room: RoomId, due: Instant) {
        let mut state = self.lock();
        if state.rooms.get(&room).is_some_and(|place| matches!(place.stay, Stay::Asleep(_))) {
            state.set_due(room, Some(due));
        }
    }

    /// The next room whose time has come; waits for it.
    pub(super) async fn next_due(&self) -> RoomId {
        loop {
            let sooner = self.sooner.notified();
            let next = {
                let mut state = self.lock();
                let next = state.dues.first().copied();
                if let Some((due, room)) = next
                    && due <= Instant::now()
                {
                    state.set_due(room, None);
                    return room;
                }
                next
            };
            match next {
                None => sooner.await,
                Some((due, _)) => tokio::select! {
                    biased;
                    () = sooner => {}
                    () = sleep_until(due) => {}
                },
            }
        }
    }

    /// When the next room is to be woken.
    #[cfg(test)]
    pub(super) fn first_due(&self) -> Option<Instant> {
        self.lock().dues.first().map(|(due, _)| *due)
    }

    /// All rooms that sleep and were in memory before, and what is kept of them. They are forgotten.
    pub(super) fn all_asleep(&self) -> Vec<(RoomId, Arc<Asleep>)> {
        let mut state = self.lock();
        let asleep = state.rooms.iter().filter_map(|(room, place)| match &place.stay {
            Stay::Asleep(Some(asleep)) => Some((*room, Arc::clone(asleep))),
            _ => None,
        });
        let asleep: Vec<_> = asleep.collect();
        for (room, _) in &asleep {
            state.forget(*room);
        }
        asleep
    }

    /// Forgets a room that is over here.
    pub(super) fn forget(&self, room: RoomId) {
        self.lock().forget(room);
    }

    /// Whether there is a room with this id here, in memory or asleep.
    pub(super) fn knows(&self, room: RoomId) -> bool {
        self.lock().rooms.contains_key(&room)
    }

    /// The room that has this code here.
    pub(super) fn by_code(&self, code: RoomCode) -> Option<RoomId> {
        self.lock().codes.get(&code).copied()
    }

    /// How many rooms there are.
    pub(super) fn open(&self) -> usize {
        self.lock().rooms.len()
    }

    /// How many rooms this player made and is still the host of.
    pub(super) fn hosted_by(&self, player: PlayerId) -> usize {
        let state = self.lock();
        let rooms = state.made.get(&player).map(Vec::as_slice).unwrap_or_default();
        let hosts = rooms.iter().filter_map(|room| state.rooms.get(room)?.host());
        hosts.filter(|host| *host == player).count()
    }

    /// How much is held.
    pub(super) fn held(&self) -> Held {
        let state = self.lock();
        let awake = state.rooms.values().filter(|place| matches!(place.stay, Stay::Awake(..))).count();
        Held {
            awake,
            asleep: state.rooms.len() - awake,
            unread: state.rooms.values().filter(|place| matches!(place.stay, Stay::Asleep(None))).count(),
            codes: state.codes.len(),
            makers: state.made.len(),
            dues: state.dues.len(),
            failures: state.failures.len(),
            set_aside: state.failures.values().filter(|failures| **failures >= FAILURES_MAX).count(),
        }
    }

    /// Counts a failure of a room; tells whether it is one too many. The oldest counts are forgotten: a room that still fails
    /// is counted anew.
    pub(super) fn failed(&self, room: RoomId) -> bool {
        let mut state = self.lock();
        if !state.failures.contains_key(&room) {
            state.failures_oldest_first.push_back(room);
        }
        let failures = state.failures.entry(room).or_default();
        *failures = failures.saturating_add(1);
        let too_many = *failures >= FAILURES_MAX;
        if state.failures.len() > FAILURES_KEPT_MAX
            && let Some(oldest) = state.failures_oldest_first.pop_front()
        {
            state.failures.remove(&oldest);
        }
        too_many
    }

    /// Whether a room is set aside.
    pub(super) fn is_set_aside(&self, room: RoomId) -> bool {
        self.lock().failures.get(&room).is_some_and(|failures| *failures >= FAILURES_MAX)
    }
}
