//! `PostgreSQL` as the shared statements see it.

use std::io;

use sqlx::{PgConnection, Postgres};
use tokio::time::timeout;

use crate::RoomId;
use crate::engine::{Engine, Hold, Param, query};
use crate::limits::STATEMENT_WAIT_MAX;

impl Engine for Postgres {
    const BEGIN_SNAPSHOT: &'static str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

    async fn rows(
        conn: &mut PgConnection,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> Result<Vec<Self::Row>, sqlx::Error> {
        answered(query!(Self, sql, params).fetch_all(conn)).await
    }

    async fn change(
        conn: &mut PgConnection,
        sql: &'static str,
        params: &[Param<'_>],
    ) -> Result<u64, sqlx::Error> {
        Ok(answered(query!(Self, sql, params).execute(conn)).await?.rows_affected())
    }

    /// The row of the ownership is what is locked, by everybody who writes to the room. Statements after this one see what
    /// those did who were waited for: each has a snapshot of its own.
    async fn hold_room(conn: &mut PgConnection, room: RoomId, hold: Hold) -> Result<(), sqlx::Error> {
        // FOR KEY SHARE would not do: it lets the ownership be changed meanwhile.
        const SHARED: &str = "SELECT 1 FROM room_owner WHERE room_id = $1 FOR SHARE";
        const ALONE: &str = "SELECT 1 FROM room_owner WHERE room_id = $1 FOR UPDATE";
        let sql = match hold {
            Hold::Shared => SHARED,
            Hold::Alone => ALONE,
        };
        Self::change(conn, sql, &[room.into()]).await.map(drop)
    }
}

/// What a server answers, if it answers. After a time-out the connection is of no use.
pub(super) async fn answered<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    match timeout(STATEMENT_WAIT_MAX, answer).await {
        Ok(answer) => answer,
        Err(_) => Err(sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "no answer"))),
    }
}
