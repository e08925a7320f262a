//! What a server holds: for tests and benchmarks that look whether it is back where it was.

use std::sync::Arc;

use crate::connection::Services;

/// How much a server holds at one moment. When everybody has gone and all rooms are closed, everything is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Connections that are open.
    pub connections: usize,
    /// Rooms in memory.
    pub rooms_awake: usize,
    /// Rooms that are open and have left memory.
    pub rooms_asleep: usize,
    /// Of these, rooms that were not read yet since the start.
    pub rooms_unread: usize,
    /// Tasks of rooms.
    pub room_tasks: usize,
    /// Codes that lead to rooms.
    pub codes: usize,
    /// Players who made a room that is open.
    pub makers: usize,
    /// Rooms that are to be woken at some time.
    pub dues: usize,
    /// Rooms that have failed, and are counted until they are set aside.
    pub failures: usize,
    /// Rooms that are being made.
    pub creations: usize,
}

/// Looks into a server that runs.
#[derive(Clone, Debug)]
pub struct Observer(Arc<Services>);

impl Observer {
    pub(crate) const fn new(services: Arc<Services>) -> Self {
        Self(services)
    }

    /// What the server holds now.
    pub fn census(&self) -> Census {
        let (rooms, room_tasks, creations) = self.0.hub.held();
        Census {
            connections: self.0.counter.open(),
            rooms_awake: rooms.awake,
            rooms_asleep: rooms.asleep,
            rooms_unread: rooms.unread,
            room_tasks,
            codes: rooms.codes,
            makers: rooms.makers,
            dues: rooms.dues,
            failures: rooms.failures,
            creations,
        }
    }
}
