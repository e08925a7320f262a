//! A room that stands still, because nothing can be saved in it: nobody's time passes, and everybody is told.
//!
//! Either the store is away, for all rooms or as far as this one could see, or this room alone cannot be written or is not known to
//! have been. In both cases nothing is written until that is over, and what does not have to be goes on: drafts are judged, who comes
//! back is let in.

use std::pin::{Pin, pin};

use sarja_protocol::{Held, HeldView, HoldWhy, Released};
use tokio::time::{Duration, Instant, timeout};
use tokio_util::task::AbortOnDropHandle;

use super::{
    handle::ToRoom,
    reload::{RetakeError, Retaken},
    run::RoomActor,
    timeline::Timeline,
};
use crate::{
    connection::encode,
    limits::{GIVEN_BACK, UNANSWERED_AFTER},
    store_watch::StandingReader,
};

/// What holds a room; mostly nothing.
#[derive(Debug)]
pub(super) struct Hold {
    /// How the store stands, as all rooms are told.
    store: StandingReader,
    /// When this room saw that the store does not write. It waits until the store was asked after that.
    refused_at: Option<Instant>,
    /// What this room began to write then was not answered for too long, and still is not.
    unanswered: Option<Instant>,
    /// What this room's log holds is being found out.
    settling: Option<AbortOnDropHandle<Retaken>>,
    /// What those in the room were told last.
    told: Option<HoldWhy>,
}

/// Something changed that holds a room.
#[derive(Debug)]
pub(super) enum Change {
    /// The store was asked how it stands.
    Store,
    /// What the room's log holds was found out.
    Settled(Box<Retaken>),
}

impl Hold {
    /// Nothing holds a room that nobody has tried to write to.
    pub(super) const fn new(store: StandingReader) -> Self {
        Self { store, refused_at: None, unanswered: None, settling: None, told: None }
    }

    /// Why the room stands still; `None` if it does not.
    pub(super) fn why(&self) -> Option<HoldWhy> {
        let standing = self.store.now();
        let refused = self.refused_at.is_some_and(|at| standing.there_at < at);
        if standing.away_since.is_some() || refused {
            Some(HoldWhy::StoreUnavailable)
        } else {
            let waits = self.unanswered.is_some() || self.settling.is_some();
            waits.then_some(HoldWhy::NotSaved)
        }
    }

    /// What those who come in have to know.
    pub(super) fn view(&self) -> Option<HeldView> {
        self.told.map(|why| HeldView { why })
    }

    /// How long the store has been away in all.
    pub(super) fn lost(&self) -> Duration {
        self.store.now().lost
    }

    /// Lasts until something changes. Safe to drop while it waits.
    pub(super) async fn changes(&mut self) -> Change {
        let settling = async |settling: &mut Option<AbortOnDropHandle<Retaken>>| match settling {
            Some(task) => {
                let found = task.await.unwrap_or_else(|error| Err(RetakeError::Task(error)));
                *settling = None;
                found
            }
            None => std::future::pending().await,
        };
        tokio::select! {
            biased;
            () = self.store.changed() => Change::Store,
            found = settling(&mut self.settling) => Change::Settled(Box::new(found)),
        }
    }
}

impl RoomActor {
    /// Whether nothing can be saved in the room.
    pub(super) fn is_held(&self) -> bool {
        self.hold.why().is_some()
    }

    /// Does what follows from a change.
    pub(super) async fn hold_changed(&mut self, change: Change) {
        match change {
            Change::Store => self.look_at_store(),
            Change::Settled(found) => {
                self.settle(*found).await;
            }
        }
    }

    /// Stands still if the store is away, and goes on if nothing else holds the room.
    pub(super) fn look_at_store(&mut self) {
        let away_since = self.hold.store.note().away_since;
        if let Some(since) = away_since {
            self.stop_time(since);
        }
        self.tell_hold();
    }

    /// Waits for the answer to what this room began to write then. If it does not come soon the room stands still meanwhile, and
    /// the store is asked whether it is there. What comes in then is heard as in every room that stands still: nothing is decided
    /// that has to be written.
    pub(super) async fn answered<T>(&mut self, began: Instant, answer: impl Future<Output = T>) -> T {
        let mut answer = pin!(answer);
        if let Ok(answered) = timeout(UNANSWERED_AFTER, &mut answer).await {
            return answered;
        }
        self.services.store_watch.doubt(began);
        self.hold.unanswered = Some(began);
        self.stop_time(began);
        self.tell_hold();
        let answered = loop {
            tokio::select! {
                biased;
                answered = &mut answer => break answered,
                () = self.hold.store.changed() => self.look_at_store(),
                Some(message) = self.inbox.recv() => self.hear_meanwhile(message).await,
            }
        };
        self.hold.unanswered = None;
        answered
    }

    /// Hears a message in the midst of another. It comes to no second one within, since it writes nothing.
    fn hear_meanwhile(&mut self, message: ToRoom) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.handle(message))
    }

    /// The store did not take what this room began to write then.
    pub(super) fn hold_for_store(&mut self, began: Instant) {
        self.hold.refused_at = Some(Instant::now());
        self.services.store_watch.doubt(began);
        self.stop_time(began);
        self.tell_hold();
    }

    /// This room alone waits until it is found out what its log holds, or until it can be written again.
    pub(super) fn hold_until(&mut self, settled: AbortOnDropHandle<Retaken>) {
        self.hold.settling = Some(settled);
        self.tell_hold();
    }

    /// Lets time stand still a little before what could not be done began, but not before what was done.
    pub(super) fn stop_time(&mut self, began: Instant) {
        let at = began.checked_sub(GIVEN_BACK).unwrap_or(began);
        self.timeline.hold(at, self.last_ms);
    }

    /// Tells everybody whether the room stands still, if that is news, and lets time go on if it does not.
    pub(super) fn tell_hold(&mut self) {
        let why = self.hold.why();
        let was = std::mem::replace(&mut self.hold.told, why);
        if why.is_none() && was.is_none() && !self.timeline.is_held() {
            return;
        }
        if let Some(why) = why {
            if was != Some(why) {
                tracing::debug!(room = %self.room.id(), ?why, "stands still");
                self.viewers.tell(&encode(&Held { why, now_ms: self.now() }.into()));
            }
        } else {
            self.hold.refused_at = None;
            self.timeline.go_on(self.last_ms);
            if let Some(awaited) = self.awaited.as_ref().filter(|_| was.is_some()) {
                self.timeline = Timeline::standing_at(self.now(), awaited.until());
            }
            if was.is_some() {
                tracing::debug!(room = %self.room.id(), "goes on");
                self.viewers.tell(&encode(&Released { now_ms: self.now() }.into()));
            }
        }
        if was != why
            && let Some(clock) = self.room.clock_message(self.now())
        {
            self.viewers.tell(&encode(&clock.into()));
        }
        self.beat();
    }
}
