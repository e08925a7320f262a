//! What `PostgreSQL`'s errors mean for us (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).

use sqlx::postgres::{PgDatabaseError, PgSeverity};

/// Whether the data of one row caused the error: data exceptions (class 22) and constraints (class 23).
pub(crate) fn is_about_data(error: &PgDatabaseError) -> bool {
    undid_its_statement(error) && matches!(error.code().get(..2), Some("22" | "23"))
}

/// Whether somebody else held a row for too long (`lock_not_available`).
pub(crate) fn is_lock_timeout(error: &sqlx::Error) -> bool {
    database_error(error).is_some_and(|error| error.code() == "55P03")
}

/// Whether there was no space (`disk_full`).
pub(crate) fn is_disk_full(error: &sqlx::Error) -> bool {
    database_error(error).is_some_and(|error| error.code() == "53100")
}

/// Whether it is certain that the statement or the commit that gave this error wrote nothing.
///
/// The server answers ERROR only before the commit, and undoes the statement. FATAL and PANIC end the connection, and may
/// come after the commit and before the answer. Everything else is about the connection.
pub(super) fn nothing_was_written(error: &sqlx::Error) -> bool {
    database_error(error).is_some_and(undid_its_statement)
}

/// What the row that a constraint refused should have been; the names are those of the jobs.
pub(super) fn field(error: &sqlx::Error) -> &'static str {
    match database_error(error).and_then(PgDatabaseError::table) {
        Some("room_log") => "log row",
        _ => "row",
    }
}

fn undid_its_statement(error: &PgDatabaseError) -> bool {
    error.severity() == PgSeverity::Error
}

fn database_error(error: &sqlx::Error) -> Option<&PgDatabaseError> {
    error.as_database_error()?.try_downcast_ref()
}
