//! What the server says to a client.

mod answer;
mod findings;
mod live;
mod snapshot;
mod welcome;

pub use answer::{Accepted, Arranged, BotInvited, HistoryRewound, Resumed, RoomJoined};
pub use findings::{CanPlay, Hint, HintedPlay, RoundAnalysis, TurnAnalysis};
pub use live::{
    Clock, Closing, DraftShown, DraftVerdict, Draining, EventMessage, Heartbeat, Held, Presence,
    PresentPerson, Reacted, Released,
};
pub use snapshot::{Snapshot, SnapshotWhy};
pub use welcome::{MayCreate, ServerInfo, TokenScope, Welcome};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CommandId, ErrorMessage};

macro_rules! server_messages {
    ($($(#[doc = $doc:literal])+ $variant:ident($body:ty) = $type:literal;)+) => {
        /// A message from the server. A client ignores types and fields that it does not know.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[ts(export_to = "sarja.ts")]
        pub enum ServerToClient {
            $($(#[doc = $doc])+ $variant($body),)+
            /// A message that this version of the library does not know.
            #[serde(other)]
            #[ts(skip)]
            Unknown,
        }

        impl ServerToClient {
            /// The types of all messages, as they stand in `type`.
            pub const TYPES: &[&str] = &[$($type),+];

            /// Its type, as it stands in `type`.
            pub const fn type_name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $type,)+
                    Self::Unknown => "unknown",
                }
            }

            /// The schema of each message by type, `type` among its fields, with a sentence on each.
            pub fn schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, String, Schema)> {
                vec![$(crate::schema::tagged::<$body>($type, &[$($doc),+], generator),)+]
            }
        }

        $(impl From<$body> for ServerToClient {
            fn from(message: $body) -> Self {
                Self::$variant(message)
            }
        })+
    };
}

server_messages! {
    /// The answer to `hello`: the version, who you are, and the limits.
    Welcome(Box<Welcome>) = "welcome";
    /// A command was done, or had been done before. It answers every command that has no answer of its own.
    Accepted(Accepted) = "accepted";
    /// A message or a command was refused, and nothing changed.
    Error(Box<ErrorMessage>) = "error";
    /// You are in the room. A `snapshot` follows.
    RoomJoined(RoomJoined) = "room_joined";
    /// You are in the room again. The missed events follow, then the live ones.
    Resumed(Resumed) = "resumed";
    /// What you have of the room did not survive there. A `snapshot` follows: forget what you had.
    HistoryRewound(HistoryRewound) = "history_rewound";
    /// Everything that you may see of the room.
    Snapshot(Box<Snapshot>) = "snapshot";
    /// Something happened in the room.
    Event(Box<EventMessage>) = "event";
    /// What the server says to your draft.
    DraftVerdict(Box<DraftVerdict>) = "draft_verdict";
    /// The tiles of an `arrange` in order.
    Arranged(Arranged) = "arranged";
    /// A hint that you asked for.
    Hint(Hint) = "hint";
    /// What could have been played in a round that is over.
    RoundAnalysis(RoundAnalysis) = "round_analysis";
    /// A program may come into this room with the token that stands here.
    BotInvited(BotInvited) = "bot_invited";
    /// The table as somebody else is rearranging it. Not numbered; the next one replaces it, and the end of the turn clears it.
    DraftShown(DraftShown) = "draft_shown";
    /// Who is connected. Not numbered; each one is complete.
    Presence(Presence) = "presence";
    /// The clock of the turn, whenever it starts, stops or changes. Not numbered.
    Clock(Clock) = "clock";
    /// The room stands still: nothing can be saved in it, and nobody's time passes. Not numbered; `released` ends it.
    Held(Held) = "held";
    /// The room goes on where it stood still. A `clock` follows, if it is somebody's turn. Not numbered.
    Released(Released) = "released";
    /// Somebody's quick reaction. Not numbered, and not kept.
    Reacted(Reacted) = "reacted";
    /// The server lives. It names the last event, so that a lost last message is noticed.
    Heartbeat(Heartbeat) = "heartbeat";
    /// The server is about to stop or to be restarted. The game goes on until it closes the connection; then come back.
    Draining(Draining) = "draining";
    /// The server is about to close the connection.
    Closing(Closing) = "closing";
}

macro_rules! boxed {
    ($($body:ty => $variant:ident),+) => {$(
        impl From<$body> for ServerToClient {
            fn from(message: $body) -> Self {
                Self::$variant(Box::new(message))
            }
        }
    )+};
}

boxed! {
    Welcome => Welcome,
    ErrorMessage => Error,
    Snapshot => Snapshot,
    EventMessage => Event,
    DraftVerdict => DraftVerdict
}

impl ServerToClient {
    /// The command that it answers; `None` if it answers none.
    pub fn command_id(&self) -> Option<&CommandId> {
        match self {
            Self::Accepted(accepted) => Some(&accepted.command_id),
            Self::Error(error) => error.command_id.as_ref(),
            Self::RoomJoined(joined) => Some(&joined.command_id),
            Self::Resumed(resumed) => Some(&resumed.command_id),
            Self::HistoryRewound(rewound) => rewound.command_id.as_ref(),
            Self::Snapshot(snapshot) => snapshot.command_id.as_ref(),
            Self::Arranged(arranged) => Some(&arranged.command_id),
            Self::Hint(hint) => Some(&hint.command_id),
            Self::RoundAnalysis(analysis) => Some(&analysis.command_id),
            Self::BotInvited(invited) => Some(&invited.command_id),
            Self::Welcome(_)
            | Self::Event(_)
            | Self::DraftVerdict(_)
            | Self::DraftShown(_)
            | Self::Presence(_)
            | Self::Clock(_)
            | Self::Held(_)
            | Self::Released(_)
            | Self::Reacted(_)
            | Self::Heartbeat(_)
            | Self::Draining(_)
            | Self::Closing(_)
            | Self::Unknown => None,
        }
    }
}

impl JsonSchema for ServerToClient {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ServerToClient".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        crate::schema::one_of("A message from the server.", Self::schemas(generator), generator)
    }
}
