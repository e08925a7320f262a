//! Rooms that are read from the store: because somebody comes, because a time of theirs has come, or because the server has
//! started.

use std::panic::AssertUnwindSafe;

use futures_util::{StreamExt as _, stream};
use sarja_protocol::{Epoch, RoomCode, RoomId};
use sarja_store::{Fault, LoadedRoom, ReadError, Taken};
use tokio::time::{Instant, sleep};

use super::{Hub, RoomError, registry::Claim};
use crate::{
    actor::{Left, Rebuilt, RoomActor, RoomHandle, Start, ToRoom, Unreached},
    limits::{ENTER_TRIES_MAX, STORE_RETRY, WAKES_MAX},
    metrics::RoomFault,
    wall,
};

/// Why a room is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// Somebody comes, and wants to find it.
    Somebody,
    /// Something is due in it.
    Time,
}

impl Hub {
    /// Notes all rooms that are open in the store, to be read one after the other: a restart ends no game. Whoever comes
    /// before it is the turn of his room has it read at once.
    pub(crate) async fn note_open_rooms(&self) -> Result<usize, ReadError> {
        let open = self.0.store.open_rooms().await?;
        let (now, mut noted) = (Instant::now(), 0);
        for head in open {
            let id = RoomId(head.id.0);
            match head.code.as_str().parse::<RoomCode>() {
                Ok(code) => {
                    self.0.registry.unread(id, code, now);
                    noted += 1;
                }
                Err(error) => tracing::error!(room = %id, %error, "not loaded: its code is none"),
            }
        }
        Ok(noted)
    }

    /// Wakes rooms whose time has come, until the server stops.
    pub(super) async fn keep_waking(self) {
        let dues = stream::unfold(&self, |hub| async move { Some((hub.0.registry.next_due().await, hub)) });
        let stop = self.0.services.stop.clone();
        dues.take_until(stop.cancelled()).for_each_concurrent(WAKES_MAX, |room| self.wake(room)).await;
    }

    /// Wakes a room because of the time. If the store cannot read it now, it is tried again.
    async fn wake(&self, room: RoomId) {
        match self.find(room, Cause::Time).await {
            Ok(_) => {}
            Err(RoomError::SetAside) => self.0.registry.forget(room),
            Err(error) => {
                tracing::error!(%room, %error, "not woken");
                if error.is_damage() {
                    self.0.registry.set_back_asleep(room);
                } else {
                    self.0.registry.wake_again(room, Instant::now() + STORE_RETRY);
                }
                // What goes wrong with one may go wrong with all: not all of them are tried at once.
                sleep(STORE_RETRY).await;
            }
        }
    }

    /// The open room that has this code.
    pub(crate) async fn by_code(&self, code: RoomCode) -> Result<Option<RoomHandle>, RoomError> {
        if let Some(id) = self.0.registry.by_code(code) {
            return self.by_id(id).await;
        }
        match self.0.store.open_room_by_code(&code.as_str().into()).await? {
            Some(head) => self.by_id(RoomId(head.id.0)).await,
            None => Ok(None),
        }
    }

    /// The open room with this id: as it runs, or out of the store.
    pub(crate) async fn by_id(&self, id: RoomId) -> Result<Option<RoomHandle>, RoomError> {
        for _ in 0..ENTER_TRIES_MAX {
            let Some(handle) = self.find(id, Cause::Somebody).await? else { return Ok(None) };
            if handle.runs() {
                return Ok(Some(handle));
            }
            // It ends or leaves memory at this moment: it is looked for again when that is done.
            handle.settled().await;
        }
        Err(RoomError::Busy)
    }

    /// Whether there is an open room with this id: those of this server are all known here. Asks no store.
    pub(crate) fn knows(&self, id: RoomId) -> bool {
        self.0.registry.knows(id)
    }

    /// Sends a message that somebody comes with: a room that has left memory meanwhile is read again. Gives the room that has
    /// it; `None` if the room is closed.
    pub(crate) async fn send(
        &self,
        room: RoomHandle,
        message: ToRoom,
    ) -> Result<Option<RoomHandle>, RoomError> {
        let (mut room, mut message) = (room, message);
        for _ in 0..ENTER_TRIES_MAX {
            match room.try_send(message) {
                Ok(()) => return Ok(Some(room)),
                Err(Unreached::Busy) => return Err(RoomError::Busy),
                Err(Unreached::Gone(back)) => message = back,
            }
            room.settled().await;
            match self.by_id(room.id()).await? {
                Some(again) => room = again,
                None => return Ok(None),
            }
        }
        Err(RoomError::Busy)
    }

    async fn find(&self, id: RoomId, cause: Cause) -> Result<Option<RoomHandle>, RoomError> {
        if self.0.registry.is_set_aside(id) {
            return Err(RoomError::SetAside);
        }
        if cause == Cause::Somebody
            && let Some(wait) = self.0.registry.held_back(id)
        {
            return Err(RoomError::HeldBack(wait));
        }
        let claim = self.0.registry.claim(id);
        let found = claim
            .slot
            .get_or_try_init(|| async { self.load(&claim, cause).await.map_err(Some)?.ok_or(None) });
        match found.await {
            Ok(handle) => Ok(Some(handle.clone())),
            Err(Some(error)) => Err(error),
            Err(None) => {
                // It is closed, or there never was one.
                self.0.registry.forget(id);
                Ok(None)
            }
        }
    }

    async fn load(&self, claim: &Claim<'_>, cause: Cause) -> Result<Option<RoomHandle>, RoomError> {
        let _permit = self.0.loads.acquire().await.expect("the semaphore is never closed");
        let woken = self.woken(claim).await?;
        let made = match woken {
            Some(made) => Some(made),
            None => self.taken(claim.room).await?,
        };
        let Some((handle, actor)) = made else { return Ok(None) };
        self.0.services.metrics.rooms.loaded.increment(1);
        self.0.registry.awake(claim, &handle, handle.pulse().host);
        match cause {
            Cause::Somebody => self.run(&handle, Box::new(actor).run()),
            Cause::Time => self.run(&handle, Box::new(actor.briefly()).run()),
        }
        Ok(Some(handle))
    }

    /// A room that slept, as it was: its clock has gone on, and it is still ours. `None` if it did not sleep, or is not what it
    /// was any more.
    async fn woken(&self, claim: &Claim<'_>) -> Result<Option<(RoomHandle, RoomActor)>, RoomError> {
        let Some(asleep) = &claim.asleep else { return Ok(None) };
        let Some(loaded) = self.read(claim.room).await? else { return Ok(None) };
        let epoch = Epoch(loaded.room.epoch.0);
        let rebuilt = self.rebuilt(claim.room, loaded)?;
        if epoch != asleep.pulse.epoch || !asleep.fits(&rebuilt) {
            tracing::warn!(room = %claim.room, %epoch, "is not what it was when it left memory");
            return Ok(None);
        }
        tracing::debug!(room = %claim.room, "room back in memory");
        Ok(Some(RoomActor::new(rebuilt, Start::Woken(asleep), self.0.services.clone())))
    }

    /// A room of the store that this server takes; `None` if there is no such open room.
    pub(super) async fn taken(&self, id: RoomId) -> Result<Option<(RoomHandle, RoomActor)>, RoomError> {
        let stored = sarja_store::RoomId(id.0);
        let taken = self.0.store.take_room(stored, self.0.services.owner.clone()).await?;
        let Some(Taken { epoch, handed_over }) = taken else { return Ok(None) };
        let Some(loaded) = self.read(id).await? else { return Ok(None) };
        let rebuilt = self.rebuilt(id, loaded)?;
        if rebuilt.room.is_closed() {
            // The log was written, and the process ended before the room was marked.
            if let Err(error) = self.0.store.close_room(stored, epoch, wall::now_ms()).await {
                tracing::warn!(room = %id, %error, "not marked as closed");
            }
            return Ok(None);
        }
        let start = Start::Owned(Epoch(epoch.0));
        let (handle, mut actor) = RoomActor::new(rebuilt, start, self.0.services.clone());
        match handed_over.as_ref().map(Left::read) {
            Some(Some(left)) => actor.take_up(left),
            Some(None) => {
                tracing::warn!(room = %id, "what was left with it cannot be read: it goes on as after a crash");
                actor.restarted().await;
            }
            None => actor.restarted().await,
        }
        tracing::debug!(room = %id, epoch = epoch.0, "room loaded");
        Ok(Some((handle, actor)))
    }

    /// What is stored. A database that does not answer is not the room's fault; what lies there damaged or senseless is.
    async fn read(&self, id: RoomId) -> Result<Option<LoadedRoom>, RoomError> {
        let read = self.0.store.load_room(sarja_store::RoomId(id.0)).await;
        if let Err(ReadError::Inconsistent(_) | ReadError::Driver(Fault::Damaged(_))) = &read {
            self.report_failure(id, RoomFault::Unreadable);
        }
        Ok(read?)
    }

    /// Folds what is stored. A log that a bug wrote may panic: it must not take others along.
    fn rebuilt(&self, id: RoomId, loaded: LoadedRoom) -> Result<Rebuilt, RoomError> {
        match std::panic::catch_unwind(AssertUnwindSafe(|| Rebuilt::of(loaded))) {
            Ok(Ok(rebuilt)) => Ok(rebuilt),
            Ok(Err(error)) => {
                self.report_failure(id, RoomFault::Unreadable);
                Err(error.into())
            }
            Err(_) => {
                self.report_failure(id, RoomFault::Panic);
                Err(RoomError::Panicked)
            }
        }
    }
}
