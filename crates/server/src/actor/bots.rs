//! The seats that the server plays.
//!
//! A bot thinks beside the room, which goes on meanwhile. What it comes to is for one turn: if that is over, nobody asks.

use std::time::Duration;

use sarja_protocol::{BotLevel, LaidSet, ScriptedAction, TurnNumber};
use sarja_rules::{
    Ruleset, Seat,
    rummikub::{Action, RoundView},
};
use sarja_solver::{Seen, Skill, choose};
use tokio::time::Instant;
use tokio_util::task::AbortOnDropHandle;

use super::run::RoomActor;
use crate::{
    chance,
    limits::{STEPS_MAX, STORE_RETRY_MS},
    metrics::Thought,
    room::{BotTurn, Brain, Input},
    thinking::Thinking,
};

/// A bot that thinks about its turn.
#[derive(Debug)]
pub(super) struct ThinkingBot {
    turn: TurnNumber,
    /// When it acts, so that people can follow it; later if it is still thinking then.
    acts: Instant,
    mind: Mind,
}

/// How far a bot is.
#[derive(Debug)]
enum Mind {
    /// It thinks, in a task that ends when nobody waits for it any more.
    Open(AbortOnDropHandle<Action>),
    /// It does this, and if it is refused what always goes.
    MadeUp(Action),
}

impl Mind {
    /// Lasts until it is made up.
    async fn make_up(&mut self) -> &Action {
        if let Self::Open(thought) = self {
            // A task that did not end has no better idea than to draw.
            *self = Self::MadeUp(thought.await.unwrap_or(Action::Draw));
        }
        match self {
            Self::MadeUp(action) => action,
            Self::Open(_) => &Action::Draw,
        }
    }
}

impl ThinkingBot {
    /// When it acts; `None` while nobody knows what.
    pub(super) const fn acts(&self) -> Option<Instant> {
        match self.mind {
            Mind::Open(_) => None,
            Mind::MadeUp(_) => Some(self.acts),
        }
    }
}

/// Lasts until the bot has made up its mind; without an end if there is none that thinks.
pub(super) async fn make_up_mind(bot: Option<&mut ThinkingBot>) {
    match bot {
        Some(ThinkingBot { mind: mind @ Mind::Open(_), .. }) => {
            mind.make_up().await;
        }
        _ => std::future::pending().await,
    }
}

impl RoomActor {
    /// Lets the bot whose turn it is begin to think.
    pub(super) fn plan_bot(&mut self) {
        let bot = self.room.bot_to_move().filter(|bot| !waits(bot));
        match bot {
            None => self.bot = None,
            Some(bot) if self.bot.as_ref().is_some_and(|thinking| thinking.turn == bot.turn) => {}
            Some(bot) => {
                // A stepped clock knows no thinking.
                let stepped = self.timeline.is_stepped();
                let thinks =
                    if stepped { Duration::ZERO } else { chance::duration(&self.services.bot_thinks) };
                let (turn, mind) = (bot.turn, self.mind(&bot));
                self.bot = Some(ThinkingBot { turn, acts: Instant::now() + thinks, mind });
            }
        }
    }

    fn mind(&self, bot: &BotTurn<'_>) -> Mind {
        match bot.brain {
            Brain::Script(action) => Mind::MadeUp(scripted(action, bot.view.pool)),
            Brain::Level(level) => {
                let thought = Thoughtful {
                    skill: skill(level),
                    ruleset: bot.ruleset.clone(),
                    view: bot.view.clone(),
                    seat: bot.seat,
                    chance: self.chance.of_turn(bot.turn),
                };
                Mind::Open(AbortOnDropHandle::new(tokio::spawn(
                    thought.think(self.services.thinking.clone()),
                )))
            }
        }
    }

    /// Acts for a bot that has thought long enough.
    pub(super) async fn act_for_bot(&mut self) {
        let now = Instant::now();
        let Some(bot) = self.bot.take_if(|bot| bot.acts().is_some_and(|acts| acts <= now)) else { return };
        let Mind::MadeUp(action) = &bot.mind else { return };
        if !self.act_or_rest(bot.turn, action).await {
            let acts = Instant::now() + Duration::from_millis(STORE_RETRY_MS.into());
            self.bot = Some(ThinkingBot { acts, ..bot });
        }
    }

    /// Acts for all bots whose turn comes, as soon as they know what.
    pub(super) async fn settle_bots(&mut self) {
        for _ in 0..STEPS_MAX {
            self.plan_bot();
            let Some(bot) = self.bot.as_mut().filter(|_| self.ended.is_none()) else { return };
            let turn = bot.turn;
            let action = bot.mind.make_up().await.clone();
            self.bot = None;
            if !self.act_or_rest(turn, &action).await {
                return;
            }
        }
    }

    /// Whether the bot acted, in this turn.
    async fn act_or_rest(&mut self, turn: TurnNumber, action: &Action) -> bool {
        let Some(bot) = self.room.bot_to_move().filter(|bot| bot.turn == turn) else { return false };
        let (seat, pool) = (bot.seat, bot.view.pool);
        if self.act_for(seat, turn, action).await || self.act_for(seat, turn, &draw_or_pass(pool)).await {
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

/// What a bot thinks about: what its seat sees, and nothing else.
struct Thoughtful {
    skill: Skill,
    ruleset: Ruleset,
    view: RoundView,
    seat: Seat,
    chance: u64,
}

impl Thoughtful {
    /// What it does; if it cannot think, what always goes.
    async fn think(self, thinking: Thinking) -> Action {
        let pool = self.view.pool;
        let thought = thinking.think(Thought::Bot, move || {
            let seen = Seen::of(&self.ruleset, &self.view, self.seat)?;
            Some(choose(&seen, self.skill, self.chance))
        });
        thought.await.ok().flatten().unwrap_or_else(|| draw_or_pass(pool))
    }
}

/// Whether a bot lets its time run out.
const fn waits(bot: &BotTurn<'_>) -> bool {
    matches!(bot.brain, Brain::Script(Some(ScriptedAction::Wait)))
}

fn scripted(action: Option<&ScriptedAction>, pool: usize) -> Action {
    match action {
        Some(ScriptedAction::Draw) => Action::Draw,
        Some(ScriptedAction::Pass) => Action::Pass,
        Some(ScriptedAction::Play(table)) => Action::Play(LaidSet::table(table.clone())),
        Some(ScriptedAction::Wait) | None => draw_or_pass(pool),
    }
}

const fn skill(level: BotLevel) -> Skill {
    match level {
        BotLevel::Easy => Skill::Easy,
        BotLevel::Medium => Skill::Medium,
        BotLevel::Hard => Skill::Hard,
    }
}

const fn draw_or_pass(pool: usize) -> Action {
    if pool > 0 { Action::Draw } else { Action::Pass }
}
