//! Seats before a match, and what the host does there (rooms.md 5-7, 11), and programs that the host invites.

use sarja_protocol::{
    BotLevel, ErrorCode, ErrorMessage, HostWhy, Phase, PlayerId, Settings, limits::INVITED_MAX,
};
use sarja_rules::Seat;

use super::{
    Event, Refusal,
    making::Making,
    seats::SeatSlot,
    settings::{self, RoomSettings},
};

impl Making<'_> {
    pub(super) fn take_seat(&mut self, player: PlayerId, wanted: Option<Seat>) -> Result<(), Refusal> {
        if self.room.seats.of(player).is_some() {
            return Err(Refusal::new(ErrorCode::AlreadySeated));
        }
        if self.room.running().is_some() {
            let own = self.room.seats.given_up_by(player).filter(|&own| wanted.is_none_or(|w| w == own));
            let seat = own.ok_or_else(|| Refusal::new(ErrorCode::NoSeatKept))?;
            self.retake(seat, player);
            return Ok(());
        }
        self.room.needs(&[Phase::Lobby])?;
        let seat = match wanted {
            None => self.room.seats.first_free().ok_or_else(|| Refusal::new(ErrorCode::NoFreeSeat))?,
            Some(seat) => match self.room.seats.get(seat) {
                None => return Err(ErrorMessage::new(ErrorCode::NoSuchSeat).at("seat").into()),
                Some(slot) if !slot.is_free() => {
                    return Err(ErrorMessage::new(ErrorCode::SeatTaken).at("seat").into());
                }
                Some(_) => seat,
            },
        };
        let member = self.room.member(player).ok_or_else(|| Refusal::new(ErrorCode::NotInRoom))?;
        let name = member.name.clone();
        self.push(Event::SeatTaken { seat, player, name });
        Ok(())
    }

    pub(super) fn leave_seat(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.room.needs(&[Phase::Lobby])?;
        let seat = self.room.needs_seat(player)?;
        self.push(Event::SeatLeft { seat });
        Ok(())
    }

    pub(super) fn set_ready(&mut self, player: PlayerId, ready: bool) -> Result<(), Refusal> {
        self.room.needs(&[Phase::Lobby, Phase::BetweenRounds])?;
        let seat = self.room.needs_seat(player)?;
        if self.room.seats.get(seat).is_some_and(|s| s.ready != ready) {
            self.push(Event::ReadyChanged { seat, ready });
        }
        if self.room.phase() == Phase::BetweenRounds {
            self.next_round_if_ready();
        }
        Ok(())
    }

    pub(super) fn change_settings(&mut self, player: PlayerId, wanted: &Settings) -> Result<(), Refusal> {
        self.room.needs(&[Phase::Lobby])?;
        self.room.needs_host(player)?;
        let checked = RoomSettings::check(wanted, self.room.id, self.room.settings.as_ref())?;
        let taken = self.room.seats.taken();
        if checked.seats < taken {
            return Err(settings::bad(
                "settings.seats",
                checked.seats.to_string(),
                format!("at least {taken}, which are taken"),
            ));
        }
        self.push(Event::SettingsChanged { settings: Box::new(checked) });
        Ok(())
    }

    pub(super) fn hand_over_host(&mut self, player: PlayerId, to: PlayerId) -> Result<(), Refusal> {
        self.room.needs_host(player)?;
        if self.room.member(to).is_none() {
            return Err(ErrorMessage::new(ErrorCode::NoSuchPlayer).at("player_id").into());
        }
        if self.room.is_invited(to) {
            return Err(ErrorMessage::new(ErrorCode::CannotBeHost).at("player_id").into());
        }
        if to != player {
            self.push(Event::HostChanged { player: to, why: HostWhy::HandedOver });
        }
        Ok(())
    }

    pub(super) fn remove_player(&mut self, player: PlayerId, who: PlayerId) -> Result<(), Refusal> {
        self.room.needs_host(player)?;
        if self.room.is_invited(who) && self.room.member(who).is_none() {
            self.push(Event::PlayerRemoved { player: who });
            return Ok(());
        }
        if who == self.room.host {
            return Err(ErrorMessage::new(ErrorCode::CannotRemoveHost).at("player_id").into());
        }
        self.room.needs(&[Phase::Lobby, Phase::MatchOver])?;
        if self.room.member(who).is_none() {
            return Err(ErrorMessage::new(ErrorCode::NoSuchPlayer).at("player_id").into());
        }
        if let Some(seat) = self.room.seats.of(who) {
            self.push(Event::SeatLeft { seat });
        }
        self.push(Event::PlayerRemoved { player: who });
        self.rematch_if_wanted();
        Ok(())
    }

    pub(super) fn invite(&mut self, by: PlayerId, program: PlayerId) -> Result<(), Refusal> {
        self.room.needs_host(by)?;
        let most = u32::from(self.room.seats.len()).min(INVITED_MAX);
        if self.room.invited.len() >= most as usize {
            return Err(ErrorMessage::new(ErrorCode::TooManyInvited).with("most", most).into());
        }
        self.push(Event::ProgramInvited { player: program });
        Ok(())
    }

    pub(super) fn seat_bot(
        &mut self,
        player: PlayerId,
        wanted: Option<Seat>,
        level: BotLevel,
    ) -> Result<(), Refusal> {
        self.room.needs_host(player)?;
        let in_match = self.room.running().is_some();
        if !in_match {
            self.room.needs(&[Phase::Lobby])?;
        }
        let fits = |s: &SeatSlot| if in_match { s.is_vacant() } else { s.is_free() };
        let seat = match wanted {
            None => self.room.seats.iter().find(|(_, s)| fits(s)).map(|(seat, _)| seat),
            Some(seat) => match self.room.seats.get(seat) {
                None => return Err(ErrorMessage::new(ErrorCode::NoSuchSeat).at("seat").into()),
                Some(slot) if !fits(slot) => {
                    return Err(ErrorMessage::new(ErrorCode::SeatTaken).at("seat").into());
                }
                Some(_) => Some(seat),
            },
        };
        let seat = seat.ok_or_else(|| Refusal::new(ErrorCode::NoFreeSeat))?;
        let name = self.bot_name();
        if in_match {
            self.take_over(seat, name, level);
        } else {
            self.push(Event::BotSeated { seat, name, level, script: None });
        }
        Ok(())
    }

    pub(super) fn remove_bot(&mut self, player: PlayerId, seat: Seat) -> Result<(), Refusal> {
        self.room.needs_host(player)?;
        self.room.needs(&[Phase::Lobby])?;
        if !self.room.seats.get(seat).is_some_and(SeatSlot::is_bot) {
            return Err(ErrorMessage::new(ErrorCode::NoSuchSeat).at("seat").into());
        }
        self.push(Event::BotRemoved { seat });
        Ok(())
    }
}
