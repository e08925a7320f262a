//! The local view.

use sarja_protocol::{
    Draft, Epoch, EventMessage, HoldWhy, RoomMs, RoomView, Seq, ServerToClient, Snapshot, TurnView,
};
use tokio::time::Instant;

use super::{Known, fold, live};

/// The room as the client knows it: a snapshot and the fold of the events since.
///
/// It equals what a fresh snapshot would hold, but for what is under way (`protocol.md` 7).
#[derive(Clone, Debug)]
pub struct LocalView {
    room: RoomView,
    seq: Seq,
    epoch: Epoch,
    now_ms: RoomMs,
    heard: Instant,
    unknown_events: u64,
}

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folded {
    /// It is in the view now, or was of an unknown type and only its number was noted.
    Applied,
    /// It was in the view already, or came from an owner of the room that is no longer its owner.
    Old,
}

/// An event came whose predecessor did not. Only a snapshot helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {came} came where {expected} was expected")]
pub struct Gap {
    /// The number that should have come.
    pub expected: Seq,
    /// The number that came.
    pub came: Seq,
}

impl LocalView {
    /// The view that a snapshot gives; `heard` is when it arrived.
    pub fn of(snapshot: &Snapshot, heard: Instant) -> Self {
        Self {
            room: snapshot.room.clone(),
            seq: snapshot.seq,
            epoch: snapshot.epoch,
            now_ms: snapshot.now_ms,
            heard,
            unknown_events: 0,
        }
    }

    /// The room.
    pub const fn room(&self) -> &RoomView {
        &self.room
    }

    /// The number of the last event that is in the view.
    pub const fn seq(&self) -> Seq {
        self.seq
    }

    /// The epoch of that event.
    pub const fn epoch(&self) -> Epoch {
        self.epoch
    }

    /// How many events came since the snapshot whose type this library does not know. They may have changed what the
    /// view shows; a fresh snapshot is right in any case.
    pub const fn unknown_events(&self) -> u64 {
        self.unknown_events
    }

    /// The time on the room's timeline at this moment, as far as is known: the last time told and what has passed since.
    /// It stands still while the room does. In a practice room with a stepped clock it runs ahead.
    pub fn now_ms(&self, at: Instant) -> RoomMs {
        if self.held().is_some() {
            return self.now_ms;
        }
        let passed = at.saturating_duration_since(self.heard).as_millis();
        RoomMs(self.now_ms.0.saturating_add(u64::try_from(passed).unwrap_or(u64::MAX)))
    }

    /// Why the room stands still, because nothing can be saved in it; `None` while it goes on.
    pub fn held(&self) -> Option<HoldWhy> {
        self.room.held.map(|held| held.why)
    }

    /// The turn, if it is the viewer's own, nothing is paused, and it can be acted in.
    pub fn own_turn(&self) -> Option<&TurnView> {
        let turn = self.room.round.as_ref()?.turn.as_ref()?;
        (Some(turn.seat) == self.room.you.seat && self.room.pause.is_none()).then_some(turn)
    }

    /// Takes an event into the view.
    ///
    /// # Errors
    /// [`Gap`] if events are missing before it; the view is unchanged then.
    pub fn apply(&mut self, message: &EventMessage) -> Result<Folded, Gap> {
        if message.seq <= self.seq || message.epoch < self.epoch {
            return Ok(Folded::Old);
        }
        let expected = self.seq.next();
        if message.seq != expected {
            return Err(Gap { expected, came: message.seq });
        }
        self.seq = message.seq;
        self.epoch = message.epoch;
        if fold(&mut self.room, message.at_ms, &message.event) == Known::No {
            self.unknown_events += 1;
        }
        Ok(Folded::Applied)
    }

    /// Takes what comes without a number: presence, clocks, holds, drafts and the time. Other messages change nothing.
    pub fn hear(&mut self, message: &ServerToClient, heard: Instant) {
        match message {
            ServerToClient::Presence(presence) => live::presence(&mut self.room, presence),
            ServerToClient::Clock(clock) => {
                self.set_time(clock.now_ms, heard);
                live::clock(&mut self.room, clock);
            }
            // If it still stands still, that follows.
            ServerToClient::Resumed(_) => live::released(&mut self.room),
            ServerToClient::Held(held) => {
                self.set_time(held.now_ms, heard);
                live::held(&mut self.room, held);
            }
            ServerToClient::Released(released) => {
                self.set_time(released.now_ms, heard);
                live::released(&mut self.room);
            }
            ServerToClient::DraftShown(draft) => live::draft_shown(&mut self.room, draft),
            ServerToClient::DraftVerdict(verdict) => live::draft_verdict(&mut self.room, verdict),
            ServerToClient::Heartbeat(heartbeat) => {
                if let Some(now_ms) = heartbeat.now_ms {
                    self.set_time(now_ms, heard);
                }
            }
            _ => {}
        }
    }

    /// Notes a draft of the viewer's own as it is sent: the server does not repeat it.
    pub fn drafted(&mut self, draft: &Draft) {
        live::own_draft(&mut self.room, draft);
    }

    fn set_time(&mut self, now_ms: RoomMs, heard: Instant) {
        self.now_ms = now_ms;
        self.heard = heard;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sarja_protocol::{Event, SnapshotWhy};

    use super::*;
    use crate::view::samples::playing;

    fn view() -> LocalView {
        let snapshot = Snapshot {
            command_id: None,
            why: SnapshotWhy::Joined,
            seq: Seq(7),
            epoch: Epoch(2),
            now_ms: RoomMs(5_000),
            room: playing(),
        };
        LocalView::of(&snapshot, Instant::now())
    }

    fn unknown(seq: u64, epoch: u64) -> EventMessage {
        EventMessage { seq: Seq(seq), epoch: Epoch(epoch), at_ms: RoomMs(6_000), event: Event::Unknown }
    }

    #[test]
    fn events_follow_one_another_and_a_gap_changes_nothing() {
        let mut view = view();
        assert_eq!(view.apply(&unknown(9, 2)), Err(Gap { expected: Seq(8), came: Seq(9) }));
        assert_eq!(view.seq(), Seq(7));
        assert_eq!(view.apply(&unknown(8, 3)), Ok(Folded::Applied));
        assert_eq!((view.seq(), view.epoch(), view.unknown_events()), (Seq(8), Epoch(3), 1));
    }

    #[test]
    fn events_that_are_known_or_from_a_former_owner_are_old() {
        let mut view = view();
        assert_eq!(view.apply(&unknown(7, 2)), Ok(Folded::Old));
        assert_eq!(view.apply(&unknown(8, 1)), Ok(Folded::Old));
        assert_eq!(view.unknown_events(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn time_goes_on_from_the_last_that_was_told() {
        let mut view = view();
        tokio::time::advance(Duration::from_millis(250)).await;
        assert_eq!(view.now_ms(Instant::now()), RoomMs(5_250));
        let heartbeat = sarja_protocol::Heartbeat { now_ms: Some(RoomMs(5_200)), ..Default::default() };
        view.hear(&heartbeat.into(), Instant::now());
        assert_eq!(view.now_ms(Instant::now()), RoomMs(5_200));
    }

    #[tokio::test(start_paused = true)]
    async fn time_stands_still_while_the_room_does_and_goes_on_from_there() {
        let mut view = view();
        let held = sarja_protocol::Held { why: HoldWhy::StoreUnavailable, now_ms: RoomMs(4_100) };
        view.hear(&held.into(), Instant::now());
        tokio::time::advance(Duration::from_secs(9)).await;
        assert_eq!(
            (view.held(), view.now_ms(Instant::now())),
            (Some(HoldWhy::StoreUnavailable), RoomMs(4_100))
        );
        view.hear(&sarja_protocol::Released { now_ms: RoomMs(4_100) }.into(), Instant::now());
        tokio::time::advance(Duration::from_millis(50)).await;
        assert_eq!((view.held(), view.now_ms(Instant::now())), (None, RoomMs(4_150)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_room_that_was_released_while_nobody_listened_is_not_held_after_a_resume() {
        let mut view = view();
        let held = sarja_protocol::Held { why: HoldWhy::NotSaved, now_ms: RoomMs(4_100) };
        view.hear(&held.clone().into(), Instant::now());
        let (from_seq, to_seq) = (view.seq().next(), view.seq());
        let resumed = sarja_protocol::Resumed { command_id: "r1".parse().unwrap(), from_seq, to_seq };
        view.hear(&resumed.clone().into(), Instant::now());
        assert_eq!(view.held(), None);
        view.hear(&resumed.into(), Instant::now());
        view.hear(&held.into(), Instant::now());
        assert_eq!(view.held(), Some(HoldWhy::NotSaved), "it still stands still, and says so again");
    }

    #[test]
    fn the_own_turn_is_none_in_a_pause() {
        let mut view = view();
        assert!(view.own_turn().is_some());
        view.room.pause =
            Some(sarja_protocol::PauseView { until_ms: RoomMs(9), why: sarja_protocol::PauseWhy::Agreed });
        assert!(view.own_turn().is_none());
    }
}
