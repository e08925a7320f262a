//! A room out of its log: the fold of its events.

use sarja_protocol::{LinkSecret, RoomCode, RoomId, RoomMs, Seq};
use sarja_rules::Face;
use sarja_store::{LogRow, Secret};

use super::{Event, Room, Shown, show};

/// An event with its number and time, as its viewers see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Its number.
    pub seq: Seq,
    /// When, on the room's timeline.
    pub at_ms: RoomMs,
    /// What viewers are shown.
    pub shown: Shown,
}

/// Why a log makes no room: it was not written by this program, or was damaged.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// A row holds no events that are known.
    #[error("the row at {seq} of room {room} cannot be read: {source}")]
    Unreadable {
        /// The room.
        room: RoomId,
        /// The row's first number.
        seq: u64,
        /// What the reader stumbled over.
        source: serde_json::Error,
    },
    /// Numbers are missing.
    #[error("room {room} has no event {seq}")]
    Gap {
        /// The room.
        room: RoomId,
        /// The number that is missing.
        seq: u64,
    },
}

impl Room {
    /// Folds a log.
    ///
    /// # Errors
    /// [`RebuildError`] if the log is not whole.
    pub fn rebuild(
        id: RoomId,
        code: RoomCode,
        link_secret: LinkSecret,
        rows: &[LogRow],
        secrets: Vec<Secret>,
    ) -> Result<(Self, Vec<Recorded>), RebuildError> {
        let mut room = Self::empty(id, code, link_secret);
        for secret in secrets {
            room.learn_secret(secret.deal.0, secret.secret);
        }
        let mut recorded = Vec::new();
        for row in rows {
            let at_ms = RoomMs(row.at_ms.unsigned_abs());
            room.fold_row(row, |room, _, shown| recorded.push(Recorded { seq: room.seq, at_ms, shown }))?;
        }
        Ok((room, recorded))
    }

    /// Applies the events of the next row, and tells of each.
    pub(super) fn fold_row(
        &mut self,
        row: &LogRow,
        mut applied: impl FnMut(&Self, &Event, Shown),
    ) -> Result<(), RebuildError> {
        self.fold_events(row, |room, event, uncovered| {
            applied(room, event, show::event(room, event, uncovered));
        })
    }

    /// As [`Self::fold_row`], but tells of each event which tiles came to a rack by it: for nobody's eyes, until the round is over.
    pub(super) fn fold_events(
        &mut self,
        row: &LogRow,
        mut applied: impl FnMut(&Self, &Event, Option<&[Face]>),
    ) -> Result<(), RebuildError> {
        let next = self.seq.next();
        if row.first_seq.0 != next.0 {
            return Err(RebuildError::Gap { room: self.id, seq: next.0 });
        }
        let events: Vec<Event> = serde_json::from_str(&row.events)
            .map_err(|source| RebuildError::Unreadable { room: self.id, seq: row.first_seq.0, source })?;
        let at_ms = RoomMs(row.at_ms.unsigned_abs());
        for event in &events {
            let uncovered = self.take_note(at_ms, event);
            applied(self, event, uncovered.as_deref());
        }
        Ok(())
    }
}
