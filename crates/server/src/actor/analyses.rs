//! Looking back on a round: the log is read and folded again, and every turn is searched.

use sarja_protocol::{AnalyseRound, ErrorCode, ErrorMessage, TurnAnalysis};
use sarja_solver::NodeLimit;
use sarja_store::{LoadedRoom, Store};

use super::{
    Unreadable,
    commands::Waiting,
    rebuild::identity,
    run::RoomActor,
    searches::{Found, NotFound, Subject},
};
use crate::{
    limits::ANALYSIS_NODES_MAX,
    metrics::{Metrics, Outcome, Thought},
    room::{PastRound, PastTurn, Room},
    thinking::Thinking,
};

impl RoomActor {
    /// Has a round analysed that is over, for anybody in the room: its racks are shown.
    pub(super) fn analyse(&mut self, waiting: &Waiting<'_>, ask: &AnalyseRound) -> Outcome {
        let deal = ask.deal;
        if !self.room.is_over(deal) {
            return self.answer_refusal(waiting, ErrorMessage::new(ErrorCode::NotOver));
        }
        let services = &self.services;
        let (store, thinking, metrics) =
            (services.store.clone(), services.thinking.clone(), services.metrics.clone());
        let room = sarja_store::RoomId(self.room.id().0);
        let search = async move {
            let turns = read(&store, &thinking, room, deal).await?;
            Ok(Found::Round(analysed(turns, &thinking, &metrics).await?))
        };
        self.search(Subject::Round(deal), waiting, search)
    }
}

async fn read(
    store: &Store,
    thinking: &Thinking,
    room: sarja_store::RoomId,
    deal: u32,
) -> Result<Vec<PastTurn>, NotFound> {
    let loaded = store.load_room(room).await?.ok_or(NotFound::NoRound)?;
    let past = thinking.think(Thought::Analysis, move || past_turns(loaded, deal)).await??;
    match past {
        Some(PastRound::Turns(turns)) if !turns.is_empty() => Ok(turns),
        Some(PastRound::OtherGame(family)) => Err(NotFound::OtherGame(family)),
        Some(PastRound::Turns(_)) | None => Err(NotFound::NoRound),
    }
}

fn past_turns(loaded: LoadedRoom, deal: u32) -> Result<Option<PastRound>, Unreadable> {
    Ok(Room::past_turns(identity(&loaded)?, &loaded.rows, loaded.secrets, deal)?)
}

/// A place to think is asked for anew for each turn, so that nobody waits behind a whole round.
async fn analysed(
    turns: Vec<PastTurn>,
    thinking: &Thinking,
    metrics: &Metrics,
) -> Result<Vec<TurnAnalysis>, NotFound> {
    let mut analysed = Vec::with_capacity(turns.len());
    for turn in turns {
        let work = move || turn.analyse(NodeLimit(ANALYSIS_NODES_MAX));
        let found = thinking.think(Thought::Analysis, work).await?;
        if !found.exact {
            metrics.thoughts.unproven(Thought::Analysis);
        }
        analysed.push(found);
    }
    Ok(analysed)
}
