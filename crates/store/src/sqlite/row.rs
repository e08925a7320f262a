//! Reading rows: from the integers, blobs and texts of `SQLite` to the store's types.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, Sqlite, Type, decode::Decode};
use uuid::Uuid;

use crate::{
    BodyHash, CommandId, CommandRef, DealNo, Epoch, Inconsistent, LogRow, PlayerId, ReadError, RoomHead,
    RoomId, Scope, Secret, Seq, ShuffleSecret,
};

/// Any column that sqlx can decode by itself.
pub(crate) fn get<'r, T>(row: &'r SqliteRow, column: &str) -> Result<T, ReadError>
where
    T: Decode<'r, Sqlite> + Type<Sqlite>,
{
    Ok(row.try_get(column)?)
}

/// An integer in the range of its type.
pub(crate) fn number<T: TryFrom<i64>>(row: &SqliteRow, column: &str) -> Result<T, ReadError> {
    let value: i64 = get(row, column)?;
    T::try_from(value).map_err(|_| Inconsistent(format!("{column} is {value}")).into())
}

/// An integer in the range of its type, or null.
pub(crate) fn number_or_null<T: TryFrom<i64>>(row: &SqliteRow, column: &str) -> Result<Option<T>, ReadError> {
    match get::<Option<i64>>(row, column)? {
        None => Ok(None),
        Some(_) => number(row, column).map(Some),
    }
}

/// 32 bytes. Their value never gets into an error: they may be a secret.
fn bytes(row: &SqliteRow, column: &str) -> Result<[u8; 32], ReadError> {
    let blob: &[u8] = get(row, column)?;
    blob.try_into().map_err(|_| Inconsistent(format!("{column} has {} bytes", blob.len())).into())
}

/// The columns of `room_log`.
pub(crate) fn log_row(row: &SqliteRow) -> Result<LogRow, ReadError> {
    Ok(LogRow {
        first_seq: Seq(number(row, "first_seq")?),
        count: number(row, "count")?,
        epoch: Epoch(number(row, "epoch")?),
        command: command(row)?,
        at_ms: get(row, "at_ms")?,
        wall_ms: get(row, "wall_ms")?,
        events: get(row, "events")?,
    })
}

fn command(row: &SqliteRow) -> Result<Option<CommandRef>, ReadError> {
    let Some(player) = get::<Option<Uuid>>(row, "player_id")? else { return Ok(None) };
    let id: String = get(row, "command_id")?;
    Ok(Some(CommandRef {
        player: PlayerId(player),
        id: CommandId::from(id),
        body_hash: BodyHash(bytes(row, "body_hash")?),
    }))
}

/// The columns of `room` and `room_owner`.
pub(crate) fn room_head(row: &SqliteRow) -> Result<RoomHead, ReadError> {
    Ok(RoomHead {
        id: RoomId(get(row, "id")?),
        code: get::<String>(row, "code")?.into(),
        owner: get::<String>(row, "owner")?.into(),
        epoch: Epoch(number(row, "epoch")?),
        created_ms: get(row, "created_ms")?,
        closed_ms: get(row, "closed_ms")?,
    })
}

/// The columns of `player` and of its only room, if it has one.
pub(crate) fn scope(row: &SqliteRow) -> Result<Option<Scope>, ReadError> {
    let Some(room) = get::<Option<Uuid>>(row, "scope_room")? else { return Ok(None) };
    let (code, closed_ms) = (get::<String>(row, "code")?.into(), get(row, "closed_ms")?);
    Ok(Some(Scope { room: RoomId(room), code, closed_ms }))
}

/// The columns of `room_secret`.
pub(crate) fn secret(row: &SqliteRow) -> Result<Secret, ReadError> {
    Ok(Secret {
        deal: DealNo(number(row, "deal")?),
        secret: ShuffleSecret::new(bytes(row, "secret")?),
        revealed_ms: get(row, "revealed_ms")?,
    })
}

/// A number as `SQLite` stores it. What does not fit is beyond every stored number, and so compares as it
/// should.
pub(crate) fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
