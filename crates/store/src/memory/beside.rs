//! What an entry adds beside its row, gathered and checked before any of it is written. The names of what is refused are
//! those of the other engines.

use std::collections::BTreeMap;

use super::tables::{Guest, Room, Tables};
use crate::text::{Problem, Unstorable};
use crate::{
    DealNo, Entry, MatchNo, MatchRow, NewSecret, PlayerId, RoomId, RoundNo, RoundRow, ScopedPlayer, Secret,
};

/// What can be written as it is.
#[derive(Debug, Default)]
pub(super) struct Beside {
    players: BTreeMap<PlayerId, Guest>,
    /// New ones, and those that are revealed.
    secrets: BTreeMap<DealNo, Secret>,
    rounds: BTreeMap<(MatchNo, RoundNo), RoundRow>,
    matches: BTreeMap<MatchNo, MatchRow>,
}

impl Beside {
    /// Gathers it, for a room that has its place in the tables already or gets it in the same change.
    pub(super) fn of(tables: &Tables, room: &Room, entry: &Entry) -> Result<Self, Unstorable> {
        // Its rows name players; those that it adds itself come too late for that.
        if let Some(command) = &entry.command
            && !tables.players.contains_key(&command.player)
        {
            return Err(rejected("log row", format!("there is no player {}", command.player)));
        }
        let mut beside = Self::default();
        for player in &entry.players {
            beside.add_player(tables, room.head.id, player, entry.wall_ms)?;
        }
        for secret in &entry.secrets {
            beside.add_secret(room, secret)?;
        }
        for deal in &entry.reveals {
            beside.reveal(room, *deal, entry.wall_ms)?;
        }
        for round in &entry.rounds {
            beside.add_round(room, round)?;
        }
        for result in &entry.matches {
            beside.add_match(tables, room, result)?;
        }
        Ok(beside)
    }

    /// Writes it.
    pub(super) fn write(self, tables: &mut Tables, id: RoomId) {
        for (player, guest) in self.players {
            tables.add_player(player, guest);
        }
        let Some(room) = tables.rooms.get_mut(&id) else { return };
        room.secrets.extend(self.secrets);
        room.rounds.extend(self.rounds);
        for (match_no, result) in self.matches {
            tables.matches.insert(result.id, (id, match_no));
            tables.seated.extend(players(&result).map(|player| (player, result.id)));
            room.matches.insert(match_no, result);
        }
    }

    fn add_player(
        &mut self,
        tables: &Tables,
        room: RoomId,
        new: &ScopedPlayer,
        now_ms: i64,
    ) -> Result<(), Unstorable> {
        let ScopedPlayer { id, token_hash, name } = new;
        let is_taken = tables.players.contains_key(id)
            || tables.tokens.contains_key(token_hash)
            || self.players.contains_key(id)
            || self.players.values().any(|player| player.token_hash == *token_hash);
        if is_taken {
            return Err(rejected("scoped player", format!("the id {id} or its token is taken")));
        }
        let (name, scope) = (name.clone(), Some(room));
        let guest = Guest { token_hash: *token_hash, name, scope, created_ms: now_ms, seen_ms: now_ms };
        self.players.insert(*id, guest);
        Ok(())
    }

    fn add_secret(&mut self, room: &Room, new: &NewSecret) -> Result<(), Unstorable> {
        let NewSecret { deal, secret } = new.clone();
        if room.secrets.contains_key(&deal) || self.secrets.contains_key(&deal) {
            return Err(rejected("shuffle secret", format!("deal {deal} has a secret")));
        }
        self.secrets.insert(deal, Secret { deal, secret, revealed_ms: None });
        Ok(())
    }

    fn reveal(&mut self, room: &Room, deal: DealNo, now_ms: i64) -> Result<(), Unstorable> {
        let stored = self.secrets.remove(&deal).or_else(|| room.secrets.get(&deal).cloned());
        let mut secret = stored.ok_or_else(|| rejected("reveal", format!("deal {deal} has no secret")))?;
        secret.revealed_ms.get_or_insert(now_ms);
        self.secrets.insert(deal, secret);
        Ok(())
    }

    fn add_round(&mut self, room: &Room, round: &RoundRow) -> Result<(), Unstorable> {
        let key = (round.match_no, round.round_no);
        if room.rounds.contains_key(&key) || self.rounds.contains_key(&key) {
            let text = format!("round {} of match {} is there", round.round_no, round.match_no);
            return Err(rejected("round", text));
        }
        self.rounds.insert(key, round.clone());
        Ok(())
    }

    fn add_match(&mut self, tables: &Tables, room: &Room, result: &MatchRow) -> Result<(), Unstorable> {
        let MatchRow { id, match_no, .. } = *result;
        let refused = |text: String| Err(rejected("match", text));
        if tables.matches.contains_key(&id) || self.matches.values().any(|other| other.id == id) {
            return refused(format!("match {id} is there"));
        }
        if room.matches.contains_key(&match_no) || self.matches.contains_key(&match_no) {
            return refused(format!("match {match_no} of the room is there"));
        }
        let mut result = result.clone();
        result.seats.sort_by_key(|seat| seat.seat);
        if let Some(twice) = result.seats.windows(2).find(|seats| seats[0].seat == seats[1].seat) {
            return refused(format!("seat {} is there twice", twice[0].seat));
        }
        if result.seats.iter().any(|seat| seat.place == Some(0)) {
            return refused("places are counted from 1".to_owned());
        }
        let is_there =
            |player: &PlayerId| tables.players.contains_key(player) || self.players.contains_key(player);
        if let Some(stranger) = players(&result).find(|player| !is_there(player)) {
            return refused(format!("there is no player {stranger}"));
        }
        self.matches.insert(match_no, result);
        Ok(())
    }
}

fn players(result: &MatchRow) -> impl Iterator<Item = PlayerId> {
    result.seats.iter().filter_map(|seat| seat.player)
}

pub(super) fn rejected(field: &'static str, why: String) -> Unstorable {
    Unstorable::new(field, Problem::Rejected(why))
}
