//! Playing from the lobby to the end of the match.

use std::io::{self, Write};

use sarja_client::{Client, CommandError, Ended, LocalView};
use sarja_protocol::{ErrorCode, MatchState, RoomView, TurnNumber};

use super::{
    BotError, Level,
    chance::Values,
    deed::{Deed, HostPlan, Memory, due},
    moves, report,
};

/// Why a match was not played to its end.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// There is no seat for the bot.
    #[error("there is no seat for the bot: all are taken, or the match has begun")]
    Unseated,
    /// The bot is no longer in the room.
    #[error("the bot is no longer in the room")]
    OutOfRoom,
    /// The connection has ended for good.
    #[error("the connection has ended: {0}")]
    Ended(#[from] Ended),
    /// The server refused something that a bot may do.
    #[error("the server refused `{what}`")]
    Refused {
        /// What was to be done.
        what: &'static str,
        /// Why not.
        #[source]
        why: CommandError,
    },
    /// The match was given up, or the room closed before one was played.
    #[error("the match was not played to its end")]
    Abandoned,
}

struct Player<'a> {
    client: &'a Client,
    level: Level,
    values: Values,
    memory: Memory,
    /// The turn in which a move was refused, and how often.
    refused: Option<(TurnNumber, u32)>,
}

/// Plays the match of the room that the client is in.
pub(super) async fn match_of(
    client: &Client,
    level: Level,
    values: Values,
    host: Option<HostPlan>,
    output: &mut (impl Write + Send),
) -> Result<(), BotError> {
    let room = |view: &LocalView| view.room().clone();
    let first = client.until(|state| state.view.as_ref().map(room)).await.map_err(PlayError::Ended)?;
    let mut told = first.r#match.as_ref().map_or(0, |m| m.rounds.len());
    let mut player = Player { client, level, values, memory: Memory::of(&first), refused: None };
    loop {
        let next = client.until(|state| {
            let Some(view) = &state.view else { return Some(None) };
            let rounds = view.room().r#match.as_ref().map_or(0, |m| m.rounds.len());
            let deed = due(view, host, &player.memory);
            (deed.is_some() || rounds != told).then(|| Some((deed, view.room().clone())))
        });
        let Some((deed, room)) = next.await.map_err(PlayError::Ended)? else {
            return Err(PlayError::OutOfRoom.into());
        };
        told = tell_rounds(&room, told, output)?;
        match deed {
            None => {}
            Some(Deed::Finish) => return finish(&room, output),
            Some(Deed::Unseated) => return Err(PlayError::Unseated.into()),
            Some(deed) => player.perform(deed, &room).await?,
        }
    }
}

/// Writes a line on each round that ended since, and tells how many there are.
fn tell_rounds(room: &RoomView, told: usize, output: &mut impl Write) -> io::Result<usize> {
    let Some(played) = &room.r#match else { return Ok(0) };
    for round in played.rounds.get(told..).unwrap_or_default() {
        writeln!(output, "{}", report::round(room, round))?;
    }
    output.flush()?;
    Ok(played.rounds.len())
}

fn finish(room: &RoomView, output: &mut impl Write) -> Result<(), BotError> {
    match &room.r#match {
        Some(played) if played.state == MatchState::Ended => {
            write!(output, "{}", report::ranking(room, played))?;
            output.flush()?;
            Ok(())
        }
        _ => Err(PlayError::Abandoned.into()),
    }
}

impl Player<'_> {
    async fn perform(&mut self, deed: Deed, room: &RoomView) -> Result<(), PlayError> {
        let (what, done) = match deed {
            Deed::TakeSeat => ("take_seat", self.client.take_seat(None).await),
            Deed::GetReady => ("set_ready", self.client.set_ready().await),
            Deed::Start => ("start_match", self.client.start_match().await),
            Deed::EndMatch => {
                self.memory.ended = true;
                ("end_match", self.client.end_match().await)
            }
            Deed::ShareValue(deal) => {
                self.memory.shared = Some(deal);
                let Some(value) = self.values.value(deal) else { return Ok(()) };
                ("share_shuffle_value", self.client.share_shuffle_value(deal, value).await)
            }
            Deed::Move(turn) => return self.make_move(turn, room).await,
            Deed::Finish | Deed::Unseated => return Ok(()),
        };
        match done {
            Ok(_) => Ok(()),
            Err(why) => self.get_over(what, why).await,
        }
    }

    async fn make_move(&mut self, turn: TurnNumber, room: &RoomView) -> Result<(), PlayError> {
        // Once a move was refused the bot asks for nothing more than that its turn ends.
        let times = self.refused.filter(|(refused, _)| *refused == turn).map_or(0, |(_, times)| times);
        let chosen =
            if times == 0 { moves::think(room, self.level, self.values.of_turn(turn)) } else { None };
        match chosen.unwrap_or_else(|| moves::give_up(room)).send(self.client, turn).await {
            Ok(_) => Ok(()),
            Err(why) if times < 2 => {
                tracing::warn!(%turn, %why, "a move was refused");
                self.refused = Some((turn, times + 1));
                self.get_over("move", why).await
            }
            Err(why) => Err(PlayError::Refused { what: "move", why }),
        }
    }

    /// Goes on after a refusal that comes of having seen the room as it was a moment ago: with the room as it is now.
    async fn get_over(&self, what: &'static str, why: CommandError) -> Result<(), PlayError> {
        match why.code() {
            Some(
                ErrorCode::WrongPhase
                | ErrorCode::NotYourTurn
                | ErrorCode::StaleTurn
                | ErrorCode::IllegalPlay
                | ErrorCode::CannotDraw
                | ErrorCode::CannotPass
                | ErrorCode::NotThisGame
                | ErrorCode::TakeFirst
                | ErrorCode::TakeNotAllowed
                | ErrorCode::PileEmpty
                | ErrorCode::NoPileTaken
                | ErrorCode::Paused
                | ErrorCode::NotReady
                | ErrorCode::NotEnoughPlayers
                | ErrorCode::NotHost
                | ErrorCode::NotSeated
                | ErrorCode::NoSeatKept
                | ErrorCode::SeatTaken
                | ErrorCode::NoFreeSeat
                | ErrorCode::NoShuffleOpen
                | ErrorCode::ValueRepeated,
            ) => match self.client.get_state().await {
                Ok(_) => Ok(()),
                Err(CommandError::Ended(ended)) => Err(PlayError::Ended(ended)),
                Err(why) => Err(PlayError::Refused { what: "get_state", why }),
            },
            _ => Err(PlayError::Refused { what, why }),
        }
    }
}
