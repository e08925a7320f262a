//! The wire between Sarja's server and its clients: messages, ids, errors, limits, and their schema.
//!
//! [`ClientToServer`] and [`ServerToClient`] are the two sides; [`parse_client_frame`] reads what strangers send and
//! names what is wrong with it, [`parse_server_frame`] reads what a later server may send. [`Event`] is what happened in
//! a room, [`RoomView`] everything that a viewer may see of it, [`MatchArchive`] all of a match that is over.
//! `protocol/PROTOCOL.md` is the text for people.

mod archive;
mod asyncapi;
mod client;
mod close;
mod command_id;
mod convert;
mod error;
mod event;
mod ids;
pub mod limits;
mod misfit;
mod parse;
mod quick;
mod reason;
mod room_code;
mod schema;
mod secret;
mod server;
mod sets;
mod settings;
mod text;
mod verdict;
mod version;
mod view;

pub use archive::*;
pub use asyncapi::asyncapi;
pub use client::*;
pub use close::{CloseReason, Reconnect};
pub use command_id::{CommandId, CommandIdError};
pub use error::{ErrorCode, ErrorMessage};
pub use event::*;
pub use ids::{
    DraftNumber, Epoch, INTEGER_MAX, MatchId, PlayerId, PracticeSeed, RoomId, RoomMs, Seq, SetId, TurnNumber,
};
pub use limits::{Limits, limit_table};
pub use parse::{parse_client_frame, parse_server_frame};
pub use reason::{Params, Reason, ReasonCode, reasons};
pub use room_code::{RoomCode, RoomCodeError};
pub use schema::{schema, without_sources};
pub use secret::{Hex32, HexError, LinkSecret, SecretError, SessionToken};
pub use server::*;
pub use sets::{JokerView, LaidSet, SetKind, SetView, ShownSet};
pub use settings::{
    Difference, Drafts, Hints, PasswordChange, RULESET_DEFAULT, Settings, SettingsView, Spectators, Switch,
};
pub use text::{ChatText, CreationSecret, Label, PlayerName, RoomPassword, TextError};
pub use verdict::{ArrangedSet, PlayVerdict, PrimaryAction, SetVerdict};
pub use version::{SPOKEN, VersionRange};
pub use view::*;
