//! Finding and loading rooms.

use sqlx::Pool;

use super::{log, rows};
use crate::engine::{Engine, one};
use crate::row::{room_head, secret};
use crate::{LoadedRoom, ReadError, RoomCode, RoomHead, RoomId, Secret};

pub(crate) async fn open_rooms<DB: Engine>(pool: &Pool<DB>) -> Result<Vec<RoomHead>, ReadError> {
    const SELECT: &str = "
        SELECT r.*, o.owner, o.epoch FROM room r JOIN room_owner o ON o.room_id = r.id
        WHERE r.closed_ms IS NULL ORDER BY r.created_ms, r.id";
    rows(pool, SELECT, &[]).await?.iter().map(room_head).collect()
}

pub(crate) async fn open_room_by_code<DB: Engine>(
    pool: &Pool<DB>,
    code: &RoomCode,
) -> Result<Option<RoomHead>, ReadError> {
    const SELECT: &str = "
        SELECT r.*, o.owner, o.epoch FROM room r JOIN room_owner o ON o.room_id = r.id
        WHERE r.code = $1 AND r.closed_ms IS NULL";
    rows(pool, SELECT, &[code.as_str().into()]).await?.first().map(room_head).transpose()
}

/// Reads in one transaction, so that epoch, log and secrets are of one moment.
pub(crate) async fn load_room<DB: Engine>(
    pool: &Pool<DB>,
    room: RoomId,
) -> Result<Option<LoadedRoom>, ReadError> {
    let mut snapshot = pool.begin_with(DB::BEGIN_SNAPSHOT).await?;
    let loaded = loaded::<DB>(&mut snapshot, room).await?;
    snapshot.commit().await?;
    Ok(loaded)
}

/// A room with its log and its secrets, as this connection sees them.
pub(super) async fn loaded<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
) -> Result<Option<LoadedRoom>, ReadError> {
    const HEAD: &str = "
        SELECT r.*, o.owner, o.epoch FROM room r JOIN room_owner o ON o.room_id = r.id WHERE r.id = $1";
    let Some(head) = one::<DB>(conn, HEAD, &[room.into()]).await? else { return Ok(None) };
    let rows = log::all::<DB>(conn, room).await?;
    let secrets = secrets::<DB>(conn, room).await?;
    Ok(Some(LoadedRoom { room: room_head(&head)?, rows, secrets }))
}

async fn secrets<DB: Engine>(conn: &mut DB::Connection, room: RoomId) -> Result<Vec<Secret>, ReadError> {
    const SELECT: &str = "SELECT deal, secret, revealed_ms FROM room_secret WHERE room_id = $1 ORDER BY deal";
    DB::rows(conn, SELECT, &[room.into()]).await?.iter().map(secret).collect()
}
