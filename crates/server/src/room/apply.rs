//! What an event does to a room.

use sarja_protocol::{ChatLine, MatchState, RoomMs, RoundSummary, StarterTile};
use sarja_rules::{
    Seat, derive_seed,
    rummikub::{self, DrawCause, Drawn, PassCause, PlayCause, Round},
    tile_order,
};

use super::{
    Event, Room, Shown, limits,
    seats::{Holder, SeatSlot},
    show,
    state::{Asked, CurrentRound, Match, Member, Pause, TurnClock},
};

impl Room {
    /// Takes note of what has happened, and tells what each viewer is shown of it.
    ///
    /// `at_ms` is when, on the room's timeline. The secret of a deal must be known before its events.
    pub fn apply(&mut self, at_ms: RoomMs, event: &Event) -> Shown {
        self.seq = self.seq.next();
        self.last_act_ms = at_ms;
        let drawn = self.fold(at_ms, event);
        show::event(self, event, drawn.as_ref())
    }

    fn fold(&mut self, at_ms: RoomMs, event: &Event) -> Option<Drawn> {
        match event {
            Event::Rummikub(game) => return self.fold_game(at_ms, &game.event),
            Event::MatchStarted { .. }
            | Event::ShuffleCommitted { .. }
            | Event::StarterTileDrawn { .. }
            | Event::StarterChosen { .. }
            | Event::Dealt { .. }
            | Event::NextRoundAwaited { .. }
            | Event::MatchEnded
            | Event::MatchAbandoned { .. }
            | Event::EndAnnounced { .. }
            | Event::PauseAsked { .. }
            | Event::Paused { .. }
            | Event::PlayResumed
            | Event::EndAsked { .. }
            | Event::RematchAsked { .. }
            | Event::RematchOpened { .. }
            | Event::ClockRestarted { .. } => self.fold_match(at_ms, event),
            Event::SeatVacated { .. } | Event::SeatRetaken { .. } | Event::BotTookOver { .. } => {
                self.fold_handover(event)
            }
            _ => self.fold_people(at_ms, event),
        }
        None
    }

    fn fold_people(&mut self, at_ms: RoomMs, event: &Event) {
        match event {
            Event::RoomCreated { host, settings, practice } => {
                self.host = *host;
                self.seats.resize(settings.seats);
                self.settings = Some((**settings).clone());
                self.practice = practice.as_deref().cloned();
            }
            Event::PlayerJoined { player, name, kind } => {
                self.members.push(Member { player: *player, name: name.clone(), kind: *kind });
            }
            Event::PlayerLeft { player, .. } => self.members.retain(|m| m.player != *player),
            Event::PlayerRemoved { player } => {
                self.members.retain(|m| m.player != *player);
                self.removed.insert(*player);
            }
            Event::SeatTaken { seat, player, .. } => {
                let since = self.seq;
                self.hold(*seat, Holder::Player { player: *player, since });
            }
            Event::SeatLeft { seat } | Event::BotRemoved { seat } => {
                if let Some(slot) = self.seats.get_mut(*seat) {
                    *slot = SeatSlot::free();
                }
            }
            Event::BotSeated { seat, name, level, script } => {
                self.hold(*seat, Holder::Bot { name: name.clone(), level: *level, script: *script });
                if let Some(slot) = self.seats.get_mut(*seat) {
                    slot.ready = true;
                }
            }
            Event::ReadyChanged { seat, ready } => {
                if let Some(slot) = self.seats.get_mut(*seat) {
                    slot.ready = *ready;
                }
            }
            Event::HostChanged { player, .. } => self.host = *player,
            Event::SettingsChanged { settings } => {
                self.seats.resize(settings.seats);
                self.settings = Some((**settings).clone());
                self.unready();
            }
            Event::ChatSaid { player, name, text } => {
                if self.chat.len() == limits::CHAT_LINES {
                    self.chat.pop_front();
                }
                let line = ChatLine { player_id: *player, name: name.clone(), text: text.clone(), at_ms };
                self.chat.push_back(line);
            }
            Event::RoomClosed { .. } => self.closed = true,
            _ => {}
        }
    }

    fn fold_match(&mut self, at_ms: RoomMs, event: &Event) {
        match event {
            Event::MatchStarted { match_id, match_no, seats, wall_ms } => {
                self.seats.keep(seats);
                for slot in self.seats.iter_mut() {
                    slot.timeouts = 0;
                    slot.turns = 0;
                    slot.former.clear();
                    slot.taken_over_from = None;
                }
                self.unready();
                self.lobby = false;
                self.seats_kept_until_ms = None;
                self.matches = *match_no;
                self.r#match = Some(Match {
                    id: *match_id,
                    no: *match_no,
                    started_wall_ms: *wall_ms,
                    state: MatchState::Playing,
                    rounds: Vec::new(),
                    current: None,
                    last_starter: None,
                    ending_after_round: false,
                    pauses_used: 0,
                    pause: None,
                    asked: Asked::default(),
                    next_round_ms: None,
                });
            }
            Event::ShuffleCommitted { round, deal, commitment, values_until_ms } => {
                self.deals = *deal;
                self.unready();
                if let Some(m) = &mut self.r#match {
                    m.next_round_ms = None;
                    m.last_starter = m.current.as_ref().and_then(|c| c.starter);
                    m.current = Some(CurrentRound {
                        round: *round,
                        deal: *deal,
                        commitment: *commitment,
                        values_until_ms: *values_until_ms,
                        values: Vec::new(),
                        draws: Vec::new(),
                        starter: None,
                        game: None,
                        revealed: false,
                        clock: TurnClock::None,
                        turn_started_ms: at_ms,
                        score: None,
                    });
                }
            }
            Event::StarterTileDrawn { seat, tile } => {
                self.change_round(|r| r.draws.push(StarterTile { seat: *seat, tile: *tile }));
            }
            Event::StarterChosen { seat, .. } => self.change_round(|r| r.starter = Some(*seat)),
            Event::Dealt { values, .. } => {
                let game = self.deal(values);
                self.change_round(|r| {
                    r.values.clone_from(values);
                    r.game = game;
                });
            }
            Event::NextRoundAwaited { starts_ms } => {
                self.change_match(|m| m.next_round_ms = Some(*starts_ms))
            }
            Event::MatchEnded => self.end_match(MatchState::Ended),
            Event::MatchAbandoned { .. } => self.end_match(MatchState::Abandoned),
            Event::EndAnnounced { .. } => self.change_match(|m| m.ending_after_round = true),
            Event::PauseAsked { seat } => self.change_match(|m| {
                m.asked.pause.insert(*seat);
            }),
            Event::EndAsked { seat, withdrawn: false } => self.change_match(|m| {
                m.asked.end.insert(*seat);
            }),
            Event::EndAsked { seat, withdrawn: true } => self.change_match(|m| {
                m.asked.end.remove(seat);
            }),
            Event::RematchAsked { seat } => self.change_match(|m| {
                m.asked.rematch.insert(*seat);
            }),
            Event::Paused { until_ms, why } => {
                self.change_match(|m| {
                    m.asked.pause.clear();
                    m.pauses_used += u32::from(*why == sarja_protocol::PauseWhy::Agreed);
                    m.pause = Some(Pause { until_ms: *until_ms, why: *why });
                });
                self.change_round(|r| {
                    if let TurnClock::Running { ends_ms, time_ms } = r.clock {
                        r.clock = TurnClock::Held { left_ms: ends_ms.since(at_ms) as u32, time_ms };
                    }
                });
            }
            Event::PlayResumed => {
                self.change_match(|m| m.pause = None);
                self.change_round(|r| {
                    if let TurnClock::Held { left_ms, time_ms } = r.clock {
                        r.clock = TurnClock::Running { ends_ms: at_ms.plus(left_ms), time_ms };
                    }
                });
            }
            Event::ClockRestarted { why } => self.restart_clock(at_ms, *why),
            Event::RematchOpened { seats_kept_until_ms } => self.open_rematch(*seats_kept_until_ms),
            _ => {}
        }
    }

    fn fold_handover(&mut self, event: &Event) {
        match event {
            Event::SeatVacated { seat, why } => {
                let name = self.seat_name(*seat);
                let player = self.seats.get(*seat).and_then(SeatSlot::player);
                if let (Some(slot), Some(player), Some(name)) = (self.seats.get_mut(*seat), player, name) {
                    slot.ready = false;
                    slot.holder = match why {
                        sarja_protocol::VacateWhy::Removed => Holder::Removed { player, name },
                        _ => Holder::Vacated { player, name },
                    };
                }
                self.change_match(|m| {
                    m.asked.pause.remove(seat);
                    m.asked.end.remove(seat);
                });
                self.change_game(|g| g.apply(&rummikub::Event::PlayerLeft { seat: *seat }));
            }
            Event::SeatRetaken { seat, player } => {
                let since = self.seq;
                self.hold(*seat, Holder::Player { player: *player, since });
                self.change_game(|g| g.apply(&rummikub::Event::PlayerReturned { seat: *seat }));
            }
            Event::BotTookOver { seat, name, level } => {
                let former = self.seat_name(*seat);
                if let Some(slot) = self.seats.get_mut(*seat) {
                    if let Holder::Vacated { player, .. } | Holder::Removed { player, .. } = slot.holder {
                        slot.taken_over_from = Some(player);
                    }
                    slot.former.extend(former);
                }
                self.hold(*seat, Holder::Bot { name: name.clone(), level: *level, script: None });
                if let Some(slot) = self.seats.get_mut(*seat) {
                    slot.ready = true;
                }
                self.change_game(|g| g.apply(&rummikub::Event::PlayerReturned { seat: *seat }));
            }
            _ => {}
        }
    }

    fn fold_game(&mut self, at_ms: RoomMs, event: &rummikub::Event) -> Option<Drawn> {
        let mut drawn = None;
        self.change_game(|g| drawn = g.apply(event));
        match event {
            rummikub::Event::TurnStarted { turn, seat, .. } => {
                self.last_turn = *turn;
                if let Some(slot) = self.seats.get_mut(*seat) {
                    slot.turns += 1;
                }
                let clock = self.turn_ms(*seat).map_or(TurnClock::None, |time_ms| TurnClock::Running {
                    ends_ms: at_ms.plus(time_ms),
                    time_ms,
                });
                self.change_round(|r| {
                    r.clock = clock;
                    r.turn_started_ms = at_ms;
                });
            }
            rummikub::Event::TimeRanOut { seat, .. } => {
                if let Some(slot) = self.seats.get_mut(*seat) {
                    slot.timeouts = slot.timeouts.saturating_add(1);
                }
            }
            rummikub::Event::SetsPlayed { seat, cause: PlayCause::Played, .. }
            | rummikub::Event::TurnPassed {
                seat, cause: PassCause::Chosen | PassCause::IllegalPlay, ..
            } => {
                self.acted(*seat);
            }
            rummikub::Event::TilesDrawn { seat, cause, .. } => {
                if matches!(cause, DrawCause::Chosen | DrawCause::IllegalPlay) {
                    self.acted(*seat);
                }
            }
            rummikub::Event::RoundEnded { end, score, .. } => {
                if let Some(m) = &mut self.r#match
                    && let Some(current) = &mut m.current
                {
                    current.clock = TurnClock::None;
                    current.revealed = true;
                    current.score = Some(score.clone());
                    m.asked.pause.clear();
                    m.rounds.push(RoundSummary {
                        round: current.round,
                        deal: current.deal,
                        how: (*end).into(),
                        winner: score.winner,
                        points: score.points.clone(),
                        replay: score.replay,
                    });
                }
            }
            _ => {}
        }
        drawn
    }

    /// The game that the secret and these values make; vacated seats sit out from the start.
    fn deal(&self, values: &[sarja_protocol::SeatValue]) -> Option<Round> {
        let m = self.r#match.as_ref()?;
        let current = m.current.as_ref()?;
        let rules = &self.settings.as_ref()?.rules;
        let values: Vec<_> = values.iter().map(|v| (v.seat, v.value.0)).collect();
        let secret = self.secrets.get(&current.deal)?;
        let seed = derive_seed(secret.expose(), &m.id.to_string(), current.deal, &values);
        let order = tile_order(&seed, rules.tiles);
        let mut game = Round::deal(rules, self.seats.len(), current.starter?, self.last_turn, &order).ok()?;
        for (seat, _) in self.seats.iter().filter(|(_, s)| s.is_vacant()) {
            game.apply(&rummikub::Event::PlayerLeft { seat });
        }
        Some(game)
    }

    fn end_match(&mut self, state: MatchState) {
        self.change_match(|m| {
            m.state = state;
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

    fn restart_clock(&mut self, at_ms: RoomMs, why: sarja_protocol::RestartWhy) {
        let Some(seat) = self.round().map(Round::seat) else { return };
        if why == sarja_protocol::RestartWhy::PlayerActed {
            self.acted(seat);
        }
        let time = self.turn_ms(seat);
        self.change_round(|r| {
            r.turn_started_ms = at_ms;
            r.clock = match (r.clock, time) {
                (_, None) | (TurnClock::None, _) => TurnClock::None,
                (TurnClock::Held { .. }, Some(time_ms)) => TurnClock::Held { left_ms: time_ms, time_ms },
                (TurnClock::Running { .. }, Some(time_ms)) => {
                    TurnClock::Running { ends_ms: at_ms.plus(time_ms), time_ms }
                }
            };
        });
    }

    /// Bots are always ready; others have to say so again.
    fn unready(&mut self) {
        for slot in self.seats.iter_mut() {
            slot.ready = slot.is_bot();
        }
    }

    fn acted(&mut self, seat: Seat) {
        if let Some(slot) = self.seats.get_mut(seat) {
            slot.timeouts = 0;
        }
    }

    fn hold(&mut self, seat: Seat, holder: Holder) {
        if let Some(slot) = self.seats.get_mut(seat) {
            slot.holder = holder;
            slot.ready = false;
            slot.timeouts = 0;
        }
    }

    fn change_match(&mut self, change: impl FnOnce(&mut Match)) {
        if let Some(m) = &mut self.r#match {
            change(m);
        }
    }

    fn change_round(&mut self, change: impl FnOnce(&mut CurrentRound)) {
        if let Some(current) = self.r#match.as_mut().and_then(|m| m.current.as_mut()) {
            change(current);
        }
    }

    fn change_game<T>(&mut self, change: impl FnOnce(&mut Round) -> T) {
        if let Some(game) =
            self.r#match.as_mut().and_then(|m| m.current.as_mut()).and_then(|r| r.game.as_mut())
        {
            change(game);
        }
    }
}
