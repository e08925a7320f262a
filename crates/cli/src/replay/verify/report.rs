//! What came of a verification.

use std::fmt;

use sarja_protocol::MatchId;

/// Where a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In what is said of the whole match.
    Match,
    /// In a round, beside its events.
    Round,
    /// In one of a round's events, counted from 0.
    Event(usize),
}

/// Something in an archive that does not follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The round and the deal, and the place of the round in the archive from 0; `None` for the match.
    pub round: Option<(usize, u32, u32)>,
    /// Where in it.
    pub place: Place,
    /// What differs.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.round, self.place) {
            (Some((_, round, deal)), Place::Event(event)) => {
                write!(f, "round {round} (deal {deal}), event {event}: {}", self.what)
            }
            (Some((_, round, deal)), Place::Round) => write!(f, "round {round} (deal {deal}): {}", self.what),
            _ => write!(f, "match: {}", self.what),
        }
    }
}

/// What came of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundReport {
    /// Its number.
    pub round: u32,
    /// Its deal.
    pub deal: u32,
    /// How many events it has.
    pub events: usize,
    /// How many positions were rebuilt.
    pub positions: usize,
    /// How many faults were found in it.
    pub faults: usize,
}

/// What came of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The match.
    pub match_id: MatchId,
    /// Its rounds.
    pub rounds: Vec<RoundReport>,
    /// Every fault.
    pub faults: Vec<Fault>,
}

impl Report {
    /// Whether nothing differs.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for round in &self.rounds {
            let RoundReport { round, deal, events, positions, faults } = round;
            let said = if *faults == 0 { "as it should be".to_owned() } else { format!("faults: {faults}") };
            writeln!(f, "Round {round} (deal {deal}): {events} events, {positions} positions, {said}.")?;
        }
        for fault in &self.faults {
            writeln!(f, "{fault}")?;
        }
        let id = self.match_id;
        if self.is_sound() {
            writeln!(
                f,
                "Match {id} holds: its deals follow from their secrets and values, and all else from them."
            )
        } else {
            writeln!(f, "Match {id} does NOT hold. Faults: {}.", self.faults.len())
        }
    }
}

/// The faults found so far.
#[derive(Debug, Default)]
pub(super) struct Faults {
    round: Option<(usize, u32, u32)>,
    list: Vec<Fault>,
}

impl Faults {
    /// What comes next is of this round.
    pub(super) fn at(&mut self, index: usize, round: u32, deal: u32) {
        self.round = Some((index, round, deal));
    }

    /// Notes a difference.
    pub(super) fn note(
        &mut self,
        place: Place,
        what: &str,
        expected: impl fmt::Display,
        found: impl fmt::Display,
    ) {
        self.say(place, format!("{what}: expected {expected}, found {found}"));
    }

    /// Notes a difference if there is one.
    pub(super) fn compare<T: PartialEq + fmt::Debug>(
        &mut self,
        place: Place,
        what: &str,
        expected: &T,
        found: &T,
    ) {
        if expected != found {
            self.note(place, what, format_args!("{expected:?}"), format_args!("{found:?}"));
        }
    }

    /// Notes what is wrong, in words.
    pub(super) fn say(&mut self, place: Place, what: String) {
        let round = if place == Place::Match { None } else { self.round };
        self.list.push(Fault { round, place, what });
    }

    /// How many there are in a round.
    pub(super) fn of_round(&self, index: usize) -> usize {
        self.list.iter().filter(|fault| fault.round.is_some_and(|(at, ..)| at == index)).count()
    }

    pub(super) fn into_list(self) -> Vec<Fault> {
        self.list
    }
}
