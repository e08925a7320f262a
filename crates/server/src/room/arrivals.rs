//! Coming and going, names, and who is the host (rooms.md 1-4, 8).

use sarja_protocol::{
    BotLevel, DepartureWhy, ErrorCode, ErrorMessage, HostWhy, JoinRoom, LinkSecret, Phase, PlayerId,
    PlayerKind, PlayerName, Practice, Role, RoomClosedWhy, RoomCode, RoomId, Settings, Spectators, VacateWhy,
    limits::SPECTATORS_MAX,
};

use super::{
    Circumstances, Decision, Event, Presence, Refusal, Room,
    making::Making,
    seats::{Holder, SeatSlot},
    settings::RoomSettings,
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
            if !making.room.seats.get(written.seat).is_some_and(SeatSlot::is_free) {
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
        making.seat_if_free(new.host);
        Ok((room, making.done))
    }

    /// Who becomes host when the host is gone: of those who are connected the human seated longest, else the human who came
    /// first, and programs only where no human is. Programs that were invited never do.
    pub(super) fn next_host(&self, presence: &Presence) -> Option<PlayerId> {
        self.host_among(|player| presence.is_connected(player))
    }

    fn host_among(&self, may: impl Fn(PlayerId) -> bool) -> Option<PlayerId> {
        let since = |player| {
            self.seats.iter().find_map(|(_, s)| match s.holder {
                Holder::Player { player: p, since } if p == player => Some(since),
                _ => None,
            })
        };
        self.members
            .iter()
            .filter(|m| m.player != self.host && !self.is_invited(m.player) && may(m.player))
            .min_by_key(|m| {
                let since = since(m.player);
                (m.kind == PlayerKind::Bot, since.is_none(), since)
            })
            .map(|m| m.player)
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
        let Some(settings) = self.room.settings.as_ref() else {
            return Err(Refusal::new(ErrorCode::NoSuchRoom));
        };
        let by_link = join.secret.as_ref() == Some(&self.room.link_secret);
        let is_new = self.room.member(player).is_none();
        let is_invited = self.room.is_invited(player);
        let known = !is_new || is_invited || self.room.seats.given_up_by(player).is_some();
        // "No such room" and "not for you" are one answer: a code alone tells nobody what it opens.
        if !known && !by_link && !settings.admits(self.room.id, join.password.as_ref()) {
            return Err(Refusal::new(ErrorCode::NoSuchRoom));
        }
        let spectators = settings.spectators;
        if is_new {
            let kind = if is_invited { PlayerKind::Bot } else { kind };
            self.let_in(player, join, kind, spectators)?;
            self.replace_missing_host();
        }
        if join.role == Role::Player && self.room.seats.of(player).is_none() {
            // Who resigned and is still here watches, and says so before playing again.
            if let Some(seat) = self.room.seats.given_up_by(player).filter(|_| is_new) {
                self.retake(seat, player);
            } else if self.room.phase() == Phase::Lobby {
                self.seat_if_free(player);
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
        let given_up = room.seats.given_up_by(player);
        let is_lobby = room.phase() == Phase::Lobby;
        let seat = given_up.is_some() || (is_lobby && room.seats.first_free().is_some());
        let will_watch = join.role == Role::Spectator || !seat;
        if will_watch && spectators == Spectators::Refused {
            return Err(if join.role == Role::Player && is_lobby {
                ErrorMessage::new(ErrorCode::RoomFull).with("most", room.seats.len()).into()
            } else {
                Refusal::new(ErrorCode::SpectatorsRefused)
            });
        }
        let watching = room.members.iter().filter(|m| room.seats.of(m.player).is_none()).count();
        if will_watch && watching >= SPECTATORS_MAX as usize {
            return Err(ErrorMessage::new(ErrorCode::RoomFull).with("most", SPECTATORS_MAX).into());
        }
        // Who gave up a seat is known here by a name, which nobody else could take.
        let name = given_up.and_then(|seat| room.seat_name(seat)).unwrap_or_else(|| join.name.clone());
        if self.name_is_taken(player, &name) {
            return Err(ErrorMessage::new(ErrorCode::NameTaken).at("name").into());
        }
        self.push(Event::PlayerJoined { player, name, kind });
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
                Holder::Free | Holder::Player { .. } => false,
            })
    }

    fn seat_if_free(&mut self, player: PlayerId) {
        let name = self.room.member(player).map(|m| m.name.clone());
        if let (Some(seat), Some(name)) = (self.room.seats.first_free(), name) {
            self.push(Event::SeatTaken { seat, player, name });
        }
    }

    pub(super) fn leave_room(&mut self, player: PlayerId) {
        if let Some(seat) = self.room.seats.of(player) {
            if self.room.running().is_some() {
                self.vacate(seat, VacateWhy::Left);
            } else {
                self.push(Event::SeatLeft { seat });
            }
        }
        self.depart(player, DepartureWhy::Left);
    }

    /// Somebody without a seat is no longer in the room.
    pub(super) fn depart(&mut self, player: PlayerId, why: DepartureWhy) {
        self.push(Event::PlayerLeft { player, why });
        self.replace_missing_host();
        // Programs that were invited are guests of somebody, and cannot start a match.
        if self.room.has_only_invited() && self.room.running().is_none() {
            self.push(Event::RoomClosed { why: RoomClosedWhy::Empty });
        } else {
            self.rematch_if_wanted();
        }
    }

    /// A host who is not in the room any more is replaced by somebody who is connected, else by somebody who may come back.
    fn replace_missing_host(&mut self) {
        if self.room.member(self.room.host).is_none() {
            let next = self.room.next_host(self.at.presence).or_else(|| self.room.host_among(|_| true));
            self.make_host(next, HostWhy::Left);
        }
    }

    /// A host who is away is replaced by somebody who is not.
    pub(super) fn replace_absent_host(&mut self) {
        self.make_host(self.room.next_host(self.at.presence), HostWhy::Gone);
    }

    fn make_host(&mut self, player: Option<PlayerId>, why: HostWhy) {
        if let Some(player) = player {
            self.push(Event::HostChanged { player, why });
        }
    }

    /// A name that nobody in the room has.
    pub(super) fn bot_name(&self) -> PlayerName {
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
