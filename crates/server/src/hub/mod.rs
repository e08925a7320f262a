//! All rooms of this server: made, found by code or id, read from the store, and forgotten when they end.

mod creation;
#[cfg(test)]
pub(crate) mod given;
mod loading;
mod registry;
#[cfg(test)]
mod tests;

use std::{ops::RangeInclusive, sync::Arc, time::Duration};

use sarja_store::{Owner, ReadError, Store, WriteError};
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    actor::{RoomServices, Unreadable},
    config::PracticeRooms,
    drain::Draining,
    limits::LOADS_MAX,
    server_limits::ServerLimits,
};
use registry::Registry;

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
    /// This process, as owner of its rooms.
    owner: Owner,
    registry: Registry,
    loads: Semaphore,
    tasks: TaskTracker,
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
    /// It failed too often, and waits for somebody to look at it.
    #[error("the room is set aside")]
    SetAside,
}

impl Hub {
    /// A hub without rooms. Its tasks end when `stop` is cancelled.
    pub(crate) fn new(
        store: Store,
        practice: PracticeRooms,
        rooms: RoomsMax,
        bot_thinks: RangeInclusive<Duration>,
        owner: Owner,
        draining: Draining,
        stop: CancellationToken,
    ) -> Self {
        let services = RoomServices { store: store.clone(), bot_thinks, draining, stop };
        Self(Arc::new(Inner {
            store,
            services,
            practice,
            rooms,
            owner,
            registry: Registry::default(),
            loads: Semaphore::new(LOADS_MAX),
            tasks: TaskTracker::new(),
        }))
    }

    /// Whether practice rooms may be made.
    pub(crate) fn practice(&self) -> PracticeRooms {
        self.0.practice
    }

    /// Waits until all rooms have ended, after `stop`.
    pub(crate) async fn ended(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }
}
