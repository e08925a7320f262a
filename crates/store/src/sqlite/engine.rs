//! `SQLite` as the shared statements see it.

use sqlx::{Sqlite, SqliteConnection};

use crate::RoomId;
use crate::engine::{Engine, Hold, Param, query};

impl Engine for Sqlite {
    // Deferred: it sees what was there at its first read, under WAL for as long as it lasts.
    const BEGIN_SNAPSHOT: &'static str = "BEGIN DEFERRED";

    async fn rows(
        conn: &mut SqliteConnection,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> Result<Vec<Self::Row>, sqlx::Error> {
        query!(Self, sql, params).fetch_all(conn).await
    }

    async fn change(
        conn: &mut SqliteConnection,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> Result<u64, sqlx::Error> {
        Ok(query!(Self, sql, params).execute(conn).await?.rows_affected())
    }

    /// The transaction of the writer holds the lock on the whole file.
    async fn hold_room(_: &mut SqliteConnection, _: RoomId, _: Hold) -> Result<(), sqlx::Error> {
        Ok(())
    }
}
