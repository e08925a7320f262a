//! Commands of connections that are in the room.

use std::sync::Arc;

use sarja_protocol::{
    Arranged, ClientToServer, CommandId, ErrorCode, ErrorMessage, PlayerId, Reacted, SnapshotWhy,
};
use sarja_store::{BodyHash, CommandRef};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{
    answers::{Known, body_hash},
    commit::{Asked, NotDone},
    rebuild::accepted,
    run::{Ended, RoomActor},
    viewers::ConnectionId,
};
#[cfg(test)]
use crate::simulation::planted::{self, Planted};
use crate::{
    connection::{Outbox, encode},
    limits::{BUSY_RETRY_MS, STORE_RETRY_MS},
    metrics::{Measured, Outcome},
    room::{Decision, Input, Refusal},
};

/// A command that somebody waits for.
#[derive(Debug)]
pub(super) struct Waiting<'a> {
    pub(super) player: PlayerId,
    pub(super) id: CommandId,
    pub(super) hash: BodyHash,
    pub(super) outbox: &'a Outbox,
}

impl Waiting<'_> {
    pub(super) fn key(&self) -> (PlayerId, CommandId) {
        (self.player, self.id.clone())
    }

    pub(super) fn command(&self) -> CommandRef {
        CommandRef { player: self.player.0.into(), id: self.id.as_str().into(), body_hash: self.hash }
    }

    pub(super) fn refuse(&self, error: ErrorMessage) -> Outcome {
        let outcome = Outcome::of(error.code);
        self.outbox.message(error.to_command(self.id.clone()));
        outcome
    }
}

impl RoomActor {
    /// Does a command, or answers it as before, and measures it.
    pub(super) async fn command(
        &mut self,
        connection: ConnectionId,
        command: ClientToServer,
        received: Instant,
        outbox: &Outbox,
    ) {
        let metrics = Arc::clone(&self.services.metrics);
        let measured = Measured::of(&command);
        metrics.commands.waited(received.elapsed());
        let outcome = self.answer_command(connection, command, received, outbox).await;
        metrics.commands.answered(measured, outcome, received.elapsed());
    }

    async fn answer_command(
        &mut self,
        connection: ConnectionId,
        command: ClientToServer,
        received: Instant,
        outbox: &Outbox,
    ) -> Outcome {
        let player = self.viewers.get(connection).map(|viewer| viewer.player);
        let refuse = |error: ErrorMessage| {
            let outcome = Outcome::of(error.code);
            outbox.message(ErrorMessage { command_id: command.command_id().cloned(), ..error });
            outcome
        };
        let Some(player) = player else { return refuse(ErrorMessage::new(ErrorCode::NotInRoom)) };
        self.catch_up(received).await;
        if let Some(ended) = self.ended_error() {
            return refuse(ended);
        }
        let Some(id) = command.command_id().cloned() else {
            return self.draft(player, command, received, outbox).await;
        };
        let waiting = Waiting { player, id, hash: body_hash(&command), outbox };
        match self.answers.look(&waiting.key(), waiting.hash) {
            Known::New => {}
            Known::Answered(answer) => {
                outbox.text(answer.clone());
                return Outcome::Repeated;
            }
            Known::Reused => return waiting.refuse(ErrorMessage::new(ErrorCode::CommandIdReused)),
        }
        match &command {
            ClientToServer::GetState(_) => {
                if let Some(snapshot) = self.snapshot(player, SnapshotWhy::Asked, Some(waiting.id)) {
                    outbox.message(snapshot);
                }
                Outcome::Accepted
            }
            ClientToServer::Arrange(arrange) => {
                let sets = self.room.arrange(arrange);
                let answer = encode(&Arranged { command_id: waiting.id.clone(), sets }.into());
                self.answer(&waiting, answer);
                Outcome::Accepted
            }
            ClientToServer::AskHint(ask) => self.hint(&waiting, ask, received).await,
            ClientToServer::AnalyseRound(ask) => self.analyse(&waiting, ask),
            ClientToServer::InviteBot(_) => self.invite(&waiting, received).await,
            ClientToServer::StepClock(step) => match self.step_clock(step).await {
                Ok(()) => {
                    let answer = accepted(waiting.id.clone(), Some(self.room.seq()));
                    self.answer(&waiting, answer);
                    Outcome::Accepted
                }
                Err(error) => self.answer_refusal(&waiting, error),
            },
            _ => self.act(&waiting, &command, received).await,
        }
    }

    /// Why nothing can be asked of the room any more; `None` while it runs.
    pub(super) fn ended_error(&self) -> Option<ErrorMessage> {
        self.ended.map(|ended| match ended {
            Ended::Closed => ErrorMessage::new(ErrorCode::RoomClosed),
            Ended::Lost | Ended::Failed | Ended::Forgotten => {
                ErrorMessage::new(ErrorCode::Busy).retry_after(BUSY_RETRY_MS)
            }
        })
    }

    async fn act(&mut self, waiting: &Waiting<'_>, command: &ClientToServer, received: Instant) -> Outcome {
        let now = self.timeline.at(received).max(self.last_ms);
        let kind = self.room.member(waiting.player).map(|member| member.kind).unwrap_or_default();
        match self.decide(Input::Command { player: waiting.player, command, kind }, now).await {
            Ok(decision) => {
                let outcome = self.carry_out(waiting, decision, now).await;
                #[cfg(test)]
                if planted::is(Planted::DoneTwice) && outcome == Outcome::Accepted {
                    let again = Input::Command { player: waiting.player, command, kind };
                    self.do_again(again, now).await;
                }
                outcome
            }
            Err(refusal) => self.refuse(waiting, &refusal),
        }
    }

    async fn carry_out(
        &mut self,
        waiting: &Waiting<'_>,
        mut decision: Decision,
        now: sarja_protocol::RoomMs,
    ) -> Outcome {
        let value = decision.shuffle_value.take();
        let reaction = decision.reaction.take();
        let events = decision.events.len() as u64;
        let seq = (events > 0).then(|| sarja_protocol::Seq(self.room.seq().0 + events));
        let answer = accepted(waiting.id.clone(), seq);
        if events == 0 {
            // A value that completes the shuffle is in the deal's event; one that does not waits for others.
            self.shuffle_values.extend(value);
            self.answer(waiting, answer);
        } else {
            let asked = Asked { command: waiting.command(), answer: Some((waiting.outbox, answer.clone())) };
            match self.commit(decision, Some(asked), now).await {
                Ok(()) => self.answers.keep(waiting.key(), waiting.hash, answer),
                Err(not_done) => return self.not_done(waiting, &not_done),
            }
        }
        if let Some((player_id, reaction)) = reaction {
            let seat = self.room.seat_of(player_id);
            self.viewers.tell(&encode(&Reacted { player_id, seat, reaction }.into()));
        }
        Outcome::Accepted
    }

    /// Tells why a decision did not come to pass. What may succeed later is not kept as an answer.
    pub(super) fn not_done(&mut self, waiting: &Waiting<'_>, not_done: &NotDone) -> Outcome {
        match not_done {
            NotDone::Repeated(seq) => {
                let answer = accepted(waiting.id.clone(), Some(*seq));
                self.answer(waiting, answer);
                Outcome::Repeated
            }
            NotDone::Reused => waiting.refuse(ErrorMessage::new(ErrorCode::CommandIdReused)),
            NotDone::Refused => waiting.refuse(ErrorMessage::new(ErrorCode::InternalError)),
            NotDone::Reloaded => match self.answers.look(&waiting.key(), waiting.hash) {
                Known::Answered(answer) => {
                    waiting.outbox.text(answer.clone());
                    Outcome::Accepted
                }
                _ => waiting.refuse(unavailable()),
            },
            NotDone::Unavailable | NotDone::Gone => waiting.refuse(unavailable()),
        }
    }

    pub(super) fn refuse(&mut self, waiting: &Waiting<'_>, refusal: &Refusal) -> Outcome {
        let outcome = self.answer_refusal(waiting, refusal.to_error());
        if refusal.is_stale() {
            self.send_snapshot(waiting.player, waiting.outbox, SnapshotWhy::Stale);
        }
        outcome
    }

    pub(super) fn answer_refusal(&mut self, waiting: &Waiting<'_>, error: ErrorMessage) -> Outcome {
        let outcome = Outcome::of(error.code);
        self.services.metrics.connections.errors.count(error.code);
        let answer = encode(&error.to_command(waiting.id.clone()).into());
        self.answer(waiting, answer);
        outcome
    }

    /// Answers, and will answer so again.
    fn answer(&mut self, waiting: &Waiting<'_>, answer: Utf8Bytes) {
        waiting.outbox.text(answer.clone());
        self.answers.keep(waiting.key(), waiting.hash, answer);
    }
}

/// Nothing is done that cannot be saved.
pub(super) fn unavailable() -> ErrorMessage {
    ErrorMessage::new(ErrorCode::StoreUnavailable).retry_after(STORE_RETRY_MS)
}
