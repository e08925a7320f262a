//! Programs that a host invites: their tokens are drawn here and told once.

use sarja_protocol::{BotInvited, ErrorCode, ErrorMessage, Seq};
use tokio::time::Instant;

use super::{
    commands::Waiting,
    commit::{Asked, NotDone},
    run::RoomActor,
};
use crate::{connection::encode, metrics::Outcome, room::Input, session};

impl RoomActor {
    /// Makes a player for this room alone, and tells its token. Sent again, the command gets the same token from what the
    /// room remembers of its answers; the log and the store do not have it.
    pub(super) async fn invite(&mut self, waiting: &Waiting<'_>, received: Instant) -> Outcome {
        let now = self.timeline.at(received).max(self.last_ms);
        let (program, stored) = session::program();
        let input = Input::Invite { by: waiting.player, program: program.player };
        let mut decision = match self.decide(input, now).await {
            Ok(decision) => decision,
            Err(refusal) => return self.refuse(waiting, &refusal),
        };
        decision.players.push(stored);
        let invited = BotInvited {
            command_id: waiting.id.clone(),
            player_id: program.player,
            token: program.token,
            seq: Seq(self.room.seq().0 + decision.events.len() as u64),
        };
        let answer = encode(&invited.into());
        let asked = Asked { command: waiting.command(), answer: Some((waiting.outbox, answer.clone())) };
        match self.commit(decision, Some(asked), now).await {
            Ok(()) => {
                self.answers.keep(waiting.key(), waiting.hash, answer);
                Outcome::Accepted
            }
            Err(NotDone::Repeated(_)) => {
                self.answer_refusal(waiting, ErrorMessage::new(ErrorCode::TokenNotRepeated))
            }
            Err(not_done) => self.not_done(waiting, &not_done),
        }
    }
}
