//! The append: one fenced statement for the log row, then what follows from it, all in one savepoint.

use sqlx::SqliteConnection;

use super::job::{Job, Stop};
use super::row::{get, integer, number};
use super::{log, players, results};
use crate::{
    Append, AppendError, Appended, Entry, Epoch, Inconsistent, LogRow, NewSecret, ReadError, RoomId,
    WriteError,
};
use crate::{DealNo, Problem, Unstorable};

type Stopped = Stop<AppendError>;

impl Job for Append {
    type Done = Appended;
    type Error = AppendError;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<Appended, Stopped> {
        if !insert_row(conn, self.room, self.epoch, &self.entry).await.map_err(|e| Stop::at("log row", e))? {
            return Err(why_not(conn, self).await?);
        }
        insert_rest(conn, self.room, &self.entry).await?;
        Ok(Appended { next_seq: self.entry.next_seq() })
    }
}

/// Inserts the log row if the epoch is the present one, the room open and the row the next one. An empty log
/// takes any first number.
pub(super) async fn insert_row(
    conn: &mut SqliteConnection,
    room: RoomId,
    epoch: Epoch,
    entry: &Entry,
) -> Result<bool, sqlx::Error> {
    const INSERT: &str = "
        INSERT INTO room_log
            (room_id, first_seq, count, epoch, player_id, command_id, body_hash, at_ms, wall_ms, events)
        SELECT o.room_id, $2, $3, o.epoch, $5, $6, $7, $8, $9, $10
        FROM room_owner o JOIN room r ON r.id = o.room_id
        WHERE o.room_id = $1 AND o.epoch = $4 AND r.closed_ms IS NULL AND $2 = coalesce(
            (SELECT first_seq + count FROM room_log WHERE room_id = $1 ORDER BY first_seq DESC LIMIT 1), $2)
        ON CONFLICT DO NOTHING";
    let command = entry.command.as_ref();
    let done = sqlx::query(INSERT)
        .bind(room.0)
        .bind(integer(entry.first_seq.0))
        .bind(i64::from(entry.count))
        .bind(integer(epoch.0))
        .bind(command.map(|c| c.player.0))
        .bind(command.map(|c| c.id.as_str()))
        .bind(command.map(|c| &c.body_hash.0[..]))
        .bind(entry.at_ms)
        .bind(entry.wall_ms)
        .bind(&entry.events)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Inserts what an entry carries beside its events.
pub(super) async fn insert_rest<E>(
    conn: &mut SqliteConnection,
    room: RoomId,
    entry: &Entry,
) -> Result<(), Stop<E>>
where
    E: From<WriteError>,
{
    for player in &entry.players {
        let done = players::insert_scoped(conn, room, player, entry.wall_ms);
        done.await.map_err(|e| Stop::at("scoped player", e))?;
    }
    for secret in &entry.secrets {
        insert_secret(conn, room, secret).await.map_err(|e| Stop::at("shuffle secret", e))?;
    }
    for deal in &entry.reveals {
        if !reveal(conn, room, *deal, entry.wall_ms).await? {
            let why = Problem::Rejected(format!("deal {deal} has no secret"));
            return Err(Stop::Refused(WriteError::from(Unstorable::new("reveal", why)).into()));
        }
    }
    for round in &entry.rounds {
        results::insert_round(conn, room, round).await.map_err(|e| Stop::at("round", e))?;
    }
    for result in &entry.matches {
        results::insert_match(conn, room, result).await.map_err(|e| Stop::at("match", e))?;
    }
    Ok(())
}

async fn insert_secret(
    conn: &mut SqliteConnection,
    room: RoomId,
    new: &NewSecret,
) -> Result<(), sqlx::Error> {
    const INSERT: &str = "INSERT INTO room_secret (room_id, deal, secret) VALUES ($1, $2, $3)";
    let secret = &new.secret.expose()[..];
    sqlx::query(INSERT).bind(room.0).bind(i64::from(new.deal.0)).bind(secret).execute(conn).await.map(drop)
}

async fn reveal(
    conn: &mut SqliteConnection,
    room: RoomId,
    deal: DealNo,
    now_ms: i64,
) -> Result<bool, sqlx::Error> {
    const UPDATE: &str =
        "UPDATE room_secret SET revealed_ms = coalesce(revealed_ms, $3) WHERE room_id = $1 AND deal = $2";
    let done = sqlx::query(UPDATE).bind(room.0).bind(i64::from(deal.0)).bind(now_ms).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Finds out why the row was not inserted. Ownership is first: a room that was taken must stop, whatever else
/// is true.
async fn why_not(conn: &mut SqliteConnection, append: &Append) -> Result<Stopped, Stopped> {
    let (room, entry) = (append.room, &append.entry);
    match ownership(conn, room).await? {
        Some(current) if current == append.epoch => {}
        Some(current) => {
            return Ok(Stop::Refused(AppendError::Fenced { room, held: append.epoch, current }));
        }
        None => return Ok(Stop::Refused(AppendError::NotOpen(room))),
    }
    if let Some(stored) = stored_instead(conn, room, entry).await? {
        return Ok(Stop::Refused(AppendError::Conflict { room, stored: Box::new(stored) }));
    }
    match log::next_seq(conn, room).await? {
        Some(expected) if expected != entry.first_seq => {
            Ok(Stop::Refused(AppendError::Gap { room, expected, given: entry.first_seq }))
        }
        _ => Ok(ReadError::from(Inconsistent(format!("the log of room {room} took no row"))).into()),
    }
}

/// The epoch of an open room.
async fn ownership(conn: &mut SqliteConnection, room: RoomId) -> Result<Option<Epoch>, ReadError> {
    const SELECT: &str = "
        SELECT o.epoch, r.closed_ms
        FROM room_owner o JOIN room r ON r.id = o.room_id WHERE o.room_id = $1";
    let Some(row) = sqlx::query(SELECT).bind(room.0).fetch_optional(conn).await? else { return Ok(None) };
    let closed: Option<i64> = get(&row, "closed_ms")?;
    if closed.is_some() { Ok(None) } else { Ok(Some(Epoch(number(&row, "epoch")?))) }
}

/// The row of the same command, otherwise the row that holds the first event's place.
async fn stored_instead(
    conn: &mut SqliteConnection,
    room: RoomId,
    entry: &Entry,
) -> Result<Option<LogRow>, ReadError> {
    if let Some(command) = &entry.command
        && let Some(row) = log::by_command(&mut *conn, room, command.player, &command.id).await?
    {
        return Ok(Some(row));
    }
    log::covering(conn, room, entry.first_seq).await
}
