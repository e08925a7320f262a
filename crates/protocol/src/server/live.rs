//! What comes unasked.

use sarja_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    CloseReason, DraftNumber, Epoch, Event, HoldWhy, PlayVerdict, PlayerId, Reaction, Reconnect, RoomMs, Seq,
    SetVerdict, ShownSet, TurnNumber,
};

/// Something happened in the room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct EventMessage {
    /// Its number: one more than that of the event before. You get every number, if need be without what you may not see.
    pub seq: Seq,
    /// Which owner of the room numbered it.
    pub epoch: Epoch,
    /// When it happened, on the room's timeline.
    pub at_ms: RoomMs,
    /// What happened.
    pub event: Event,
}

/// What the server says to your draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct DraftVerdict {
    /// The turn of the draft.
    pub turn: TurnNumber,
    /// The draft. A verdict on an older draft than the last may be left out.
    pub draft: DraftNumber,
    /// On each set, in the order in which they were sent.
    pub sets: Vec<SetVerdict>,
    /// On the whole.
    pub play: PlayVerdict,
}

/// The table as somebody else is rearranging it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct DraftShown {
    /// The turn.
    pub turn: TurnNumber,
    /// The draft; a lower number than one that was shown is late and to be ignored.
    pub draft: DraftNumber,
    /// Whose it is.
    pub seat: Seat,
    /// The whole table. Sets need not be valid.
    pub table: Vec<ShownSet>,
}

/// Who is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct Presence {
    /// Everybody in the room.
    pub people: Vec<PresentPerson>,
}

/// Whether somebody is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct PresentPerson {
    /// Who.
    pub player_id: PlayerId,
    /// Whether connected.
    pub connected: bool,
}

/// The clock of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Clock {
    /// The turn.
    pub turn: TurnNumber,
    /// Whose turn it is.
    pub seat: Seat,
    /// Now, on the room's timeline.
    pub now_ms: RoomMs,
    /// When the time runs out, on the room's timeline; absent without a clock and in a pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_ms: Option<RoomMs>,
    /// In a pause: the milliseconds that are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused_left_ms: Option<u32>,
}

/// The room stands still, because nothing can be saved in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct Held {
    /// Why.
    pub why: HoldWhy,
    /// Where the room's timeline stands until it is released. It may be some seconds before what you were told last: the time
    /// in which nothing could be saved is given back.
    pub now_ms: RoomMs,
}

/// The room goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct Released {
    /// Now, on the room's timeline, which goes on from here.
    pub now_ms: RoomMs,
}

/// Somebody's quick reaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Reacted {
    /// Who.
    pub player_id: PlayerId,
    /// Where that one sits, if anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Which one.
    pub reaction: Reaction,
}

/// The server lives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Heartbeat {
    /// Now, on the room's timeline; absent outside a room, like the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now_ms: Option<RoomMs>,
    /// The last event of the room. If yours is lower and stays so, ask with `get_state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<Seq>,
    /// Its epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epoch: Option<Epoch>,
}

/// The server is about to stop or to be restarted. Until it closes the connection the game goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts")]
pub struct Draining {
    /// Milliseconds until your connection is closed, with `restart` and a time to come back.
    pub closes_in_ms: u32,
}

/// The server is about to close the connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Closing {
    /// The code of the close frame that follows.
    pub code: u16,
    /// Why.
    pub reason: CloseReason,
    /// Whether to connect again.
    pub reconnect: Reconnect,
    /// When, at the earliest; absent for at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconnect_after_ms: Option<u32>,
}

impl Closing {
    /// A close for this reason.
    pub fn new(reason: CloseReason) -> Self {
        Self { code: reason.code(), reason, reconnect: reason.reconnect(), reconnect_after_ms: None }
    }

    /// The same, to come back not before so many milliseconds.
    #[must_use]
    pub fn after(self, ms: u32) -> Self {
        Self { reconnect_after_ms: Some(ms), ..self }
    }
}
