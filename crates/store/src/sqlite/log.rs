//! Reading the log.

use sqlx::{Executor, SqliteConnection};

use super::Sqlite;
use super::row::{integer, log_row};
use crate::{CommandId, Inconsistent, LogRow, PlayerId, ReadError, RoomId, Seq};

impl Sqlite {
    pub(crate) async fn committed(
        &self,
        room: RoomId,
        player: PlayerId,
        command: &CommandId,
    ) -> Result<Option<LogRow>, ReadError> {
        by_command(&self.readers, room, player, command).await
    }

    pub(crate) async fn log_after(&self, room: RoomId, seq: Seq) -> Result<Vec<LogRow>, ReadError> {
        // The last row that begins at or before the wanted event may hold it; nothing earlier can.
        const SELECT: &str = "
            SELECT * FROM room_log WHERE room_id = $1 AND first_seq >= coalesce(
                (SELECT max(first_seq) FROM room_log WHERE room_id = $1 AND first_seq <= $2), $2)
            AND first_seq + count - 1 > $2
            ORDER BY first_seq";
        let rows = sqlx::query(SELECT).bind(room.0).bind(integer(seq.0)).fetch_all(&self.readers).await?;
        rows.iter().map(log_row).collect()
    }
}

/// The row of a player's command.
pub(super) async fn by_command(
    conn: impl Executor<'_, Database = sqlx::Sqlite>,
    room: RoomId,
    player: PlayerId,
    command: &CommandId,
) -> Result<Option<LogRow>, ReadError> {
    const SELECT: &str = "SELECT * FROM room_log WHERE room_id = $1 AND player_id = $2 AND command_id = $3";
    let query = sqlx::query(SELECT).bind(room.0).bind(player.0).bind(command.as_str());
    query.fetch_optional(conn).await?.as_ref().map(log_row).transpose()
}

/// The row that holds an event.
pub(super) async fn covering(
    conn: &mut SqliteConnection,
    room: RoomId,
    seq: Seq,
) -> Result<Option<LogRow>, ReadError> {
    const SELECT: &str =
        "SELECT * FROM room_log WHERE room_id = $1 AND first_seq <= $2 ORDER BY first_seq DESC LIMIT 1";
    let row = sqlx::query(SELECT).bind(room.0).bind(integer(seq.0)).fetch_optional(conn).await?;
    let row = row.as_ref().map(log_row).transpose()?;
    Ok(row.filter(|row| row.last_seq() >= seq))
}

/// The number that follows the last event; none in an empty log.
pub(super) async fn next_seq(conn: &mut SqliteConnection, room: RoomId) -> Result<Option<Seq>, ReadError> {
    const SELECT: &str =
        "SELECT first_seq + count FROM room_log WHERE room_id = $1 ORDER BY first_seq DESC LIMIT 1";
    let next: Option<i64> = sqlx::query_scalar(SELECT).bind(room.0).fetch_optional(conn).await?;
    let checked = |next| u64::try_from(next).map_err(|_| Inconsistent(format!("the next event is {next}")));
    Ok(next.map(checked).transpose()?.map(Seq))
}

/// The whole log of a room, in order.
pub(super) async fn all(conn: &mut SqliteConnection, room: RoomId) -> Result<Vec<LogRow>, ReadError> {
    const SELECT: &str = "SELECT * FROM room_log WHERE room_id = $1 ORDER BY first_seq";
    let rows = sqlx::query(SELECT).bind(room.0).fetch_all(conn).await?;
    rows.iter().map(log_row).collect()
}
