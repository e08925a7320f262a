//! Commands as they go over the wire.

use rand::{RngExt as _, rngs::ChaCha8Rng};
use sarja_protocol::{
    AskRematch, ClientToServer, CommandId, CreateRoom, Draw, Epoch, GetState, Hex32, JoinRoom, LeaveRoom,
    Pass, Play, PlayerName, ResumeRoom, Role, Seq, SetReady, Settings, ShareShuffleValue, StartMatch,
    TakeSeat, TurnNumber,
};
use sarja_rules::rummikub::Action;
use tokio::time::Instant;

use super::{
    known::{Deed, Known},
    room::Way,
};
use crate::bot::laid_sets;

/// A command on its way to its answer, on one connection or several.
#[derive(Debug)]
pub(super) struct Flight {
    pub(super) id: CommandId,
    pub(super) text: String,
    pub(super) purpose: Purpose,
    /// Whether it went out on this connection.
    pub(super) sent: bool,
    /// When it may go out.
    pub(super) not_before: Instant,
}

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To come into the room, or back.
    Enter,
    /// The own move in this turn.
    Move(u32),
    /// Another thing that is due.
    Deed(Deed),
    /// To hear the true state, and to hold against it what is known.
    Look,
    /// To hear the true state for the last time.
    LookLast,
    /// To go.
    Leave,
}

impl Flight {
    /// A command that is to be sent.
    pub(super) fn new(id: CommandId, message: &ClientToServer, purpose: Purpose) -> Self {
        let text = serde_json::to_string(message).expect("messages are plain data with text keys");
        Self { id, text, purpose, sent: false, not_before: Instant::now() }
    }

    /// The same, to be sent again.
    pub(super) fn again(&mut self, not_before: Instant) {
        self.sent = false;
        self.not_before = not_before;
    }
}

/// The ids of a player's commands.
#[derive(Debug, Default)]
pub(super) struct Ids(u64);

impl Ids {
    pub(super) fn next(&mut self) -> CommandId {
        self.0 += 1;
        CommandId::new(format!("c{}", self.0)).expect("a letter and a number are visible ASCII")
    }
}

/// To make a room.
pub(super) fn create(command_id: CommandId, name: PlayerName, settings: Settings) -> ClientToServer {
    CreateRoom { command_id, name, settings, practice: None, creation_secret: None }.into()
}

/// To come into a room.
pub(super) fn join(command_id: CommandId, name: PlayerName, way: Way) -> ClientToServer {
    JoinRoom { command_id, code: way.code, name, secret: way.secret, password: None, role: Role::Player }
        .into()
}

/// To come back into a room.
pub(super) fn resume(command_id: CommandId, known: &Known) -> ClientToServer {
    let (last_seq, epoch) = (Seq(known.seq), Epoch(known.epoch));
    ResumeRoom { command_id, room_id: known.room, last_seq, epoch }.into()
}

/// To hear the true state.
pub(super) fn look(command_id: CommandId) -> ClientToServer {
    GetState { command_id }.into()
}

/// To go.
pub(super) fn leave(command_id: CommandId) -> ClientToServer {
    LeaveRoom { command_id }.into()
}

/// A move in this turn.
pub(super) fn make_move(command_id: CommandId, turn: u32, action: Action) -> ClientToServer {
    let turn = TurnNumber(turn);
    match action {
        Action::Play(table) => Play { command_id, turn, table: laid_sets(table) }.into(),
        Action::Draw | Action::RunOutOfTime(_) => Draw { command_id, turn }.into(),
        Action::Pass => Pass { command_id, turn }.into(),
    }
}

/// What is due and no move.
pub(super) fn deed(command_id: CommandId, deed: Deed, chance: &mut ChaCha8Rng) -> ClientToServer {
    match deed {
        Deed::TakeSeat => TakeSeat { command_id, seat: None }.into(),
        Deed::GetReady => SetReady { command_id, ready: true }.into(),
        Deed::Start => StartMatch { command_id }.into(),
        Deed::ShareValue(deal) => {
            ShareShuffleValue { command_id, deal, value: Hex32(chance.random()) }.into()
        }
        Deed::AskRematch => AskRematch { command_id }.into(),
    }
}
