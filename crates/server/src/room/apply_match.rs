//! What the events of a match do to a room.

use sarja_protocol::{Hex32, MatchId, MatchState, PauseWhy, RoomMs, StarterTile};
use sarja_rules::{Ruleset, Seat};

use super::{
    Event, Room,
    seats::SeatSlot,
    state::{Asked, CurrentRound, Match, Pause, TurnClock},
};

impl Room {
    pub(super) fn fold_match(&mut self, at_ms: RoomMs, event: &Event) {
        match event {
            Event::MatchStarted { match_id, match_no, seats, wall_ms } => {
                self.seat_for_match(seats);
                self.matches = *match_no;
                let rules = self.settings.as_ref().map(|settings| settings.rules.clone()).unwrap_or_default();
                let players = self.seats.len();
                self.r#match = Some(Match::new((*match_id, *match_no), rules, players, at_ms, *wall_ms));
            }
            Event::ShuffleCommitted { round, deal, commitment, values_until_ms } => {
                self.deals = *deal;
                self.unready();
                self.change_match(|m| {
                    m.next_round_ms = None;
                    m.last_starter = m.current.as_ref().and_then(|c| c.starter);
                    m.current = Some(CurrentRound::new(*round, *deal, *commitment, *values_until_ms, at_ms));
                });
            }
            Event::StarterTileDrawn { seat, tile } => {
                self.change_round(|r| r.draws.push(StarterTile { seat: *seat, tile: *tile }));
            }
            Event::StarterChosen { seat, .. } => self.change_round(|r| r.starter = Some(*seat)),
            Event::Dealt { values, .. } => self.fold_deal(values),
            Event::NextRoundAwaited { starts_ms } => {
                self.change_match(|m| m.next_round_ms = Some(*starts_ms));
            }
            Event::MatchEnded => self.end_match(at_ms, MatchState::Ended),
            Event::MatchAbandoned { .. } => self.end_match(at_ms, MatchState::Abandoned),
            Event::EndAnnounced { .. } => self.change_match(|m| m.ending_after_round = true),
            Event::Paused { until_ms, why } => self.hold_clock(at_ms, *until_ms, *why),
            Event::PlayResumed => self.release_clock(at_ms),
            Event::ClockRestarted { why } => self.restart_clock(at_ms, *why),
            Event::RematchOpened { seats_kept_until_ms } => self.open_rematch(*seats_kept_until_ms),
            other => self.change_match(|m| m.asked.note(other)),
        }
    }

    fn seat_for_match(&mut self, seats: &[Seat]) {
        self.seats.keep(seats);
        for (seat, slot) in (0u8..).map(Seat).zip(self.seats.iter_mut()) {
            slot.timeouts = 0;
            slot.turns = 0;
            slot.former.clear();
            slot.taken_over_from = None;
            slot.played_as = Some(seat);
        }
        self.unready();
        self.lobby = false;
        self.seats_kept_until_ms = None;
    }

    fn hold_clock(&mut self, at_ms: RoomMs, until_ms: RoomMs, why: PauseWhy) {
        self.change_match(|m| {
            m.asked.pause.clear();
            m.pauses_used += u32::from(why == PauseWhy::Agreed);
            m.pause = Some(Pause { until_ms, why });
        });
        self.change_round(|r| {
            if let TurnClock::Running { ends_ms, time_ms } = r.clock {
                let left_ms = u32::try_from(ends_ms.since(at_ms)).unwrap_or(time_ms);
                r.clock = TurnClock::Held { left_ms, time_ms };
            }
        });
    }

    fn release_clock(&mut self, at_ms: RoomMs) {
        self.change_match(|m| m.pause = None);
        self.change_round(|r| {
            r.counts_from_ms = at_ms;
            if let TurnClock::Held { left_ms, time_ms } = r.clock {
                r.clock = TurnClock::Running { ends_ms: at_ms.plus(left_ms), time_ms };
            }
        });
    }

    fn end_match(&mut self, at_ms: RoomMs, state: MatchState) {
        self.change_match(|m| {
            m.state = state;
            m.ended_ms = Some(at_ms);
            m.next_round_ms = None;
            m.pause = None;
            m.asked = Asked::default();
        });
        self.change_round(|r| {
            r.clock = TurnClock::None;
            r.revealed = true;
        });
        self.unready();
    }

    fn open_rematch(&mut self, kept_until_ms: RoomMs) {
        self.lobby = true;
        self.seats_kept_until_ms = Some(kept_until_ms);
        self.change_match(|m| m.asked = Asked::default());
        for slot in self.seats.iter_mut() {
            if slot.is_vacant() {
                *slot = SeatSlot::free();
            }
            slot.timeouts = 0;
        }
        let seats = self.settings.as_ref().map_or(0, |s| s.seats);
        self.seats.resize(seats);
        self.unready();
    }
}

impl Asked {
    /// Takes note of what a seat asks for, or takes back.
    fn note(&mut self, event: &Event) {
        match event {
            Event::PauseAsked { seat } => self.pause.insert(*seat),
            Event::EndAsked { seat, withdrawn: false } => self.end.insert(*seat),
            Event::EndAsked { seat, withdrawn: true } => self.end.remove(seat),
            Event::RematchAsked { seat } => self.rematch.insert(*seat),
            _ => false,
        };
    }
}

impl Match {
    fn new((id, no): (MatchId, u32), rules: Ruleset, players: u8, at_ms: RoomMs, wall_ms: i64) -> Self {
        Self {
            id,
            no,
            rules,
            players,
            started_wall_ms: wall_ms,
            state: MatchState::Playing,
            ended_ms: None,
            vacated_ms: at_ms,
            rounds: Vec::new(),
            current: None,
            last_starter: None,
            ending_after_round: false,
            pauses_used: 0,
            pause: None,
            asked: Asked::default(),
            next_round_ms: None,
        }
    }
}

impl CurrentRound {
    fn new(round: u32, deal: u32, commitment: Hex32, values_until_ms: RoomMs, at_ms: RoomMs) -> Self {
        Self {
            round,
            deal,
            commitment,
            values_until_ms,
            values: Vec::new(),
            draws: Vec::new(),
            starter: None,
            game: None,
            revealed: false,
            clock: TurnClock::None,
            turn_started_ms: at_ms,
            hints: Vec::new(),
            hinted: None,
            counts_from_ms: at_ms,
        }
    }
}
