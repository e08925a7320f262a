//! The seats that the server plays.
//!
//! A bot thinks beside the room, which goes on meanwhile. What it comes to is for one turn: if that is over, nobody asks.

use std::time::Duration;

use sarja_protocol::{BotLevel, LaidSet, ScriptedAction, ScriptedTake, ScriptedTurn, TurnNumber};
use sarja_rules::{
    Ruleset, Seat,
    rommikubbi::{DealAction, DealView, Laying, TurnStep},
    rummikub::Action,
};
use sarja_solver::{Seen, Skill, choose, choose_in_deal};
use tokio::time::Instant;
use tokio_util::task::AbortOnDropHandle;

use super::run::RoomActor;
use crate::{
    chance,
    limits::{STEPS_MAX, STORE_RETRY_MS},
    metrics::Thought,
    room::{BotTurn, Brain, Input, Move, Sight},
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
    /// It thinks, in a task that ends when nobody waits for it any more; if nothing comes of that, it does what always goes.
    Open(AbortOnDropHandle<Move>, Move),
    /// It does this, and if it is refused what always goes.
    MadeUp(Move),
}

impl Mind {
    /// Lasts until it is made up.
    async fn make_up(&mut self) -> &Move {
        if let Self::Open(thought, rest) = self {
            *self = Self::MadeUp(thought.await.unwrap_or_else(|_| rest.clone()));
        }
        match self {
            Self::MadeUp(action) | Self::Open(_, action) => action,
        }
    }
}

impl ThinkingBot {
    /// When it acts; `None` while nobody knows what.
    pub(super) const fn acts(&self) -> Option<Instant> {
        match self.mind {
            Mind::Open(..) => None,
            Mind::MadeUp(_) => Some(self.acts),
        }
    }
}

/// Lasts until the bot has made up its mind; without an end if there is none that thinks.
pub(super) async fn make_up_mind(bot: Option<&mut ThinkingBot>) {
    match bot {
        Some(ThinkingBot { mind: mind @ Mind::Open(..), .. }) => {
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
            Brain::Script(action) => Mind::MadeUp(scripted(action, bot)),
            Brain::Level(level) => {
                let thought = Thoughtful {
                    skill: skill(level),
                    ruleset: bot.ruleset.clone(),
                    sight: bot.sight.clone(),
                    seat: bot.seat,
                    chance: self.chance.of_turn(bot.turn),
                    rest: bot.rest.clone(),
                };
                let thinking = tokio::spawn(thought.think(self.services.thinking.clone()));
                Mind::Open(AbortOnDropHandle::new(thinking), bot.rest.clone())
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
    async fn act_or_rest(&mut self, turn: TurnNumber, action: &Move) -> bool {
        let Some(bot) = self.room.bot_to_move().filter(|bot| bot.turn == turn) else { return false };
        let (seat, rest) = (bot.seat, bot.rest);
        if self.act_for(seat, turn, action).await || self.act_for(seat, turn, &rest).await {
            return true;
        }
        // Whoever can play must, where the rules say so: also a bot that overlooked it.
        match self.any_play(seat).await {
            Some(play) => self.act_for(seat, turn, &play.into()).await,
            None => false,
        }
    }

    async fn act_for(&mut self, seat: Seat, turn: TurnNumber, action: &Move) -> bool {
        let now = self.now();
        match self.decide(Input::Bot { seat, turn, action }, now).await {
            Ok(decision) if decision.events.is_empty() => false,
            Ok(decision) => match self.commit(decision, None, now).await {
                Ok(()) => {
                    // A turn may have steps; it counts when it is over.
                    if self.room.bot_to_move().is_none_or(|bot| bot.turn != turn) {
                        self.services.metrics.games.bot_turns.increment(1);
                    }
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
    sight: Sight,
    seat: Seat,
    chance: u64,
    rest: Move,
}

impl Thoughtful {
    /// What it does; if it cannot think, what always goes.
    async fn think(self, thinking: Thinking) -> Move {
        let rest = self.rest.clone();
        let thought = thinking.think(Thought::Bot, move || self.choose());
        thought.await.ok().flatten().unwrap_or(rest)
    }

    fn choose(&self) -> Option<Move> {
        match &self.sight {
            Sight::Rummikub(view) => {
                let seen = Seen::of(&self.ruleset, view, self.seat)?;
                Some(choose(&seen, self.skill, self.chance).into())
            }
            Sight::Rommikubbi(view) => {
                choose_in_deal(&self.ruleset, view, self.seat, self.skill, self.chance).map(Move::from)
            }
        }
    }
}

/// Whether a bot lets its time run out.
const fn waits(bot: &BotTurn<'_>) -> bool {
    matches!(bot.brain, Brain::Script(Some(ScriptedAction::Wait)))
}

/// What a script says, or what always goes where it says nothing that this game has.
fn scripted(action: Option<&ScriptedAction>, bot: &BotTurn<'_>) -> Move {
    match (action, &bot.sight) {
        (Some(ScriptedAction::Draw), Sight::Rummikub(_)) => Action::Draw.into(),
        (Some(ScriptedAction::Pass), Sight::Rummikub(_)) => Action::Pass.into(),
        (Some(ScriptedAction::Play(table)), Sight::Rummikub(_)) => {
            Action::Play(LaidSet::table(table.clone())).into()
        }
        (Some(ScriptedAction::Turn(turn)), Sight::Rommikubbi(view)) => step_of(turn, view).into(),
        _ => bot.rest.clone(),
    }
}

/// The next step of a turn that was written down.
fn step_of(turn: &ScriptedTurn, view: &DealView) -> DealAction {
    match (view.step, turn.take) {
        (TurnStep::ToTake, ScriptedTake::Tile) => DealAction::TakeStock,
        (TurnStep::ToTake, ScriptedTake::Pile) => DealAction::TakePile,
        _ => DealAction::EndTurn(Laying {
            table: LaidSet::table(turn.table.clone()),
            discard: Some(turn.discard),
        }),
    }
}

const fn skill(level: BotLevel) -> Skill {
    match level {
        BotLevel::Easy => Skill::Easy,
        BotLevel::Medium => Skill::Medium,
        BotLevel::Hard => Skill::Hard,
    }
}
