//! The database in memory: its tables, and the changes that are on their way to them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::task::yield_now;
use tokio::time::{Instant, sleep};

use super::change::Change;
use super::faults::NoFaults;
use super::on_their_way::OnTheirWay;
use super::tables::Tables;
use super::{Faults, Memory};
use crate::store::Engine;
use crate::{LogRow, RoomId, RoomRecord, Seq, Store};

/// A database in memory. It outlives the stores that are opened on it, as a file would: a server that ends, however it
/// ends, and the next one are two stores on one of these. Clones are the same database.
///
/// What is read from it directly is read past all [`Faults`]: what is there at this moment, and so committed. Whoever opens
/// stores on one database has to run them on one clock, since changes are made in the order of time: tokio's, or [`Faults::now`].
#[derive(Debug, Clone)]
pub struct MemoryDatabase(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    faults: Arc<dyn Faults>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    tables: Tables,
    on_their_way: OnTheirWay,
}

impl MemoryDatabase {
    /// An empty database that does what it is asked.
    pub fn new() -> Self {
        Self::with_faults(Arc::new(NoFaults))
    }

    /// An empty database whose calls are subject to faults.
    pub fn with_faults(faults: Arc<dyn Faults>) -> Self {
        Self(Arc::new(Shared { faults, state: Mutex::default() }))
    }

    /// Opens a store on it.
    pub fn open(&self) -> Store {
        Store::on(Engine::Memory(Memory::on(self.clone())))
    }

    /// The rows of a room that hold events after `seq`, as [`Store::log_after`] gives them.
    pub fn log_after(&self, room: RoomId, seq: Seq) -> Vec<LogRow> {
        self.look(self.now(), |tables| tables.log_after(room, seq))
    }

    /// Everything that is stored of a room.
    pub fn room_record(&self, room: RoomId) -> Option<RoomRecord> {
        self.look(self.now(), |tables| tables.record(room))
    }

    /// The ids of all rooms, open and closed, in their order.
    pub fn room_ids(&self) -> Vec<RoomId> {
        self.look(self.now(), |tables| tables.rooms.keys().copied().collect())
    }

    /// When the next change is made that is on its way; `None` if none is.
    pub fn next_due(&self) -> Option<Instant> {
        self.state().on_their_way.next_due()
    }

    pub(super) fn faults(&self) -> &dyn Faults {
        &*self.0.faults
    }

    /// What time it is here.
    pub(super) fn now(&self) -> Instant {
        self.faults().now()
    }

    /// Waits from one moment to another, and lets others go on in any case: no caller is answered without having waited.
    pub(super) async fn reach(&self, from: Instant, to: Instant) {
        if from < to {
            sleep(to.saturating_duration_since(self.now())).await;
        } else {
            yield_now().await;
        }
    }

    /// Sends a change on its way, which is made when it is due. It keeps its place until then.
    pub(super) fn send<C: Change>(
        &self,
        due: Instant,
        change: C,
        place: Option<OwnedSemaphorePermit>,
    ) -> oneshot::Receiver<Result<C::Done, C::Error>> {
        let (answer, outcome) = oneshot::channel();
        let make = move |tables: &mut Tables| {
            drop(place);
            // A caller that went away finds the outcome in the tables.
            answer.send(change.make(tables)).ok();
        };
        self.state().on_their_way.send(due, Box::new(make));
        outcome
    }

    /// Makes what is due by then, or by now.
    pub(super) fn settle(&self, by: Instant) {
        self.look(by, |_| ());
    }

    /// Looks at the tables, with everything made that is due by then, or by now.
    pub(super) fn look<T>(&self, by: Instant, look: impl FnOnce(&Tables) -> T) -> T {
        let mut state = self.state();
        let State { tables, on_their_way } = &mut *state;
        on_their_way.arrive(by.max(self.now()), tables);
        look(tables)
    }

    /// Nothing panics in the middle of a change: it is checked before, and then made.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for MemoryDatabase {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Fate, WriteCall, WriteCourse};

    const LATER: Duration = Duration::from_hours(1);

    /// Nothing is heard of a write, and it is made an hour later by a clock that somebody else winds.
    #[derive(Debug)]
    struct Elsewhere(Mutex<Instant>);

    impl Faults for Elsewhere {
        fn of_write(&self, _: WriteCall) -> WriteCourse {
            WriteCourse { fate: Fate::UnknownDoneLater(LATER), ..WriteCourse::default() }
        }

        fn now(&self) -> Instant {
            *self.0.lock().unwrap()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn changes_are_made_by_the_clock_of_the_database() {
        let elsewhere = Arc::new(Elsewhere(Mutex::new(Instant::now() + LATER * 24)));
        let database = MemoryDatabase::with_faults(Arc::clone(&elsewhere) as _);
        database.open().ready().await.unwrap_err();
        tokio::time::advance(LATER * 2).await;
        database.room_ids();
        assert!(database.next_due().is_some(), "no time has passed where the database is");
        *elsewhere.0.lock().unwrap() += LATER;
        database.room_ids();
        assert_eq!(database.next_due(), None);
    }
}
