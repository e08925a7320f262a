//! A match that is over, as a whole: the log is folded again, and nothing of the match is hidden.

use sarja_protocol::{
    ARCHIVE_VERSION, ArchivedEvent, ArchivedRound, ArchivedSeat, Event as Wire, Hex32, LinkSecret,
    MatchArchive, MatchState, RoomCode, RoomId, RoomMs, StarterTile,
};
use sarja_rules::Face;
use sarja_store::{LogRow, Secret};

use super::{
    Event, RebuildError, Room,
    family::{Game, ShownEvent},
    seats::Holder,
    show,
};

/// What is known of a match so far while the log is folded.
struct Archiving {
    match_no: u32,
    /// Its rounds; `None` before it starts.
    rounds: Option<Vec<ArchivedRound>>,
    /// What came of it, once it is over.
    done: Option<MatchArchive>,
}

impl Room {
    /// The match with this number, with everything that was hidden while it went on; `None` if the log has none that is over.
    ///
    /// # Errors
    /// [`RebuildError`] if the log is not whole.
    pub fn archive(
        (id, code, link_secret): (RoomId, RoomCode, LinkSecret),
        rows: &[LogRow],
        secrets: Vec<Secret>,
        match_no: u32,
    ) -> Result<Option<MatchArchive>, RebuildError> {
        let mut room = Self::empty(id, code, link_secret);
        for secret in secrets {
            room.learn_secret(secret.deal.0, secret.secret);
        }
        let mut archiving = Archiving { match_no, rounds: None, done: None };
        for row in rows {
            room.fold_events(row, |room, event, uncovered| archiving.note(room, row, event, uncovered))?;
            if archiving.done.is_some() {
                break;
            }
        }
        Ok(archiving.done)
    }

    /// What a match that is over is archived with, beside its rounds.
    fn archive_of(&self, rounds: Vec<ArchivedRound>, ended_unix_ms: i64) -> Option<MatchArchive> {
        let m = self.r#match.as_ref().filter(|m| !m.is_running())?;
        let standings = self.standings()?;
        Some(MatchArchive {
            archive: ARCHIVE_VERSION,
            match_id: m.id,
            match_no: m.no,
            settings: self.settings.as_ref()?.view(),
            started_unix_ms: m.started_wall_ms,
            ended_unix_ms,
            state: m.state,
            seats: self.archived_seats(),
            totals: standings.totals,
            rounds_won: standings.rounds_won.into_iter().map(u32::from).collect(),
            ranking: (m.state == MatchState::Ended).then_some(standings.ranking),
            rounds,
        })
    }

    fn archived_seats(&self) -> Vec<ArchivedSeat> {
        let seats = self.seats.iter().filter_map(|(seat, slot)| {
            let bot = match slot.holder {
                Holder::Bot { level, .. } => Some(level),
                _ => None,
            };
            Some(ArchivedSeat { seat, name: self.seat_name(seat)?, bot, former_names: slot.former.clone() })
        });
        seats.collect()
    }
}

impl Archiving {
    fn note(&mut self, room: &Room, row: &LogRow, event: &Event, uncovered: Option<&[Face]>) {
        if let Event::MatchStarted { match_no, .. } = event
            && *match_no == self.match_no
        {
            self.rounds = Some(Vec::new());
        }
        if self.done.is_some() {
            return;
        }
        let Some(rounds) = &mut self.rounds else { return };
        if let Event::ShuffleCommitted { round, deal, commitment, .. } = event {
            rounds.push(begun(room, *round, *deal, *commitment));
        }
        if let Some(round) = rounds.last_mut() {
            note_in_round(round, room, event, RoomMs(row.at_ms.unsigned_abs()), uncovered);
        }
        if matches!(event, Event::MatchEnded | Event::MatchAbandoned { .. }) {
            self.done = room.archive_of(std::mem::take(rounds), row.wall_ms);
        }
    }
}

/// A round whose shuffle has just begun.
fn begun(room: &Room, round: u32, deal: u32, commitment: Hex32) -> ArchivedRound {
    ArchivedRound {
        round,
        deal,
        commitment,
        // A log without its secrets makes no deal either: what is missing shows in that the commitment is another's.
        secret: show::secret(room, deal).unwrap_or(Hex32([0; 32])),
        values: Vec::new(),
        starter_draws: Vec::new(),
        starter: None,
        pool: 0,
        racks: Vec::new(),
        events: Vec::new(),
    }
}

fn note_in_round(
    round: &mut ArchivedRound,
    room: &Room,
    event: &Event,
    at_ms: RoomMs,
    uncovered: Option<&[Face]>,
) {
    match event {
        Event::StarterTileDrawn { seat, tile } => {
            round.starter_draws.push(StarterTile { seat: *seat, tile: *tile });
        }
        Event::StarterChosen { seat, .. } => round.starter = Some(*seat),
        Event::Dealt { values, .. } => {
            round.values.clone_from(values);
            round.pool = room.game().map_or(0, Game::pool) as u16;
            round.racks = room.game().map(Game::racks).unwrap_or_default();
        }
        other => {
            let event = uncovered_event(room, other, uncovered);
            if event.is_archived() {
                round.events.push(ArchivedEvent { at_ms, event });
            }
        }
    }
}

/// An event as the seat is told it that is told most, whoever has that seat.
fn uncovered_event(room: &Room, event: &Event, uncovered: Option<&[Face]>) -> Wire {
    match event.shown_of_game(room, uncovered) {
        Some(ShownEvent { public, private }) => private.map_or(public, |(_, told)| told),
        None => show::event(room, event, uncovered).public,
    }
}
