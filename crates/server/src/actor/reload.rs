//! Finding out what the log holds, when what the room knows may not be all of it.

use std::time::Duration;

use sarja_protocol::{Epoch, PlayerId, SnapshotWhy};
use sarja_store::{Fault, LoadedRoom, Owner, ReadError, Store, WriteError};
use tokio::{
    task::JoinError,
    time::{Instant, sleep, timeout},
};
use tokio_util::task::AbortOnDropHandle;

use super::{commit::NotDone, rebuild::Rebuilt, ring::Missed, run::RoomActor};
use crate::{
    connection::encode,
    limits::{RELOAD_PAUSE, RELOAD_WITHIN},
    store_watch::StandingReader,
};

/// The room as it is stored, once it is this process's for certain; `None` if it is somebody else's.
pub(super) type Retaken = Result<Option<LoadedRoom>, RetakeError>;

impl RoomActor {
    /// Finds out what became of what the room began to write then. If that takes more than a moment the room stands still, and it
    /// is found out beside it.
    pub(super) async fn reload(&mut self, began: Instant) -> NotDone {
        self.services.metrics.rooms.reloaded.increment(1);
        self.stop_time(began);
        match timeout(RELOAD_WITHIN, self.retaking().once()).await {
            Ok(Err(error)) if error.may_pass() => self.settle_later(),
            Ok(retaken) => self.settle(retaken).await,
            Err(_) => self.settle_later(),
        }
    }

    /// Stands still until the room can be written again, and it is known what its log holds.
    pub(super) fn settle_later(&mut self) -> NotDone {
        let settled = AbortOnDropHandle::new(tokio::spawn(self.retaking().in_the_end()));
        self.hold_until(settled);
        NotDone::Unavailable
    }

    fn retaking(&self) -> Retaking {
        Retaking {
            store: self.services.store.clone(),
            standing: self.services.store_watch.standing(),
            owner: self.services.owner.clone(),
            room: sarja_store::RoomId(self.room.id().0),
            held: sarja_store::Epoch(self.epoch.0),
        }
    }

    /// Makes the room anew from its log, and tells what had not been told.
    pub(super) async fn settle(&mut self, retaken: Retaken) -> NotDone {
        let id = self.room.id();
        let loaded = match retaken {
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
        self.beat();
        self.tell_hold();
        if self.room.is_closed() {
            self.close().await;
        }
        NotDone::Reloaded
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
        if let Some(clock) = self.room.clock_message(now) {
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
    }

    fn members(&self) -> Vec<PlayerId> {
        self.room.members().iter().map(|member| member.player).collect()
    }
}

/// Taking the room once more, and reading it. What may still be on its way to the log comes too late then, so that what is read is
/// the truth.
struct Retaking {
    store: Store,
    standing: StandingReader,
    owner: Owner,
    room: sarja_store::RoomId,
    held: sarja_store::Epoch,
}

impl Retaking {
    async fn once(&self) -> Retaken {
        self.store.retake_room(self.room, self.owner.clone(), self.held).await?;
        // If it was not ours under that epoch any more, it still is if this was done before and not answered.
        let loaded = self.store.load_room(self.room).await?;
        Ok(loaded.filter(|loaded| loaded.room.owner == self.owner && loaded.room.closed_ms.is_none()))
    }

    /// The same, as often as it takes.
    async fn in_the_end(mut self) -> Retaken {
        let mut pause = Duration::ZERO;
        loop {
            sleep(pause).await;
            pause = RELOAD_PAUSE;
            // Nothing is to be had from a store that is away.
            self.standing.until(|standing| standing.away_since.is_none()).await;
            match self.once().await {
                Err(error) if error.may_pass() => {
                    tracing::warn!(room = %self.room, %error, "not reloaded yet");
                }
                retaken => return retaken,
            }
        }
    }
}

/// Why it is not known yet what the log holds.
#[derive(Debug, thiserror::Error)]
pub(super) enum RetakeError {
    /// The room was not taken, or nobody said so.
    #[error(transparent)]
    Take(#[from] WriteError),
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Whoever was to find out ended before.
    #[error(transparent)]
    Task(JoinError),
}

impl RetakeError {
    /// Whether it may be otherwise in a moment.
    const fn may_pass(&self) -> bool {
        match self {
            Self::Take(WriteError::Unavailable(fault) | WriteError::OutcomeUnknown(fault))
            | Self::Read(ReadError::Driver(fault)) => !matches!(fault, Fault::Damaged(_) | Fault::Closed),
            Self::Take(_) | Self::Read(_) | Self::Task(_) => false,
        }
    }
}
