//! A method for each command, with the answer that it has.

use std::sync::Arc;

use sarja_protocol::{
    Accepted, AnalyseRound, Arrange, ArrangeMode, Arranged, AskEnd, AskHint, AskPause, AskRematch,
    BotInvited, BotLevel, ChangeSettings, ChatText, ClientToServer, CommandId, CreateRoom, Draw, EndMatch,
    EndTurn, GetState, GivePileBack, HandOverHost, Hex32, Hint, InviteBot, JoinRoom, LaidSet, LeaveRoom,
    LeaveSeat, LinkSecret, Pass, Play, PlayerId, PlayerName, Practice, React, Reaction, RemoveAbsent,
    RemoveBot, RemovePlayer, Resign, ResumePlay, Role, RoomCode, RoomJoined, RoomPassword, RoundAnalysis,
    Say, SeatBot, Seq, ServerToClient, SetKind, SetReady, Settings, ShareShuffleValue, StartMatch, StepClock,
    TakePile, TakeSeat, TakeTile, TurnNumber,
};
use sarja_rules::{Face, Seat};

use crate::{Client, CommandError, LocalView};

/// How to come into a room.
#[derive(Clone, Debug)]
pub struct Joining {
    /// The code of the room.
    pub code: RoomCode,
    /// The name to go by.
    pub name: PlayerName,
    /// The secret of an invitation link.
    pub secret: Option<LinkSecret>,
    /// The password, if the room has one.
    pub password: Option<RoomPassword>,
    /// What to come as.
    pub role: Role,
}

impl Joining {
    /// As a player, into a room without a password.
    pub const fn new(code: RoomCode, name: PlayerName) -> Self {
        Self { code, name, secret: None, password: None, role: Role::Player }
    }
}

macro_rules! accepted {
    ($($(#[doc = $doc:literal])+ $method:ident($($field:ident: $type:ty),*) = $command:ident;)+) => {
        /// Commands that are done or refused. The view holds the events that they caused when they return.
        impl Client {$(
            $(#[doc = $doc])+
            ///
            /// # Errors
            /// See [`CommandError`].
            pub async fn $method(&self, $($field: $type),*) -> Result<Accepted, CommandError> {
                self.accepted(|command_id| $command { command_id, $($field),* }.into()).await
            }
        )+}
    };
}

accepted! {
    /// Changes the settings; the host, in the lobby.
    change_settings(settings: Settings) = ChangeSettings;
    /// Makes another player the host.
    hand_over_host(player_id: PlayerId) = HandOverHost;
    /// Removes a player for good; the host, in the lobby.
    remove_player(player_id: PlayerId) = RemovePlayer;
    /// Goes out of the room for good.
    leave_room() = LeaveRoom;
    /// Takes a seat, the first that is free if none is named.
    take_seat(seat: Option<Seat>) = TakeSeat;
    /// Gives the seat back; in the lobby.
    leave_seat() = LeaveSeat;
    /// Puts a bot of the server on a seat; the host.
    seat_bot(seat: Option<Seat>, level: BotLevel) = SeatBot;
    /// Takes a bot off its seat; the host, in the lobby.
    remove_bot(seat: Seat) = RemoveBot;
    /// Removes a seat that was absent for two turns; the host, in a match.
    remove_absent(seat: Seat) = RemoveAbsent;
    /// Starts the match; the host.
    start_match() = StartMatch;
    /// Gives up the seat until the match ends.
    resign() = Resign;
    /// Asks for a pause.
    ask_pause() = AskPause;
    /// Ends a pause.
    resume_play() = ResumePlay;
    /// Ends an open match after the round in progress; the host.
    end_match() = EndMatch;
    /// Asks for another match.
    ask_rematch() = AskRematch;
    /// Adds a value to the shuffle of a deal.
    share_shuffle_value(deal: u32, value: Hex32) = ShareShuffleValue;
    /// Ends the turn with this table.
    play(turn: TurnNumber, table: Vec<LaidSet>) = Play;
    /// Ends the turn by drawing.
    draw(turn: TurnNumber) = Draw;
    /// Ends the turn without drawing.
    pass(turn: TurnNumber) = Pass;
    /// Takes a tile from the stock, in Rommikubbi. The view holds the tile when this returns.
    take_tile(turn: TurnNumber) = TakeTile;
    /// Takes the whole pile, in Rommikubbi. The view holds its tiles when this returns.
    take_pile(turn: TurnNumber) = TakePile;
    /// Ends the turn with this table and this discard, in Rommikubbi. Without a discard it is never legal, and the refusal
    /// tells what else is wrong.
    end_turn(turn: TurnNumber, table: Vec<LaidSet>, discard: Option<Face>) = EndTurn;
    /// Gives back the pile that was taken, which costs 100 points and ends the turn, in Rommikubbi.
    give_pile_back(turn: TurnNumber) = GivePileBack;
    /// Shows a quick reaction.
    react(reaction: Reaction) = React;
    /// Writes a line of chat.
    say(text: ChatText) = Say;
    /// Moves the clock of a practice room by so many milliseconds.
    step_clock(ms: u32) = StepClock;
}

impl Client {
    /// Makes a room, comes into it as its host, and waits until it is known.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn create_room(
        &self,
        name: PlayerName,
        settings: Settings,
        practice: Option<Practice>,
    ) -> Result<RoomJoined, CommandError> {
        let creation_secret = self.creation_secret().cloned();
        self.joined(|command_id| CreateRoom { command_id, name, settings, practice, creation_secret }.into())
            .await
    }

    /// Comes into a room, or back into it, and waits until it is known.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn join(&self, joining: Joining) -> Result<RoomJoined, CommandError> {
        let Joining { code, name, secret, password, role } = joining;
        self.joined(|command_id| JoinRoom { command_id, code, name, secret, password, role }.into()).await
    }

    /// Invites a program into the room; the host. The answer has the token that is the program's: told this once, it opens
    /// this room alone. The view holds the invitation when this returns.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn invite_bot(&self) -> Result<BotInvited, CommandError> {
        let answer = self.command(|command_id| InviteBot { command_id }.into()).await?;
        let ServerToClient::BotInvited(invited) = &*answer else {
            return Err(CommandError::Unexpected(answer.type_name()));
        };
        self.caught_up(invited.seq).await?;
        Ok(invited.clone())
    }

    /// Says that the player is ready.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn set_ready(&self) -> Result<Accepted, CommandError> {
        self.accepted(|command_id| SetReady { command_id, ready: true }.into()).await
    }

    /// Says that the player is not ready.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn set_unready(&self) -> Result<Accepted, CommandError> {
        self.accepted(|command_id| SetReady { command_id, ready: false }.into()).await
    }

    /// Asks to end the match as abandoned.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn ask_end(&self) -> Result<Accepted, CommandError> {
        self.accepted(|command_id| AskEnd { command_id, withdraw: false }.into()).await
    }

    /// Takes back the wish to end the match.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn withdraw_end(&self) -> Result<Accepted, CommandError> {
        self.accepted(|command_id| AskEnd { command_id, withdraw: true }.into()).await
    }

    /// Asks the server to put tiles into order, as one set or as several. Changes nothing.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn arrange(
        &self,
        tiles: Vec<Face>,
        mode: ArrangeMode,
        kind: Option<SetKind>,
    ) -> Result<Arranged, CommandError> {
        let answer = self.command(|command_id| Arrange { command_id, tiles, mode, kind }.into()).await?;
        match &*answer {
            ServerToClient::Arranged(arranged) => Ok(arranged.clone()),
            other => Err(CommandError::Unexpected(other.type_name())),
        }
    }

    /// Asks for a hint for this turn, which is the player's own; where the room allows hints. Waits until it is found.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn ask_hint(&self, turn: TurnNumber) -> Result<Hint, CommandError> {
        let answer = self.command(|command_id| AskHint { command_id, turn }.into()).await?;
        match &*answer {
            ServerToClient::Hint(hint) => Ok(hint.clone()),
            other => Err(CommandError::Unexpected(other.type_name())),
        }
    }

    /// Asks what was played in each turn of a round that is over, and what could have been. Waits until it is found.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn analyse_round(&self, deal: u32) -> Result<RoundAnalysis, CommandError> {
        let answer = self.command(|command_id| AnalyseRound { command_id, deal }.into()).await?;
        match &*answer {
            ServerToClient::RoundAnalysis(analysis) => Ok(analysis.clone()),
            other => Err(CommandError::Unexpected(other.type_name())),
        }
    }

    /// Asks for everything that the player may see. The view has it when this returns.
    ///
    /// # Errors
    /// See [`CommandError`].
    pub async fn get_state(&self) -> Result<LocalView, CommandError> {
        let answer = self.command(|command_id| GetState { command_id }.into()).await?;
        match &*answer {
            ServerToClient::Snapshot(snapshot) => Ok(LocalView::of(snapshot, tokio::time::Instant::now())),
            other => Err(CommandError::Unexpected(other.type_name())),
        }
    }

    async fn accepted(
        &self,
        make: impl FnOnce(CommandId) -> ClientToServer + Send,
    ) -> Result<Accepted, CommandError> {
        let answer: Arc<ServerToClient> = self.command(make).await?;
        let ServerToClient::Accepted(accepted) = &*answer else {
            return Err(CommandError::Unexpected(answer.type_name()));
        };
        if let Some(seq) = accepted.seq {
            self.caught_up(seq).await?;
        }
        Ok(accepted.clone())
    }

    /// Waits until the view holds this event, so that whoever acts on the view next does not do the same again.
    async fn caught_up(&self, seq: Seq) -> Result<(), CommandError> {
        let mut epoch = None;
        self.until(|state| {
            // Out of the room nothing more comes, and a new owner of the room may have fewer events.
            let Some(view) = &state.view else { return Some(()) };
            let asked_in = *epoch.get_or_insert(view.epoch());
            (view.seq() >= seq || view.epoch() != asked_in).then_some(())
        })
        .await
        .map_err(CommandError::Ended)
    }

    async fn joined(
        &self,
        make: impl FnOnce(CommandId) -> ClientToServer + Send,
    ) -> Result<RoomJoined, CommandError> {
        let answer = self.command(make).await?;
        let joined = match &*answer {
            ServerToClient::RoomJoined(joined) => joined.clone(),
            other => return Err(CommandError::Unexpected(other.type_name())),
        };
        self.until(|state| {
            let view = state.view.as_ref()?;
            (view.room().room_id == joined.room_id).then_some(())
        })
        .await
        .map_err(CommandError::Ended)?;
        Ok(joined)
    }
}
