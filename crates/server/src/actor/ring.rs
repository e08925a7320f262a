//! The last events of a room, as they were sent.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use sarja_protocol::{Epoch, EventMessage, PlayerId, RoomMs, Seq};

use crate::{
    connection::encode,
    limits::{EVENTS_KEPT_MAX, MISSED_BYTES_MAX},
    room::Shown,
};

/// An event in all its views, each encoded once.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    public: Utf8Bytes,
    private: Vec<(PlayerId, Utf8Bytes)>,
}

impl Told {
    /// Encodes the views of an event.
    pub(crate) fn of(seq: Seq, epoch: Epoch, at_ms: RoomMs, shown: Shown) -> Self {
        let message = |event| encode(&EventMessage { seq, epoch, at_ms, event }.into());
        Self {
            public: message(shown.public),
            private: shown.private.into_iter().map(|(player, event)| (player, message(event))).collect(),
        }
    }

    /// The view of this player.
    pub(crate) fn to(&self, viewer: PlayerId) -> &Utf8Bytes {
        self.private.iter().find(|(player, _)| *player == viewer).map_or(&self.public, |(_, text)| text)
    }
}

/// What somebody who comes back has missed.
#[derive(Debug)]
pub(crate) enum Missed {
    /// These events, none if nothing happened.
    Events(Vec<Utf8Bytes>),
    /// Too much to be told in events.
    TooMuch,
}

/// The last events, without gaps.
#[derive(Debug)]
pub(crate) struct Ring {
    events: VecDeque<Told>,
    /// The number of the last event.
    last: Seq,
}

impl Ring {
    /// A ring that goes on after this event.
    pub(crate) const fn after(last: Seq) -> Self {
        Self { events: VecDeque::new(), last }
    }

    /// Adds the next event.
    pub(crate) fn push(&mut self, told: Told) {
        if self.events.len() == EVENTS_KEPT_MAX {
            self.events.pop_front();
        }
        self.events.push_back(told);
        self.last = self.last.next();
    }

    /// What happened after this event, as this viewer may see it.
    pub(crate) fn since(&self, seq: Seq, viewer: PlayerId) -> Missed {
        let missed = usize::try_from(self.last.0.saturating_sub(seq.0)).unwrap_or(usize::MAX);
        let Some(first) = self.events.len().checked_sub(missed) else { return Missed::TooMuch };
        let texts: Vec<_> = self.events.range(first..).map(|told| told.to(viewer).clone()).collect();
        if texts.iter().map(|text| text.len()).sum::<usize>() > MISSED_BYTES_MAX {
            return Missed::TooMuch;
        }
        Missed::Events(texts)
    }
}

#[cfg(test)]
mod tests {
    use sarja_protocol::Event;

    use super::*;

    fn ring(events: u64) -> Ring {
        let mut ring = Ring::after(Seq(0));
        for n in 1..=events {
            let shown = Shown { public: Event::Unknown, private: Vec::new() };
            ring.push(Told::of(Seq(n), Epoch(1), RoomMs(n), shown));
        }
        ring
    }

    fn missed(ring: &Ring, seq: u64) -> Option<usize> {
        match ring.since(Seq(seq), PlayerId(uuid::Uuid::nil())) {
            Missed::Events(events) => Some(events.len()),
            Missed::TooMuch => None,
        }
    }

    #[test]
    fn exactly_the_events_after_the_last_known_one_are_missed() {
        let ring = ring(10);
        assert_eq!(missed(&ring, 10), Some(0));
        assert_eq!(missed(&ring, 7), Some(3));
        assert_eq!(missed(&ring, 0), Some(10));
    }

    #[test]
    fn a_gap_older_than_what_is_kept_is_too_much() {
        let kept = EVENTS_KEPT_MAX as u64;
        let ring = ring(kept + 5);
        assert_eq!(missed(&ring, 5), Some(EVENTS_KEPT_MAX));
        assert_eq!(missed(&ring, 4), None);
    }
}
