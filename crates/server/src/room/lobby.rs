//! Coming, seats, and what the host does (rooms.md 1-8, 15).

use sarja_protocol::{
    BotLevel, ChatText, DepartureWhy, ErrorCode, ErrorMessage, HostWhy, JoinRoom, LinkSecret, Phase,
    PlayerId, PlayerKind, PlayerName, Practice, Reaction, Role, RoomClosedWhy, RoomCode, RoomId, Settings,
    Spectators, Switch, VacateWhy, limits::SPECTATORS_MAX,
};
use sarja_rules::Seat;

use super::{
    Circumstances, Decision, Event, Refusal, Room,
    making::Making,
    seats::Holder,
    settings::{self, RoomSettings},
};

/// The names of the server's bots; a number is added when they run out.
const BOT_NAMES: [&str; 6] = ["Otso", "Louhi", "Tapio", "Mielikki", "Ahti", "Vellamo"];

/// What a room is made of.
#[derive(Clone, Debug)]
pub struct NewRoom<'a> {
    /// Its id, not to be guessed and not its code.
    pub room: RoomId,
    /// Its code.
    pub code: RoomCode,
    /// The secret of its invitation link.
    pub link_secret: LinkSecret,
    /// Who makes it, and is its host.
    pub host: PlayerId,
    /// The host's name.
    pub name: PlayerName,
    /// Whether the host is a person or a program.
    pub kind: PlayerKind,
    /// What is wanted.
    pub settings: &'a Settings,
    /// How a practice room differs.
    pub practice: Option<&'a Practice>,
}

impl Room {
    /// An empty room and the events that make it what was wanted; its maker has the first seat.
    ///
    /// # Errors
    /// [`Refusal`] names the setting that cannot be.
    pub fn create(new: &NewRoom<'_>, at: &Circumstances<'_>) -> Result<(Self, Decision), Refusal> {
        let checked = RoomSettings::check(new.settings, new.room, None)?;
        let room = Self::empty(new.room, new.code, new.link_secret.clone());
        let mut making = Making::of(&room, at);
        making.push(Event::RoomCreated {
            host: new.host,
            settings: Box::new(checked),
            practice: new.practice.cloned().map(Box::new),
        });
        making.push(Event::PlayerJoined { player: new.host, name: new.name.clone(), kind: new.kind });
        let scripts = new.practice.map(|p| p.scripts.as_slice()).unwrap_or_default();
        for (script, written) in scripts.iter().enumerate() {
            if !making.room.seats.get(written.seat).is_some_and(super::seats::SeatSlot::is_free) {
                return Err(ErrorMessage::new(ErrorCode::BadScript)
                    .at(format!("practice.scripts[{script}].seat"))
                    .into());
            }
            let name = making.bot_name();
            making.push(Event::BotSeated {
                seat: written.seat,
                name,
                level: BotLevel::default(),
                script: Some(script),
            });
        }
        making.seat_if_free(new.host, new.name.clone());
        Ok((room, making.done))
    }
}

impl Making<'_> {
    pub(super) fn join(
        &mut self,
        player: PlayerId,
        join: &JoinRoom,
        kind: PlayerKind,
    ) -> Result<(), Refusal> {
        if self.room.is_removed(player) {
            return Err(Refusal::new(ErrorCode::RemovedFromRoom));
        }
        let by_link = join.secret.as_ref() == Some(&self.room.link_secret);
        let known = self.room.member(player).is_some() || self.room.seats.given_up_by(player).is_some();
        let Some(settings) = self.room.settings.as_ref() else {
            return Err(Refusal::new(ErrorCode::NoSuchRoom));
        };
        // "No such room" and "not for you" are one answer: a code alone tells nobody what it opens.
        if !known && !by_link && !settings.admits(self.room.id, join.password.as_ref()) {
            return Err(Refusal::new(ErrorCode::NoSuchRoom));
        }
        let spectators = settings.spectators;
        if self.room.member(player).is_none() {
            self.let_in(player, join, kind, spectators)?;
        }
        if join.role == Role::Player && self.room.seats.of(player).is_none() {
            if let Some(seat) = self.room.seats.given_up_by(player) {
                self.retake(seat, player);
            } else if self.room.phase() == Phase::Lobby {
                let name = self.room.member(player).map(|m| m.name.clone());
                self.seat_if_free(player, name.unwrap_or_else(|| join.name.clone()));
            }
        }
        Ok(())
    }

    fn let_in(
        &mut self,
        player: PlayerId,
        join: &JoinRoom,
        kind: PlayerKind,
        spectators: Spectators,
    ) -> Result<(), Refusal> {
        let room = &self.room;
        let seat = room.seats.given_up_by(player).is_some()
            || (room.phase() == Phase::Lobby && room.seats.first_free().is_some());
        let will_watch = join.role == Role::Spectator || !seat;
        if will_watch && spectators == Spectators::Refused {
            let full = join.role == Role::Player && room.phase() == Phase::Lobby;
            return Err(Refusal::new(if full { ErrorCode::RoomFull } else { ErrorCode::SpectatorsRefused }));
        }
        let watching = room.members.iter().filter(|m| room.seats.of(m.player).is_none()).count();
        if will_watch && watching >= SPECTATORS_MAX as usize {
            return Err(ErrorMessage::new(ErrorCode::RoomFull).with("most", SPECTATORS_MAX).into());
        }
        if self.name_is_taken(player, &join.name) {
            return Err(ErrorMessage::new(ErrorCode::NameTaken).at("name").into());
        }
        self.push(Event::PlayerJoined { player, name: join.name.clone(), kind });
        Ok(())
    }

    /// Names are unique among people, bots and those who may come back.
    fn name_is_taken(&self, player: PlayerId, name: &PlayerName) -> bool {
        let key = name.key();
        self.room.members.iter().any(|m| m.name.key() == key)
            || self.room.seats.iter().any(|(_, s)| match &s.holder {
                Holder::Bot { name, .. } => name.key() == key,
                Holder::Vacated { player: p, name } | Holder::Removed { player: p, name } => {
                    *p != player && name.key() == key
                }
                _ => false,
            })
    }

    fn seat_if_free(&mut self, player: PlayerId, name: PlayerName) {
        if let Some(seat) = self.room.seats.first_free() {
            self.push(Event::SeatTaken { seat, player, name });
        }
    }

    pub(super) fn leave_room(&mut self, player: PlayerId) -> Result<(), Refusal> {
        if let Some(seat) = self.room.seats.of(player) {
            if self.room.running().is_some() {
                self.vacate(seat, VacateWhy::Left);
            } else {
                self.push(Event::SeatLeft { seat });
            }
        }
        self.push(Event::PlayerLeft { player, why: DepartureWhy::Left });
        self.replace_host(HostWhy::Left);
        if self.room.members.is_empty() && self.room.running().is_none() {
            self.push(Event::RoomClosed { why: RoomClosedWhy::Empty });
        }
        Ok(())
    }

    /// Makes the person host who is seated longest and connected, if the host is not in the room or is away (rooms.md 8).
    pub(super) fn replace_host(&mut self, why: HostWhy) {
        let present = |player: PlayerId| self.at.presence.is_connected(player);
        if why == HostWhy::Left && self.room.member(self.room.host).is_some() {
            return;
        }
        let seated = self
            .room
            .seats
            .iter()
            .filter_map(|(_, s)| match s.holder {
                Holder::Player { player, since } if present(player) => Some((since, player)),
                _ => None,
            })
            .min();
        let next = seated.map(|(_, player)| player).or_else(|| {
            self.room.members.iter().map(|m| m.player).find(|&p| present(p) && p != self.room.host)
        });
        // A host who has left is replaced by somebody who may come back, rather than by nobody.
        let anybody =
            || (why == HostWhy::Left).then(|| self.room.members.first().map(|m| m.player)).flatten();
        if let Some(player) = next.or_else(anybody).filter(|&p| p != self.room.host) {
            self.push(Event::HostChanged { player, why });
        }
    }

    pub(super) fn take_seat(&mut self, player: PlayerId, wanted: Option<Seat>) -> Result<(), Refusal> {
        if self.room.seats.of(player).is_some() {
            return Err(Refusal::new(ErrorCode::AlreadySeated));
        }
        if self.room.running().is_some() {
            let own = self.room.seats.given_up_by(player).filter(|&own| wanted.is_none_or(|w| w == own));
            let seat = own.ok_or_else(|| self.room.wrong_phase())?;
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
        let name = self.room.member(player).map(|m| m.name.clone());
        self.push(Event::SeatTaken {
            seat,
            player,
            name: name.ok_or_else(|| Refusal::new(ErrorCode::NotInRoom))?,
        });
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
        if to != player {
            self.push(Event::HostChanged { player: to, why: HostWhy::HandedOver });
        }
        Ok(())
    }

    pub(super) fn remove_player(&mut self, player: PlayerId, who: PlayerId) -> Result<(), Refusal> {
        self.room.needs_host(player)?;
        self.room.needs(&[Phase::Lobby, Phase::MatchOver])?;
        if who == player || self.room.member(who).is_none() {
            return Err(ErrorMessage::new(ErrorCode::NoSuchPlayer).at("player_id").into());
        }
        if let Some(seat) = self.room.seats.of(who) {
            self.push(Event::SeatLeft { seat });
        }
        self.push(Event::PlayerRemoved { player: who });
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
        let fits = |s: &super::seats::SeatSlot| if in_match { s.is_vacant() } else { s.is_free() };
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
        if !self.room.seats.get(seat).is_some_and(super::seats::SeatSlot::is_bot) {
            return Err(ErrorMessage::new(ErrorCode::NoSuchSeat).at("seat").into());
        }
        self.push(Event::BotRemoved { seat });
        Ok(())
    }

    pub(super) fn say(&mut self, player: PlayerId, text: &ChatText) -> Result<(), Refusal> {
        let open = matches!(self.room.phase(), Phase::Lobby | Phase::BetweenRounds | Phase::MatchOver);
        if !open || self.room.settings.as_ref().is_none_or(|s| s.chat == Switch::Off) {
            return Err(Refusal::new(ErrorCode::ChatOff));
        }
        let name = self.room.member(player).map(|m| m.name.clone());
        let name = name.ok_or_else(|| Refusal::new(ErrorCode::NotInRoom))?;
        self.push(Event::ChatSaid { player, name, text: text.clone() });
        Ok(())
    }

    pub(super) fn react(&mut self, player: PlayerId, reaction: Reaction) -> Result<(), Refusal> {
        if self.room.settings.as_ref().is_none_or(|s| s.reactions == Switch::Off) {
            return Err(Refusal::new(ErrorCode::ReactionsOff));
        }
        self.done.reaction = Some((player, reaction));
        Ok(())
    }

    /// A name that nobody in the room has.
    fn bot_name(&self) -> PlayerName {
        let nobody = PlayerId(uuid::Uuid::nil());
        let plain = BOT_NAMES.into_iter().map(str::to_owned);
        let numbered = (2..).map(|n| format!("{} {n}", BOT_NAMES[0]));
        plain
            .chain(numbered)
            .filter_map(|name| PlayerName::new(&name).ok())
            .find(|name| !self.name_is_taken(nobody, name))
            .expect("a room holds fewer people than there are numbers")
    }
}
