//! What has happened in a room, as the log keeps it.
//!
//! No event holds a hidden tile: the shuffle's secret is stored apart, and racks follow from it. What viewers are told is
//! another type, built up in `show`.

use serde::{Deserialize, Serialize};

use sarja_protocol::{
    AbandonWhy, BotLevel, ChatText, DepartureWhy, Hex32, HostWhy, MatchId, PlayerId, PlayerKind, PlayerName,
    Practice, RestartWhy, RoomClosedWhy, RoomMs, SeatValue, StarterWhy, TurnNumber, VacateWhy,
};
use sarja_rules::{Face, Seat, rommikubbi, rummikub};

use super::settings::RoomSettings;

/// Something that has happened in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The room was made.
    RoomCreated {
        /// The first host.
        host: PlayerId,
        /// What is played and how.
        settings: Box<RoomSettings>,
        /// How a practice room differs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        practice: Option<Box<Practice>>,
    },
    /// Somebody came in.
    PlayerJoined {
        /// Who.
        player: PlayerId,
        /// Under which name.
        name: PlayerName,
        /// A person or a program.
        kind: PlayerKind,
    },
    /// Somebody went out for good.
    PlayerLeft {
        /// Who.
        player: PlayerId,
        /// Why.
        why: DepartureWhy,
    },
    /// The host removed somebody for good, or took the invitation of a program back.
    PlayerRemoved {
        /// Who.
        player: PlayerId,
    },
    /// The host invited a program for this room alone.
    ProgramInvited {
        /// Who the program is.
        player: PlayerId,
    },
    /// Somebody took a free seat.
    SeatTaken {
        /// Which.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// That one's name.
        name: PlayerName,
    },
    /// A seat became free.
    SeatLeft {
        /// Which.
        seat: Seat,
    },
    /// A seat that was kept for a rematch became free: who had it did not come.
    SeatFreed {
        /// Which.
        seat: Seat,
    },
    /// A bot was put on a free seat.
    BotSeated {
        /// Which.
        seat: Seat,
        /// Its name.
        name: PlayerName,
        /// How well it plays.
        level: BotLevel,
        /// Which script of a practice room it follows, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        script: Option<usize>,
    },
    /// A bot was taken off its seat.
    BotRemoved {
        /// Which.
        seat: Seat,
    },
    /// A seat is ready, or no longer.
    ReadyChanged {
        /// Which.
        seat: Seat,
        /// Whether it is.
        ready: bool,
    },
    /// There is another host.
    HostChanged {
        /// Who.
        player: PlayerId,
        /// Why.
        why: HostWhy,
    },
    /// The settings changed.
    SettingsChanged {
        /// What is played and how.
        settings: Box<RoomSettings>,
    },
    /// A match started.
    MatchStarted {
        /// Its id.
        match_id: MatchId,
        /// Its number in the room, from 1.
        match_no: u32,
        /// The seats that play, by their numbers in the lobby.
        seats: Vec<Seat>,
        /// When, by the wall clock, in milliseconds; for the record of results.
        wall_ms: i64,
    },
    /// The server bound itself to a shuffle.
    ShuffleCommitted {
        /// The round in the match, from 1.
        round: u32,
        /// The deal in the room, from 1.
        deal: u32,
        /// The commitment.
        commitment: Hex32,
        /// Until when values are taken.
        values_until_ms: RoomMs,
    },
    /// A tile was drawn for the starter.
    StarterTileDrawn {
        /// By whom.
        seat: Seat,
        /// The tile.
        tile: Face,
    },
    /// It is known who starts.
    StarterChosen {
        /// Who.
        seat: Seat,
        /// Why.
        why: StarterWhy,
    },
    /// The tiles were dealt. Their order follows from the secret and these values.
    Dealt {
        /// The round.
        round: u32,
        /// The deal.
        deal: u32,
        /// The values, in the order of seats.
        values: Vec<SeatValue>,
    },
    /// Somebody took a hint in the own turn, the first in this turn.
    HintTaken {
        /// Who.
        seat: Seat,
        /// In which turn.
        turn: TurnNumber,
    },
    /// Something happened in a round of the Rummikub family.
    Rummikub(Box<GameEvent<rummikub::Event>>),
    /// Something happened in a deal of Rommikubbi.
    Rommikubbi(Box<GameEvent<rommikubbi::DealEvent>>),
    /// The next round waits for people to be ready.
    NextRoundAwaited {
        /// When it starts at the latest.
        starts_ms: RoomMs,
    },
    /// The match ended and is ranked.
    MatchEnded,
    /// The match was given up.
    MatchAbandoned {
        /// Why.
        why: AbandonWhy,
    },
    /// An open match ends after the round in progress.
    EndAnnounced {
        /// By whom.
        by: PlayerId,
    },
    /// A seat was given up in mid-match.
    SeatVacated {
        /// Which.
        seat: Seat,
        /// Why.
        why: VacateWhy,
    },
    /// A player took the own seat again.
    SeatRetaken {
        /// Which.
        seat: Seat,
        /// Who.
        player: PlayerId,
    },
    /// A bot took over a vacated seat.
    BotTookOver {
        /// Which.
        seat: Seat,
        /// Its name.
        name: PlayerName,
        /// How well it plays.
        level: BotLevel,
    },
    /// Somebody asked for a pause.
    PauseAsked {
        /// Who.
        seat: Seat,
    },
    /// The pause began.
    Paused {
        /// When it ends by itself.
        until_ms: RoomMs,
        /// Why.
        why: sarja_protocol::PauseWhy,
    },
    /// The pause ended.
    PlayResumed,
    /// Somebody asked to end the match, or took that back.
    EndAsked {
        /// Who.
        seat: Seat,
        /// Whether it was taken back.
        withdrawn: bool,
    },
    /// Somebody asked for another match.
    RematchAsked {
        /// Who.
        seat: Seat,
    },
    /// The room is a lobby again.
    RematchOpened {
        /// Until when the seats of those who do not come are kept.
        seats_kept_until_ms: RoomMs,
    },
    /// Somebody wrote a line.
    ChatSaid {
        /// Who.
        player: PlayerId,
        /// Under which name.
        name: PlayerName,
        /// What.
        text: ChatText,
    },
    /// The turn in progress got its full time again.
    ClockRestarted {
        /// Why.
        why: RestartWhy,
    },
    /// The room was closed.
    RoomClosed {
        /// Why.
        why: RoomClosedWhy,
    },
}

/// An event of the game itself, in an object of its own: both it and [`Event`] have a `type`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameEvent<E> {
    /// What happened.
    pub event: E,
}

impl From<rummikub::Event> for Event {
    fn from(event: rummikub::Event) -> Self {
        Self::Rummikub(Box::new(GameEvent { event }))
    }
}

impl From<rommikubbi::DealEvent> for Event {
    fn from(event: rommikubbi::DealEvent) -> Self {
        Self::Rommikubbi(Box::new(GameEvent { event }))
    }
}
