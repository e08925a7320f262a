//! What is wrong with the file.

use sqlx::{Row as _, SqliteConnection};

use super::Sqlite;
use super::code::is_damage;
use crate::limits::FAULTS_MAX;
use crate::{Depth, ReadError};

impl Sqlite {
    pub(crate) async fn file_faults(&self, depth: Depth) -> Result<Vec<String>, ReadError> {
        let mut conn = self.readers.acquire().await?;
        // An error is a fault as well: where the damage is such that the engine does not get further.
        match faults(&mut conn, depth).await {
            Err(error) if is_damage(&error) => Ok(vec![error.to_string()]),
            found => Ok(found?),
        }
    }
}

async fn faults(conn: &mut SqliteConnection, depth: Depth) -> Result<Vec<String>, sqlx::Error> {
    let pages = match depth {
        Depth::Pages => format!("PRAGMA quick_check({FAULTS_MAX})"),
        Depth::Everything => format!("PRAGMA integrity_check({FAULTS_MAX})"),
    };
    let mut faults: Vec<String> =
        sqlx::query_scalar(sqlx::AssertSqlSafe(pages)).fetch_all(&mut *conn).await?;
    faults.retain(|fault| fault != "ok");
    if depth == Depth::Everything && faults.is_empty() {
        let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(conn).await?;
        for row in orphans.iter().take(FAULTS_MAX as usize) {
            let (table, parent): (String, String) = (row.try_get("table")?, row.try_get("parent")?);
            let row: Option<i64> = row.try_get("rowid")?;
            let row = row.map_or_else(String::new, |row| format!(" {row}"));
            faults.push(format!("row{row} of {table} names a {parent} that is not there"));
        }
    }
    Ok(faults)
}
