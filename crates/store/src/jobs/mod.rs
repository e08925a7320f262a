//! Jobs: everything that is written, once for all engines.

mod append;
mod handover;
mod players;
mod prune;
mod results;
mod rooms;

use crate::data_error::is_about_data;
use crate::engine::Engine;
use crate::text::{Problem, Unstorable};
use crate::{ReadError, WriteError};

pub(crate) use handover::HandOver;
pub(crate) use players::{RenamePlayer, TouchPlayer};
pub(crate) use prune::{PruneGuests, PruneRooms};
pub(crate) use rooms::{CloseRoom, TakeRoom};

/// Something to write in a transaction. It may be run again if the transaction around it did not last.
pub(crate) trait Job<DB: Engine>: Send + Sync + 'static {
    /// What the caller gets once it is committed.
    type Done: Send + 'static;
    /// What the caller gets otherwise.
    type Error: From<WriteError> + Send + 'static;

    /// How much there is to undo if it stops.
    fn extent(&self) -> Extent {
        Extent::Several
    }

    /// Does the work. If it stops, what it has done is undone.
    fn run(
        &self,
        conn: &mut DB::Connection,
    ) -> impl Future<Output = Result<Self::Done, Stop<Self::Error>>> + Send;
}

/// How many statements of a job change something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// One: where it was refused, the engine has undone it, and there is nothing else.
    One,
    /// Possibly several.
    Several,
}

/// Why a job stopped.
#[derive(Debug)]
pub(crate) enum Stop<E> {
    /// The job's own fault: what it did is undone, whoever shares its transaction goes on.
    Refused(E),
    /// The connection or the database is in trouble: the whole transaction must go.
    Broken(sqlx::Error),
}

impl<E: From<WriteError>> Stop<E> {
    /// Tells an error that the data of one row caused from an error of the database.
    pub(crate) fn at(field: &'static str, error: sqlx::Error) -> Self {
        if is_about_data(&error) {
            let problem = Problem::Rejected(error.to_string());
            Self::Refused(WriteError::from(Unstorable::new(field, problem)).into())
        } else {
            Self::Broken(error)
        }
    }
}

impl<E: From<WriteError>> From<ReadError> for Stop<E> {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Inconsistent(why) => Self::Refused(WriteError::from(why).into()),
            // The reads of a job are on the writer's connection: its failure is the transaction's.
            ReadError::Driver(fault) => Self::Broken(sqlx::Error::Protocol(fault.to_string())),
        }
    }
}

impl<E: From<WriteError>> From<sqlx::Error> for Stop<E> {
    fn from(error: sqlx::Error) -> Self {
        Self::at("row", error)
    }
}
