//! Who may do what in a round, and what comes of it (rules.md §2, §5).

use alloc::{boxed::Box, vec::Vec};

use super::{
    Action, DraftFate, DrawCause, Event, Oracle, PassCause, PlayCause, Refusal, Round, Table, TurnNumber,
    event, set_ids,
};
use crate::{
    FinalRack, IllegalPlay, LegalDraft, PoolEmpty, RoundEnd, Seat, Standing, TableSet,
    rummikub::{Opened, PlayVerdict, Reason, judge_play, leaves_table_untouched},
    score_round,
};

impl Round {
    /// The events that begin the first turn.
    pub fn start(&self, oracle: &dyn Oracle) -> Vec<Event> {
        let mut draft = Draft::of(self);
        draft.begin_turn(self.seat, oracle);
        draft.events
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
        let mut draft = Draft::of(self);
        match action {
            Action::Play(table) => self.play(table, &mut draft)?,
            Action::Draw if self.pool.is_empty() => return Err(Refusal::PoolEmpty),
            Action::Draw => draft.draw(1, DrawCause::Chosen),
            Action::Pass if !self.pool.is_empty() => {
                return Err(Refusal::PoolNotEmpty { tiles: self.pool.len() });
            }
            Action::Pass => draft.pass(PassCause::Chosen),
            Action::RunOutOfTime(table) => self.run_out_of_time(table.as_ref(), &mut draft),
        }
        draft.end_turn(oracle);
        Ok(draft.events)
    }

    /// What comes of a player's leaving: if it was the own turn, it is drawn or passed at once (rooms.md 10).
    pub fn leave(&self, seat: Seat, oracle: &dyn Oracle) -> Vec<Event> {
        let mut draft = Draft::of(self);
        if self.end.is_some() || self.player(seat).is_none_or(|p| p.standing == Standing::Left) {
            return draft.events;
        }
        draft.push(Event::PlayerLeft { seat });
        if seat == self.seat {
            draft.draw_or_pass_for_gone();
            draft.end_turn(oracle);
        }
        draft.events
    }

    /// What comes of a player's return, or of a bot's taking over.
    pub fn come_back(&self, seat: Seat, oracle: &dyn Oracle) -> Vec<Event> {
        let mut draft = Draft::of(self);
        let gone = self.player(seat).is_some_and(|p| p.standing == Standing::Left);
        if self.end.is_none() && gone {
            let nobody_played = self.players.iter().all(|p| p.standing == Standing::Left);
            draft.push(Event::PlayerReturned { seat });
            if nobody_played {
                // The turn in progress had no end: nobody was left to have one.
                draft.end_turn(oracle);
            }
        }
        draft.events
    }

    /// Judges a table as this seat's play; `None` for a seat that does not play.
    pub fn judge(&self, seat: Seat, table: &Table) -> Option<PlayVerdict> {
        let sets = self.sets();
        Some(judge_play(self.position(seat, &sets)?, &table.sets))
    }

    fn play(&self, table: &Table, draft: &mut Draft) -> Result<(), Refusal> {
        let Some(verdict) = self.judge(self.seat, table) else {
            return Err(Refusal::NotYourTurn { seat: self.seat });
        };
        if verdict.is_legal() {
            draft.lay(&verdict, table, PlayCause::Played);
            return Ok(());
        }
        let by_hand = verdict.reasons.iter().all(Reason::can_happen_with_real_tiles);
        if self.ruleset.illegal_play == IllegalPlay::Refuse || !by_hand {
            return Err(Refusal::IllegalPlay(Box::new(verdict)));
        }
        let mut faults: Vec<_> = verdict.reasons.iter().map(Reason::code).collect();
        faults.sort_unstable();
        faults.dedup();
        draft.push(Event::PlayPenalised { turn: self.turn, seat: self.seat, faults });
        let tiles = if self.is_untouched(table) {
            self.ruleset.penalty.timeout
        } else {
            self.ruleset.penalty.rearranging
        };
        draft.pay(tiles, DrawCause::IllegalPlay, PassCause::IllegalPlay);
        Ok(())
    }

    /// The last draft is judged: a legal one stands, anything else goes back and costs tiles.
    fn run_out_of_time(&self, table: Option<&Table>, draft: &mut Draft) {
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
        draft.push(Event::TimeRanOut { turn: self.turn, seat: self.seat, draft: fate });
        if let (DraftFate::Stands, Some((table, verdict))) = (fate, &judged) {
            draft.lay(verdict, table, PlayCause::TimeRanOut);
            return;
        }
        let touched = judged.as_ref().is_some_and(|(table, _)| !self.is_untouched(table));
        let (tiles, cause) = if touched {
            (self.ruleset.penalty.rearranging, DrawCause::Rearranged)
        } else {
            (self.ruleset.penalty.timeout, DrawCause::TimeRanOut)
        };
        draft.pay(tiles, cause, PassCause::TimeRanOut);
    }

    fn is_untouched(&self, table: &Table) -> bool {
        leaves_table_untouched(&self.sets(), &table.sets)
    }

    /// Whether the turn that has just ended was the round's last.
    fn is_blocked(&self, oracle: &dyn Oracle) -> bool {
        self.pool.is_empty()
            && match self.ruleset.pool_empty {
                PoolEmpty::EndAtOnce => true,
                PoolEmpty::OneMoreTurn => self.turns_left == Some(0),
                PoolEmpty::PlayOn => self.passes >= self.seats() || oracle.nobody_can_play(self),
            }
    }

    fn final_racks(&self) -> Vec<FinalRack> {
        self.players
            .iter()
            .map(|p| FinalRack { rack: p.rack.clone(), opening: p.opening_state(), standing: p.standing })
            .collect()
    }
}

/// Events in the making, on a copy of the round that has already seen them.
struct Draft {
    round: Round,
    events: Vec<Event>,
}

impl Draft {
    fn of(round: &Round) -> Self {
        Self { round: round.clone(), events: Vec::new() }
    }

    fn push(&mut self, event: Event) {
        self.round.apply(&event);
        self.events.push(event);
    }

    fn lay(&mut self, verdict: &PlayVerdict, table: &Table, cause: PlayCause) {
        let sets: Vec<TableSet> = verdict.sets.iter().filter_map(|v| v.set().cloned()).collect();
        let player = self.round.player(self.round.seat);
        let opens = player.is_some_and(|p| p.opened == Opened::No);
        self.push(Event::SetsPlayed {
            turn: self.round.turn,
            seat: self.round.seat,
            table: set_ids::assign(&self.round, sets, &table.ids),
            from_rack: verdict.from_rack.to_vec(),
            opening_points: opens.then_some(verdict.opening_points),
            cause,
        });
    }

    fn draw(&mut self, tiles: u8, cause: DrawCause) {
        let count = self.round.pool.len().min(usize::from(tiles)) as u8;
        self.push(Event::TilesDrawn { turn: self.round.turn, seat: self.round.seat, count, cause });
    }

    fn pass(&mut self, cause: PassCause) {
        self.push(Event::TurnPassed { turn: self.round.turn, seat: self.round.seat, cause });
    }

    /// A penalty: tiles are drawn; with an empty pool it counts as a pass.
    fn pay(&mut self, tiles: u8, draw: DrawCause, pass: PassCause) {
        if self.round.pool.is_empty() { self.pass(pass) } else { self.draw(tiles, draw) }
    }

    fn draw_or_pass_for_gone(&mut self) {
        if self.round.pool.is_empty() { self.pass(PassCause::Gone) } else { self.draw(1, DrawCause::Gone) }
    }

    /// Ends the round if the turn ended it; else begins the next turn.
    fn end_turn(&mut self, oracle: &dyn Oracle) {
        if self.end_round(oracle) {
            return;
        }
        let next = self.round.seat.next(self.round.seats());
        self.begin_turn(next, oracle);
    }

    /// Begins the turn of this seat; turns of players who have left are over as they begin.
    fn begin_turn(&mut self, mut seat: Seat, oracle: &dyn Oracle) {
        while self.round.players.iter().any(|p| p.standing == Standing::Playing) {
            let Some(player) = self.round.player(seat) else { return };
            let asks = self.round.ruleset.unopened.is_some() && player.opened == Opened::No;
            let holds_opening = asks.then(|| oracle.holds_opening(&self.round.ruleset, &player.rack));
            let gone = player.standing == Standing::Left;
            self.push(Event::TurnStarted { turn: self.round.turn.next(), seat, holds_opening });
            if !gone {
                return;
            }
            self.draw_or_pass_for_gone();
            if self.end_round(oracle) {
                return;
            }
            seat = seat.next(self.round.seats());
        }
    }

    fn end_round(&mut self, oracle: &dyn Oracle) -> bool {
        let out = self.round.player(self.round.seat).is_some_and(|p| p.rack.is_empty());
        let end = if out {
            RoundEnd::Out { winner: self.round.seat }
        } else if self.round.is_blocked(oracle) {
            RoundEnd::Blocked
        } else {
            return false;
        };
        let score = score_round(&self.round.ruleset, end, &self.round.final_racks());
        let racks = event::revealed(self.round.players.iter().map(|p| p.rack.clone()));
        self.push(Event::RoundEnded { end, score, racks });
        true
    }
}
