//! What is due: one deadline at a time, the earliest of the room.

use std::time::Duration;

use sarja_protocol::{ErrorCode, ErrorMessage, RoomMs, StepClock};
use tokio::time::Instant;

use super::{awaited::Awaited, bots::ThinkingBot, commands::unavailable, run::RoomActor};
#[cfg(test)]
use crate::simulation::planted::{self, Planted};
use crate::{
    limits::{STEPS_MAX, STORE_RETRY_MS},
    room::{Due, Input},
};

impl RoomActor {
    /// When the task has to wake by itself; `None` if nothing will happen unless somebody sends something.
    pub(super) fn next_wake(&self) -> Option<Instant> {
        if self.is_held() {
            return None;
        }
        let due = self.room.next_due(&self.presence).and_then(|(at, _)| self.timeline.instant(at));
        let due = due.map(|due| self.due_not_before.map_or(due, |not_before| due.max(not_before)));
        let bot = self.bot.as_ref().and_then(ThinkingBot::acts);
        let waits = self.awaited.as_ref().map(Awaited::until);
        [due, bot, waits].into_iter().flatten().min()
    }

    /// Does what the task woke up for.
    pub(super) async fn wake(&mut self) {
        self.stop_waiting();
        self.do_due(self.now()).await;
        self.act_for_bot().await;
    }

    /// Does what was due before a command that was read at that instant.
    pub(super) async fn catch_up(&mut self, received: Instant) {
        let read = self.timeline.at(received);
        // At the very deadline the command still counts.
        if !self.timeline.is_stepped() && read.0 > 0 {
            self.do_due(RoomMs(read.0 - 1)).await;
        }
    }

    /// Does everything that is due up to this moment, in order.
    async fn do_due(&mut self, until: RoomMs) {
        for _ in 0..STEPS_MAX {
            if self.ended.is_some()
                || self.is_held()
                || self.due_not_before.is_some_and(|then| Instant::now() < then)
            {
                return;
            }
            self.due_not_before = None;
            match self.room.next_due(&self.presence) {
                Some((at, due)) if at <= until && self.do_one(at, due).await => {}
                _ => return,
            }
        }
    }

    /// Whether it was done. What could not be done is tried again in a moment, not at once.
    async fn do_one(&mut self, at: RoomMs, due: Due) -> bool {
        self.timeline.step_to(at);
        let now = self.now();
        let room = self.room.id();
        match self.decide(Input::Due(due), now).await {
            Ok(decision) if decision.events.is_empty() => {
                tracing::error!(%room, ?due, "nothing came of what was due");
            }
            Ok(decision) => match self.commit(decision, None, now).await {
                Ok(()) => {
                    #[cfg(test)]
                    if planted::is(Planted::TimerTwice) && matches!(due, Due::TurnClock(_)) {
                        let turn = self.room.game().map_or_else(Default::default, |game| game.turn().into());
                        self.do_again(Input::Due(Due::TurnClock(turn)), now).await;
                    }
                    return true;
                }
                Err(not_done) => tracing::warn!(%room, ?due, ?not_done, "what was due is not done"),
            },
            Err(refusal) => tracing::error!(%room, ?due, %refusal, "what was due is refused"),
        }
        self.due_not_before = Some(Instant::now() + Duration::from_millis(STORE_RETRY_MS.into()));
        false
    }

    /// Moves the clock of a practice room, and does on the way what is due.
    pub(super) async fn step_clock(&mut self, step: &StepClock) -> Result<(), ErrorMessage> {
        if self.room.practice().is_none() {
            return Err(ErrorMessage::new(ErrorCode::NotPractice));
        }
        if !self.timeline.is_stepped() {
            return Err(ErrorMessage::new(ErrorCode::ClockNotStepped));
        }
        if self.is_held() {
            return Err(unavailable());
        }
        let target = self.now().plus(step.ms);
        for _ in 0..STEPS_MAX {
            self.settle_bots().await;
            match self.room.next_due(&self.presence) {
                Some((at, due)) if at <= target && self.ended.is_none() && self.do_one(at, due).await => {}
                _ => break,
            }
        }
        self.timeline.step_to(target);
        self.beat();
        Ok(())
    }
}
