//! Rooms that run: their tasks are watched over, and what becomes of them is noted.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use sarja_protocol::RoomId;

use super::Hub;
use crate::{
    actor::{Ended, Outcome, RoomHandle, ToRoom},
    metrics::RoomFault,
};

impl Hub {
    /// Runs a room until it ends or leaves memory; a room that panics takes nobody along.
    pub(super) fn run(&self, handle: &RoomHandle, room: impl Future<Output = Outcome> + Send + 'static) {
        let (hub, handle) = (self.clone(), handle.clone());
        // Moved into the task as it is it would take its place twice.
        let room = Box::pin(room);
        self.spawn(async move {
            let outcome = AssertUnwindSafe(room).catch_unwind().await;
            let late = hub.note(&handle, outcome);
            handle.settle();
            // Rare, and large: a task has the place of all that it may do as long as it is there.
            Box::pin(hub.pass_on(&handle, late)).await;
        });
    }

    /// Notes what became of a room; gives the messages that it has not read.
    fn note(&self, handle: &RoomHandle, outcome: std::thread::Result<Outcome>) -> Vec<ToRoom> {
        let (room, registry) = (handle.id(), &self.0.registry);
        match outcome {
            Ok(Outcome::Asleep(asleep, late)) => {
                tracing::debug!(%room, "room left memory");
                registry.asleep(room, asleep);
                return late;
            }
            Ok(Outcome::Ended(Ended::Closed)) => {
                tracing::info!(%room, "room ended");
                registry.forget(room);
            }
            Ok(Outcome::Stopped(left)) => {
                self.0.handovers.add(left);
                registry.forget(room);
            }
            Ok(Outcome::Ended(Ended::Forgotten)) => registry.forget(room),
            Ok(Outcome::Ended(Ended::Lost)) => {
                self.0.services.metrics.rooms.given_up.increment(1);
                tracing::warn!(%room, "room given up: it is somebody else's");
                registry.forget(room);
            }
            Ok(Outcome::Ended(Ended::Failed)) => {
                tracing::warn!(%room, "room given up until it can be read again");
                registry.set_back(room, handle.code());
            }
            Err(_) if self.report_failure(room, RoomFault::Panic) => registry.forget(room),
            // Its clock goes on without anybody: it is read again even if nobody comes.
            Err(_) => registry.set_back(room, handle.code()),
        }
        Vec::new()
    }

    /// Passes on what came in while a room fell asleep.
    async fn pass_on(&self, handle: &RoomHandle, late: Vec<ToRoom>) {
        for message in late {
            match self.send(handle.clone(), message).await {
                Ok(_) => {}
                // Whoever waits for an answer is told to come again.
                Err(error) => tracing::warn!(room = %handle.id(), %error, "a message found no room"),
            }
        }
    }

    /// Counts a failure of a room; tells whether it is one too many.
    pub(super) fn report_failure(&self, room: RoomId, fault: RoomFault) -> bool {
        self.0.services.metrics.rooms.failures.count(fault);
        let too_many = self.0.registry.failed(room);
        if too_many {
            tracing::error!(%room, "room failed once too often and is set aside");
        } else {
            tracing::error!(%room, "room failed; it is loaded again");
        }
        too_many
    }
}
