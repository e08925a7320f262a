//! All rooms of this server: made, found by code or id, read from the store, and forgotten when they end.
//!
//! A room that nobody is in leaves memory: what its log does not have stays in `registry`, and the room is read again when
//! somebody comes or a time of its own has come.

mod creation;
mod creations;
#[cfg(test)]
pub(crate) mod given;
mod handovers;
mod loading;
mod registry;
mod running;
mod setbacks;
#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use sarja_store::{Fault, ReadError, Store, WriteError};
use tokio::sync::Semaphore;
#[cfg(test)]
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::{
    actor::{RoomServices, Unreadable},
    config::PracticeRooms,
    limits::LOADS_MAX,
    server_limits::ServerLimits,
};
use creations::Creations;
use handovers::Handovers;
use registry::Registry;

pub(crate) use registry::Held;

pub(crate) use creation::Wish;

/// All rooms of this server. Clones are the same hub.
#[derive(Clone, Debug)]
pub(crate) struct Hub(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    services: RoomServices,
    practice: PracticeRooms,
    rooms: RoomsMax,
    registry: Registry,
    creations: Creations,
    handovers: Handovers,
    loads: Semaphore,
    tasks: TaskTracker,
    /// Cancelled when a test lets the process die.
    #[cfg(test)]
    killed: CancellationToken,
}

/// How many open rooms there may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomsMax {
    /// That one player is the host of.
    pub(crate) per_player: u32,
    /// On the whole server.
    pub(crate) in_all: u32,
}

impl From<&ServerLimits> for RoomsMax {
    fn from(limits: &ServerLimits) -> Self {
        Self { per_player: limits.rooms_per_player_max, in_all: limits.rooms_max }
    }
}

/// Why a room cannot be had. A room that there is not is no error.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RoomError {
    /// The store cannot read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The store cannot write.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// What is stored makes no room.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// It cannot take anybody in at this moment.
    #[error("the room is busy")]
    Busy,
    /// What is stored made the program panic.
    #[error("the room cannot be made from its log")]
    Panicked,
    /// It failed again and again, and is read again after so long.
    #[error("the room failed, and is read again in {} ms", .0.as_millis())]
    HeldBack(Duration),
    /// It failed too often, and waits for somebody to look at it.
    #[error("the room is set aside")]
    SetAside,
}

impl RoomError {
    /// Whether it comes of damage to what is written about this room, and will come again.
    fn is_damage(&self) -> bool {
        matches!(self, Self::Write(WriteError::Unavailable(Fault::Damaged(_)) | WriteError::Inconsistent(_)))
    }
}

impl Hub {
    /// A hub without rooms. Its tasks end when `stop` of the services is cancelled. Needs a runtime, on which they run.
    pub(crate) fn new(services: RoomServices, practice: PracticeRooms, rooms: RoomsMax) -> Self {
        let hub = Self(Arc::new(Inner {
            store: services.store.clone(),
            services,
            practice,
            rooms,
            registry: Registry::default(),
            creations: Creations::default(),
            handovers: Handovers::default(),
            loads: Semaphore::new(LOADS_MAX),
            tasks: TaskTracker::new(),
            #[cfg(test)]
            killed: CancellationToken::new(),
        }));
        hub.spawn(hub.clone().keep_waking());
        let watching = hub.0.services.store_watch.clone().keep(hub.0.store.clone());
        let stop = hub.0.services.stop.clone();
        hub.spawn(async move {
            // Whether it was ended or has ended makes no difference.
            stop.run_until_cancelled_owned(watching).await;
        });
        hub
    }

    /// Runs a task of a room, or of all.
    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        #[cfg(test)]
        let task = {
            let killed = self.0.killed.clone();
            async move {
                killed.run_until_cancelled_owned(task).await;
            }
        };
        self.0.tasks.spawn(task);
    }

    /// Ends all tasks where they stand, as the end of the process would.
    #[cfg(test)]
    pub(crate) fn kill(&self) {
        self.0.killed.cancel();
    }

    /// Whether practice rooms may be made.
    pub(crate) fn practice(&self) -> PracticeRooms {
        self.0.practice
    }

    /// Where the rooms are kept.
    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    /// How many rooms it holds, how many tasks run for them, and how many are being made.
    pub(crate) fn held(&self) -> (Held, usize, usize) {
        // One task wakes the others, and one watches the store.
        (self.0.registry.held(), self.0.tasks.len().saturating_sub(2), self.0.creations.held())
    }

    /// Waits until all rooms have ended, after `stop`, and are left to the next server.
    pub(crate) async fn ended(&self) {
        self.0.tasks.close();
        self.write_handovers(self.0.tasks.wait().map(drop)).await;
    }
}
