//! What is found in the tables: what `reads` asks in statements.

use std::cmp::Reverse;
use std::ops::Bound;

use uuid::Uuid;

use super::tables::{Room, Tables};
use crate::limits::MATCHES_MAX;
use crate::reads::KeptNoLonger;
use crate::{
    CommandId, Counts, Creation, LoadedRoom, LogRow, MatchId, MatchNo, Player, PlayerId, RecordedMatch,
    RoomCode, RoomHead, RoomId, RoomRecord, RoundNo, RoundRow, Scope, Seq, TokenHash,
};

impl Tables {
    pub(super) fn player_by_token(&self, token: &TokenHash) -> Option<Player> {
        let id = *self.tokens.get(token)?;
        let player = self.players.get(&id)?;
        let scope = player.scope.and_then(|room| self.rooms.get(&room)).map(|room| Scope {
            room: room.head.id,
            code: room.head.code.clone(),
            closed_ms: room.head.closed_ms,
        });
        let (created_ms, seen_ms) = (player.created_ms, player.seen_ms);
        Some(Player { id, name: player.name.clone(), scope, created_ms, seen_ms })
    }

    pub(super) fn open_rooms(&self) -> Vec<RoomHead> {
        let open = self.rooms.values().filter(|room| room.is_open());
        let mut heads: Vec<_> = open.map(|room| room.head.clone()).collect();
        heads.sort_by_key(|head| (head.created_ms, head.id));
        heads
    }

    pub(super) fn open_room_by_code(&self, code: &RoomCode) -> Option<RoomHead> {
        let room = self.rooms.get(self.codes.get(code)?)?;
        Some(room.head.clone())
    }

    pub(super) fn loaded(&self, room: RoomId) -> Option<LoadedRoom> {
        let Room { head, log, secrets, .. } = self.rooms.get(&room)?;
        let (rows, secrets) = (log.values().cloned().collect(), secrets.values().cloned().collect());
        Some(LoadedRoom { room: head.clone(), rows, secrets })
    }

    pub(super) fn created_by(&self, player: PlayerId, command: &CommandId) -> Option<Creation> {
        let mut commands = self.commands_of(player);
        let (room, ..) = commands.find(|(_, id, seq)| *id == command && *seq == Seq(1))?;
        let row = self.rooms.get(&room)?.log.get(&Seq(1))?;
        Some(Creation { room, body_hash: row.command.as_ref()?.body_hash })
    }

    pub(super) fn log_after(&self, room: RoomId, seq: Seq) -> Vec<LogRow> {
        let Some(Room { log, .. }) = self.rooms.get(&room) else { return Vec::new() };
        // The last row that begins at or before it may hold the next event, too.
        let first = log.range(..=seq).next_back().map_or(seq, |(first, _)| *first);
        log.range(first..).map(|(_, row)| row).filter(|row| row.last_seq() > seq).cloned().collect()
    }

    pub(super) fn match_by_id(&self, id: MatchId) -> Option<RecordedMatch> {
        let (room, match_no) = *self.matches.get(&id)?;
        self.match_by_room(room, match_no)
    }

    pub(super) fn match_by_room(&self, room: RoomId, match_no: MatchNo) -> Option<RecordedMatch> {
        let result = self.rooms.get(&room)?.matches.get(&match_no)?.clone();
        Some(RecordedMatch { room, result })
    }

    pub(super) fn match_by_code(&self, code: &RoomCode, number: Option<MatchNo>) -> Option<RecordedMatch> {
        let rooms = self.rooms.values().filter(|room| room.head.code == *code);
        let matches = rooms.flat_map(|room| room.matches.values().map(|result| (room.head.id, result)));
        let (room, result) = matches
            .filter(|(_, result)| number.is_none_or(|number| number == result.match_no))
            .min_by_key(|(_, result)| (Reverse(result.ended_ms), Reverse(result.match_no), result.id))?;
        Some(RecordedMatch { room, result: result.clone() })
    }

    pub(super) fn matches_of_player(&self, player: PlayerId, limit: u32) -> Vec<RecordedMatch> {
        let mut matches: Vec<_> = self.matches_with(player).filter_map(|id| self.match_by_id(id)).collect();
        matches.sort_by_key(|recorded| (Reverse(recorded.result.ended_ms), recorded.result.id));
        matches.truncate(limit.min(MATCHES_MAX) as usize);
        matches
    }

    pub(super) fn rounds(&self, room: RoomId, match_no: MatchNo) -> Vec<RoundRow> {
        let Some(Room { rounds, .. }) = self.rooms.get(&room) else { return Vec::new() };
        let of_match = rounds.range((match_no, RoundNo(0))..=(match_no, RoundNo(u32::MAX)));
        of_match.map(|(_, round)| round.clone()).collect()
    }

    pub(super) fn counts(&self) -> Counts {
        let rounds: usize = self.rooms.values().map(|room| room.rounds.len()).sum();
        Counts {
            rooms: self.rooms.len() as u64,
            matches: self.matches.len() as u64,
            rounds: rounds as u64,
            players: self.players.len() as u64,
        }
    }

    pub(super) fn room_ids(&self, after: Option<RoomId>, limit: u32) -> Vec<RoomId> {
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        let rooms = self.rooms.range((after, Bound::Unbounded));
        rooms.map(|(id, _)| *id).take(limit as usize).collect()
    }

    pub(super) fn record(&self, room: RoomId) -> Option<RoomRecord> {
        let Room { rounds, matches, .. } = self.rooms.get(&room)?;
        let (rounds, matches) = (rounds.values().cloned().collect(), matches.values().cloned().collect());
        Some(RoomRecord { loaded: self.loaded(room)?, rounds, matches })
    }

    pub(super) fn kept_no_longer(
        &self,
        what: KeptNoLonger,
        after: Uuid,
        before_ms: i64,
        limit: u32,
    ) -> Vec<Uuid> {
        let limit = limit as usize;
        match what {
            KeptNoLonger::Rooms => {
                let rooms = self.rooms.range((Bound::Excluded(RoomId(after)), Bound::Unbounded));
                let is_old = |room: &Room| room.head.closed_ms.is_some_and(|closed| closed < before_ms);
                let unused = rooms.filter(|(_, room)| is_old(room) && !room.was_played());
                unused.map(|(id, _)| id.0).take(limit).collect()
            }
            KeptNoLonger::Guests => {
                let players = self.players.range((Bound::Excluded(PlayerId(after)), Bound::Unbounded));
                let unused = players.filter(|(id, player)| {
                    player.seen_ms < before_ms && player.scope.is_none() && self.is_nowhere(**id)
                });
                unused.map(|(id, _)| id.0).take(limit).collect()
            }
        }
    }
}
