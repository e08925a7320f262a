//! What a client says to the server.

mod bounds;
mod game;
mod hello;
mod matches;
mod practice;
mod rommikubbi;
mod room;
mod seat;
mod talk;

pub use game::{
    AnalyseRound, Arrange, ArrangeMode, AskHint, Draft, Draw, GetState, Pass, Play, ShareShuffleValue,
};
pub use hello::{ClientInfo, Hello, PlayerKind};
pub use matches::{AskEnd, AskPause, AskRematch, EndMatch, Resign, ResumePlay, StartMatch};
pub use practice::{Practice, PracticeClock, Script, ScriptedAction, ScriptedTake, ScriptedTurn, StepClock};
pub use rommikubbi::{EndTurn, GivePileBack, TakePile, TakeTile};
pub use room::{
    ChangeSettings, CreateRoom, HandOverHost, JoinRoom, LeaveRoom, RemovePlayer, ResumeRoom, Role,
};
pub use seat::{BotLevel, InviteBot, LeaveSeat, RemoveAbsent, RemoveBot, SeatBot, SetReady, TakeSeat};
pub use talk::{React, Reaction, Say};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::CommandId;

macro_rules! client_messages {
    (
        uncommanded: $($(#[doc = $hdoc:literal])+ $hvariant:ident = $htype:literal;)+
        commands: $($(#[doc = $doc:literal])+ $variant:ident = $type:literal;)+
    ) => {
        /// A message from a client. Every one but `hello` and `draft` is a command and has an id.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[ts(export_to = "sarja.ts")]
        pub enum ClientToServer {
            $($(#[doc = $hdoc])+ $hvariant($hvariant),)+
            $($(#[doc = $doc])+ $variant($variant),)+
        }

        impl ClientToServer {
            /// The types of all messages, as they stand in `type`.
            pub const TYPES: &[&str] = &[$($htype,)+ $($type),+];

            /// Its type, as it stands in `type`.
            pub const fn type_name(&self) -> &'static str {
                match self {
                    $(Self::$hvariant(_) => $htype,)+
                    $(Self::$variant(_) => $type,)+
                }
            }

            /// The id of the command; `None` for `hello` and `draft`.
            pub const fn command_id(&self) -> Option<&CommandId> {
                match self {
                    $(Self::$hvariant(_) => None,)+
                    $(Self::$variant(command) => Some(&command.command_id),)+
                }
            }

            /// The message of this type read from its other fields; `None` for a type that is not known.
            pub(crate) fn read(
                kind: &str,
                fields: serde_json::Value,
            ) -> Option<Result<Self, serde_path_to_error::Error<serde_json::Error>>> {
                match kind {
                    $($htype => Some(serde_path_to_error::deserialize(fields).map(Self::$hvariant)),)+
                    $($type => Some(serde_path_to_error::deserialize(fields).map(Self::$variant)),)+
                    _ => None,
                }
            }

            /// The schema of each message by type, `type` among its fields, with a sentence on each.
            pub fn schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, String, Schema)> {
                vec![
                    $(crate::schema::tagged::<$hvariant>($htype, &[$($hdoc),+], generator),)+
                    $(crate::schema::tagged::<$variant>($type, &[$($doc),+], generator),)+
                ]
            }
        }

        $(impl From<$hvariant> for ClientToServer {
            fn from(message: $hvariant) -> Self {
                Self::$hvariant(message)
            }
        })+
        $(impl From<$variant> for ClientToServer {
            fn from(command: $variant) -> Self {
                Self::$variant(command)
            }
        })+
    };
}

client_messages! {
    uncommanded:
        /// Opens the connection: the first message, within 5 seconds. Answer: `welcome`.
        Hello = "hello";
        /// Shows the server the table as it is being laid. The latest wins; nothing is kept if the turn ends. Answer:
        /// `draft_verdict`, for the latest draft at least.
        Draft = "draft";
    commands:
        /// Makes a room and comes into it as its host. Answer: `room_joined`, then `snapshot`.
        CreateRoom = "create_room";
        /// Comes into a room by its code. A player who was there before is let back in, whatever the phase. Answer:
        /// `room_joined`, then `snapshot`.
        JoinRoom = "join_room";
        /// Comes back into a room on a new connection and asks for what was missed. Answer: `resumed` and the missed events, or
        /// `snapshot`, after `history_rewound` where the client was ahead.
        ResumeRoom = "resume_room";
        /// Goes out of the room for good. In a match the seat is given up as with `resign`. Answer: `accepted`.
        LeaveRoom = "leave_room";
        /// Changes the settings; the host, in the lobby. All people have to say again that they are ready. Answer: `accepted`.
        ChangeSettings = "change_settings";
        /// Makes another player the host. Answer: `accepted`.
        HandOverHost = "hand_over_host";
        /// Removes a player for good; the host, in the lobby and after a match. Takes back the invitation of a program that did not
        /// come; the host, at any time. Answer: `accepted`.
        RemovePlayer = "remove_player";
        /// Takes a seat: a free one in the lobby, or in a match the own one that was left. Answer: `accepted`, then a `snapshot` if the role changed.
        TakeSeat = "take_seat";
        /// Gives the seat back and watches; in the lobby. Answer: `accepted`, then `snapshot`.
        LeaveSeat = "leave_seat";
        /// Says that one is ready, or not; in the lobby and between rounds. Answer: `accepted`.
        SetReady = "set_ready";
        /// Removes a seat that was absent for two turns; the host, in a match. Answer: `accepted`.
        RemoveAbsent = "remove_absent";
        /// Puts a bot on a free seat (lobby) or on a vacated one (match); the host. Answer: `accepted`.
        SeatBot = "seat_bot";
        /// Takes a bot off its seat; the host, in the lobby. Answer: `accepted`.
        RemoveBot = "remove_bot";
        /// Invites a program, which gets a token for this room alone; the host. Answer: `bot_invited`.
        InviteBot = "invite_bot";
        /// Starts the match; the host, when all seated people are ready. Answer: `accepted`.
        StartMatch = "start_match";
        /// Gives up the seat until the match ends; one may take it again. Answer: `accepted`.
        Resign = "resign";
        /// Asks for a pause. It begins when all connected seated people ask for it. Answer: `accepted`.
        AskPause = "ask_pause";
        /// Ends a pause. Answer: `accepted`.
        ResumePlay = "resume_play";
        /// Asks to end the match as abandoned. It ends when all seated people ask for it. Answer: `accepted`.
        AskEnd = "ask_end";
        /// Ends an open match after the round in progress; the host. Answer: `accepted`.
        EndMatch = "end_match";
        /// Asks for another match with the same seats, when one is over. Answer: `accepted`.
        AskRematch = "ask_rematch";
        /// Adds a value to the shuffle that was announced by `shuffle_committed`. Not needed. Answer: `accepted`.
        ShareShuffleValue = "share_shuffle_value";
        /// Asks the server to put tiles into order or to split them into sets. Changes nothing. Answer: `arranged`.
        Arrange = "arrange";
        /// Ends the turn with this table. Answer: `accepted`, or an `error` with all reasons, and the turn goes on.
        Play = "play";
        /// Ends the turn by drawing. Answer: `accepted`; the tile comes in the event `tiles_drawn`.
        Draw = "draw";
        /// Ends the turn without drawing, when the pool is empty. Answer: `accepted`.
        Pass = "pass";
        /// Rommikubbi: takes a tile from the stock; the turn goes on. Answer: `accepted`; the tile comes in the event
        /// `tile_taken`, before anything is laid.
        TakeTile = "take_tile";
        /// Rommikubbi: takes the whole pile, whose top then has to go into a new set in this turn. Answer: `accepted`; the tiles
        /// come in the event `pile_taken`.
        TakePile = "take_pile";
        /// Rommikubbi: lays, discards, and ends the turn. Answer: `accepted`, or an `error` with all reasons, and the turn goes on.
        EndTurn = "end_turn";
        /// Rommikubbi: gives back the pile that was taken, which costs 100 points and ends the turn. Answer: `accepted`.
        GivePileBack = "give_pile_back";
        /// Asks for a hint, where the room's settings allow it and it is one's own turn. Answer: `hint`, once it is found; it is
        /// told to nobody else.
        AskHint = "ask_hint";
        /// Asks what was played in each turn of a round that is over, and what could have been. Answer: `round_analysis`, once it
        /// is found.
        AnalyseRound = "analyse_round";
        /// Asks for everything that one may see. Answer: `snapshot`.
        GetState = "get_state";
        /// Shows a quick reaction to everybody. Answer: `accepted`.
        React = "react";
        /// Writes a line of chat, in the lobby, between rounds and after the match. Answer: `accepted`.
        Say = "say";
        /// Moves the clock of a practice room. Answer: `accepted` when everything that was due has happened.
        StepClock = "step_clock";
}

impl JsonSchema for ClientToServer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ClientToServer".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        crate::schema::one_of("A message from a client.", Self::schemas(generator), generator)
    }
}
