//! Matches from start to end: rounds, their shuffles and results (rooms.md 6, 9, 16, 17, 19).

use std::collections::BTreeMap;

use sarja_protocol::{AbandonWhy, ErrorCode, ErrorMessage, Hex32, Phase, PlayerId, SeatValue, StarterWhy};
use sarja_rules::{MatchEnd, NextStarter, Over, Seat, commitment, derive_seed, draw_starter, next_starter};
use sarja_store::{DealNo, NewSecret};

use super::{Event, Refusal, limits, making::Making, results, state::Match};

impl Making<'_> {
    pub(super) fn start_match(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.room.needs(&[Phase::Lobby])?;
        self.room.needs_host(player)?;
        let Some(settings) = self.room.settings.as_ref() else { return Err(self.room.wrong_phase()) };
        let seats: Vec<Seat> =
            self.room.seats.iter().filter(|(_, s)| !s.is_free()).map(|(seat, _)| seat).collect();
        let need = settings.rules.seats[0];
        if seats.len() < usize::from(need) {
            return Err(ErrorMessage::new(ErrorCode::NotEnoughPlayers)
                .with("have", seats.len())
                .with("need", need)
                .into());
        }
        // Who presses the button is ready.
        let is_ready = |seat| self.room.seats.get(seat).is_some_and(|s| s.ready);
        let waiting: Vec<u8> = self
            .room
            .people()
            .into_iter()
            .filter(|&(seat, p)| p != player && !is_ready(seat))
            .map(|(seat, _)| seat.0)
            .collect();
        if !waiting.is_empty() {
            return Err(ErrorMessage::new(ErrorCode::NotReady).with("seats", waiting).into());
        }
        self.push(Event::MatchStarted {
            match_id: self.at.chance.match_id,
            match_no: self.room.matches + 1,
            seats,
            wall_ms: self.at.wall_ms,
        });
        self.begin_round(1);
        Ok(())
    }

    /// Binds the server to a shuffle and waits for values.
    fn begin_round(&mut self, round: u32) {
        let Some(m) = self.room.running() else { return };
        let (deal, secret) = (self.room.deals + 1, self.at.chance.secret.clone());
        let commitment = Hex32(commitment(secret.expose(), &m.id.to_string(), deal));
        self.done.secrets.push(NewSecret { deal: DealNo(deal), secret: secret.clone() });
        self.room.learn_secret(deal, secret);
        let values_until_ms = self.at.now_ms.plus(limits::SHUFFLE_VALUES_MS);
        self.push(Event::ShuffleCommitted { round, deal, commitment, values_until_ms });
        if self.room.seats.players().all(|(_, p)| !self.at.presence.is_connected(p)) {
            self.deal(&BTreeMap::new());
        }
    }

    /// Deals: the starter is drawn or known, and the first turn begins.
    pub(super) fn deal(&mut self, values: &BTreeMap<Seat, [u8; 32]>) {
        let Some(m) = self.room.running() else { return };
        let Some(current) = m.current.as_ref().filter(|c| c.game.is_none()) else { return };
        let (Some(settings), Some(secret)) =
            (self.room.settings.as_ref(), self.room.secrets.get(&current.deal))
        else {
            return;
        };
        let (round, deal) = (current.round, current.deal);
        let used: Vec<(Seat, [u8; 32])> = values.iter().map(|(&seat, &value)| (seat, value)).collect();
        let players = self.room.seats.len();
        let last = m.rounds.last();
        let score = last.map(|r| sarja_rules::RoundScore {
            points: r.points.clone(),
            winner: r.winner,
            replay: r.replay,
        });
        match next_starter(&settings.rules, players, m.last_starter.zip(score.as_ref())) {
            NextStarter::Draw => {
                let seed = derive_seed(secret.expose(), &m.id.to_string(), deal, &used);
                let drawn = draw_starter(&seed, settings.rules.tiles, players);
                for (seat, tile) in drawn.draws {
                    self.push(Event::StarterTileDrawn { seat, tile });
                }
                self.push(Event::StarterChosen { seat: drawn.starter, why: StarterWhy::Drawn });
            }
            NextStarter::Seat(seat) => {
                let replayed = last.is_some_and(|r| r.replay);
                let why = if replayed { StarterWhy::Replayed } else { StarterWhy::Rotated };
                self.push(Event::StarterChosen { seat, why });
            }
        }
        let values = used.into_iter().map(|(seat, value)| SeatValue { seat, value: Hex32(value) }).collect();
        self.push(Event::Dealt { round, deal, values });
        let first = self.room.playing().map(|(_, game)| game.start(self.at.oracle)).unwrap_or_default();
        self.push_game(first);
    }

    /// What follows from the end of a round: its record, and the next round or the end of the match.
    pub(super) fn round_ended(&mut self) {
        if let Some(row) = results::round_row(&self.room, self.at.wall_ms) {
            self.done.reveals.push(row.deal);
            self.done.rounds.push(row);
        }
        if self.room.running().is_some_and(|m| m.pause.is_some()) {
            // The last act of the round was that of somebody who left in a pause; there is no turn to go on with.
            self.push(Event::PlayResumed);
        }
        let over = self.room.standings().is_some_and(|s| s.over == Over::Yes);
        if over || self.room.running().is_some_and(|m| m.ending_after_round) {
            self.finish_match();
        } else {
            self.push(Event::NextRoundAwaited { starts_ms: self.at.now_ms.plus(limits::NEXT_ROUND_MS) });
            self.next_round_if_ready();
        }
    }

    /// Begins the next round if it is awaited and everybody who is there is ready.
    pub(super) fn next_round_if_ready(&mut self) {
        let awaited = self.room.running().is_some_and(|m| m.next_round_ms.is_some());
        let people = self.room.people();
        if awaited && !people.is_empty() && people.iter().all(|&(seat, player)| self.is_ready(seat, player)) {
            self.next_round();
        }
    }

    pub(super) fn next_round(&mut self) {
        let Some(m) = self.room.running() else { return };
        // A round that is played again keeps its number.
        let next = m.rounds.last().map_or(1, |r| if r.replay { r.round } else { r.round + 1 });
        self.begin_round(next);
    }

    fn finish_match(&mut self) {
        self.push(Event::MatchEnded);
        self.record_match(sarja_store::MatchState::Finished);
    }

    pub(super) fn abandon(&mut self, why: AbandonWhy) {
        if let Some(current) = self.room.running().and_then(|m| m.current.as_ref()) {
            self.done.reveals.push(DealNo(current.deal));
        }
        self.push(Event::MatchAbandoned { why });
        self.record_match(sarja_store::MatchState::Abandoned);
    }

    fn record_match(&mut self, state: sarja_store::MatchState) {
        self.done.matches.extend(results::match_row(&self.room, state, self.at.wall_ms));
    }

    pub(super) fn ask_end(&mut self, player: PlayerId, withdraw: bool) -> Result<(), Refusal> {
        let seat = self.room.needs_seat(player)?;
        let m = self.room.running().ok_or_else(|| self.room.wrong_phase())?;
        if m.asked.end.contains(&seat) == withdraw {
            self.push(Event::EndAsked { seat, withdrawn: withdraw });
        }
        self.end_if_all_ask();
        Ok(())
    }

    pub(super) fn end_if_all_ask(&mut self) {
        let people = self.room.people();
        let all = self.room.running().is_some_and(|m| people.iter().all(|(s, _)| m.asked.end.contains(s)));
        if all && !people.is_empty() {
            self.abandon(AbandonWhy::Agreed);
        }
    }

    pub(super) fn end_match(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.room.needs_host(player)?;
        let m = self.room.running().ok_or_else(|| self.room.wrong_phase())?;
        if self.room.settings.as_ref().is_none_or(|s| s.rules.r#match != MatchEnd::Open) {
            return Err(Refusal::new(ErrorCode::NotOpenMatch));
        }
        if m.next_round_ms.is_some() {
            self.finish_match();
        } else if !m.ending_after_round {
            self.push(Event::EndAnnounced { by: player });
        }
        Ok(())
    }

    pub(super) fn ask_rematch(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.room.needs(&[Phase::MatchOver])?;
        let is_host = player == self.room.host;
        let seat = self.room.seats.of(player);
        if seat.is_none() && !is_host {
            return Err(Refusal::new(ErrorCode::NotSeated));
        }
        let has_asked = |m: &Match, seat| m.asked.rematch.contains(&seat);
        if let Some(seat) =
            seat.filter(|&seat| !self.room.r#match.as_ref().is_some_and(|m| has_asked(m, seat)))
        {
            self.push(Event::RematchAsked { seat });
        }
        if is_host {
            self.open_rematch();
        } else {
            self.rematch_if_wanted();
        }
        Ok(())
    }

    /// Makes the room a lobby again if most of the seated people want that.
    pub(super) fn rematch_if_wanted(&mut self) {
        let people = self.room.people();
        let Some(m) = self.room.r#match.as_ref().filter(|_| self.room.phase() == Phase::MatchOver) else {
            return;
        };
        let wanting = people.iter().filter(|(seat, _)| m.asked.rematch.contains(seat)).count();
        if wanting * 2 > people.len() {
            self.open_rematch();
        }
    }

    fn open_rematch(&mut self) {
        let seats_kept_until_ms = self.at.now_ms.plus(limits::REMATCH_SEATS_MS);
        self.push(Event::RematchOpened { seats_kept_until_ms });
    }
}
