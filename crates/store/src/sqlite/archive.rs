//! Reading all of it: rooms with their results, counts, and what is wrong with the file.

use sqlx::{Row as _, SqliteConnection};
use uuid::Uuid;

use super::code::is_damage;
use super::row::number;
use super::{Sqlite, results, rooms};
use crate::limits::FAULTS_MAX;
use crate::{Counts, Depth, ReadError, RoomId, RoomRecord};

impl Sqlite {
    pub(crate) async fn counts(&self) -> Result<Counts, ReadError> {
        const SELECT: &str = "
            SELECT (SELECT count(*) FROM room) AS rooms, (SELECT count(*) FROM match_result) AS matches,
                (SELECT count(*) FROM round_result) AS rounds, (SELECT count(*) FROM player) AS players";
        let row = sqlx::query(SELECT).fetch_one(&self.readers).await?;
        Ok(Counts {
            rooms: number(&row, "rooms")?,
            matches: number(&row, "matches")?,
            rounds: number(&row, "rounds")?,
            players: number(&row, "players")?,
        })
    }

    pub(crate) async fn room_ids(&self, after: Option<RoomId>, limit: u32) -> Result<Vec<RoomId>, ReadError> {
        const SELECT: &str = "SELECT id FROM room WHERE $1 IS NULL OR id > $1 ORDER BY id LIMIT $2";
        let query = sqlx::query_scalar::<_, Uuid>(SELECT).bind(after.map(|id| id.0)).bind(i64::from(limit));
        Ok(query.fetch_all(&self.readers).await?.into_iter().map(RoomId).collect())
    }

    /// Reads in one transaction, so that log and results are of one moment.
    pub(crate) async fn room_record(&self, room: RoomId) -> Result<Option<RoomRecord>, ReadError> {
        let mut snapshot = self.readers.begin().await?;
        let Some(loaded) = rooms::loaded(&mut snapshot, room).await? else { return Ok(None) };
        let rounds = results::rounds_of_room(&mut snapshot, room).await?;
        let matches = results::matches_of_room(&mut snapshot, room).await?;
        snapshot.commit().await?;
        Ok(Some(RoomRecord { loaded, rounds, matches }))
    }

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
