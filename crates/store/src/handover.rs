//! What the owner of a room leaves to the next one when it stops as planned.

use std::fmt;

use crate::text::{self, Unstorable};
use crate::{Epoch, RoomId, Seq};

/// What a room's log does not have, as JSON text that the store does not look into. It holds drafts, and so tiles of racks: it has
/// no `Display`, and a `Debug` that shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct HandoverState(String);

impl HandoverState {
    /// Wraps the text.
    pub fn new(json: String) -> Self {
        Self(json)
    }

    /// The text itself.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for HandoverState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HandoverState(..)")
    }
}

/// A room as its owner leaves it. It is for whoever takes the room next, and nobody else: another epoch, or one more event in the
/// log, and it is worth nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    /// The room.
    pub room: RoomId,
    /// The epoch that the caller believes to hold.
    pub epoch: Epoch,
    /// The number that the next event will have.
    pub next_seq: Seq,
    /// What is left.
    pub state: HandoverState,
}

/// A room that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// The epoch to append with.
    pub epoch: Epoch,
    /// What the owner before left with the room as it is now. It is not stored any more.
    pub handed_over: Option<HandoverState>,
}

impl Handover {
    pub(crate) fn check(&self) -> Result<(), Unstorable> {
        text::json("handover", self.state.expose())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_of_what_is_handed_over_shows_nothing_of_it() {
        let state = HandoverState::new(r#"{"draft":["R13"]}"#.to_owned());
        let handover = Handover { room: RoomId(uuid::Uuid::nil()), epoch: Epoch(1), next_seq: Seq(2), state };
        assert!(!format!("{handover:?}").contains("R13"));
    }
}
