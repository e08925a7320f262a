//! What the events of a game do to a room: the deal, turns and their clock, the end of a round.

use sarja_protocol::{RestartWhy, RoomMs, RoundSummary, SeatValue};
use sarja_rules::{Face, Seat, TurnNumber, derive_seed, tile_order};

use super::{
    Event, Room,
    family::{Ending, Game, Meaning},
    seats::SeatSlot,
    state::TurnClock,
};

impl Room {
    /// Takes note of what happened in the game, and tells the tiles that came to a rack by it.
    pub(super) fn fold_game(&mut self, at_ms: RoomMs, event: &Event, meaning: Meaning) -> Option<Vec<Face>> {
        let mut uncovered = None;
        self.change_game(|game| uncovered = game.apply(event));
        match meaning {
            Meaning::TurnStarted(turn, seat) => self.start_turn(at_ms, turn, seat),
            Meaning::TimeRanOut(seat) => {
                if let Some(slot) = self.seats.get_mut(seat) {
                    slot.timeouts = slot.timeouts.saturating_add(1);
                }
            }
            Meaning::Acted(seat) => self.acted(seat),
            Meaning::Ended(ending) => self.end_round(ending),
            Meaning::Nothing => {}
        }
        uncovered
    }

    fn start_turn(&mut self, at_ms: RoomMs, turn: TurnNumber, seat: Seat) {
        self.last_turn = turn;
        if let Some(slot) = self.seats.get_mut(seat) {
            slot.turns += 1;
        }
        // In a pause, a turn begins when somebody leaves whose turn it was: its clock waits.
        let paused = self.running().is_some_and(|m| m.pause.is_some());
        let clock = match self.turn_ms(seat) {
            None => TurnClock::None,
            Some(time_ms) if paused => TurnClock::Held { left_ms: time_ms, time_ms },
            Some(time_ms) => TurnClock::Running { ends_ms: at_ms.plus(time_ms), time_ms },
        };
        self.change_round(|r| {
            r.clock = clock;
            r.turn_started_ms = at_ms;
            r.counts_from_ms = at_ms;
        });
    }

    fn end_round(&mut self, ending: Ending) {
        let Some(m) = &mut self.r#match else { return };
        let Some(current) = &mut m.current else { return };
        current.clock = TurnClock::None;
        current.revealed = true;
        m.asked.pause.clear();
        m.rounds.push(RoundSummary {
            round: current.round,
            deal: current.deal,
            how: ending.how,
            winner: ending.winner,
            points: ending.points,
            replay: ending.replay,
            hints: current.hints.clone(),
            going_out: ending.going_out,
        });
    }

    pub(super) fn fold_deal(&mut self, values: &[SeatValue]) {
        let game = self.deal_anew(values);
        self.change_round(|r| {
            r.values = values.to_vec();
            r.game = game;
        });
    }

    /// The game that the secret and these values make; vacated seats sit out from the start.
    fn deal_anew(&self, values: &[SeatValue]) -> Option<Game> {
        let m = self.r#match.as_ref()?;
        let current = m.current.as_ref()?;
        let rules = &self.settings.as_ref()?.rules;
        let values: Vec<_> = values.iter().map(|v| (v.seat, v.value.0)).collect();
        let secret = self.secrets.get(&current.deal)?;
        let seed = derive_seed(secret.expose(), &m.id.to_string(), current.deal, &values);
        let order = tile_order(&seed, rules.tiles);
        let mut game = Game::deal(rules, m.players, current.starter?, self.last_turn, &order)?;
        for (seat, _) in self.seats.iter().filter(|(_, s)| s.is_vacant()) {
            game.note_left(seat);
        }
        Some(game)
    }

    pub(super) fn restart_clock(&mut self, at_ms: RoomMs, why: RestartWhy) {
        let Some(seat) = self.game().map(Game::seat) else { return };
        if why == RestartWhy::PlayerActed {
            self.acted(seat);
        }
        let time = self.turn_ms(seat);
        self.change_round(|r| {
            r.turn_started_ms = at_ms;
            r.counts_from_ms = at_ms;
            r.clock = match (r.clock, time) {
                (_, None) | (TurnClock::None, _) => TurnClock::None,
                (TurnClock::Held { .. }, Some(time_ms)) => TurnClock::Held { left_ms: time_ms, time_ms },
                (TurnClock::Running { .. }, Some(time_ms)) => {
                    TurnClock::Running { ends_ms: at_ms.plus(time_ms), time_ms }
                }
            };
        });
    }
}

impl Event {
    /// Whether somebody at the room's table or beside it did this: not the clock, a bot of the server, or the room itself.
    pub(super) fn is_act(&self, seats: &super::seats::Seats) -> bool {
        if let Some(meaning) = self.meaning() {
            let Meaning::Acted(seat) = meaning else { return false };
            return seats.get(seat).and_then(SeatSlot::player).is_some();
        }
        match self {
            Self::PlayerLeft { why, .. } => *why == sarja_protocol::DepartureWhy::Left,
            Self::HostChanged { why, .. } => *why == sarja_protocol::HostWhy::HandedOver,
            Self::ClockRestarted { why } => *why == RestartWhy::PlayerActed,
            Self::SeatFreed { .. }
            | Self::ShuffleCommitted { .. }
            | Self::StarterTileDrawn { .. }
            | Self::StarterChosen { .. }
            | Self::Dealt { .. }
            | Self::NextRoundAwaited { .. }
            | Self::MatchEnded
            | Self::MatchAbandoned { .. }
            | Self::Paused { .. }
            | Self::PlayResumed
            | Self::RoomClosed { .. } => false,
            _ => true,
        }
    }
}
