//! Faults as a test writes them down.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sarja_store::{
    Fate, Faults, MemoryDatabase, ReadCall, ReadCourse, ReadFate, RoomId, Store, WriteCall, WriteCourse,
};

use crate::given;

/// What becomes of the next calls, in order; what comes after them goes well.
#[derive(Debug, Default)]
pub(crate) struct Script {
    writes: Mutex<VecDeque<WriteCourse>>,
    reads: Mutex<VecDeque<ReadCourse>>,
    asked: Mutex<(Vec<WriteCall>, Vec<ReadCall>)>,
}

impl Script {
    /// The next write.
    pub(crate) fn write(&self, course: WriteCourse) {
        self.writes.lock().unwrap().push_back(course);
    }

    /// The next read.
    pub(crate) fn read(&self, course: ReadCourse) {
        self.reads.lock().unwrap().push_back(course);
    }

    /// The calls that there were since this was asked last.
    pub(crate) fn asked(&self) -> (Vec<WriteCall>, Vec<ReadCall>) {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }
}

impl Faults for Script {
    fn of_write(&self, call: WriteCall) -> WriteCourse {
        self.asked.lock().unwrap().0.push(call);
        self.writes.lock().unwrap().pop_front().unwrap_or_default()
    }

    fn of_read(&self, call: ReadCall) -> ReadCourse {
        self.asked.lock().unwrap().1.push(call);
        self.reads.lock().unwrap().pop_front().unwrap_or_default()
    }
}

/// A database, what goes wrong in it, a store that is open on it, and a room in it whose next event is 2.
pub(crate) struct Scene {
    pub(crate) script: Arc<Script>,
    pub(crate) database: MemoryDatabase,
    pub(crate) store: Store,
    pub(crate) room: RoomId,
}

impl Scene {
    pub(crate) async fn new() -> Self {
        let script = Arc::new(Script::default());
        let database = MemoryDatabase::with_faults(Arc::<Script>::clone(&script));
        let store = database.open();
        let room = given::room(&store).await;
        script.asked();
        Self { script, database, store, room }
    }

    /// The first numbers of the rows that are there at this moment.
    pub(crate) fn rows(&self) -> Vec<u64> {
        let rows = self.database.log_after(self.room, sarja_store::Seq(0));
        rows.iter().map(|row| row.first_seq.0).collect()
    }
}

/// A write that takes so long until it is made, and as long again until its caller hears of it.
pub(crate) fn written(each: Duration, fate: Fate) -> WriteCourse {
    WriteCourse { before: each, after: each, fate }
}

/// The same for a read.
pub(crate) fn found(each: Duration, fate: ReadFate) -> ReadCourse {
    ReadCourse { before: each, after: each, fate }
}
