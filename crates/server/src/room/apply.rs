//! What an event does to a room.

use sarja_protocol::{ChatLine, RoomMs, VacateWhy};
use sarja_rules::{Face, Seat};

use super::{
    Event, Room, Shown,
    family::Game,
    limits,
    seats::{Holder, SeatSlot},
    show,
    state::{CurrentRound, Match, Member},
};

impl Room {
    /// Takes note of what has happened, and tells what each viewer is shown of it.
    ///
    /// `at_ms` is when, on the room's timeline. The secret of a deal must be known before its events.
    pub fn apply(&mut self, at_ms: RoomMs, event: &Event) -> Shown {
        let uncovered = self.take_note(at_ms, event);
        show::event(self, event, uncovered.as_deref())
    }

    /// As [`Self::apply`], and tells the tiles that came to a rack by it.
    pub(super) fn take_note(&mut self, at_ms: RoomMs, event: &Event) -> Option<Vec<Face>> {
        self.seq = self.seq.next();
        self.last_event_ms = at_ms;
        if event.is_act(&self.seats) {
            self.last_act_ms = at_ms;
        }
        self.fold(at_ms, event)
    }

    fn fold(&mut self, at_ms: RoomMs, event: &Event) -> Option<Vec<Face>> {
        if let Some(meaning) = event.meaning() {
            return self.fold_game(at_ms, event, meaning);
        }
        match event {
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
            Event::HintTaken { seat, turn } => self.fold_hint(*seat, *turn),
            Event::SeatVacated { .. } | Event::SeatRetaken { .. } | Event::BotTookOver { .. } => {
                self.fold_handover(at_ms, event);
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
                self.invited.retain(|invited| invited != player);
                self.removed.insert(*player);
            }
            Event::ProgramInvited { player } => self.invited.push(*player),
            Event::SeatTaken { seat, player, .. } => {
                let since = self.seq;
                self.hold(*seat, Holder::Player { player: *player, since });
            }
            Event::SeatLeft { seat } | Event::SeatFreed { seat } | Event::BotRemoved { seat } => {
                if let Some(slot) = self.seats.get_mut(*seat) {
                    *slot = SeatSlot::free();
                }
                self.change_match(|m| {
                    m.asked.rematch.remove(seat);
                });
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

    fn fold_handover(&mut self, at_ms: RoomMs, event: &Event) {
        match event {
            Event::SeatVacated { seat, why } => {
                let name = self.seat_name(*seat);
                let player = self.seats.get(*seat).and_then(SeatSlot::player);
                if let (Some(slot), Some(player), Some(name)) = (self.seats.get_mut(*seat), player, name) {
                    slot.ready = false;
                    slot.holder = match why {
                        VacateWhy::Removed => Holder::Removed { player, name },
                        _ => Holder::Vacated { player, name },
                    };
                }
                self.change_match(|m| {
                    m.asked.pause.remove(seat);
                    m.asked.end.remove(seat);
                    m.vacated_ms = at_ms;
                });
                self.change_game(|game| game.note_left(*seat));
            }
            Event::SeatRetaken { seat, player } => {
                let since = self.seq;
                self.hold(*seat, Holder::Player { player: *player, since });
                self.change_game(|game| game.note_returned(*seat));
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
                self.change_game(|game| game.note_returned(*seat));
            }
            _ => {}
        }
    }

    /// Bots are always ready; others have to say so again.
    pub(super) fn unready(&mut self) {
        for slot in self.seats.iter_mut() {
            slot.ready = slot.is_bot();
        }
    }

    pub(super) fn acted(&mut self, seat: Seat) {
        if let Some(slot) = self.seats.get_mut(seat) {
            slot.timeouts = 0;
        }
    }

    pub(super) fn hold(&mut self, seat: Seat, holder: Holder) {
        if let Some(slot) = self.seats.get_mut(seat) {
            slot.holder = holder;
            slot.ready = false;
            slot.timeouts = 0;
        }
    }

    pub(super) fn change_match(&mut self, change: impl FnOnce(&mut Match)) {
        if let Some(m) = &mut self.r#match {
            change(m);
        }
    }

    pub(super) fn change_round(&mut self, change: impl FnOnce(&mut CurrentRound)) {
        if let Some(current) = self.r#match.as_mut().and_then(|m| m.current.as_mut()) {
            change(current);
        }
    }

    pub(super) fn change_game<T>(&mut self, change: impl FnOnce(&mut Game) -> T) {
        if let Some(game) =
            self.r#match.as_mut().and_then(|m| m.current.as_mut()).and_then(|r| r.game.as_mut())
        {
            change(game);
        }
    }
}
