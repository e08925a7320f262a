//! Finding out what the log holds, when what the room knows may not be all of it.

use sarja_protocol::{Epoch, PlayerId, SnapshotWhy};
use sarja_store::{LoadedRoom, WriteError};
use tokio::time::{Instant, sleep};

use super::{commit::NotDone, rebuild::Rebuilt, ring::Missed, run::RoomActor};
use crate::{
    connection::encode,
    limits::{RELOAD_PAUSE, RELOAD_WITHIN},
};

impl RoomActor {
    /// Makes the room anew from its log, and tells what had not been told. It is taken again first: what may still be on its
    /// way to the log comes too late then, so that what is read is the truth.
    pub(super) async fn reload(&mut self) -> NotDone {
        self.services.metrics.rooms.reloaded.increment(1);
        let id = self.room.id();
        let loaded = match self.retaken().await {
            Ok(Some(loaded)) => loaded,
            Ok(None) => return self.lose(),
            Err(error) => {
                tracing::error!(room = %id, %error, "not reloaded");
                return self.fail();
            }
        };
        let epoch = Epoch(loaded.room.epoch.0);
        let rebuilt = match Rebuilt::of(loaded) {
            Ok(rebuilt) if rebuilt.room.seq() >= self.room.seq() => rebuilt,
            Ok(rebuilt) => {
                tracing::error!(room = %id, log = %rebuilt.room.seq(), told = %self.room.seq(), "the log is shorter than what was told");
                return self.fail();
            }
            Err(error) => {
                tracing::error!(room = %id, %error, "not rebuilt");
                return self.fail();
            }
        };
        self.become_this(rebuilt, epoch);
        if self.room.is_closed() {
            self.close().await;
        }
        NotDone::Reloaded
    }

    /// The room as it is stored, once it is this process's for certain; `None` if it is somebody else's.
    async fn retaken(&self) -> Result<Option<LoadedRoom>, RetakeError> {
        let until = Instant::now() + RELOAD_WITHIN;
        loop {
            match self.retake().await {
                Err(error) if Instant::now() < until && !self.services.stop.is_cancelled() => {
                    tracing::warn!(room = %self.room.id(), %error, "not reloaded yet");
                    sleep(RELOAD_PAUSE).await;
                }
                outcome => return outcome,
            }
        }
    }

    async fn retake(&self) -> Result<Option<LoadedRoom>, RetakeError> {
        let (store, owner) = (&self.services.store, &self.services.owner);
        let (room, held) = (sarja_store::RoomId(self.room.id().0), sarja_store::Epoch(self.epoch.0));
        store.retake_room(room, owner.clone(), held).await?;
        // If it was not ours under that epoch any more, it still is if this was done before and not answered.
        let loaded = store.load_room(room).await?;
        Ok(loaded.filter(|loaded| loaded.room.owner == *owner && loaded.room.closed_ms.is_none()))
    }

    /// Takes what was made from the log in place of what was known, and tells everybody what is new to them.
    fn become_this(&mut self, rebuilt: Rebuilt, epoch: Epoch) {
        let (told, deals, members) = (self.room.seq(), self.deals, self.members());
        let Rebuilt { room, ring, answers, last_ms, deals: deals_now } = rebuilt;
        (self.room, self.ring, self.answers, self.last_ms, self.deals) =
            (room, ring, answers, last_ms, deals_now);
        self.epoch = epoch;
        if self.deals != deals {
            self.shuffle_values.clear();
        }
        self.drop_stale_draft();
        for viewer in self.viewers.iter() {
            match self.ring.since(told, viewer.player) {
                Missed::Events(events) => viewer.outbox.burst(events),
                Missed::TooMuch => self.send_snapshot(viewer.player, &viewer.outbox, SnapshotWhy::Other),
            }
        }
        let now = self.now();
        if self.room.seq() > told
            && let Some(clock) = self.room.clock_message(now)
        {
            self.viewers.tell(&encode(&clock.into()));
        }
        let members_now = self.members();
        for player in members.iter().filter(|player| !members_now.contains(player)) {
            self.viewers.release(*player);
            self.presence.forget(*player);
        }
        for player in members_now.iter().filter(|player| !members.contains(player)) {
            self.presence.expect(*player, now);
        }
        if members != members_now {
            self.tell_presence();
        }
        self.beat();
    }

    fn members(&self) -> Vec<PlayerId> {
        self.room.members().iter().map(|member| member.player).collect()
    }
}

/// Why it is not known yet what the log holds.
#[derive(Debug, thiserror::Error)]
enum RetakeError {
    /// The room was not taken, or nobody said so.
    #[error(transparent)]
    Take(#[from] WriteError),
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] sarja_store::ReadError),
}
