//! The labels of metrics. Each has few values, which are known beforehand: nothing that people choose, and nothing of which
//! there may be any number, is ever a label.

use sarja_protocol::{
    AbandonWhy, AtTimeOut, ClientToServer, CloseReason, ErrorCode, PlayWhy, RoomClosedWhy, RoundHow, StepWhy,
    TurnEndWhy,
};

use crate::server_limits::ServerLimits;

/// A label with its values.
pub(crate) trait Label: Copy + 'static {
    /// Its name.
    const NAME: &'static str;

    /// What its values are called together, where they are listed elsewhere.
    const LISTED_AS: Option<&'static str> = None;

    /// Every value.
    fn all() -> Vec<Self>;

    /// The value as it is exported.
    fn text(self) -> &'static str;
}

macro_rules! labels {
    ($($(#[doc = $doc:literal])+ $label:ident as $name:literal { $($(#[doc = $vdoc:literal])+ $variant:ident = $text:literal,)+ })+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $label {
            $($(#[doc = $vdoc])+ $variant,)+
        }

        impl Label for $label {
            const NAME: &'static str = $name;

            fn all() -> Vec<Self> {
                vec![$(Self::$variant),+]
            }

            fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }
    )+};
}

/// Makes enums of the protocol labels. A variant that is not listed does not compile.
macro_rules! labels_of_the_protocol {
    ($($label:ident as $name:literal { $($variant:ident = $text:literal,)+ })+) => {$(
        impl Label for $label {
            const NAME: &'static str = $name;

            fn all() -> Vec<Self> {
                vec![$(Self::$variant),+]
            }

            fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }
    )+};
}

labels! {
    /// How far a connection is.
    ConnectionState as "state" {
        /// It has not said who it is.
        Unidentified = "unidentified",
        /// It is a player's.
        Identified = "identified",
    }
    /// What became of a command.
    Outcome as "outcome" {
        /// It was done, or answered with what was asked for.
        Accepted = "accepted",
        /// It had been answered before, and was answered so again.
        Repeated = "repeated",
        /// The rules, the room or the protocol do not allow it.
        Refused = "refused",
        /// There were too many.
        Limited = "limited",
        /// The server could not do it now: a full inbox, a store that cannot write, a fault.
        Failed = "failed",
    }
    /// Commands of one kind take about as long.
    CommandGroup as "group" {
        /// A turn is ended: `play`, `draw`, `pass`.
        Turn = "turn",
        /// The table is being rearranged: `draft`.
        Draft = "draft",
        /// A connection comes into a room: `create_room`, `join_room`, `resume_room`.
        Enter = "enter",
        /// All others.
        Other = "other",
    }
    /// Which database.
    EngineName as "engine" {
        /// A file.
        Sqlite = "sqlite",
        /// A server of databases.
        Postgres = "postgres",
    }
    /// Where a room is.
    RoomState as "state" {
        /// In memory.
        Awake = "awake",
        /// In the store alone, because nobody is in it.
        Asleep = "asleep",
    }
    /// Why a room failed.
    RoomFault as "cause" {
        /// Its code panicked.
        Panic = "panic",
        /// What is stored makes no room.
        Unreadable = "unreadable",
    }
    /// With what somebody was let back in.
    ResumedWith as "with" {
        /// The events that were missed.
        Events = "events",
        /// Everything anew.
        Snapshot = "snapshot",
        /// Everything anew, because the client knew more than the room.
        Rewound = "rewound",
    }
    /// What a search for plays is for.
    Thought as "what" {
        /// A game that the answer decides on.
        Finding = "finding",
        /// The turn of a bot of the server.
        Bot = "bot",
        /// A player who asked for a hint.
        Hint = "hint",
        /// People who look back on a round.
        Analysis = "analysis",
    }
    /// How a match ended.
    MatchOutcome as "outcome" {
        /// It was played to its end and is ranked.
        Finished = "finished",
        /// Its people agreed to end it.
        Agreed = "agreed",
        /// All its people were gone for too long.
        Deserted = "deserted",
    }
}

labels_of_the_protocol! {
    RoomClosedWhy as "why" {
        Finished = "finished",
        Idle = "idle",
        Empty = "empty",
        Operator = "operator",
    }
    AtTimeOut as "draft" {
        None = "none",
        Untouched = "untouched",
        Rearranged = "rearranged",
        NotLegal = "not_legal",
        Stands = "stands",
        Reverted = "reverted",
    }
    PlayWhy as "why" {
        Played = "played",
        TimeRanOut = "time_ran_out",
    }
    StepWhy as "why" {
        Chosen = "chosen",
        TimeRanOut = "time_ran_out",
        Gone = "gone",
    }
    RoundHow as "how" {
        Out = "out",
        Blocked = "blocked",
    }
    TurnEndWhy as "why" {
        Chosen = "chosen",
        TimeRanOut = "time_ran_out",
        Rearranged = "rearranged",
        IllegalPlay = "illegal_play",
        Gone = "gone",
    }
}

impl Label for CloseReason {
    const NAME: &'static str = "reason";
    const LISTED_AS: Option<&'static str> = Some("close reason of `protocol/PROTOCOL.md`");

    fn all() -> Vec<Self> {
        Self::ALL.to_vec()
    }

    fn text(self) -> &'static str {
        self.as_str()
    }
}

impl Label for ErrorCode {
    const NAME: &'static str = "code";
    const LISTED_AS: Option<&'static str> = Some("error code of `protocol/PROTOCOL.md`");

    fn all() -> Vec<Self> {
        Self::ALL.to_vec()
    }

    fn text(self) -> &'static str {
        self.as_str()
    }
}

/// A limit, by its name in the configuration or in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit(&'static str);

impl Limit {
    /// Messages that wait for a room.
    pub(crate) const INBOX: Self = Self("inbox_max");
    /// Messages in a row that were too many: the connection is closed.
    pub(crate) const EXCESS: Self = Self("excess_max");
    /// Frames in a row that could not be read: the connection is closed.
    const BAD_FRAMES: Self = Self("bad_frames_max");
    /// One that has no name here.
    const OTHER: Self = Self("other");

    /// The limit of this name.
    pub(crate) fn named(name: &'static str) -> Self {
        let limit = Self(name);
        if Self::all().contains(&limit) { limit } else { Self::OTHER }
    }
}

impl Label for Limit {
    const NAME: &'static str = "limit";
    const LISTED_AS: Option<&'static str> =
        Some("limit of the configuration, and `inbox_max`, `excess_max`, `bad_frames_max`, `other`");

    fn all() -> Vec<Self> {
        let own = [Self::INBOX, Self::EXCESS, Self::BAD_FRAMES, Self::OTHER];
        ServerLimits::NAMES.iter().copied().map(Self).chain(own).collect()
    }

    fn text(self) -> &'static str {
        self.0
    }
}

/// The type of a command, as it stands in `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CommandType(&'static str);

impl CommandType {
    /// The type of this command.
    pub(crate) const fn of(command: &ClientToServer) -> Self {
        Self(command.type_name())
    }
}

impl Label for CommandType {
    const NAME: &'static str = "type";
    const LISTED_AS: Option<&'static str> =
        Some("message of a client after `hello` in `protocol/PROTOCOL.md`");

    fn all() -> Vec<Self> {
        ClientToServer::TYPES.iter().copied().filter(|kind| *kind != "hello").map(Self).collect()
    }

    fn text(self) -> &'static str {
        self.0
    }
}

impl CommandGroup {
    /// The group of this command.
    pub(crate) const fn of(command: &ClientToServer) -> Self {
        match command {
            ClientToServer::Play(_) | ClientToServer::Draw(_) | ClientToServer::Pass(_) => Self::Turn,
            ClientToServer::Draft(_) => Self::Draft,
            ClientToServer::CreateRoom(_) | ClientToServer::JoinRoom(_) | ClientToServer::ResumeRoom(_) => {
                Self::Enter
            }
            _ => Self::Other,
        }
    }
}

impl Outcome {
    /// What a refusal with this code means.
    pub(crate) const fn of(code: ErrorCode) -> Self {
        match code {
            ErrorCode::RateLimited => Self::Limited,
            ErrorCode::Busy | ErrorCode::StoreUnavailable | ErrorCode::InternalError => Self::Failed,
            _ => Self::Refused,
        }
    }
}

impl From<AbandonWhy> for MatchOutcome {
    fn from(why: AbandonWhy) -> Self {
        match why {
            AbandonWhy::Agreed => Self::Agreed,
            AbandonWhy::Deserted => Self::Deserted,
        }
    }
}
