//! What `SQLite`'s result codes mean for us (<https://sqlite.org/rescode.html>).

/// Whether the data of one row caused an error: after these codes (TOOBIG, CONSTRAINT, MISMATCH, RANGE) `SQLite` has
/// undone the statement and nothing else.
pub(crate) fn is_about_data(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Encode(_)) || matches!(primary(error), Some(18 | 19 | 20 | 25))
}

/// Whether somebody else had the file locked (BUSY).
pub(crate) fn is_busy(error: &sqlx::Error) -> bool {
    primary(error) == Some(5)
}

/// The lowest byte of an extended code is the kind of error.
fn primary(error: &sqlx::Error) -> Option<u32> {
    let code = error.as_database_error()?.code()?;
    code.parse::<u32>().ok().map(|extended| extended & 0xff)
}
