//! What is in a database in memory: the tables of the other engines as ordered maps, with the indices that they have.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::{
    CommandId, CommandRef, DealNo, Entry, Epoch, Handover, LogRow, MatchId, MatchNo, MatchRow, PlayerId,
    RoomCode, RoomHead, RoomId, RoundNo, RoundRow, Secret, Seq, TokenHash,
};

#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(super) rooms: BTreeMap<RoomId, Room>,
    /// The open rooms.
    pub(super) codes: BTreeMap<RoomCode, RoomId>,
    pub(super) players: BTreeMap<PlayerId, Guest>,
    pub(super) tokens: BTreeMap<TokenHash, PlayerId>,
    /// The players who were invited into a room alone.
    pub(super) invited: BTreeSet<(RoomId, PlayerId)>,
    /// Where commands are in the logs.
    pub(super) commands: BTreeMap<(PlayerId, RoomId, CommandId), Seq>,
    pub(super) matches: BTreeMap<MatchId, (RoomId, MatchNo)>,
    /// Who sat in which match.
    pub(super) seated: BTreeSet<(PlayerId, MatchId)>,
}

/// A room with everything that is stored of it.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) head: RoomHead,
    pub(super) log: BTreeMap<Seq, LogRow>,
    pub(super) secrets: BTreeMap<DealNo, Secret>,
    pub(super) rounds: BTreeMap<(MatchNo, RoundNo), RoundRow>,
    /// Their seats are in order.
    pub(super) matches: BTreeMap<MatchNo, MatchRow>,
    /// What its owner left to the next one.
    pub(super) left: Option<Handover>,
}

/// A player.
#[derive(Debug, Clone)]
pub(super) struct Guest {
    pub(super) token_hash: TokenHash,
    pub(super) name: String,
    pub(super) scope: Option<RoomId>,
    pub(super) created_ms: i64,
    pub(super) seen_ms: i64,
}

impl Room {
    pub(super) fn new(head: RoomHead) -> Self {
        let (log, secrets) = (BTreeMap::new(), BTreeMap::new());
        Self { head, log, secrets, rounds: BTreeMap::new(), matches: BTreeMap::new(), left: None }
    }

    pub(super) fn is_open(&self) -> bool {
        self.head.closed_ms.is_none()
    }

    /// The number that follows the last event; none in an empty log.
    pub(super) fn next_seq(&self) -> Option<Seq> {
        self.log.last_key_value().map(|(_, row)| Seq(row.last_seq().0 + 1))
    }

    /// The row that holds an event.
    pub(super) fn covering(&self, seq: Seq) -> Option<&LogRow> {
        self.log.range(..=seq).next_back().map(|(_, row)| row).filter(|row| row.last_seq() >= seq)
    }

    /// Whether something was played in it. A secret is stored for each deal, and one more for the link, as deal 0.
    pub(super) fn was_played(&self) -> bool {
        let was_dealt = self.secrets.range(DealNo(1)..).next().is_some();
        was_dealt || !self.rounds.is_empty() || !self.matches.is_empty()
    }
}

impl Tables {
    /// The row of a player's command.
    pub(super) fn by_command(&self, room: RoomId, player: PlayerId, command: &CommandId) -> Option<&LogRow> {
        let seq = self.commands.get(&(player, room, command.clone()))?;
        self.rooms.get(&room)?.log.get(seq)
    }

    /// The commands of a player, wherever they were given.
    pub(super) fn commands_of(&self, player: PlayerId) -> impl Iterator<Item = (RoomId, &CommandId, Seq)> {
        let first = (player, RoomId(Uuid::nil()), CommandId::from(""));
        let of_player = self.commands.range(first..).take_while(move |((by, ..), _)| *by == player);
        of_player.map(|((_, room, command), seq)| (*room, command, *seq))
    }

    /// The matches that a player sat in.
    pub(super) fn matches_with(&self, player: PlayerId) -> impl Iterator<Item = MatchId> {
        let first = (player, MatchId(Uuid::nil()));
        self.seated.range(first..).take_while(move |(who, _)| *who == player).map(|(_, id)| *id)
    }

    /// The players who were invited into a room alone.
    pub(super) fn invited_into(&self, room: RoomId) -> impl Iterator<Item = PlayerId> {
        let first = (room, PlayerId(Uuid::nil()));
        self.invited.range(first..).take_while(move |(into, _)| *into == room).map(|(_, id)| *id)
    }

    /// Whether nothing names a player.
    pub(super) fn is_nowhere(&self, player: PlayerId) -> bool {
        self.commands_of(player).next().is_none() && self.matches_with(player).next().is_none()
    }

    /// Adds a row to the log of a room that is there.
    pub(super) fn add_row(&mut self, room: RoomId, epoch: Epoch, entry: &Entry) {
        let Some(found) = self.rooms.get_mut(&room) else { return };
        if let Some(CommandRef { player, id, .. }) = &entry.command {
            self.commands.insert((*player, room, id.clone()), entry.first_seq);
        }
        let row = LogRow {
            first_seq: entry.first_seq,
            count: entry.count,
            epoch,
            command: entry.command.clone(),
            at_ms: entry.at_ms,
            wall_ms: entry.wall_ms,
            events: entry.events.clone(),
        };
        found.log.insert(entry.first_seq, row);
    }

    /// Adds a player whose id and token are free.
    pub(super) fn add_player(&mut self, id: PlayerId, player: Guest) {
        self.tokens.insert(player.token_hash, id);
        self.invited.extend(player.scope.map(|room| (room, id)));
        self.players.insert(id, player);
    }

    /// Removes a player whom nothing names.
    pub(super) fn remove_player(&mut self, id: PlayerId) {
        if let Some(player) = self.players.remove(&id) {
            self.tokens.remove(&player.token_hash);
            if let Some(room) = player.scope {
                self.invited.remove(&(room, id));
            }
        }
    }

    /// Removes a room in which nothing was played, with its log, its secrets and whoever was invited there.
    pub(super) fn remove_room(&mut self, id: RoomId) {
        let Some(room) = self.rooms.remove(&id) else { return };
        if room.is_open() {
            self.codes.remove(&room.head.code);
        }
        for CommandRef { player, id: command, .. } in room.log.into_values().filter_map(|row| row.command) {
            self.commands.remove(&(player, id, command));
        }
        for player in self.invited_into(id).collect::<Vec<_>>() {
            self.remove_player(player);
        }
    }
}
