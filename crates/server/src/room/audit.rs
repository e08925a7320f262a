//! Whether what is stored of a room fits together: its log, its secrets, and the results that were written with it.

use std::collections::BTreeMap;

use sarja_protocol::{LinkSecret, RoomCode, RoomId};
use sarja_rules::commitment;
use sarja_store::{DealNo, LogRow, MatchNo, MatchRow, MatchState, RoomRecord, RoundNo, RoundRow};
use serde_json::Value;

use super::{Event, RebuildError, Room, family::Meaning, results};

/// Something in a room that cannot be so. The results that are named are those of the store.
#[derive(Debug, thiserror::Error)]
pub enum Discrepancy {
    /// The log makes no room.
    #[error(transparent)]
    Log(#[from] RebuildError),
    /// A row has more or fewer events than it says.
    #[error("the row at {seq} says that it has {said} events, and has {found}")]
    Count {
        /// The row's first number.
        seq: u64,
        /// What it says.
        said: u32,
        /// What it has.
        found: usize,
    },
    /// The secret of a deal is not the one that the server was bound to.
    #[error("deal {deal} {problem}")]
    Deal {
        /// The deal.
        deal: DealNo,
        /// What is wrong.
        problem: &'static str,
    },
    /// A round's result is not what the log says.
    #[error("round {round_no} of match {match_no} {problem}")]
    Round {
        /// The match.
        match_no: MatchNo,
        /// The round.
        round_no: RoundNo,
        /// What is wrong.
        problem: String,
    },
    /// A match's result is not what the log says.
    #[error("match {match_no} {problem}")]
    Match {
        /// The match.
        match_no: MatchNo,
        /// What is wrong.
        problem: String,
    },
}

/// What the log of a room says was played.
#[derive(Debug, Default)]
struct Played {
    rounds: BTreeMap<(MatchNo, RoundNo), RoundRow>,
    matches: BTreeMap<MatchNo, MatchRow>,
    found: Vec<Discrepancy>,
}

impl Room {
    /// Folds a room's log and compares everything with it that is stored beside it. Nothing is found in a room that is whole.
    pub fn audit(
        id: RoomId,
        code: RoomCode,
        link_secret: LinkSecret,
        record: &RoomRecord,
    ) -> Vec<Discrepancy> {
        let mut room = Self::empty(id, code, link_secret);
        for secret in &record.loaded.secrets {
            room.learn_secret(secret.deal.0, secret.secret.clone());
        }
        let mut played = Played::default();
        for row in &record.loaded.rows {
            let before = room.seq();
            let folded = room.fold_row(row, |room, event, _| played.note(room, row, event));
            if let Err(error) = folded {
                // Without this row nothing that follows can be judged.
                played.found.push(error.into());
                return played.found;
            }
            let found = usize::try_from(room.seq().0 - before.0).unwrap_or(usize::MAX);
            if usize::try_from(row.count) != Ok(found) {
                played.found.push(Discrepancy::Count { seq: row.first_seq.0, said: row.count, found });
            }
        }
        // A seed gives every room the same match ids; what was recorded has another.
        let ids = room.practice().is_none_or(|practice| practice.seed.is_none());
        played.compare_rounds(&record.rounds);
        played.compare_matches(&record.matches, ids);
        played.found
    }
}

impl Played {
    /// Takes note of what has just happened in the room.
    fn note(&mut self, room: &Room, row: &LogRow, event: &Event) {
        match event {
            Event::ShuffleCommitted { deal, commitment: promised, .. } => {
                let id = room.r#match.as_ref().map(|m| m.id.to_string()).unwrap_or_default();
                let problem = match room.secrets.get(deal) {
                    None => "has no secret",
                    Some(secret) if commitment(secret.expose(), &id, *deal) != promised.0 => {
                        "has another secret than the server was bound to"
                    }
                    Some(_) => return,
                };
                self.found.push(Discrepancy::Deal { deal: DealNo(*deal), problem });
            }
            _ if matches!(event.meaning(), Some(Meaning::Ended(_))) => {
                let row = results::round_row(room, row.wall_ms);
                self.rounds.extend(row.map(|row| ((row.match_no, row.round_no), row)));
            }
            Event::MatchEnded => self.note_match(room, row, MatchState::Finished),
            Event::MatchAbandoned { .. } => self.note_match(room, row, MatchState::Abandoned),
            _ => {}
        }
    }

    fn note_match(&mut self, room: &Room, row: &LogRow, state: MatchState) {
        let result = results::match_row(room, state, row.wall_ms);
        self.matches.extend(result.map(|result| (result.match_no, result)));
    }

    fn compare_rounds(&mut self, stored: &[RoundRow]) {
        for row in stored {
            let (match_no, round_no) = (row.match_no, row.round_no);
            let mut say = |problem| self.found.push(Discrepancy::Round { match_no, round_no, problem });
            let Some(played) = self.rounds.remove(&(match_no, round_no)) else {
                say("has a result, and was not played".to_owned());
                continue;
            };
            let RoundRow { deal, how, winner, points, racks, tally, .. } = &played;
            for (what, same) in [
                ("deal", *deal == row.deal),
                ("end", *how == row.how),
                ("winner", *winner == row.winner),
                ("points", same_json(points, &row.points)),
                ("racks", same_json(racks, &row.racks)),
                ("tally", *tally == row.tally),
            ] {
                if !same {
                    say(format!("has another {what} in its result than in the log"));
                }
            }
        }
        for (match_no, round_no) in std::mem::take(&mut self.rounds).into_keys() {
            let problem = "was played, and has no result".to_owned();
            self.found.push(Discrepancy::Round { match_no, round_no, problem });
        }
    }

    fn compare_matches(&mut self, stored: &[MatchRow], ids: bool) {
        for row in stored {
            let match_no = row.match_no;
            let mut say = |problem| self.found.push(Discrepancy::Match { match_no, problem });
            let Some(played) = self.matches.remove(&match_no) else {
                say("has a result, and did not end".to_owned());
                continue;
            };
            let MatchRow { id, ruleset, options, state, started_ms, seats, .. } = &played;
            for (what, same) in [
                ("id", !ids || *id == row.id),
                ("ruleset", *ruleset == row.ruleset),
                ("options", same_json(options, &row.options)),
                ("state", *state == row.state),
                ("start", *started_ms == row.started_ms),
                ("number of seats", seats.len() == row.seats.len()),
            ] {
                if !same {
                    say(format!("has another {what} in its result than in the log"));
                }
            }
            for (played, stored) in seats.iter().zip(&row.seats).filter(|(played, stored)| played != stored) {
                say(format!("has {stored:?} in its result and {played:?} in the log"));
            }
        }
        for match_no in std::mem::take(&mut self.matches).into_keys() {
            let problem = "ended, and has no result".to_owned();
            self.found.push(Discrepancy::Match { match_no, problem });
        }
    }
}

/// An engine may keep JSON in another form.
fn same_json(one: &str, other: &str) -> bool {
    one == other
        || matches!((serde_json::from_str::<Value>(one), serde_json::from_str::<Value>(other)), (Ok(one), Ok(other)) if one == other)
}
