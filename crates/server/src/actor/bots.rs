//! The seats that the server plays.

use std::time::Duration;

use sarja_protocol::{BotLevel, LaidSet, ScriptedAction, TurnNumber};
use sarja_rules::{
    FaceCounts, Seat,
    rummikub::{Action, SeenPosition, choose_simply},
};
use tokio::time::Instant;

use super::run::RoomActor;
use crate::{
    chance,
    limits::{STEPS_MAX, STORE_RETRY_MS},
    room::{BotTurn, Brain, Input},
};

/// A bot that thinks about its turn.
#[derive(Debug)]
pub(super) struct ThinkingBot {
    turn: TurnNumber,
    /// When it acts.
    pub(super) acts: Instant,
}

/// What a bot makes up its mind to do.
#[derive(Debug, PartialEq, Eq)]
enum Mind {
    /// This, and if it is refused what always goes.
    Act(Action),
    /// Nothing: its time runs out.
    Wait,
}

impl RoomActor {
    /// Lets the bot whose turn it is begin to think.
    pub(super) fn plan_bot(&mut self) {
        let turn = self.room.bot_to_move().filter(|bot| !waits(bot)).map(|bot| bot.turn);
        match turn {
            None => self.bot = None,
            Some(turn) if self.bot.as_ref().is_some_and(|bot| bot.turn == turn) => {}
            Some(turn) => {
                // A stepped clock knows no thinking.
                let stepped = self.timeline.is_stepped();
                let thinks =
                    if stepped { Duration::ZERO } else { chance::duration(&self.services.bot_thinks) };
                self.bot = Some(ThinkingBot { turn, acts: Instant::now() + thinks });
            }
        }
    }

    /// Acts for a bot that has thought long enough.
    pub(super) async fn act_for_bot(&mut self) {
        let Some(bot) = self.bot.take_if(|bot| bot.acts <= Instant::now()) else { return };
        if !self.act_now().await {
            let acts = Instant::now() + Duration::from_millis(STORE_RETRY_MS.into());
            self.bot = Some(ThinkingBot { acts, ..bot });
        }
    }

    /// Acts for all bots whose turn comes, without waiting.
    pub(super) async fn settle_bots(&mut self) {
        for _ in 0..STEPS_MAX {
            if self.ended.is_some() || !self.act_now().await {
                return;
            }
        }
    }

    /// Whether a bot acted.
    async fn act_now(&mut self) -> bool {
        let Some(bot) = self.room.bot_to_move() else { return false };
        let (seat, turn, pool) = (bot.seat, bot.turn, bot.view.pool);
        let Mind::Act(action) = mind(&bot) else { return false };
        if self.act_for(seat, turn, &action).await {
            return true;
        }
        if self.act_for(seat, turn, &draw_or_pass(pool)).await {
            return true;
        }
        // Whoever can play must, where the rules say so: also a bot that overlooked it.
        match self.any_play(seat).await {
            Some(play) => self.act_for(seat, turn, &play).await,
            None => false,
        }
    }

    async fn act_for(&mut self, seat: Seat, turn: TurnNumber, action: &Action) -> bool {
        let now = self.now();
        match self.decide(Input::Bot { seat, turn, action }, now).await {
            Ok(decision) if decision.events.is_empty() => false,
            Ok(decision) => match self.commit(decision, None, now).await {
                Ok(()) => {
                    self.services.metrics.games.bot_turns.increment(1);
                    true
                }
                Err(not_done) => {
                    tracing::warn!(room = %self.room.id(), ?not_done, "a bot did not act");
                    false
                }
            },
            Err(refusal) => {
                tracing::debug!(room = %self.room.id(), %refusal, "a bot was refused");
                false
            }
        }
    }
}

/// Whether a bot lets its time run out.
const fn waits(bot: &BotTurn<'_>) -> bool {
    matches!(bot.brain, Brain::Script(Some(ScriptedAction::Wait)))
}

fn mind(bot: &BotTurn<'_>) -> Mind {
    match bot.brain {
        Brain::Level(BotLevel::Simple) => Mind::Act(simple(bot)),
        Brain::Script(None) => Mind::Act(draw_or_pass(bot.view.pool)),
        Brain::Script(Some(ScriptedAction::Draw)) => Mind::Act(Action::Draw),
        Brain::Script(Some(ScriptedAction::Pass)) => Mind::Act(Action::Pass),
        Brain::Script(Some(ScriptedAction::Wait)) => Mind::Wait,
        Brain::Script(Some(ScriptedAction::Play(table))) => {
            Mind::Act(Action::Play(LaidSet::table(table.clone())))
        }
    }
}

/// From what the seat sees, and nothing else.
fn simple(bot: &BotTurn<'_>) -> Action {
    let view = &bot.view;
    let rack: FaceCounts = view.rack.iter().flatten().collect();
    let Some(player) = view.players.get(bot.seat.index()) else { return draw_or_pass(view.pool) };
    choose_simply(SeenPosition {
        ruleset: bot.ruleset,
        table: &view.table,
        rack: &rack,
        opened: player.opened,
        pool: view.pool,
    })
}

const fn draw_or_pass(pool: usize) -> Action {
    if pool > 0 { Action::Draw } else { Action::Pass }
}
