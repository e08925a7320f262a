//! Reading the log.

use sqlx::Pool;

use super::rows;
use crate::engine::{Engine, one};
use crate::row::{creation, log_row, number};
use crate::{CommandId, Creation, LogRow, PlayerId, ReadError, RoomId, Seq};

pub(crate) async fn committed<DB: Engine>(
    pool: &Pool<DB>,
    room: RoomId,
    player: PlayerId,
    command: &CommandId,
) -> Result<Option<LogRow>, ReadError> {
    by_command::<DB>(&mut *pool.acquire().await?, room, player, command).await
}

pub(crate) async fn created_by<DB: Engine>(
    pool: &Pool<DB>,
    player: PlayerId,
    command: &CommandId,
) -> Result<Option<Creation>, ReadError> {
    // The index on commands begins with the player, who has some hundreds of them.
    const SELECT: &str = "
        SELECT * FROM room_log WHERE player_id = $1 AND command_id = $2 AND first_seq = 1 LIMIT 1";
    let params = [player.into(), command.as_str().into()];
    rows(pool, SELECT, &params).await?.first().map(creation).transpose()
}

pub(crate) async fn log_after<DB: Engine>(
    pool: &Pool<DB>,
    room: RoomId,
    seq: Seq,
) -> Result<Vec<LogRow>, ReadError> {
    // The last row that begins at or before the wanted event may hold it; nothing earlier can.
    const SELECT: &str = "
        SELECT * FROM room_log WHERE room_id = $1 AND first_seq >= coalesce(
            (SELECT max(first_seq) FROM room_log WHERE room_id = $1 AND first_seq <= $2), $2)
        AND first_seq + count - 1 > $2
        ORDER BY first_seq";
    rows(pool, SELECT, &[room.into(), seq.into()]).await?.iter().map(log_row).collect()
}

/// The row of a player's command.
pub(crate) async fn by_command<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
    player: PlayerId,
    command: &CommandId,
) -> Result<Option<LogRow>, ReadError> {
    const SELECT: &str = "SELECT * FROM room_log WHERE room_id = $1 AND player_id = $2 AND command_id = $3";
    let params = [room.into(), player.into(), command.as_str().into()];
    one::<DB>(conn, SELECT, &params).await?.as_ref().map(log_row).transpose()
}

/// The row that holds an event.
pub(crate) async fn covering<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
    seq: Seq,
) -> Result<Option<LogRow>, ReadError> {
    const SELECT: &str =
        "SELECT * FROM room_log WHERE room_id = $1 AND first_seq <= $2 ORDER BY first_seq DESC LIMIT 1";
    let row = one::<DB>(conn, SELECT, &[room.into(), seq.into()]).await?.as_ref().map(log_row).transpose()?;
    Ok(row.filter(|row| row.last_seq() >= seq))
}

/// The number that follows the last event; none in an empty log.
pub(crate) async fn next_seq<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
) -> Result<Option<Seq>, ReadError> {
    const SELECT: &str = "
        SELECT first_seq + count AS next_seq FROM room_log WHERE room_id = $1 ORDER BY first_seq DESC LIMIT 1";
    let row = one::<DB>(conn, SELECT, &[room.into()]).await?;
    Ok(row.map(|row| number(&row, "next_seq")).transpose()?.map(Seq))
}

/// The whole log of a room, in order.
pub(super) async fn all<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
) -> Result<Vec<LogRow>, ReadError> {
    const SELECT: &str = "SELECT * FROM room_log WHERE room_id = $1 ORDER BY first_seq";
    DB::rows(conn, SELECT, &[room.into()]).await?.iter().map(log_row).collect()
}
