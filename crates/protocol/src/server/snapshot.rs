//! Everything that a viewer may see.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CommandId, Epoch, RoomMs, RoomView, Seq};

/// Everything that you may see of the room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct Snapshot {
    /// The command that it answers, if one asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_id: Option<CommandId>,
    /// Why it comes.
    pub why: SnapshotWhy,
    /// The last event that is in it; the next event has the next number.
    pub seq: Seq,
    /// The epoch of the room.
    pub epoch: Epoch,
    /// Now, on the room's timeline.
    pub now_ms: RoomMs,
    /// The room.
    pub room: RoomView,
}

/// Why a snapshot comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "sarja.ts")]
pub enum SnapshotWhy {
    /// You came into the room.
    Joined,
    /// You asked with `get_state`.
    Asked,
    /// You resumed, and too much was missed to be told in events.
    Resumed,
    /// Your command was for a turn that is over.
    Stale,
    /// You took a seat or left it, and so may see something else.
    RoleChanged,
    /// You were ahead of the room.
    Rewound,
    /// For another reason; take it all the same.
    #[serde(other)]
    Other,
}
