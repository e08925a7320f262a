//! The table as it is being rearranged: the last draft of the turn counts when time runs out.

use sarja_protocol::{
    ClientToServer, Draft, DraftShown, DraftVerdict, PlayerId, ShownSet, SnapshotWhy, TurnNumber,
};
use tokio::time::Instant;

use super::{commit::NotDone, run::RoomActor};
use crate::{
    connection::{Outbox, encode},
    metrics::Outcome,
    room::{Game, Input, LiveDraft},
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
                // The next one after that will.
                Err(_) if self.is_held() => {}
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

    fn keep_draft(
        &mut self,
        player: PlayerId,
        Draft { turn, draft, table, discard }: Draft,
        outbox: &Outbox,
    ) {
        let Some(seat) = self.room.seat_of(player) else { return };
        if self.draft.as_ref().is_some_and(|last| last.turn == turn && last.draft >= draft) {
            // A later one came first: it has been answered, and counts.
            return;
        }
        let draft = LiveDraft { turn, draft, seat, table, discard };
        let Some((sets, play)) = self.room.verdict(&draft) else { return };
        outbox.message(DraftVerdict { turn, draft: draft.draft, sets, play });
        self.show_draft(player, &draft);
        self.draft = Some(draft);
    }

    /// Shows a draft to the others, if they may see it. One that they may not leaves the last that they saw.
    fn show_draft(&mut self, mover: PlayerId, draft: &LiveDraft) {
        if self.room.shows(draft) {
            self.viewers.tell_others(mover, &encode(&shown(draft).into()));
            self.shown = Some(draft.clone());
        }
    }

    /// Sends the draft of the turn to somebody who may see it and was not there.
    pub(super) fn send_draft(&self, player: PlayerId, outbox: &Outbox) {
        let own = self.draft.as_ref().filter(|draft| self.room.seat_of(player) == Some(draft.seat));
        if let Some(draft) = own {
            if let Some((sets, play)) = self.room.verdict(draft) {
                outbox.message(DraftVerdict { turn: draft.turn, draft: draft.draft, sets, play });
            }
        } else if let Some(draft) = &self.shown {
            outbox.message(shown(draft));
        }
    }

    /// Tells of the draft again after something was taken in its turn: it is worth something else now.
    pub(super) fn tell_draft_anew(&mut self) {
        let Some(draft) = self.draft.clone() else { return };
        let mut members = self.room.members().iter().map(|member| member.player);
        let Some(mover) = members.find(|player| self.room.seat_of(*player) == Some(draft.seat)) else {
            return;
        };
        if let Some(viewer) = self.viewers.iter().find(|viewer| viewer.player == mover) {
            self.send_draft(mover, &viewer.outbox);
        }
        self.show_draft(mover, &draft);
    }

    /// Forgets the draft of a turn that is over.
    pub(super) fn drop_stale_draft(&mut self) {
        let on = self.room.game().filter(|game| !game.is_over()).map(Game::turn);
        let turn = on.map(TurnNumber::from);
        for draft in [&mut self.draft, &mut self.shown] {
            draft.take_if(|draft| Some(draft.turn) != turn);
        }
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
