//! Deciding where the rules ask whether somebody can play: a search that takes long runs elsewhere, and the room waits for it.
//!
//! It waits as it does for a commit: what comes in meanwhile keeps its place and the time at which it was read. The search is
//! bounded by its work and by how long it may wait to begin; what it did not prove changes nothing in the game.

use std::time::Duration;

use sarja_protocol::RoomMs;
use sarja_rules::{
    Seat,
    rummikub::{Action, Finding},
};
use sarja_solver::NodeLimit;
use tokio::time::Instant;

use super::run::RoomActor;
use crate::{
    limits::{FINDING_NODES_AT_ONCE, FINDING_NODES_MAX, FINDINGS_KEPT_MAX},
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

    /// Has these questions answered, if only with `Unproven`: all of them, or those up to the first that is answered by a play, since
    /// then mostly nothing more has to be known. What is found with little work is found here and now, and what anybody would see first.
    async fn find_out(&self, questions: Vec<Question>) -> Vec<(Question, Finding)> {
        let metrics = &self.services.metrics.thoughts;
        let began = Instant::now();
        if let Some(plain) = questions.iter().position(Question::has_plain_play) {
            return vec![(questions[plain].clone(), Finding::Play)];
        }
        let (mut found, hard) = answer(questions, NodeLimit(FINDING_NODES_AT_ONCE));
        metrics.began(Thought::Finding, Duration::ZERO);
        metrics.ended(Thought::Finding, began.elapsed());
        if hard.is_empty() || found.iter().any(|(_, finding)| *finding == Finding::Play) {
            return found;
        }
        let asked = hard.clone();
        let search = move || answer(asked, NodeLimit(FINDING_NODES_MAX));
        let unproven = match self.services.thinking.think(Thought::Finding, search).await {
            Ok((easier, unproven)) => {
                for _ in &unproven {
                    metrics.unproven(Thought::Finding);
                }
                found.extend(easier);
                unproven
            }
            Err(error) => {
                tracing::warn!(room = %self.room.id(), %error, "it was not found out who can play");
                hard
            }
        };
        found.extend(unproven.into_iter().map(|question| (question, Finding::Unproven)));
        found
    }
}

/// Answers one question after the other up to the first that is answered by a play; gives also those that this work did not answer.
fn answer(questions: Vec<Question>, limit: NodeLimit) -> (Vec<(Question, Finding)>, Vec<Question>) {
    let (mut found, mut unproven) = (Vec::new(), Vec::new());
    for question in questions {
        match question.answer(limit) {
            Finding::Unproven => unproven.push(question),
            Finding::NoPlay => found.push((question, Finding::NoPlay)),
            Finding::Play => {
                found.push((question, Finding::Play));
                break;
            }
        }
    }
    (found, unproven)
}

#[cfg(test)]
mod tests {
    use sarja_rules::{
        Face, FaceCounts, Ruleset,
        rummikub::{Opened, Position},
    };

    use super::*;

    fn question(tiles: &str) -> Question {
        let rack: FaceCounts = tiles.split(' ').map(|face| face.parse::<Face>().unwrap()).collect();
        Question::of(Position { ruleset: &Ruleset::default(), table: &[], rack: &rack, opened: Opened::No })
    }

    #[test]
    fn nothing_is_searched_for_behind_a_play_that_was_found() {
        let [none, play, other] = ["R1 B2", "R10 R11 R12", "B1 B3"].map(question);
        let asked = vec![none.clone(), play.clone(), other.clone()];
        let found = vec![(none.clone(), Finding::NoPlay), (play, Finding::Play)];
        assert_eq!(answer(asked, NodeLimit(10_000)), (found, Vec::new()));
        let found = [none.clone(), other.clone()].map(|question| (question, Finding::NoPlay));
        assert_eq!(answer(vec![none, other], NodeLimit(10_000)), (found.to_vec(), Vec::new()));
    }

    #[test]
    fn what_takes_more_work_is_left_open() {
        let hard = question("R10 R11 R12");
        assert_eq!(answer(vec![hard.clone()], NodeLimit(0)), (Vec::new(), vec![hard]));
    }
}
