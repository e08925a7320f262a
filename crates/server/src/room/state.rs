//! The state of a room: the fold of its events.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use sarja_protocol::{
    ChatLine, Hex32, LinkSecret, MatchId, MatchState, PlayerId, PlayerKind, PlayerName, Practice, RoomCode,
    RoomId, RoomMs, RoundSummary, SeatValue, Seq, StarterTile,
};
use sarja_rules::{
    MatchState as Standings, RoundResult, Ruleset, Seat, TurnNumber, match_state, rommikubbi::Deal,
    rummikub::Round,
};
use sarja_store::ShuffleSecret;

use super::{
    family::Game,
    limits,
    seats::{Holder, Seats},
    settings::RoomSettings,
};

/// Somebody in the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The public id.
    pub player: PlayerId,
    /// The name in this room.
    pub name: PlayerName,
    /// A person or a program.
    pub kind: PlayerKind,
}

/// The clock of the turn in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnClock {
    /// It runs out then.
    Running { ends_ms: RoomMs, time_ms: u32 },
    /// The game is paused with so much left.
    Held { left_ms: u32, time_ms: u32 },
    /// There is none.
    None,
}

/// The pause of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pause {
    pub(super) until_ms: RoomMs,
    pub(super) why: sarja_protocol::PauseWhy,
}

/// The round in progress, from its shuffle until the next one's.
#[derive(Clone, Debug)]
pub(super) struct CurrentRound {
    pub(super) round: u32,
    pub(super) deal: u32,
    pub(super) commitment: Hex32,
    pub(super) values_until_ms: RoomMs,
    pub(super) values: Vec<SeatValue>,
    pub(super) draws: Vec<StarterTile>,
    pub(super) starter: Option<Seat>,
    /// The game, once it is dealt.
    pub(super) game: Option<Game>,
    /// The secret and the racks may be shown.
    pub(super) revealed: bool,
    pub(super) clock: TurnClock,
    pub(super) turn_started_ms: RoomMs,
    /// In how many turns each seat took a hint; empty while nobody did.
    pub(super) hints: Vec<u16>,
    /// The last turn in which one was taken.
    pub(super) hinted: Option<sarja_protocol::TurnNumber>,
    /// Since when an absent player's time counts in a room without a clock: a pause takes nothing of it.
    pub(super) counts_from_ms: RoomMs,
}

/// What seats have asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) pause: BTreeSet<Seat>,
    pub(super) end: BTreeSet<Seat>,
    pub(super) rematch: BTreeSet<Seat>,
}

/// A match, running or over.
#[derive(Clone, Debug)]
pub(super) struct Match {
    pub(super) id: MatchId,
    pub(super) no: u32,
    /// The rules that it is played by; those of the room may be others once it is a lobby again.
    pub(super) rules: Ruleset,
    /// How many seats play; the room may have other seats once it is a lobby again.
    pub(super) players: u8,
    pub(super) started_wall_ms: i64,
    pub(super) state: MatchState,
    pub(super) ended_ms: Option<RoomMs>,
    /// When the last seat was given up; its start before that. Until then somebody may have been there.
    pub(super) vacated_ms: RoomMs,
    pub(super) rounds: Vec<RoundSummary>,
    pub(super) current: Option<CurrentRound>,
    /// The starter of the round before the current one.
    pub(super) last_starter: Option<Seat>,
    pub(super) ending_after_round: bool,
    pub(super) pauses_used: u32,
    pub(super) pause: Option<Pause>,
    pub(super) asked: Asked,
    pub(super) next_round_ms: Option<RoomMs>,
}

impl Match {
    /// The rounds that were played, as a ranking counts them.
    pub(super) fn results(&self) -> Vec<RoundResult> {
        self.rounds.iter().map(|r| RoundResult { points: r.points.clone(), winner: r.winner }).collect()
    }

    pub(super) fn is_running(&self) -> bool {
        self.state == MatchState::Playing
    }

    pub(super) fn game(&self) -> Option<&Game> {
        self.current.as_ref()?.game.as_ref()
    }
}

/// A room: people, seats, settings, and the match that they play.
#[derive(Clone, Debug)]
pub struct Room {
    pub(super) id: RoomId,
    pub(super) code: RoomCode,
    pub(super) link_secret: LinkSecret,
    pub(super) practice: Option<Practice>,
    pub(super) seq: Seq,
    pub(super) settings: Option<RoomSettings>,
    pub(super) host: PlayerId,
    pub(super) members: Vec<Member>,
    pub(super) removed: BTreeSet<PlayerId>,
    /// Programs that were invited and not removed, whether they have come or not, in the order of their invitations.
    pub(super) invited: Vec<PlayerId>,
    pub(super) seats: Seats,
    /// People may take seats and get ready: at first, and after a rematch was asked for.
    pub(super) lobby: bool,
    pub(super) closed: bool,
    pub(super) r#match: Option<Match>,
    pub(super) matches: u32,
    pub(super) deals: u32,
    pub(super) last_turn: TurnNumber,
    pub(super) seats_kept_until_ms: Option<RoomMs>,
    /// When the last event happened.
    pub(super) last_event_ms: RoomMs,
    /// When somebody last did something: times that ran out, bots and the room itself do not count.
    pub(super) last_act_ms: RoomMs,
    pub(super) chat: VecDeque<ChatLine>,
    /// The secrets of shuffles, by deal: whoever has them knows every tile.
    pub(super) secrets: BTreeMap<u32, ShuffleSecret>,
}

impl Room {
    /// A room in which nothing has happened yet; its first event is its creation.
    pub fn empty(id: RoomId, code: RoomCode, link_secret: LinkSecret) -> Self {
        Self {
            id,
            code,
            link_secret,
            practice: None,
            seq: Seq(0),
            settings: None,
            host: PlayerId(uuid::Uuid::nil()),
            members: Vec::new(),
            removed: BTreeSet::new(),
            invited: Vec::new(),
            seats: Seats::default(),
            lobby: true,
            closed: false,
            r#match: None,
            matches: 0,
            deals: 0,
            last_turn: TurnNumber::default(),
            seats_kept_until_ms: None,
            last_event_ms: RoomMs(0),
            last_act_ms: RoomMs(0),
            chat: VecDeque::new(),
            secrets: BTreeMap::new(),
        }
    }

    /// The room's id; it is not its code.
    pub const fn id(&self) -> RoomId {
        self.id
    }

    /// The code that people type.
    pub const fn code(&self) -> RoomCode {
        self.code
    }

    /// The secret of its invitation link.
    pub const fn link_secret(&self) -> &LinkSecret {
        &self.link_secret
    }

    /// The number of the last event.
    pub const fn seq(&self) -> Seq {
        self.seq
    }

    /// How a practice room differs; `None` for other rooms.
    pub const fn practice(&self) -> Option<&Practice> {
        self.practice.as_ref()
    }

    /// What the room is played by; `None` before its first event.
    pub const fn settings(&self) -> Option<&RoomSettings> {
        self.settings.as_ref()
    }

    /// Whether the room is closed: nothing will happen in it any more.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// The host.
    pub const fn host(&self) -> PlayerId {
        self.host
    }

    /// Somebody in the room.
    pub fn member(&self, player: PlayerId) -> Option<&Member> {
        self.members.iter().find(|m| m.player == player)
    }

    /// Everybody in the room, in the order in which they came.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The seat that a player has.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats.of(player)
    }

    /// Whether the player was removed and may not come back.
    pub fn is_removed(&self, player: PlayerId) -> bool {
        self.removed.contains(&player)
    }

    /// Whether the player is a program that was invited: it needs no password, and is never the host.
    pub fn is_invited(&self, player: PlayerId) -> bool {
        self.invited.contains(&player)
    }

    /// Whether nobody is here who could be the host.
    pub(super) fn has_only_invited(&self) -> bool {
        self.members.iter().all(|m| self.is_invited(m.player))
    }

    /// The game in progress or just over.
    pub fn game(&self) -> Option<&Game> {
        self.r#match.as_ref()?.game()
    }

    /// The game in progress or just over, where it is of the Rummikub family.
    pub fn round(&self) -> Option<&Round> {
        match self.game()? {
            Game::Rummikub(round) => Some(round),
            Game::Rommikubbi(_) => None,
        }
    }

    /// The game in progress or just over, where it is Rommikubbi.
    pub fn deal(&self) -> Option<&Deal> {
        match self.game()? {
            Game::Rommikubbi(deal) => Some(deal),
            Game::Rummikub(_) => None,
        }
    }

    /// Takes note of the secret of a deal; needed before its events are applied.
    pub fn learn_secret(&mut self, deal: u32, secret: ShuffleSecret) {
        self.secrets.insert(deal, secret);
    }

    /// The match that is running.
    pub(super) fn running(&self) -> Option<&Match> {
        self.r#match.as_ref().filter(|m| m.is_running())
    }

    /// The round whose game goes on: dealt and not over.
    pub(super) fn playing(&self) -> Option<(&CurrentRound, &Game)> {
        let current = self.running()?.current.as_ref()?;
        let game = current.game.as_ref().filter(|g| !g.is_over())?;
        Some((current, game))
    }

    /// The seats of people, connected or not, who are asked when something needs everybody: the humans, or where there are
    /// none the programs that play on their own account.
    pub(super) fn people(&self) -> Vec<(Seat, PlayerId)> {
        let is_human = |player| self.member(player).is_some_and(|m| m.kind == PlayerKind::Human);
        let humans: Vec<_> = self.seats.players().filter(|&(_, player)| is_human(player)).collect();
        if humans.is_empty() { self.seats.players().collect() } else { humans }
    }

    /// Where the match stands.
    pub(super) fn standings(&self) -> Option<Standings> {
        let played = self.r#match.as_ref()?;
        // Rounds come from this very match: they have its number of players.
        match_state(&played.rules, played.players, &played.results()).ok()
    }

    /// Whether this seat plays with the short clock.
    pub(super) fn has_short_clock(&self, seat: Seat) -> bool {
        self.seats.get(seat).is_some_and(|s| s.timeouts >= limits::ABSENT_TURNS)
    }

    /// How long a turn of this seat is, in milliseconds; `None` without a clock.
    pub(super) fn turn_ms(&self, seat: Seat) -> Option<u32> {
        let full = self.settings.as_ref()?.rules.clock.turn_seconds.map(|s| u32::from(s) * 1000)?;
        Some(if self.has_short_clock(seat) { full.min(limits::SHORT_CLOCK_MS) } else { full })
    }

    /// The name by which a seat is known.
    pub(super) fn seat_name(&self, seat: Seat) -> Option<PlayerName> {
        match &self.seats.get(seat)?.holder {
            Holder::Free => None,
            Holder::Player { player, .. } => self.member(*player).map(|m| m.name.clone()),
            Holder::Bot { name, .. } | Holder::Vacated { name, .. } | Holder::Removed { name, .. } => {
                Some(name.clone())
            }
        }
    }
}
