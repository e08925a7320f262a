//! Pauses that people agree on, and the wait of who is left alone (rooms.md 12, 13).

use sarja_protocol::{ErrorCode, ErrorMessage, PauseWhy, Phase, PlayerId};

use super::{Event, Refusal, limits, making::Making};

impl Making<'_> {
    pub(super) fn ask_pause(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let seat = self.room.needs_seat(player)?;
        self.room.needs(&[Phase::Playing])?;
        let m = self.room.running().ok_or_else(|| self.room.wrong_phase())?;
        if m.pause.is_some() {
            return Err(Refusal::new(ErrorCode::Paused));
        }
        if m.pauses_used >= limits::PAUSES_MAX {
            return Err(ErrorMessage::new(ErrorCode::NoPauseLeft).with("most", limits::PAUSES_MAX).into());
        }
        if !m.asked.pause.contains(&seat) {
            self.push(Event::PauseAsked { seat });
        }
        self.pause_if_all_ask();
        Ok(())
    }

    pub(super) fn pause_if_all_ask(&mut self) {
        let Some(m) = self.room.running().filter(|m| m.pause.is_none() && !m.asked.pause.is_empty()) else {
            return;
        };
        let presence = self.at.presence;
        let people = self.room.people();
        let agreed = people.iter().all(|(s, p)| m.asked.pause.contains(s) || !presence.is_connected(*p));
        if agreed && self.room.playing().is_some() {
            self.push(Event::Paused {
                until_ms: self.at.now_ms.plus(limits::PAUSE_MS),
                why: PauseWhy::Agreed,
            });
        }
    }

    pub(super) fn resume_play(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.room.needs_seat(player)?;
        match self.room.running().and_then(|m| m.pause) {
            Some(pause) if pause.why == PauseWhy::Agreed => {
                self.push(Event::PlayResumed);
                Ok(())
            }
            // Alone at the table there is nobody to go on with.
            Some(_) => Err(Refusal::new(ErrorCode::Paused)),
            None => Err(Refusal::new(ErrorCode::NotPaused)),
        }
    }

    /// A player who is left alone waits (rooms.md 12): the game stands still until a seat is filled again.
    pub(super) fn hold_or_release(&mut self) {
        if self.room.playing().is_none() {
            return;
        }
        let active = self.room.seats.iter().filter(|(_, s)| s.is_active()).count();
        let people = self.room.seats.players().count();
        let alone = active < 2 || people == 0;
        let pause = self.room.running().and_then(|m| m.pause).map(|p| p.why);
        match (alone, pause) {
            (true, None) => self.wait_alone(),
            (false, Some(PauseWhy::Alone)) => self.push(Event::PlayResumed),
            _ => {}
        }
    }

    /// The game stands still for somebody who is alone; asked again when the time is over and that one is still there.
    pub(super) fn wait_alone(&mut self) {
        let until_ms = self.at.now_ms.plus(limits::PAUSE_MS);
        self.push(Event::Paused { until_ms, why: PauseWhy::Alone });
    }
}
