//! The last events of a room, as they were sent.

use std::collections::VecDeque;

use sarja_protocol::{Epoch, Event, EventMessage, PlayerId, RoomMs, Seq};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::{
    connection::encode,
    limits::{EVENTS_KEPT_MAX, MISSED_BYTES_MAX},
    room::Shown,
};

/// What an event tells of a pile of discards, of which nobody is told twice what lies below its top (rules.md §8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PileNews {
    /// Nothing.
    None,
    /// Which tiles lie there, or lay there: what was told of them before is hidden from now on.
    Tiles,
    /// That all are hidden now.
    Hidden,
}

impl PileNews {
    const fn of(event: &Event) -> Self {
        match event {
            Event::TileDiscarded(_) | Event::PileTaken(_) | Event::PileGivenBack(_) => Self::Tiles,
            Event::PileTurnedOver(_) => Self::Hidden,
            _ => Self::None,
        }
    }
}

/// An event in all its views, each encoded once.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pile: PileNews,
    public: Utf8Bytes,
    private: Vec<(PlayerId, Utf8Bytes)>,
}

impl Told {
    /// Encodes the views of an event.
    pub(crate) fn of(seq: Seq, epoch: Epoch, at_ms: RoomMs, shown: Shown) -> Self {
        let pile = PileNews::of(&shown.public);
        let message = |event| encode(&EventMessage { seq, epoch, at_ms, event }.into());
        Self {
            pile,
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
    /// The last that tells which tiles lie, or lay, in a pile of discards.
    pile: Option<Seq>,
}

impl Ring {
    /// A ring that goes on after this event.
    pub(crate) const fn after(last: Seq) -> Self {
        Self { events: VecDeque::new(), last, pile: None }
    }

    /// Adds the next event.
    pub(crate) fn push(&mut self, told: Told) {
        if self.events.len() == EVENTS_KEPT_MAX {
            self.events.pop_front();
        }
        let pile = told.pile;
        self.events.push_back(told);
        self.last = self.last.next();
        if pile != PileNews::None
            && let Some(hidden) = self.pile.take()
        {
            self.forget_to(hidden);
        }
        if pile == PileNews::Tiles {
            self.pile = Some(self.last);
        }
    }

    /// Tells nobody any more of this event and those before it.
    fn forget_to(&mut self, seq: Seq) {
        let kept = usize::try_from(self.last.0.saturating_sub(seq.0)).unwrap_or(usize::MAX);
        let surplus = self.events.len().saturating_sub(kept);
        self.events.drain(..surplus);
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

    fn ring_of(events: &[serde_json::Value]) -> Ring {
        let mut ring = Ring::after(Seq(0));
        for (n, event) in (1..).zip(events) {
            let public = serde_json::from_value(event.clone()).unwrap();
            ring.push(Told::of(Seq(n), Epoch(1), RoomMs(n), Shown { public, private: Vec::new() }));
        }
        ring
    }

    #[test]
    fn nobody_is_told_again_what_lies_below_the_top_of_a_pile() {
        let discarded = |tile: &str| {
            serde_json::json!({"type": "tile_discarded", "seat": 0, "turn": 1, "tile": tile, "pile": 1,
                "tiles_left": 13, "why": "chosen"})
        };
        let turn = serde_json::json!({"type": "turn_started", "turn": 2, "seat": 1});
        let taken = serde_json::json!({"type": "pile_taken", "seat": 1, "turn": 2, "count": 1});
        let back = serde_json::json!({"type": "pile_given_back", "seat": 1, "turn": 2, "pile_top": "R5", "pile": 1,
            "tiles_left": 14, "given_back": 1, "why": "chosen"});
        let over = serde_json::json!({"type": "pile_turned_over", "pool": 1});
        let ring = ring_of(&[discarded("R5"), turn.clone()]);
        assert_eq!(missed(&ring, 0), Some(2));
        let ring = ring_of(&[discarded("R5"), turn.clone(), discarded("R6"), turn.clone()]);
        assert_eq!((missed(&ring, 0), missed(&ring, 1)), (None, Some(3)));
        let ring = ring_of(&[discarded("R5"), turn.clone(), taken.clone()]);
        assert_eq!((missed(&ring, 0), missed(&ring, 1)), (None, Some(2)));
        let ring = ring_of(&[discarded("R5"), turn.clone(), taken, back]);
        assert_eq!((missed(&ring, 2), missed(&ring, 3)), (None, Some(1)));
        let ring = ring_of(&[discarded("R5"), turn, over]);
        assert_eq!((missed(&ring, 0), missed(&ring, 1)), (None, Some(2)));
    }

    #[test]
    fn a_gap_older_than_what_is_kept_is_too_much() {
        let kept = EVENTS_KEPT_MAX as u64;
        let ring = ring(kept + 5);
        assert_eq!(missed(&ring, 5), Some(EVENTS_KEPT_MAX));
        assert_eq!(missed(&ring, 4), None);
    }
}
