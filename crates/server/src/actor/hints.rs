//! Hints: found off this thread, told to whoever asked and to nobody else.

use sarja_protocol::{AskHint, CanPlay, HintedPlay, Hints, SetId, ShownSet};
use sarja_rules::{FaceCounts, LaidSet, rummikub::PlacedSet};
use sarja_solver::{Answer, NodeLimit, Objective, Solution, can_play, solve};
use tokio::time::Instant;

use super::{
    commands::Waiting,
    commit::{Asked, NotDone},
    run::RoomActor,
    searches::{Found, Subject},
};
use crate::{
    limits::HINT_NODES_MAX,
    metrics::{Outcome, Thought},
    room::{Input, Question},
};

impl RoomActor {
    /// Has a hint found. The log says that one was taken; sent again, the command is answered with the same hint.
    pub(super) async fn hint(&mut self, waiting: &Waiting<'_>, ask: &AskHint, received: Instant) -> Outcome {
        let now = self.timeline.at(received).max(self.last_ms);
        let kind = self.room.member(waiting.player).map(|member| member.kind).unwrap_or_default();
        let command = ask.clone().into();
        let input = Input::Command { player: waiting.player, command: &command, kind };
        match self.decide(input, now).await {
            Err(refusal) => return self.refuse(waiting, &refusal),
            Ok(decision) if decision.events.is_empty() => {}
            Ok(decision) => {
                let asked = Asked { command: waiting.command(), answer: None };
                match self.commit(decision, Some(asked), now).await {
                    // It was written before, and was not answered.
                    Ok(()) | Err(NotDone::Repeated(_)) => {}
                    Err(not_done) => return self.not_done(waiting, &not_done),
                }
            }
        }
        let hints = self.room.settings().map(|settings| settings.hints).unwrap_or_default();
        let Some((question, table)) = self.room.hinted() else {
            return self.not_done(waiting, &NotDone::Refused);
        };
        let (thinking, metrics) = (self.services.thinking.clone(), self.services.metrics.clone());
        let search = async move {
            let work = move || find(&question, &table, hints);
            let (can_play, play) = thinking.think(Thought::Hint, work).await?;
            if can_play == CanPlay::Unknown || play.as_ref().is_some_and(|play| !play.exact) {
                metrics.thoughts.unproven(Thought::Hint);
            }
            Ok(Found::Hint(can_play, play))
        };
        self.search(Subject::Hint(ask.turn), waiting, search)
    }
}

/// As much as the room's hints say.
fn find(question: &Question, table: &[PlacedSet], hints: Hints) -> (CanPlay, Option<HintedPlay>) {
    let limit = NodeLimit(HINT_NODES_MAX);
    if hints != Hints::Play {
        let can_play = match can_play(question.position(), limit) {
            Answer::Yes(_) => CanPlay::Yes,
            Answer::No => CanPlay::No,
            Answer::Unknown => CanPlay::Unknown,
        };
        return (can_play, None);
    }
    let (exact, best) = match solve(question.position(), Objective::Tiles, limit) {
        Solution::Exact(best) => (true, best),
        Solution::Bound { best, .. } => (false, best),
    };
    match best {
        None if exact => (CanPlay::No, None),
        None => (CanPlay::Unknown, None),
        Some(play) => {
            let play = HintedPlay { table: shown(play.table, table), tiles: play.tiles as u16, exact };
            (CanPlay::Yes, Some(play))
        }
    }
}

/// The table of a play; sets that lie there now have their ids.
fn shown(laid: Vec<LaidSet>, table: &[PlacedSet]) -> Vec<ShownSet> {
    let counts = |set: &PlacedSet| set.set.tiles().iter().collect::<FaceCounts>();
    let mut old: Vec<(SetId, FaceCounts)> = table.iter().map(|set| (set.id.into(), counts(set))).collect();
    laid.into_iter()
        .map(|set| {
            let tiles: FaceCounts = set.tiles.iter().collect();
            let place = old.iter().position(|(_, other)| *other == tiles);
            let id = place.map(|place| old.swap_remove(place).0);
            ShownSet { tiles: set.tiles, kind: set.kind.map(Into::into), id }
        })
        .collect()
}
