//! Why a message or a command was refused.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CloseReason, CommandId, Params, Reason};

/// A message or a command was refused, and nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(export_to = "sarja.ts", optional_fields)]
pub struct ErrorMessage {
    /// The command that was refused; absent if the message had none that could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_id: Option<CommandId>,
    /// What is wrong; translate by this.
    pub code: ErrorCode,
    /// Where in the message, as `table[2].tiles[0]`; absent if it is the whole message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(as = "Option<String>")]
    pub path: Option<Box<str>>,
    /// The numbers and texts that the message names; each code has its own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(type = "Record<string, unknown>", optional)]
    pub params: Params,
    /// The same for people, in English.
    pub message: String,
    /// When the same may succeed; absent if waiting does not help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u32>,
    /// With `illegal_play`: every reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Reason>>")]
    pub reasons: Vec<Reason>,
    /// `true` if the server closes the connection after this; absent otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub fatal: bool,
}

impl ErrorMessage {
    /// An error with the English cause of its code as message.
    pub fn new(code: ErrorCode) -> Self {
        Self {
            command_id: None,
            code,
            path: None,
            params: Params::new(),
            message: code.cause(),
            retry_after_ms: None,
            reasons: Vec::new(),
            fatal: code.closes().is_some(),
        }
    }

    /// The same, in answer to a command.
    #[must_use]
    pub fn to_command(self, command_id: CommandId) -> Self {
        Self { command_id: Some(command_id), ..self }
    }

    /// The same, laid to a place in the message.
    #[must_use]
    pub fn at(self, path: impl Into<Box<str>>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// The same with a parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// The same with a more exact English text.
    #[must_use]
    pub fn saying(self, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..self }
    }

    /// The same, to be tried again after so many milliseconds.
    #[must_use]
    pub fn retry_after(self, ms: u32) -> Self {
        Self { retry_after_ms: Some(ms), ..self }
    }

    /// The same with the reasons why a play is illegal.
    #[must_use]
    pub fn because(self, reasons: Vec<Reason>) -> Self {
        Self { reasons, ..self }
    }
}

macro_rules! error_codes {
    ($($variant:ident = $code:literal, $cause:literal, $remedy:literal, [$($param:literal: $what:literal),*] $(, closes $close:ident)?;)+) => {
        /// What can be wrong with a message or a command.
        ///
        /// New codes may come within a version; a client shows the `message` of a code that it does not know.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS)]
        #[serde(rename_all = "snake_case")]
        #[ts(export_to = "sarja.ts")]
        pub enum ErrorCode {
            $(#[doc = $cause] $variant,)+
            /// A code that this version of the library does not know.
            #[serde(other)]
            #[schemars(skip)]
            #[ts(skip)]
            Unknown,
        }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its text on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)+ Self::Unknown => "unknown" }
            }

            /// What happened, in an English sentence.
            pub fn cause(self) -> String {
                match self { $(Self::$variant => $cause,)+ Self::Unknown => "Something was refused." }.to_owned()
            }

            /// What a client does about it.
            pub const fn remedy(self) -> &'static str {
                match self { $(Self::$variant => $remedy,)+ Self::Unknown => "" }
            }

            /// The parameters: name and meaning.
            pub const fn params(self) -> &'static [(&'static str, &'static str)] {
                match self { $(Self::$variant => &[$(($param, $what)),*],)+ Self::Unknown => &[] }
            }

            /// How the connection is closed if this is the answer to its first message; `None` for what no first message can be
            /// answered with. Without a `hello` that can be read and granted there is no connection.
            pub const fn closes_at_hello(self) -> Option<CloseReason> {
                match self {
                    Self::BadJson | Self::BadMessage | Self::UnknownField | Self::UnknownCommand => {
                        Some(CloseReason::BadFrame)
                    }
                    Self::RateLimited => Some(CloseReason::RateLimited),
                    Self::StoreUnavailable => Some(CloseReason::Busy),
                    other => other.closes(),
                }
            }

            /// How the connection is closed after this error; `None` if it stays.
            pub const fn closes(self) -> Option<CloseReason> {
                match self {
                    $($(Self::$variant => Some(CloseReason::$close),)?)+
                    _ => None,
                }
            }
        }
    };
}

error_codes! {
    // Reading a frame.
    BadJson = "bad_json", "The frame is no JSON object.", "Mend the client.", ["detail": "what the reader stumbled over"];
    BadMessage = "bad_message", "A field is missing or has a value that it cannot have.", "Mend the field that `path` names.",
        ["detail": "what is wrong with it", "value": "the value, cut short"];
    UnknownField = "unknown_field", "The message has a field that the server does not know.", "Leave the field out; check the version.",
        ["field": "its name"];
    UnknownCommand = "unknown_command", "The server knows no message of this type.", "Check `type` and the version.", ["type": "the type, cut short"];
    FrameTooLarge = "frame_too_large", "The frame is larger than the limit.", "Send less.", ["most": "bytes allowed"], closes FrameTooLarge;
    BinaryFrame = "binary_frame", "The frame is binary.", "Send text frames.", [], closes BadFrame;
    // The connection.
    HelloExpected = "hello_expected", "The first message was no `hello`.", "Send `hello` first.", [], closes BadFrame;
    HelloRepeated = "hello_repeated", "A second `hello` came.", "Send `hello` once for each connection.", [];
    UnsupportedProtocol = "unsupported_protocol", "The server speaks none of the versions that were offered.", "Update the client, or reload the page.",
        ["min": "lowest version that the server speaks", "max": "highest version"], closes UnsupportedProtocol;
    BadToken = "bad_token", "The session token is not known.", "Forget it and say `hello` without one: that makes a new player.", [], closes SessionEnded;
    TooManyConnections = "too_many_connections", "The player has too many connections at once.", "Close one that is not needed; one device needs one.",
        ["most": "connections allowed"], closes RateLimited;
    RateLimited = "rate_limited", "Too many messages came.", "Wait `retry_after_ms`, then send again with the same command id.", [];
    Busy = "busy", "The server cannot take this now.", "Send again after `retry_after_ms` with the same command id.", [];
    ServerDraining = "server_draining", "The server is about to stop, and makes no new rooms.",
        "Connect again when you are told to, and send again with the same command id.", [];
    StoreUnavailable = "store_unavailable", "The server cannot save now, and does nothing that it cannot save.",
        "Send again after `retry_after_ms` with the same command id.", [];
    InternalError = "internal_error", "Something went wrong on the server; nothing was changed.", "Ask for the state with `get_state`; report it.", [];
    // Coming into a room.
    NotInRoom = "not_in_room", "The connection is in no room.", "Join or resume a room first.", [];
    AlreadyInRoom = "already_in_room", "The connection is in a room already.", "Leave it, or use another connection.", [];
    NoSuchRoom = "no_such_room", "There is no such room, or it is not for you: the code, the password or the secret is wrong.", "Check them; ask for the password or the invitation link.", [];
    RemovedFromRoom = "removed_from_room", "The host removed you from this room.", "Find another room.", [];
    RoomFull = "room_full", "No more people may come into this room.", "Try later, or another room.", ["most": "people allowed"];
    RoomClosed = "room_closed", "The room is closed.", "Make another room.", [];
    NameTaken = "name_taken", "Somebody in the room has this name.", "Choose another name.", [];
    SpectatorsRefused = "spectators_refused", "Nobody may watch in this room.", "Join as a player, or find another room.", [];
    ScopedToken = "scoped_token", "Your token is for one room.", "Use a token of your own: say `hello` without one on another connection.", [];
    CreationSecretNeeded = "creation_secret_needed", "Only who knows the server's secret for it may make rooms: yours is missing or wrong.",
        "Send it as `creation_secret`; ask whoever runs the server for it.", [];
    ServerFull = "server_full", "The server has as many open rooms as it takes.", "Join a room that is there, or try again later.", ["most": "open rooms allowed"];
    TooManyRooms = "too_many_rooms", "You are the host of too many open rooms.", "Leave one of them.", ["most": "rooms allowed"];
    // The lobby.
    BadSettings = "bad_settings", "A setting has a value that it cannot have.", "Mend the setting that `path` names.",
        ["detail": "what is wrong with it", "value": "the value, cut short", "allowed": "what is allowed"];
    UnknownRuleset = "unknown_ruleset", "There is no ruleset of this name.", "Choose one of `rulesets`.", ["ruleset": "the name", "rulesets": "the names that there are"];
    NotHost = "not_host", "Only the host may do this.", "Ask the host.", [];
    NotSeated = "not_seated", "Only who has a seat may do this.", "Take a seat.", [];
    AlreadySeated = "already_seated", "You have a seat already.", "Leave it first.", [];
    NoSeatKept = "no_seat_kept", "No such seat of this match is kept for you: a bot has it, you were removed from it, or it was never yours.",
        "Watch until the match is over.", [];
    SeatTaken = "seat_taken", "The seat is taken.", "Take another.", [];
    NoFreeSeat = "no_free_seat", "All seats are taken.", "Watch, or wait for a free seat.", [];
    NoSuchSeat = "no_such_seat", "There is no such seat, or nobody of that kind has it.", "Look at `seats`.", [];
    NoSuchPlayer = "no_such_player", "Nobody in the room has this id.", "Look at `people`.", [];
    CannotRemoveHost = "cannot_remove_host", "The host cannot be removed.", "Hand the room over first, or leave it.", [];
    CannotBeHost = "cannot_be_host", "A program that was invited cannot be the host.", "Choose somebody else.", [];
    TooManyInvited = "too_many_invited", "The room has invited as many programs as it may.", "Remove one with `remove_player`.", ["most": "invitations allowed"];
    TokenNotRepeated = "token_not_repeated", "The program was invited, but its token cannot be told again.",
        "Take the invitation back with `remove_player`, and invite again with a new command id.", [];
    NotReady = "not_ready", "Not all seated people are ready.", "Wait for them.", ["seats": "those who are not ready"];
    NotEnoughPlayers = "not_enough_players", "Too few seats are taken.", "Wait for others, or seat a bot.", ["have": "seats taken", "need": "the fewest allowed"];
    WrongPhase = "wrong_phase", "This cannot be done now.", "Look at `phase`.", ["phase": "the phase of the room"];
    NotAbsent = "not_absent", "The seat was not absent for two turns.", "Wait.", ["absent_turns": "turns so far", "need": "turns needed"];
    // The game.
    NotYourTurn = "not_your_turn", "It is another player's turn.", "Wait for `turn_started`.", ["seat": "whose turn it is"];
    StaleTurn = "stale_turn", "The turn that the command names is not in progress.", "Take the snapshot that follows; do not send it again.", ["turn": "the turn in progress, if there is one"];
    IllegalPlay = "illegal_play", "The play, or the turn, is not legal.", "Show `reasons`; the turn goes on.", [];
    CannotDraw = "cannot_draw", "The pool is empty.", "Pass.", [];
    CannotPass = "cannot_pass", "The pool has tiles.", "Draw.", [];
    NotThisGame = "not_this_game", "The game that is played here knows no such command.", "Look at `settings.rules.family`.",
        ["family": "the game that is played: `rummikub` or `rommikubbi`"];
    TakeFirst = "take_first", "Nothing was taken in this turn yet.", "Send `take_tile` or `take_pile` first.", [];
    TakeNotAllowed = "take_not_allowed", "Something was taken in this turn already, or it is the first turn of the round, in which nothing is taken.",
        "Send `end_turn`.", [];
    PileEmpty = "pile_empty", "There is no pile.", "Send `take_tile`.", [];
    NoPileTaken = "no_pile_taken", "No pile was taken in this turn.", "End the turn with `end_turn`.", [];
    MustPlay = "must_play", "You can play, and here whoever can play must.", "Look again: there is a play. Ask for a hint where the room allows it.", [];
    HintsOff = "hints_off", "There are no hints in this room.", "Ask the host to allow them, in the lobby.", [];
    NotOver = "not_over", "No round with this deal is over in this room.", "Wait for its `round_ended`.", [];
    Paused = "paused", "The game is paused.", "Send `resume_play` first.", [];
    NotPaused = "not_paused", "The game is not paused.", "Nothing to do.", [];
    NoPauseLeft = "no_pause_left", "All pauses of this match are used up.", "Play on.", ["most": "pauses in a match"];
    NotOpenMatch = "not_open_match", "Only an open match is ended by its host.", "Use `ask_end`: all seated people together may end any match.", [];
    NoShuffleOpen = "no_shuffle_open", "No shuffle waits for values, or not this deal's.", "Nothing to do: the deal goes on without it.", [];
    ValueRepeated = "value_repeated", "Your value for this shuffle is there already.", "Nothing to do.", [];
    // Talk, commands and practice.
    ChatOff = "chat_off", "There is no chat here now.", "Wait for the lobby or the end of the round, or ask the host.", [];
    ReactionsOff = "reactions_off", "The host turned reactions off.", "Ask the host.", [];
    CommandIdReused = "command_id_reused", "Another command had this id.", "Take a new id for each command.", [];
    NotPractice = "not_practice", "Only a practice server does this.", "Start `sarja serve --practice`.", [];
    ClockNotStepped = "clock_not_stepped", "The clock of this room runs by itself.", "Make the room with `practice.clock` `stepped`.", [];
    BadScript = "bad_script", "A script names no seat of the room, or a seat twice.", "Mend `practice.scripts`.", [];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_code_is_its_serde_name_and_each_is_there_once() {
        let mut seen = std::collections::BTreeSet::new();
        for code in ErrorCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
            assert!(seen.insert(code.as_str()), "{code:?}");
        }
    }

    #[test]
    fn every_code_has_cause_and_remedy() {
        for code in ErrorCode::ALL {
            assert!(code.cause().ends_with('.') && code.remedy().ends_with('.'), "{code:?}");
        }
    }
}
