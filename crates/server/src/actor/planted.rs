//! Faults that are planted in a room's task, to see that the simulation finds them.

use sarja_protocol::RoomMs;

use super::{ring::Told, run::RoomActor};
use crate::room::{Event, Input};

impl RoomActor {
    /// Tells events that are not written.
    pub(super) fn tell_too_early(&self, events: &[Event], now: RoomMs) {
        let mut room = self.room.clone();
        let told = events.iter().map(|event| {
            let shown = room.apply(now, event);
            Told::of(room.seq(), self.epoch, now, shown)
        });
        self.viewers.tell_events(&told.collect::<Vec<_>>());
    }

    /// Does again what was done, without asking whether it was.
    pub(super) async fn do_again(&mut self, input: Input<'_>, now: RoomMs) {
        if let Ok(decision) = self.decide(input, now).await
            && !decision.events.is_empty()
        {
            // What becomes of it is for the simulation to find.
            self.commit(decision, None, now).await.ok();
        }
    }
}
