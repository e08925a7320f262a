//! The log of a room as it is committed, read along, and what has to be true of it at every moment.

use std::collections::{BTreeMap, BTreeSet};

use sarja_protocol::{CommandId, Epoch, Event as Wire, PlayerId, RoomId, RoomMs, Seq, TurnNumber};
use sarja_rules::{FaceCounts, Seat};
use sarja_store::{LogRow, MemoryDatabase};

use super::sight::Sight;
use crate::{
    actor::identity,
    room::{Event, Game, Room, Shown},
};

/// What is not as it must be.
pub(super) type Broken = String;

/// The turn in progress, and its clock.
#[derive(Clone, Copy, Debug)]
struct Turn {
    number: TurnNumber,
    since: RoomMs,
    time_ms: Option<u32>,
    has_run_out: bool,
}

/// A committed event.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) at_ms: RoomMs,
    pub(super) epoch: Epoch,
    pub(super) shown: Shown,
    /// What there was to be seen after it.
    pub(super) sight: Sight,
}

/// What is committed of a room.
#[derive(Debug)]
pub(super) struct Book {
    pub(super) room: Room,
    /// The epoch of the last row.
    pub(super) epoch: Epoch,
    entries: Vec<Entry>,
    /// Commands with the last event of each.
    commands: BTreeMap<(PlayerId, CommandId), Seq>,
    lines: BTreeSet<String>,
    /// Everybody who ever was in the room.
    pub(super) people: BTreeSet<PlayerId>,
    turn: Option<Turn>,
    sight: Sight,
    /// Turns that somebody ended, and not the clock.
    pub(super) moves: u32,
    /// What kinds of events there were.
    pub(super) kinds: BTreeMap<&'static str, u32>,
}

impl Book {
    /// A room of which nothing was read yet; `None` if there is none.
    pub(super) fn of(database: &MemoryDatabase, room: RoomId) -> Option<Self> {
        let record = database.room_record(sarja_store::RoomId(room.0))?;
        let (id, code, link) = identity(&record.loaded).ok()?;
        Some(Self {
            room: Room::empty(id, code, link),
            epoch: Epoch(0),
            entries: Vec::new(),
            commands: BTreeMap::new(),
            lines: BTreeSet::new(),
            people: BTreeSet::new(),
            turn: None,
            sight: Sight::default(),
            moves: 0,
            kinds: BTreeMap::new(),
        })
    }

    /// Reads what was committed since.
    pub(super) fn read_on(&mut self, database: &MemoryDatabase) -> Result<(), Broken> {
        let id = sarja_store::RoomId(self.room.id().0);
        let rows = database.log_after(id, sarja_store::Seq(self.room.seq().0));
        if rows.iter().any(|row| row.events.contains("shuffle_committed")) {
            let secrets = database.room_record(id).map_or_else(Vec::new, |record| record.loaded.secrets);
            for secret in secrets {
                self.room.learn_secret(secret.deal.0, secret.secret);
            }
        }
        rows.iter().try_for_each(|row| self.read(row))
    }

    fn read(&mut self, row: &LogRow) -> Result<(), Broken> {
        let (seq, epoch) = (self.room.seq(), Epoch(row.epoch.0));
        if row.first_seq.0 != seq.next().0 {
            return Err(format!("the log goes on with {} after {seq}", row.first_seq.0));
        }
        if epoch < self.epoch {
            return Err(format!("event {} has epoch {epoch} after {}", row.first_seq.0, self.epoch));
        }
        self.epoch = epoch;
        let command = match &row.command {
            None => None,
            Some(command) => {
                let id = CommandId::new(command.id.as_str()).map_err(|e| e.to_string())?;
                let key = (PlayerId(command.player.0), id);
                if let Some(first) = self.commands.insert(key, Seq(row.last_seq().0)) {
                    return Err(format!(
                        "a command is in the log twice: it was done at {first}, and {command:?} again"
                    ));
                }
                Some(command)
            }
        };
        let events: Vec<Event> = serde_json::from_str(&row.events).map_err(|e| e.to_string())?;
        if events.len() != row.count as usize || events.is_empty() {
            return Err(format!("a row of {} events says that it has {}", events.len(), row.count));
        }
        let at_ms = RoomMs(row.at_ms.unsigned_abs());
        for event in &events {
            let shown = self.room.apply(at_ms, event);
            self.note(at_ms, &shown.public)?;
            if let Wire::ChatSaid { text, .. } = &shown.public
                && (command.is_none() || !self.lines.insert(text.as_str().to_owned()))
            {
                return Err(format!("a command is done twice: `{}` is said again", text.as_str()));
            }
            self.sight.note(&self.room, &shown.public);
            self.entries.push(Entry { at_ms, epoch, shown, sight: self.sight.clone() });
        }
        let mut ends = EndsTurn::No;
        for entry in self.entries.iter().rev().take(events.len()) {
            ends = match (&entry.shown.public, ends) {
                (Wire::TimeRanOut { .. }, _) => EndsTurn::ByTheClock,
                (Wire::TurnStarted { .. } | Wire::RoundEnded { .. }, EndsTurn::No) => EndsTurn::BySomebody,
                (_, ends) => ends,
            };
        }
        self.moves += u32::from(ends == EndsTurn::BySomebody);
        self.check_tiles()
    }

    /// Keeps the clock of the turn: it runs out once, and not before its time.
    fn note(&mut self, at_ms: RoomMs, event: &Wire) -> Result<(), Broken> {
        *self.kinds.entry(kind(event)).or_default() += 1;
        match *event {
            Wire::PlayerJoined { player_id, .. } | Wire::RoomCreated { host: player_id, .. } => {
                self.people.insert(player_id);
            }
            Wire::TurnStarted { turn: number, time_ms, .. } => {
                self.turn = Some(Turn { number, since: at_ms, time_ms, has_run_out: false });
            }
            Wire::ClockRestarted { turn, time_ms, .. } | Wire::PlayResumed { turn: Some(turn), time_ms } => {
                if let Some(now) = self.turn.as_mut().filter(|now| now.number == turn) {
                    (now.since, now.time_ms) = (at_ms, time_ms);
                }
            }
            Wire::TimeRanOut { turn, .. } => {
                let now = self.turn.as_mut().filter(|now| now.number == turn && !now.has_run_out);
                let now = now.ok_or_else(|| format!("the time of turn {turn} ran out, which is over"))?;
                now.has_run_out = true;
                let ends = now.time_ms.map(|time_ms| now.since.plus(time_ms));
                if ends.is_some_and(|ends| at_ms < ends) {
                    return Err(format!(
                        "the time of turn {turn} ran out at {at_ms} though it began at {} and has {:?} ms",
                        now.since, now.time_ms
                    ));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn check_tiles(&self) -> Result<(), Broken> {
        let Some(game) = self.room.game() else { return Ok(()) };
        let all: FaceCounts = game.ruleset().tiles.faces().collect();
        let (mut known, hidden): (FaceCounts, usize) = match game {
            Game::Rummikub(round) => {
                (round.table().iter().flat_map(|p| p.set.tiles()).collect(), round.pool())
            }
            Game::Rommikubbi(deal) => {
                let laid = deal.table().iter().flat_map(|p| p.set.tiles()).copied();
                (laid.chain(deal.pile_top()).collect(), deal.stock() + deal.pile().saturating_sub(1))
            }
        };
        (0..6).filter_map(|seat| game.rack(Seat(seat))).for_each(|rack| known.extend(rack.tiles()));
        if !known.is_subset_of(&all) || known.total() + hidden != all.total() {
            return Err(format!("tiles are not conserved at {}", self.room.seq()));
        }
        Ok(())
    }

    /// The event with this number; `None` if it is not committed.
    pub(super) fn entry(&self, seq: Seq) -> Option<&Entry> {
        self.entries.get(usize::try_from(seq.0).ok()?.checked_sub(1)?)
    }

    /// The last event of a command; `None` if it is not in the log.
    pub(super) fn done(&self, player: PlayerId, command: &CommandId) -> Option<Seq> {
        self.commands.get(&(player, command.clone())).copied()
    }
}

/// Whether a row ends a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndsTurn {
    No,
    ByTheClock,
    BySomebody,
}

/// The kind of an event, for those that the simulation has to reach.
const fn kind(event: &Wire) -> &'static str {
    match event {
        Wire::MatchStarted { .. } => "match_started",
        Wire::MatchEnded { .. } => "match_ended",
        Wire::MatchAbandoned { .. } => "match_abandoned",
        Wire::TimeRanOut { .. } => "time_ran_out",
        Wire::SetsPlayed { .. } => "sets_played",
        Wire::SetsLaid(_) => "sets_laid",
        Wire::TileDiscarded(_) => "tile_discarded",
        Wire::TilesDrawn { .. } => "tiles_drawn",
        Wire::ClockRestarted { .. } => "clock_restarted",
        Wire::Paused { .. } => "paused",
        Wire::SeatVacated { .. } => "seat_vacated",
        Wire::SeatRetaken { .. } => "seat_retaken",
        Wire::BotSeated { .. } | Wire::BotTookOver { .. } => "bot_seated",
        Wire::PlayerLeft { .. } => "player_left",
        Wire::ChatSaid { .. } => "chat_said",
        Wire::RoundEnded { .. } => "round_ended",
        Wire::RoomClosed { .. } => "room_closed",
        _ => "other",
    }
}
