//! Rooms that a stopping server leaves to the next one, on their way to the store.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use futures_util::{StreamExt as _, stream};
use sarja_store::{Handover, TEXT_BYTES_MAX};
use tokio::sync::Notify;

use super::Hub;
use crate::{
    actor::left_asleep,
    limits::{HANDOVER_WRITES_MAX, HANDOVERS_AT_ONCE},
};

/// What is still to be written, the first first.
#[derive(Debug, Default)]
pub(super) struct Handovers {
    waiting: Mutex<VecDeque<Handover>>,
    more: Notify,
}

impl Handovers {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Handover>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves a room. One that is too large is as after a crash.
    pub(super) fn add(&self, handover: Handover) {
        if handover.state.expose().len() > TEXT_BYTES_MAX {
            tracing::warn!(room = %handover.room, "too much to be left to the next server");
            return;
        }
        self.lock().push_back(handover);
        self.more.notify_one();
    }

    fn next_part(&self) -> Vec<Handover> {
        let mut waiting = self.lock();
        let part = waiting.len().min(HANDOVERS_AT_ONCE);
        waiting.drain(..part).collect()
    }
}

impl Hub {
    /// Writes what rooms leave while they end, then what those have that sleep. What cannot be written is lost: those rooms go on as
    /// after a crash.
    pub(super) async fn write_handovers(&self, all_ended: impl Future<Output = ()>) {
        let handovers = &self.0.handovers;
        let mut all_ended = std::pin::pin!(all_ended);
        let (mut left, mut ended) = (0, false);
        while !ended {
            tokio::select! {
                biased;
                () = &mut all_ended => {
                    ended = true;
                    for (room, asleep) in self.0.registry.all_asleep() {
                        handovers.add(left_asleep(room, &asleep));
                    }
                }
                () = handovers.more.notified() => {}
            }
            let parts = std::iter::repeat_with(|| handovers.next_part()).take_while(|part| !part.is_empty());
            let written =
                stream::iter(parts).map(|part| self.write_part(part)).buffer_unordered(HANDOVER_WRITES_MAX);
            left += written.fold(0, |all, part| async move { all + part }).await;
        }
        tracing::info!(rooms = left, "left to the next server, as they are");
    }

    /// Writes some, and tells how many.
    async fn write_part(&self, part: Vec<Handover>) -> u64 {
        let rooms = part.len();
        self.0.store.hand_over(part).await.unwrap_or_else(|error| {
            tracing::warn!(rooms, %error, "rooms go on as after a crash");
            0
        })
    }
}
