//! Those who were let go by a server that stopped: until they are back, no time passes in the room.

use std::{collections::BTreeSet, time::Duration};

use sarja_protocol::PlayerId;
use tokio::time::Instant;

use super::{run::RoomActor, timeline::Timeline};
use crate::connection::encode;

/// Who is waited for, and until when.
#[derive(Debug)]
pub(super) struct Awaited {
    players: BTreeSet<PlayerId>,
    until: Instant,
}

impl Awaited {
    /// Waits for these for so long; `None` if there is nobody to wait for.
    pub(super) fn new(players: BTreeSet<PlayerId>, within: Duration) -> Option<Self> {
        (!players.is_empty()).then(|| Self { players, until: Instant::now() + within })
    }

    /// When they are waited for no longer.
    pub(super) const fn until(&self) -> Instant {
        self.until
    }
}

impl RoomActor {
    /// Waits no more for somebody: who is back, or will not come.
    pub(super) fn wait_not_for(&mut self, player: PlayerId) {
        if let Some(awaited) = &mut self.awaited {
            awaited.players.remove(&player);
            if awaited.players.is_empty() {
                self.wait_no_longer();
            }
        }
    }

    /// Waits no longer for those who have not come.
    pub(super) fn stop_waiting(&mut self) {
        if self.awaited.as_ref().is_some_and(|awaited| awaited.until <= Instant::now()) {
            self.wait_no_longer();
        }
    }

    /// From now on time passes, and all are told so.
    fn wait_no_longer(&mut self) {
        self.awaited = None;
        let now = self.now();
        // A room that nothing can be saved in stands still all the same, and goes on with that.
        if !self.is_held() {
            self.timeline = Timeline::running_from(now);
        }
        self.beat();
        if let Some(clock) = self.room.clock_message(now) {
            self.viewers.tell(&encode(&clock.into()));
        }
    }
}
