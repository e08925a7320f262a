//! Whose fault an error is.

use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

use crate::{postgres, sqlite};

/// Whether the data of one row caused an error, and the engine has undone the statement and nothing else. Trying again
/// does not help then.
pub(crate) fn is_about_data(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Encode(_) => true,
        sqlx::Error::Database(database) => {
            if let Some(error) = database.try_downcast_ref::<PgDatabaseError>() {
                postgres::code::is_about_data(error)
            } else {
                database.try_downcast_ref::<SqliteError>().is_some_and(sqlite::code::is_about_data)
            }
        }
        _ => false,
    }
}
