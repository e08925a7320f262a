//! Games: what happens in the rooms, as their events tell it.

use metrics::Counter;
use sarja_protocol::{AtTimeOut, Event, PlayWhy, RoundHow, StepWhy, TurnEndWhy};

use super::{
    label::MatchOutcome,
    register::{By, Register},
};

/// Metrics of games. What a room finds in its log that it had not told yet is not counted here.
#[derive(Debug)]
pub(crate) struct Games {
    matches_started: Counter,
    matches_ended: By<MatchOutcome, Counter>,
    shuffles: Counter,
    deals: Counter,
    values: Counter,
    rounds_ended: By<RoundHow, Counter>,
    plays: By<PlayWhy, Counter>,
    draws: By<TurnEndWhy, Counter>,
    passes: By<TurnEndWhy, Counter>,
    discards: By<StepWhy, Counter>,
    lays: Counter,
    piles_taken: Counter,
    piles_given_back: By<StepWhy, Counter>,
    time_outs: By<AtTimeOut, Counter>,
    pauses: Counter,
    /// Turns that bots of the server have ended.
    pub(crate) bot_turns: Counter,
}

impl Games {
    pub(super) fn new(register: &mut Register) -> Self {
        Self {
            matches_started: register.counter("sarja_matches_started_total", "Matches that were started."),
            matches_ended: register.counters("sarja_matches_ended_total", "Matches that ended, by how."),
            shuffles: register.counter(
                "sarja_shuffles_total",
                "Shuffles that were announced; each waits at most two seconds for the players' values.",
            ),
            deals: register.counter("sarja_deals_total", "Rounds that were dealt."),
            values: register.counter(
                "sarja_shuffle_values_total",
                "Values of players that went into shuffles: without them each deal waits its full time.",
            ),
            rounds_ended: register
                .counters("sarja_rounds_ended_total", "Rounds that were played to their end, by how."),
            plays: register.counters(
                "sarja_plays_total",
                "Turns that ended with tiles on the table, by what ended them.",
            ),
            draws: register.counters(
                "sarja_draws_total",
                "Times that tiles were drawn at the end of a turn, by reason.",
            ),
            passes: register.counters("sarja_passes_total", "Turns that were passed, by reason."),
            discards: register.counters(
                "sarja_discards_total",
                "Turns of Rommikubbi that ended with a discard, by reason.",
            ),
            lays: register.counter("sarja_lays_total", "Turns of Rommikubbi in which tiles were laid."),
            piles_taken: register.counter("sarja_piles_taken_total", "Piles of discards that were taken."),
            piles_given_back: register.counters(
                "sarja_piles_given_back_total",
                "Turns of Rommikubbi that ended with a pile that was given back, by reason.",
            ),
            time_outs: register
                .counters("sarja_time_outs_total", "Turns whose time ran out, by what the last draft was."),
            pauses: register.counter("sarja_pauses_total", "Times that a game was paused."),
            bot_turns: register.counter("sarja_bot_turns_total", "Turns that bots of the server have ended."),
        }
    }

    /// Something happened in a room.
    pub(crate) fn happened(&self, event: &Event) {
        match event {
            Event::MatchStarted { .. } => self.matches_started.increment(1),
            Event::MatchEnded { .. } => self.matches_ended.count(MatchOutcome::Finished),
            Event::MatchAbandoned { why, .. } => self.matches_ended.count((*why).into()),
            Event::ShuffleCommitted { .. } => self.shuffles.increment(1),
            Event::Dealt { values, .. } => {
                self.deals.increment(1);
                self.values.increment(values.len() as u64);
            }
            Event::RoundEnded { how, .. } => self.rounds_ended.count(*how),
            Event::SetsPlayed { why, .. } => self.plays.count(*why),
            Event::TilesDrawn { why, .. } => self.draws.count(*why),
            Event::TurnPassed { why, .. } => self.passes.count(*why),
            Event::TileDiscarded(discarded) => self.discards.count(discarded.why),
            Event::SetsLaid(_) => self.lays.increment(1),
            Event::PileTaken(_) => self.piles_taken.increment(1),
            Event::PileGivenBack(back) => self.piles_given_back.count(back.why),
            Event::TimeRanOut { draft, .. } => self.time_outs.count(*draft),
            Event::Paused { .. } => self.pauses.increment(1),
            _ => {}
        }
    }
}
