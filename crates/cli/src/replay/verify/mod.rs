//! `sarja replay verify`: every deal computed again, and everything that follows from it compared.

mod course;
mod points;
mod report;
mod shuffle;

pub use report::{Fault, Place, Report, RoundReport};

use std::{fs, io::Write, path::PathBuf};

use sarja_protocol::{MatchArchive, MatchState};

use super::ReplayError;
use crate::db::Outcome;
use points::Score;
use report::Faults;

/// Computes every deal of an exported match again, and compares.
#[derive(Debug, clap::Args)]
pub struct VerifyArgs {
    /// The file, as `sarja replay export` writes it.
    pub file: PathBuf,
}

impl VerifyArgs {
    pub(super) fn run(self, output: &mut impl Write) -> Result<Outcome, ReplayError> {
        let file = self.file;
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(source) => return Err(ReplayError::File { file, source }),
        };
        let archive = MatchArchive::read(&text).map_err(|source| ReplayError::Archive { file, source })?;
        let report = verify(&archive);
        write!(output, "{report}")?;
        Ok(if report.is_sound() { Outcome::Sound } else { Outcome::Faulty })
    }
}

/// Computes every deal of a match again, and compares what the archive says with what follows: commitments, starters, racks,
/// every drawn tile, positions, points and places.
///
/// It proves that the deals were those of the secrets that the server had bound itself to, with the values of the players. It
/// does not prove who the players were, nor that plays were legal.
pub fn verify(archive: &MatchArchive) -> Report {
    let mut faults = Faults::default();
    if let Err(why) = playable(archive) {
        faults.say(Place::Match, why);
        return Report { match_id: archive.match_id, rounds: Vec::new(), faults: faults.into_list() };
    }
    let mut score = Score::new(archive);
    let mut rounds = Vec::new();
    if archive.state == MatchState::Playing {
        faults.note(Place::Match, "state", "ended or abandoned", "playing");
    }
    for (index, round) in archive.rounds.iter().enumerate() {
        faults.at(index, round.round, round.deal);
        let order = shuffle::verify(archive, index, &score, &mut faults);
        let positions = course::verify(round, order, &mut faults);
        score.note(round, positions.last(), &mut faults);
        rounds.push(RoundReport {
            round: round.round,
            deal: round.deal,
            events: round.events.len(),
            positions: positions.len(),
            faults: faults.of_round(index),
        });
    }
    score.end(archive, &mut faults);
    Report { match_id: archive.match_id, rounds, faults: faults.into_list() }
}

/// Whether so many can play by these rules: nothing else can be computed where they cannot.
fn playable(archive: &MatchArchive) -> Result<(), String> {
    let rules = &archive.settings.rules;
    rules.validate().map_err(|error| error.to_string())?;
    let seats: Vec<usize> = archive.seats.iter().map(|seat| seat.seat.index()).collect();
    if !seats.iter().copied().eq(0..seats.len()) {
        return Err(format!("the seats: expected each from 0 on, found {seats:?}"));
    }
    let players = u8::try_from(seats.len()).map_err(|error| error.to_string())?;
    rules.deal_fits(players).map_err(|error| error.to_string())
}
