//! Deciding where the rules ask whether somebody can play: the search runs elsewhere, and the room waits for it.
//!
//! It waits as it does for a commit: what comes in meanwhile keeps its place and the time at which it was read. The search is
//! bounded by its work and by how long it may wait to begin; what it did not prove changes nothing in the game.

use sarja_protocol::RoomMs;
use sarja_rules::{
    Seat,
    rummikub::{Action, Finding},
};
use sarja_solver::NodeLimit;

use super::run::RoomActor;
use crate::{
    limits::{FINDING_NODES_MAX, FINDINGS_KEPT_MAX},
    metrics::Thought,
    room::{Asking, Chance, Circumstances, Decision, Input, Question, Refusal},
    wall,
};

impl RoomActor {
    /// What comes of it at this moment; changes nothing.
    pub(super) async fn decide(&mut self, input: Input<'_>, now: RoomMs) -> Result<Decision, Refusal> {
        let chance = self.chance.draw(self.deals + 1);
        let decided = loop {
            let asking = Asking::with(&self.findings);
            let decided = self.decide_knowing(input, now, &chance, &asking);
            let open = asking.into_open();
            // What is refused without knowing is refused whatever is found: a play that is there forbids more, not less.
            if open.is_empty() || decided.is_err() {
                break decided;
            }
            let found = self.find_out(open).await;
            self.findings.learn(found);
        };
        self.findings.forget(FINDINGS_KEPT_MAX);
        decided
    }

    /// What comes of it at this moment, as far as it is known who can play; changes nothing.
    fn decide_knowing(
        &self,
        input: Input<'_>,
        now: RoomMs,
        chance: &Chance,
        oracle: &Asking<'_>,
    ) -> Result<Decision, Refusal> {
        let circumstances = Circumstances {
            now_ms: now,
            wall_ms: wall::now_ms(),
            presence: &self.presence,
            draft: self.draft.as_ref(),
            shuffle_values: &self.shuffle_values,
            chance,
            oracle,
        };
        self.room.decide(input, &circumstances)
    }

    /// A legal play of this seat, if there is one and it is found.
    pub(super) async fn any_play(&self, seat: Seat) -> Option<Action> {
        let round = self.room.round()?;
        let sets = round.sets();
        let question = Question::of(round.position(seat, &sets)?);
        let search = move || question.play(NodeLimit(FINDING_NODES_MAX));
        self.services.thinking.think(Thought::Bot, search).await.ok().flatten().map(Action::Play)
    }

    /// Has all these questions answered, if only with `Unproven`.
    async fn find_out(&self, questions: Vec<Question>) -> Vec<(Question, Finding)> {
        let asked = questions.clone();
        let search = move || -> Vec<(Question, Finding)> {
            let answer = |question: Question| {
                let finding = question.answer(NodeLimit(FINDING_NODES_MAX));
                (question, finding)
            };
            asked.into_iter().map(answer).collect()
        };
        match self.services.thinking.think(Thought::Finding, search).await {
            Ok(found) => {
                let unproven = found.iter().filter(|(_, finding)| *finding == Finding::Unproven);
                unproven.for_each(|_| self.services.metrics.thoughts.unproven(Thought::Finding));
                found
            }
            Err(error) => {
                tracing::warn!(room = %self.room.id(), %error, "it was not found out who can play");
                questions.into_iter().map(|question| (question, Finding::Unproven)).collect()
            }
        }
    }
}
