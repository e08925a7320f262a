//! Who may do what in a round, and what comes of it (rules.md §2, §5).

use alloc::{boxed::Box, vec::Vec};

use super::{
    Action, DraftFate, DrawCause, Event, Finding, Oracle, PassCause, PlayCause, Refusal, Round,
    course::Course,
};
use crate::{
    FinalRack, IllegalPlay, LegalDraft, PoolEmpty, Seat, Standing, Table, TurnNumber,
    rummikub::{PlayVerdict, Reason, judge_play, leaves_table_untouched},
};

impl Round {
    /// The events that begin the first turn.
    pub fn start(&self, oracle: &dyn Oracle) -> Vec<Event> {
        let mut course = Course::of(self);
        course.begin_turn(self.seat, oracle);
        course.events
    }

    /// What comes of an action of a seat in a turn, or why it is refused. Changes nothing.
    ///
    /// # Errors
    /// [`Refusal`] says why; for an illegal play with the whole verdict.
    pub fn decide(
        &self,
        seat: Seat,
        turn: TurnNumber,
        action: &Action,
        oracle: &dyn Oracle,
    ) -> Result<Vec<Event>, Refusal> {
        if self.end.is_some() {
            return Err(Refusal::RoundOver);
        }
        if turn != self.turn {
            return Err(Refusal::StaleTurn { meant: turn, now: self.turn });
        }
        if seat != self.seat {
            return Err(Refusal::NotYourTurn { seat: self.seat });
        }
        let mut course = Course::of(self);
        match action {
            Action::Play(table) => self.play(table, &mut course)?,
            Action::Draw if self.pool.is_empty() => return Err(Refusal::PoolEmpty),
            Action::Pass if !self.pool.is_empty() => {
                return Err(Refusal::PoolNotEmpty { tiles: self.pool.len() });
            }
            Action::Draw | Action::Pass if self.must_play(oracle) => return Err(Refusal::MustPlay),
            Action::Draw => course.draw(1, DrawCause::Chosen),
            Action::Pass => course.pass(PassCause::Chosen),
            Action::RunOutOfTime(table) => self.run_out_of_time(table.as_ref(), &mut course),
        }
        course.end_turn(oracle);
        Ok(course.events)
    }

    /// What comes of a player's leaving: if it was the own turn, it is drawn or passed at once (rooms.md 10).
    pub fn leave(&self, seat: Seat, oracle: &dyn Oracle) -> Vec<Event> {
        let mut course = Course::of(self);
        if self.end.is_some() || self.player(seat).is_none_or(|p| p.standing == Standing::Left) {
            return course.events;
        }
        course.push(Event::PlayerLeft { seat });
        if seat == self.seat {
            course.draw_or_pass_for_gone();
            course.end_turn(oracle);
        }
        course.events
    }

    /// What comes of a player's return, or of a bot's taking over.
    pub fn come_back(&self, seat: Seat, oracle: &dyn Oracle) -> Vec<Event> {
        let mut course = Course::of(self);
        let gone = self.player(seat).is_some_and(|p| p.standing == Standing::Left);
        if self.end.is_none() && gone {
            let nobody_played = self.players.iter().all(|p| p.standing == Standing::Left);
            course.push(Event::PlayerReturned { seat });
            if nobody_played {
                // The turn in progress had no end: nobody was left to have one.
                course.end_turn(oracle);
            }
        }
        course.events
    }

    /// Judges a table as this seat's play; `None` for a seat that does not play.
    pub fn judge(&self, seat: Seat, table: &Table) -> Option<PlayVerdict> {
        let sets = self.sets();
        Some(judge_play(self.position(seat, &sets)?, &table.sets))
    }

    fn play(&self, table: &Table, course: &mut Course) -> Result<(), Refusal> {
        let Some(verdict) = self.judge(self.seat, table) else {
            return Err(Refusal::NotYourTurn { seat: self.seat });
        };
        if verdict.is_legal() {
            course.lay(&verdict, table, PlayCause::Played);
            return Ok(());
        }
        let by_hand = verdict.reasons.iter().all(Reason::can_happen_with_real_tiles);
        if self.ruleset.illegal_play == IllegalPlay::Refuse || !by_hand {
            return Err(Refusal::IllegalPlay(Box::new(verdict)));
        }
        let mut faults: Vec<_> = verdict.reasons.iter().map(Reason::code).collect();
        faults.sort_unstable();
        faults.dedup();
        course.push(Event::PlayPenalised { turn: self.turn, seat: self.seat, faults });
        let tiles = if self.is_untouched(table) {
            self.ruleset.penalty.timeout
        } else {
            self.ruleset.penalty.rearranging
        };
        course.pay(tiles, DrawCause::IllegalPlay, PassCause::IllegalPlay);
        Ok(())
    }

    /// The last draft is judged: a legal one stands, anything else goes back and costs tiles.
    fn run_out_of_time(&self, table: Option<&Table>, course: &mut Course) {
        let judged = table.and_then(|t| Some((t, self.judge(self.seat, t)?)));
        let fate = match &judged {
            None => DraftFate::None,
            Some((_, verdict)) if verdict.is_legal() => match self.ruleset.clock.legal_draft {
                LegalDraft::Stands => DraftFate::Stands,
                LegalDraft::Reverts => DraftFate::Reverted,
            },
            Some((table, _)) if !self.is_untouched(table) => DraftFate::Rearranged,
            Some((_, verdict)) if verdict.from_rack.is_empty() => DraftFate::None,
            Some(_) => DraftFate::Untouched,
        };
        course.push(Event::TimeRanOut { turn: self.turn, seat: self.seat, draft: fate });
        if let (DraftFate::Stands, Some((table, verdict))) = (fate, &judged) {
            course.lay(verdict, table, PlayCause::TimeRanOut);
            return;
        }
        let touched = judged.as_ref().is_some_and(|(table, _)| !self.is_untouched(table));
        let (tiles, cause) = if touched {
            (self.ruleset.penalty.rearranging, DrawCause::Rearranged)
        } else {
            (self.ruleset.penalty.timeout, DrawCause::TimeRanOut)
        };
        course.pay(tiles, cause, PassCause::TimeRanOut);
    }

    fn is_untouched(&self, table: &Table) -> bool {
        leaves_table_untouched(&self.sets(), &table.sets)
    }

    /// Whether the turn that has just ended was the round's last.
    pub(super) fn is_blocked(&self, oracle: &dyn Oracle) -> bool {
        self.pool.is_empty()
            && match self.ruleset.pool_empty {
                PoolEmpty::EndAtOnce => true,
                PoolEmpty::OneMoreTurn => self.turns_left == Some(0),
                PoolEmpty::PlayOn => self.passes >= self.seats() || self.nobody_can_play(oracle),
            }
    }

    /// Whether the seat whose turn it is may neither draw nor pass. With an empty pool drawing is passing (rules.md §5).
    fn must_play(&self, oracle: &dyn Oracle) -> bool {
        self.ruleset.must_play && self.can_play(self.seat, oracle) == Finding::Play
    }

    /// Whether it is proven that no rack has a legal play: also none of a player who has left, and may come back.
    ///
    /// Whatever is not known is asked before the answer is no, so that whoever searches afterwards is asked everything at once.
    fn nobody_can_play(&self, oracle: &dyn Oracle) -> bool {
        let mut proven = true;
        for seat in (0..self.seats()).map(Seat) {
            match self.can_play(seat, oracle) {
                Finding::Play => return false,
                Finding::NoPlay => {}
                Finding::Unproven => proven = false,
            }
        }
        proven
    }

    /// What is known of the position of a seat, whoever's turn it is.
    pub(super) fn can_play(&self, seat: Seat, oracle: &dyn Oracle) -> Finding {
        self.position(seat, &self.sets()).map_or(Finding::NoPlay, |position| oracle.can_play(position))
    }

    pub(super) fn final_racks(&self) -> Vec<FinalRack> {
        self.players
            .iter()
            .map(|p| FinalRack { rack: p.rack.clone(), opening: p.opening_state(), standing: p.standing })
            .collect()
    }
}
