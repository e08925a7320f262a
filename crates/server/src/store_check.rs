//! Whether a whole store fits together: every room's log is folded and compared with what was recorded of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sarja_store::{Fault, ReadError, RoomId, RoomRecord, Store};

use crate::{
    actor::{Unreadable, identity},
    limits::{CHECKED_AT_ONCE, FAULTS_LISTED_MAX},
    room::{Discrepancy, Room},
};

/// How far a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckProgress {
    /// Rooms that were looked at.
    pub rooms: u64,
    /// Rooms in all, as far as was known at the beginning.
    pub of: u64,
}

/// Something that cannot be so in a room.
#[derive(Debug)]
pub struct RoomFault {
    /// The room.
    pub room: RoomId,
    /// Its code, if it could be read.
    pub code: Option<String>,
    /// What is wrong.
    pub what: RoomProblem,
}

/// What is wrong with a room.
#[derive(Debug, thiserror::Error)]
pub enum RoomProblem {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It has no code or no secret for its link.
    #[error("it cannot be opened: {0}")]
    Identity(String),
    /// Its log and what is stored beside it do not fit together.
    #[error(transparent)]
    Discrepancy(#[from] Discrepancy),
    /// Folding its log ends in a fault of the program.
    #[error("its log cannot be folded: the program fails on it")]
    Panic,
}

impl From<Unreadable> for RoomProblem {
    fn from(error: Unreadable) -> Self {
        Self::Identity(error.to_string())
    }
}

/// What a check found.
#[derive(Debug, Default)]
pub struct CheckReport {
    /// Rooms that were looked at.
    pub rooms: u64,
    /// Matches with a result in rooms that are whole.
    pub matches_whole: u64,
    /// Rounds with a result in rooms that are whole.
    pub rounds_whole: u64,
    /// Rooms with faults.
    pub faulty_rooms: u64,
    /// The faults, at most 1,000 of them.
    pub faults: Vec<RoomFault>,
}

impl CheckReport {
    /// Whether nothing was found.
    pub const fn is_sound(&self) -> bool {
        self.faulty_rooms == 0
    }

    fn note(&mut self, room: RoomId, code: Option<&str>, problems: Vec<RoomProblem>) {
        self.faulty_rooms += u64::from(!problems.is_empty());
        let left = FAULTS_LISTED_MAX.saturating_sub(self.faults.len());
        let faults = problems.into_iter().take(left);
        self.faults.extend(faults.map(|what| RoomFault { room, code: code.map(str::to_owned), what }));
    }
}

/// Folds every room's log, open or closed, and compares with it what was recorded: rounds, points, ranking, seats, and the
/// secrets of the deals. A server may run on the store meanwhile. It takes a processor for as long as it runs.
///
/// # Errors
/// [`ReadError`] if the store cannot list its rooms or does not work; a room that cannot be read is a fault in the report.
pub async fn check_store(
    store: &Store,
    mut progress: impl FnMut(CheckProgress),
) -> Result<CheckReport, ReadError> {
    let of = store.counts().await?.rooms;
    let (mut report, mut after) = (CheckReport::default(), None);
    loop {
        let ids = store.room_ids(after, CHECKED_AT_ONCE).await?;
        let Some(last) = ids.last() else { return Ok(report) };
        after = Some(*last);
        for id in ids {
            match store.room_record(id).await {
                Ok(Some(record)) => check_room(id, &record, &mut report),
                // It was removed since it was listed.
                Ok(None) => {}
                Err(error @ (ReadError::Inconsistent(_) | ReadError::Driver(Fault::Damaged(_)))) => {
                    report.note(id, None, vec![error.into()]);
                }
                Err(error) => return Err(error),
            }
            report.rooms += 1;
            progress(CheckProgress { rooms: report.rooms, of: of.max(report.rooms) });
        }
    }
}

fn check_room(id: RoomId, record: &RoomRecord, report: &mut CheckReport) {
    // A log that a bug wrote must not end the check of the others.
    let problems = catch_unwind(AssertUnwindSafe(|| problems(record))).unwrap_or(vec![RoomProblem::Panic]);
    if problems.is_empty() {
        report.matches_whole += record.matches.len() as u64;
        report.rounds_whole += record.rounds.len() as u64;
    }
    report.note(id, Some(record.loaded.room.code.as_str()), problems);
}

fn problems(record: &RoomRecord) -> Vec<RoomProblem> {
    match identity(&record.loaded) {
        Ok((id, code, link)) => {
            Room::audit(id, code, link, record).into_iter().map(RoomProblem::from).collect()
        }
        Err(error) => vec![error.into()],
    }
}
