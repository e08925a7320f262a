//! Running rooms: those that are found in the store, and watching over their tasks.

use std::panic::AssertUnwindSafe;

use futures_util::{FutureExt as _, StreamExt as _, stream};
use sarja_protocol::{Epoch, RoomCode, RoomId};
use sarja_store::{Fault, ReadError, RoomHead};

use super::{Hub, RoomError};
use crate::{
    actor::{Ended, Rebuilt, RoomActor, RoomHandle},
    limits::LOADS_MAX,
    wall,
};

impl Hub {
    /// Runs all rooms that are open in the store: a restart ends no game. A room that cannot be loaded is reported and left.
    pub(crate) async fn load_all(&self) -> Result<usize, ReadError> {
        let open = self.0.store.open_rooms().await?;
        let load = |head: RoomHead| async move {
            let id = RoomId(head.id.0);
            match self.by_id(id).await {
                Ok(room) => usize::from(room.is_some()),
                Err(error) => {
                    tracing::error!(room = %id, %error, "not loaded");
                    0
                }
            }
        };
        Ok(stream::iter(open)
            .map(load)
            .buffer_unordered(LOADS_MAX)
            .fold(0, |sum, n| async move { sum + n })
            .await)
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
        if self.0.registry.is_set_aside(id) {
            return Err(RoomError::SetAside);
        }
        let slot = self.0.registry.slot(id);
        let loaded = slot
            .get_or_try_init(|| async {
                match self.load(id).await {
                    Ok(Some(handle)) => Ok(handle),
                    Ok(None) => Err(None),
                    Err(error) => Err(Some(error)),
                }
            })
            .await;
        match loaded {
            Ok(handle) => Ok(Some(handle.clone())),
            Err(error) => {
                self.0.registry.vacate(id);
                error.map_or(Ok(None), Err)
            }
        }
    }

    async fn load(&self, id: RoomId) -> Result<Option<RoomHandle>, RoomError> {
        let _permit = self.0.loads.acquire().await.expect("the semaphore is never closed");
        let stored = sarja_store::RoomId(id.0);
        let Some(epoch) = self.0.store.take_room(stored, self.0.owner.clone()).await? else {
            return Ok(None);
        };
        let loaded = match self.0.store.load_room(stored).await {
            Ok(Some(loaded)) => loaded,
            Ok(None) => return Ok(None),
            Err(error) => {
                // A database that does not answer is not the room's fault; what lies there damaged or senseless is.
                if matches!(error, ReadError::Inconsistent(_) | ReadError::Driver(Fault::Damaged(_))) {
                    self.report_failure(id);
                }
                return Err(error.into());
            }
        };
        // Folding a log that a bug wrote may panic: it must not take others along.
        let rebuilt = match std::panic::catch_unwind(AssertUnwindSafe(|| Rebuilt::of(loaded))) {
            Ok(Ok(rebuilt)) => rebuilt,
            Ok(Err(error)) => {
                self.report_failure(id);
                return Err(error.into());
            }
            Err(_) => {
                self.report_failure(id);
                return Err(RoomError::SetAside);
            }
        };
        if rebuilt.room.is_closed() {
            // The log was written, and the process ended before the room was marked.
            if let Err(error) = self.0.store.close_room(stored, epoch, wall::now_ms()).await {
                tracing::warn!(room = %id, %error, "not marked as closed");
            }
            return Ok(None);
        }
        let (handle, mut actor) = RoomActor::new(rebuilt, Epoch(epoch.0), self.0.services.clone());
        actor.restarted().await;
        tracing::info!(room = %id, epoch = epoch.0, "room loaded");
        self.0.registry.insert_loaded(&handle);
        self.run(&handle, actor.run());
        Ok(Some(handle))
    }

    /// Runs a room until it ends; a room that panics takes nobody along.
    pub(super) fn run(&self, handle: &RoomHandle, room: impl Future<Output = Ended> + Send + 'static) {
        let (hub, id, code) = (self.clone(), handle.id(), handle.code());
        self.0.tasks.spawn(async move {
            match AssertUnwindSafe(room).catch_unwind().await {
                Ok(Ended::Closed) => tracing::info!(room = %id, "room ended"),
                Ok(Ended::Stopped) => {}
                Ok(Ended::Lost) => tracing::warn!(room = %id, "room given up"),
                Err(_) => hub.report_failure(id),
            }
            hub.0.registry.remove(id, code);
        });
    }

    pub(super) fn report_failure(&self, room: RoomId) {
        if self.0.registry.failed(room) {
            tracing::error!(%room, "room failed once too often and is set aside");
        } else {
            tracing::error!(%room, "room failed; it is loaded again when somebody comes");
        }
    }
}
