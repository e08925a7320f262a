//! Acting in a game, leaving it and coming back (rooms.md 10, 11, 14).

use sarja_protocol::{
    BotLevel, ErrorCode, ErrorMessage, Hex32, PlayerId, PlayerName, RestartWhy, TurnNumber, VacateWhy,
};
use sarja_rules::Seat;

use super::{
    Event, Refusal,
    family::{Move, Unplayed},
    limits,
    making::Making,
    seats::SeatSlot,
};

impl Making<'_> {
    /// A player acts in a turn.
    pub(super) fn act_as(
        &mut self,
        player: PlayerId,
        turn: TurnNumber,
        action: &Move,
    ) -> Result<(), Refusal> {
        let seat = self.room.needs_seat(player)?;
        self.act(seat, turn, action)
    }

    /// A bot of the server acts in a turn, if the seat is still a bot's.
    pub(super) fn act_for_bot(&mut self, seat: Seat, turn: TurnNumber, action: &Move) -> Result<(), Refusal> {
        if !self.room.seats.get(seat).is_some_and(SeatSlot::is_bot) {
            return Err(ErrorMessage::new(ErrorCode::NotYourTurn).with("seat", seat.0).into());
        }
        self.act(seat, turn, action)
    }

    /// A seat acts in a turn.
    fn act(&mut self, seat: Seat, turn: TurnNumber, action: &Move) -> Result<(), Refusal> {
        let Some((_, game)) = self.room.playing() else {
            return Err(self.not_playing());
        };
        if turn != TurnNumber::from(game.turn()) {
            return Err(self.stale());
        }
        if self.room.running().is_some_and(|m| m.pause.is_some()) {
            return Err(Refusal::new(ErrorCode::Paused));
        }
        let family = game.ruleset().family;
        let events = match game.decide(seat, turn.into(), action, self.at.oracle) {
            Ok(events) => events,
            Err(Unplayed::Stale) => return Err(self.stale()),
            Err(unplayed) => return Err(unplayed.to_error(family).into()),
        };
        // Whoever had been absent and takes a tile has the full time to go on.
        if self.room.has_short_clock(seat) && !events.iter().any(Event::ends_turn) {
            self.push(Event::ClockRestarted { why: RestartWhy::PlayerActed });
        }
        self.push_game(events);
        Ok(())
    }

    /// A turn that is over cannot be acted in: between rounds as well as in a later turn.
    fn not_playing(&self) -> Refusal {
        if self.room.running().is_some() { self.stale() } else { self.room.wrong_phase() }
    }

    fn stale(&self) -> Refusal {
        let error = ErrorMessage::new(ErrorCode::StaleTurn);
        match self.room.playing() {
            Some((_, game)) => error.with("turn", game.turn().0).into(),
            None => error.into(),
        }
    }

    /// The player's seat, if this is the turn in progress, and it is the player's.
    pub(super) fn own_turn(&self, player: PlayerId, turn: TurnNumber) -> Result<Seat, Refusal> {
        let seat = self.room.needs_seat(player)?;
        let Some((_, game)) = self.room.playing() else {
            return Err(self.not_playing());
        };
        if turn != TurnNumber::from(game.turn()) {
            return Err(self.stale());
        }
        if seat != game.seat() {
            return Err(ErrorMessage::new(ErrorCode::NotYourTurn).with("seat", game.seat().0).into());
        }
        Ok(seat)
    }

    /// A draft says that somebody is there: the short clock of an absent player is over.
    pub(super) fn draft(&mut self, player: PlayerId, turn: TurnNumber) -> Result<(), Refusal> {
        let seat = self.own_turn(player, turn)?;
        if self.room.has_short_clock(seat) {
            self.push(Event::ClockRestarted { why: RestartWhy::PlayerActed });
        }
        Ok(())
    }

    pub(super) fn share_shuffle_value(
        &mut self,
        player: PlayerId,
        deal: u32,
        value: Hex32,
    ) -> Result<(), Refusal> {
        let seat = self.room.needs_seat(player)?;
        let current = self.room.running().and_then(|m| m.current.as_ref());
        if !current.is_some_and(|c| c.deal == deal && c.game.is_none()) {
            return Err(Refusal::new(ErrorCode::NoShuffleOpen));
        }
        if self.at.shuffle_values.contains_key(&seat) {
            return Err(Refusal::new(ErrorCode::ValueRepeated));
        }
        self.done.shuffle_value = Some((seat, value.0));
        let mut values = self.at.shuffle_values.clone();
        values.insert(seat, value.0);
        // Who is away is not waited for.
        let presence = self.at.presence;
        if self.room.seats.players().all(|(s, p)| values.contains_key(&s) || !presence.is_connected(p)) {
            self.deal(&values);
        }
        Ok(())
    }

    pub(super) fn resign(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let seat = self.room.needs_seat(player)?;
        if self.room.running().is_none() {
            return Err(self.room.wrong_phase());
        }
        self.vacate(seat, VacateWhy::Resigned);
        Ok(())
    }

    pub(super) fn remove_absent(&mut self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.room.needs_host(player)?;
        if self.room.running().is_none() {
            return Err(self.room.wrong_phase());
        }
        let slot = self.room.seats.get(seat).filter(|s| s.player().is_some());
        let timeouts =
            slot.map(|s| s.timeouts).ok_or_else(|| ErrorMessage::new(ErrorCode::NoSuchSeat).at("seat"))?;
        if timeouts < limits::ABSENT_TURNS {
            return Err(ErrorMessage::new(ErrorCode::NotAbsent)
                .with("absent_turns", timeouts)
                .with("need", limits::ABSENT_TURNS)
                .into());
        }
        self.vacate(seat, VacateWhy::Removed);
        Ok(())
    }

    /// A seat is given up in mid-match: its turn, if it is on, is drawn or passed at once.
    pub(super) fn vacate(&mut self, seat: Seat, why: VacateWhy) {
        let game = self.room.playing().map(|(_, game)| game.leave(seat, self.at.oracle)).unwrap_or_default();
        self.push(Event::SeatVacated { seat, why });
        // The room's own event has told the game that the player is gone.
        self.push_game(game);
        self.next_round_if_ready();
        self.end_if_all_ask();
        self.pause_if_all_ask();
    }

    pub(super) fn retake(&mut self, seat: Seat, player: PlayerId) {
        self.fill(seat, Event::SeatRetaken { seat, player });
    }

    pub(super) fn take_over(&mut self, seat: Seat, name: PlayerName, level: BotLevel) {
        self.fill(seat, Event::BotTookOver { seat, name, level });
    }

    fn fill(&mut self, seat: Seat, event: Event) {
        let game =
            self.room.playing().map(|(_, game)| game.come_back(seat, self.at.oracle)).unwrap_or_default();
        self.push(event);
        self.push_game(game);
    }

    /// Whether a person is ready for the next round, or is away and not waited for.
    pub(super) fn is_ready(&self, seat: Seat, player: PlayerId) -> bool {
        self.room.seats.get(seat).is_some_and(|s| s.ready) || !self.at.presence.is_connected(player)
    }
}
