//! What `SQLite`'s result codes mean for us (<https://sqlite.org/rescode.html>).

use sqlx::error::DatabaseError as _;
use sqlx::sqlite::SqliteError;

/// Whether the data of one row caused an error: after these codes (TOOBIG, CONSTRAINT, MISMATCH, RANGE) `SQLite` has
/// undone the statement and nothing else.
pub(crate) fn is_about_data(error: &SqliteError) -> bool {
    matches!(extended_of(error).map(kind), Some(18 | 19 | 20 | 25))
}

/// Whether somebody else had the file locked (BUSY).
pub(crate) fn is_busy(error: &sqlx::Error) -> bool {
    primary(error) == Some(5)
}

/// Whether there was no space: FULL, and what a quota or a limit on the size of files gives (`IOERR_WRITE`,
/// `IOERR_SHMSIZE`). In each case `SQLite` has rolled the transaction back, and no reader ever sees it.
pub(crate) fn is_disk_full(error: &sqlx::Error) -> bool {
    matches!(extended(error), Some(13 | 778 | 4_874))
}

/// Whether the file holds what no `SQLite` has written (CORRUPT, NOTADB).
pub(crate) fn is_damage(error: &sqlx::Error) -> bool {
    matches!(primary(error), Some(11 | 26))
}

/// Whether the system did not let the file be opened (PERM, READONLY, CANTOPEN).
pub(crate) fn is_access(error: &sqlx::Error) -> bool {
    matches!(primary(error), Some(3 | 8 | 14))
}

fn primary(error: &sqlx::Error) -> Option<u32> {
    extended(error).map(kind)
}

/// Codes of other engines are not meant: some of theirs are numbers, too.
fn extended(error: &sqlx::Error) -> Option<u32> {
    extended_of(error.as_database_error()?.try_downcast_ref()?)
}

fn extended_of(error: &SqliteError) -> Option<u32> {
    error.code()?.parse().ok()
}

/// The lowest byte of an extended code is the kind of error.
fn kind(extended: u32) -> u32 {
    extended & 0xff
}
