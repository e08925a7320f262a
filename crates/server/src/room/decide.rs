//! What is asked of a room, and who decides on it.

use sarja_protocol::{
    ClientToServer as Command, ErrorCode, ErrorMessage, Phase, PlayerId, RestartWhy, TurnNumber,
};
use sarja_rules::{
    Seat,
    rommikubbi::{DealAction, Laying},
    rummikub::Action,
};

use super::{Circumstances, Decision, Due, Event, Refusal, Room, family::Move, making::Making};

/// What is asked of a room.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A player's command.
    Command {
        /// Who.
        player: PlayerId,
        /// What.
        command: &'a Command,
        /// A person or a program, as the player's session says.
        kind: sarja_protocol::PlayerKind,
    },
    /// A player invites a program.
    Invite {
        /// Who invites.
        by: PlayerId,
        /// Who the program is: a new player.
        program: PlayerId,
    },
    /// A bot of the server has made up its mind.
    Bot {
        /// Its seat.
        seat: Seat,
        /// The turn that it was thinking of.
        turn: TurnNumber,
        /// What it does.
        action: &'a Move,
    },
    /// A time has come.
    Due(Due),
    /// The server was restarted and has rebuilt the room from its log.
    Restarted,
}

impl Room {
    /// What comes of it, or why it is refused. Changes nothing.
    ///
    /// A decision without events is a command that changes nothing in the log, such as a reaction.
    ///
    /// # Errors
    /// [`Refusal`], in the protocol's codes.
    pub fn decide(&self, input: Input<'_>, at: &Circumstances<'_>) -> Result<Decision, Refusal> {
        if self.closed {
            return Err(Refusal::new(ErrorCode::RoomClosed));
        }
        let mut making = Making::of(self, at);
        match input {
            Input::Command { player, command, kind } => making.command(player, command, kind)?,
            Input::Invite { by, program } => making.invite(by, program)?,
            Input::Bot { seat, turn, action } => making.act_for_bot(seat, turn, action)?,
            Input::Due(due) => making.due(due),
            Input::Restarted => {
                if making.room.playing().is_some() && making.room.running().is_some_and(|m| m.pause.is_none())
                {
                    making.push(Event::ClockRestarted { why: RestartWhy::ServerRestarted });
                }
            }
        }
        making.hold_or_release();
        Ok(making.done)
    }

    /// What goes on in the room.
    pub fn phase(&self) -> Phase {
        if self.closed {
            return Phase::Closed;
        }
        if self.lobby {
            return Phase::Lobby;
        }
        let Some(m) = self.running() else { return Phase::MatchOver };
        match &m.current {
            Some(current) if current.game.as_ref().is_some_and(|g| !g.is_over()) => Phase::Playing,
            Some(current) if current.game.is_some() => Phase::BetweenRounds,
            _ => Phase::Shuffling,
        }
    }

    pub(super) fn wrong_phase(&self) -> Refusal {
        let phase = serde_json::to_value(self.phase()).unwrap_or_default();
        ErrorMessage::new(ErrorCode::WrongPhase).with("phase", phase).into()
    }

    /// Fails unless the room is in one of these phases.
    pub(super) fn needs(&self, phases: &[Phase]) -> Result<(), Refusal> {
        if phases.contains(&self.phase()) { Ok(()) } else { Err(self.wrong_phase()) }
    }

    pub(super) fn needs_host(&self, player: PlayerId) -> Result<(), Refusal> {
        if player == self.host { Ok(()) } else { Err(Refusal::new(ErrorCode::NotHost)) }
    }

    pub(super) fn needs_seat(&self, player: PlayerId) -> Result<Seat, Refusal> {
        self.seats.of(player).ok_or_else(|| Refusal::new(ErrorCode::NotSeated))
    }
}

impl Making<'_> {
    fn command(
        &mut self,
        player: PlayerId,
        command: &Command,
        kind: sarja_protocol::PlayerKind,
    ) -> Result<(), Refusal> {
        if let Command::JoinRoom(join) = command {
            return self.join(player, join, kind);
        }
        if self.room.member(player).is_none() {
            return Err(Refusal::new(ErrorCode::NotInRoom));
        }
        match command {
            Command::LeaveRoom(_) => {
                self.leave_room(player);
                Ok(())
            }
            Command::TakeSeat(c) => self.take_seat(player, c.seat),
            Command::LeaveSeat(_) => self.leave_seat(player),
            Command::SetReady(c) => self.set_ready(player, c.ready),
            Command::ChangeSettings(c) => self.change_settings(player, &c.settings),
            Command::HandOverHost(c) => self.hand_over_host(player, c.player_id),
            Command::RemovePlayer(c) => self.remove_player(player, c.player_id),
            Command::SeatBot(c) => self.seat_bot(player, c.seat, c.level),
            Command::RemoveBot(c) => self.remove_bot(player, c.seat),
            Command::Say(c) => self.say(player, &c.text),
            Command::React(c) => self.react(player, c.reaction),
            Command::StartMatch(_) => self.start_match(player),
            Command::ShareShuffleValue(c) => self.share_shuffle_value(player, c.deal, c.value),
            Command::Play(c) => {
                let action = Action::Play(sarja_protocol::LaidSet::table(c.table.clone()));
                self.act_as(player, c.turn, &action.into())
            }
            Command::Draw(c) => self.act_as(player, c.turn, &Action::Draw.into()),
            Command::Pass(c) => self.act_as(player, c.turn, &Action::Pass.into()),
            Command::TakeTile(c) => self.act_as(player, c.turn, &DealAction::TakeStock.into()),
            Command::TakePile(c) => self.act_as(player, c.turn, &DealAction::TakePile.into()),
            Command::EndTurn(c) => {
                let table = sarja_protocol::LaidSet::table(c.table.clone());
                let action = DealAction::EndTurn(Laying { table, discard: c.discard });
                self.act_as(player, c.turn, &action.into())
            }
            Command::GivePileBack(c) => self.act_as(player, c.turn, &DealAction::GiveBack.into()),
            Command::Draft(c) => self.draft(player, c.turn),
            Command::AskHint(c) => self.ask_hint(player, c.turn),
            Command::Resign(_) => self.resign(player),
            Command::RemoveAbsent(c) => self.remove_absent(player, c.seat),
            Command::AskPause(_) => self.ask_pause(player),
            Command::ResumePlay(_) => self.resume_play(player),
            Command::AskEnd(c) => self.ask_end(player, c.withdraw),
            Command::EndMatch(_) => self.end_match(player),
            Command::AskRematch(_) => self.ask_rematch(player),
            // The room's task answers these itself: they ask for something and change nothing, or are an input of their own.
            Command::Hello(_)
            | Command::CreateRoom(_)
            | Command::JoinRoom(_)
            | Command::ResumeRoom(_)
            | Command::InviteBot(_)
            | Command::Arrange(_)
            | Command::AnalyseRound(_)
            | Command::GetState(_)
            | Command::StepClock(_) => Ok(()),
        }
    }
}
