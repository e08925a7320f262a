//! The table as it is being rearranged: the last draft of the turn counts when time runs out.

use sarja_protocol::{
    ClientToServer, Draft, DraftShown, DraftVerdict, PlayerId, ShownSet, SnapshotWhy, TurnNumber,
};
use sarja_rules::rummikub::Round;
use tokio::time::Instant;

use super::{commit::NotDone, run::RoomActor};
use crate::{
    connection::{Outbox, encode},
    metrics::Outcome,
    room::{Input, LiveDraft},
};

impl RoomActor {
    /// Judges a draft, keeps it, and shows it to the others where the room does.
    pub(super) async fn draft(
        &mut self,
        player: PlayerId,
        command: ClientToServer,
        received: Instant,
        outbox: &Outbox,
    ) -> Outcome {
        let now = self.timeline.at(received).max(self.last_ms);
        let kind = self.room.member(player).map(|member| member.kind).unwrap_or_default();
        match self.decide(Input::Command { player, command: &command, kind }, now).await {
            Err(refusal) => {
                let error = refusal.to_error();
                let outcome = Outcome::of(error.code);
                outbox.message(error);
                if refusal.is_stale() {
                    self.send_snapshot(player, outbox, SnapshotWhy::Stale);
                }
                return outcome;
            }
            // A sign of life that gives the full time back.
            Ok(decision) if !decision.events.is_empty() => match self.commit(decision, None, now).await {
                Ok(()) => {}
                Err(NotDone::Gone) => return Outcome::Failed,
                Err(not_done) => {
                    tracing::warn!(room = %self.room.id(), ?not_done, "a draft did not restart the clock");
                }
            },
            Ok(_) => {}
        }
        if let ClientToServer::Draft(draft) = command {
            self.keep_draft(player, draft, outbox);
        }
        Outcome::Accepted
    }

    fn keep_draft(&mut self, player: PlayerId, Draft { turn, draft, table }: Draft, outbox: &Outbox) {
        let Some(seat) = self.room.seat_of(player) else { return };
        if self.draft.as_ref().is_some_and(|last| last.turn == turn && last.draft >= draft) {
            // A later one came first: it has been answered, and counts.
            return;
        }
        let Some((sets, play)) = self.room.verdict(seat, &table) else { return };
        outbox.message(DraftVerdict { turn, draft, sets, play });
        let draft = LiveDraft { turn, draft, seat, table };
        if self.room.shows(&draft) {
            self.viewers.tell_others(player, &encode(&shown(&draft).into()));
        }
        self.draft = Some(draft);
    }

    /// Sends the draft of the turn to somebody who may see it and was not there.
    pub(super) fn send_draft(&self, player: PlayerId, outbox: &Outbox) {
        let Some(draft) = &self.draft else { return };
        if self.room.seat_of(player) == Some(draft.seat) {
            if let Some((sets, play)) = self.room.verdict(draft.seat, &draft.table) {
                outbox.message(DraftVerdict { turn: draft.turn, draft: draft.draft, sets, play });
            }
        } else if self.room.shows(draft) {
            outbox.message(shown(draft));
        }
    }

    /// Forgets the draft of a turn that is over.
    pub(super) fn drop_stale_draft(&mut self) {
        let on = self.room.round().filter(|round| round.end().is_none()).map(Round::turn);
        let turn = on.map(TurnNumber::from);
        self.draft.take_if(|draft| Some(draft.turn) != turn);
    }
}

fn shown(draft: &LiveDraft) -> DraftShown {
    DraftShown {
        turn: draft.turn,
        draft: draft.draft,
        seat: draft.seat,
        table: draft.table.iter().cloned().map(ShownSet::from).collect(),
    }
}
