//! Reading rows: from what the engines store to the store's types.

use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

use crate::{
    BodyHash, CommandId, CommandRef, Creation, DealNo, Epoch, Inconsistent, LogRow, Player, PlayerId,
    ReadError, RoomHead, RoomId, Scope, Secret, Seq, ShuffleSecret,
};

/// The columns of a row, of the few types that the tables have.
pub(crate) trait Columns {
    fn uuid(&self, column: &str) -> Result<Uuid, ReadError>;
    fn uuid_or_null(&self, column: &str) -> Result<Option<Uuid>, ReadError>;
    fn integer(&self, column: &str) -> Result<i64, ReadError>;
    fn integer_or_null(&self, column: &str) -> Result<Option<i64>, ReadError>;
    fn text(&self, column: &str) -> Result<String, ReadError>;
    fn text_or_null(&self, column: &str) -> Result<Option<String>, ReadError>;
    fn bytes(&self, column: &str) -> Result<&[u8], ReadError>;
    fn flag(&self, column: &str) -> Result<bool, ReadError>;
}

macro_rules! columns {
    ($($row:ty: { $($name:ident -> $type:ty;)* })*) => {$(
        impl Columns for $row {$(
            fn $name(&self, column: &str) -> Result<$type, ReadError> {
                Ok(self.try_get(column)?)
            }
        )*}
    )*};
}

macro_rules! columns_of {
    ($($row:ty),*) => {
        columns! {$(
            $row: {
                uuid -> Uuid;
                uuid_or_null -> Option<Uuid>;
                integer -> i64;
                integer_or_null -> Option<i64>;
                text -> String;
                text_or_null -> Option<String>;
                bytes -> &[u8];
                flag -> bool;
            }
        )*}
    };
}

columns_of!(SqliteRow, PgRow);

/// An integer in the range of its type.
pub(crate) fn number<T: TryFrom<i64>>(row: &impl Columns, column: &str) -> Result<T, ReadError> {
    in_range(column, row.integer(column)?)
}

/// An integer in the range of its type, or null.
pub(crate) fn number_or_null<T: TryFrom<i64>>(
    row: &impl Columns,
    column: &str,
) -> Result<Option<T>, ReadError> {
    row.integer_or_null(column)?.map(|value| in_range(column, value)).transpose()
}

fn in_range<T: TryFrom<i64>>(column: &str, value: i64) -> Result<T, ReadError> {
    T::try_from(value).map_err(|_| Inconsistent(format!("{column} is {value}")).into())
}

/// 32 bytes. Their value never gets into an error: they may be a secret.
fn bytes_32(row: &impl Columns, column: &str) -> Result<[u8; 32], ReadError> {
    let bytes = row.bytes(column)?;
    bytes.try_into().map_err(|_| Inconsistent(format!("{column} has {} bytes", bytes.len())).into())
}

/// The columns of `room_log`.
pub(crate) fn log_row(row: &impl Columns) -> Result<LogRow, ReadError> {
    Ok(LogRow {
        first_seq: Seq(number(row, "first_seq")?),
        count: number(row, "count")?,
        epoch: Epoch(number(row, "epoch")?),
        command: command(row)?,
        at_ms: row.integer("at_ms")?,
        wall_ms: row.integer("wall_ms")?,
        events: row.text("events")?,
    })
}

/// The columns of `room_log`, of a room's first row.
pub(crate) fn creation(row: &impl Columns) -> Result<Creation, ReadError> {
    Ok(Creation { room: RoomId(row.uuid("room_id")?), body_hash: BodyHash(bytes_32(row, "body_hash")?) })
}

fn command(row: &impl Columns) -> Result<Option<CommandRef>, ReadError> {
    let Some(player) = row.uuid_or_null("player_id")? else { return Ok(None) };
    Ok(Some(CommandRef {
        player: PlayerId(player),
        id: CommandId::from(row.text("command_id")?),
        body_hash: BodyHash(bytes_32(row, "body_hash")?),
    }))
}

/// The columns of `room` and `room_owner`.
pub(crate) fn room_head(row: &impl Columns) -> Result<RoomHead, ReadError> {
    Ok(RoomHead {
        id: RoomId(row.uuid("id")?),
        code: row.text("code")?.into(),
        owner: row.text("owner")?.into(),
        epoch: Epoch(number(row, "epoch")?),
        created_ms: row.integer("created_ms")?,
        closed_ms: row.integer_or_null("closed_ms")?,
    })
}

/// The columns of `player` and of its only room, if it has one.
pub(crate) fn player(row: &impl Columns) -> Result<Player, ReadError> {
    Ok(Player {
        id: PlayerId(row.uuid("id")?),
        name: row.text("name")?,
        scope: scope(row)?,
        created_ms: row.integer("created_ms")?,
        seen_ms: row.integer("seen_ms")?,
    })
}

fn scope(row: &impl Columns) -> Result<Option<Scope>, ReadError> {
    let Some(room) = row.uuid_or_null("scope_room")? else { return Ok(None) };
    let (code, closed_ms) = (row.text("code")?.into(), row.integer_or_null("closed_ms")?);
    Ok(Some(Scope { room: RoomId(room), code, closed_ms }))
}

/// The columns of `room_secret`.
pub(crate) fn secret(row: &impl Columns) -> Result<Secret, ReadError> {
    Ok(Secret {
        deal: DealNo(number(row, "deal")?),
        secret: ShuffleSecret::new(bytes_32(row, "secret")?),
        revealed_ms: row.integer_or_null("revealed_ms")?,
    })
}
