//! The append: one fenced statement for the log row, then what follows from it.

use super::results::{insert_match, insert_round};
use super::{Extent, Job, Stop, players};
use crate::engine::{Engine, Hold, one};
use crate::row::{Columns as _, number};
use crate::text::{Problem, Unstorable};
use crate::{
    Append, AppendError, Appended, DealNo, Entry, Epoch, Inconsistent, LogRow, NewSecret, ReadError, RoomId,
    WriteError, reads,
};

type Stopped = Stop<AppendError>;

impl<DB: Engine> Job<DB> for Append {
    type Done = Appended;
    type Error = AppendError;

    fn extent(&self) -> Extent {
        if self.entry.is_plain() { Extent::One } else { Extent::Several }
    }

    async fn run(&self, conn: &mut DB::Connection) -> Result<Appended, Stopped> {
        DB::hold_room(conn, self.room, Hold::Shared).await?;
        let inserted = insert_row::<DB>(conn, self.room, self.epoch, &self.entry).await;
        if !inserted.map_err(|e| Stop::at("log row", e))? {
            return Err(why_not::<DB>(conn, self).await?);
        }
        insert_rest::<DB, _>(conn, self.room, &self.entry).await?;
        Ok(Appended { next_seq: self.entry.next_seq() })
    }
}

/// Inserts the log row if the epoch is the present one, the room open and the row the next one. An empty log
/// takes any first number.
pub(super) async fn insert_row<DB: Engine>(
    conn: &mut DB::Connection,
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
    let params = [
        room.into(),
        entry.first_seq.into(),
        entry.count.into(),
        epoch.into(),
        command.map(|c| c.player).into(),
        command.map(|c| c.id.as_str()).into(),
        command.map(|c| &c.body_hash.0[..]).into(),
        entry.at_ms.into(),
        entry.wall_ms.into(),
        entry.events.as_str().into(),
    ];
    Ok(DB::change(conn, INSERT, &params).await? == 1)
}

/// Inserts what an entry carries beside its events.
pub(super) async fn insert_rest<DB, E>(
    conn: &mut DB::Connection,
    room: RoomId,
    entry: &Entry,
) -> Result<(), Stop<E>>
where
    DB: Engine,
    E: From<WriteError>,
{
    for player in &entry.players {
        let done = players::insert_scoped::<DB>(conn, room, player, entry.wall_ms);
        done.await.map_err(|e| Stop::at("scoped player", e))?;
    }
    for secret in &entry.secrets {
        insert_secret::<DB>(conn, room, secret).await.map_err(|e| Stop::at("shuffle secret", e))?;
    }
    for deal in &entry.reveals {
        if !reveal::<DB>(conn, room, *deal, entry.wall_ms).await? {
            let why = Problem::Rejected(format!("deal {deal} has no secret"));
            return Err(Stop::Refused(WriteError::from(Unstorable::new("reveal", why)).into()));
        }
    }
    for round in &entry.rounds {
        insert_round::<DB>(conn, room, round).await.map_err(|e| Stop::at("round", e))?;
    }
    for result in &entry.matches {
        insert_match::<DB>(conn, room, result).await.map_err(|e| Stop::at("match", e))?;
    }
    Ok(())
}

async fn insert_secret<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
    new: &NewSecret,
) -> Result<(), sqlx::Error> {
    const INSERT: &str = "INSERT INTO room_secret (room_id, deal, secret) VALUES ($1, $2, $3)";
    let secret = &new.secret.expose()[..];
    DB::change(conn, INSERT, &[room.into(), new.deal.into(), secret.into()]).await.map(drop)
}

async fn reveal<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
    deal: DealNo,
    now_ms: i64,
) -> Result<bool, sqlx::Error> {
    const UPDATE: &str =
        "UPDATE room_secret SET revealed_ms = coalesce(revealed_ms, $3) WHERE room_id = $1 AND deal = $2";
    Ok(DB::change(conn, UPDATE, &[room.into(), deal.into(), now_ms.into()]).await? == 1)
}

/// Finds out why the row was not inserted. Ownership is first: a room that was taken must stop, whatever else
/// is true.
async fn why_not<DB: Engine>(conn: &mut DB::Connection, append: &Append) -> Result<Stopped, Stopped> {
    let (room, entry) = (append.room, &append.entry);
    match ownership::<DB>(conn, room).await? {
        Some(current) if current == append.epoch => {}
        Some(current) => {
            return Ok(Stop::Refused(AppendError::Fenced { room, held: append.epoch, current }));
        }
        None => return Ok(Stop::Refused(AppendError::NotOpen(room))),
    }
    if let Some(stored) = stored_instead::<DB>(conn, room, entry).await? {
        return Ok(Stop::Refused(AppendError::Conflict { room, stored: Box::new(stored) }));
    }
    match reads::log::next_seq::<DB>(conn, room).await? {
        Some(expected) if expected != entry.first_seq => {
            Ok(Stop::Refused(AppendError::Gap { room, expected, given: entry.first_seq }))
        }
        _ => Ok(ReadError::from(Inconsistent(format!("the log of room {room} took no row"))).into()),
    }
}

/// The epoch of an open room.
async fn ownership<DB: Engine>(conn: &mut DB::Connection, room: RoomId) -> Result<Option<Epoch>, ReadError> {
    const SELECT: &str = "
        SELECT o.epoch, r.closed_ms
        FROM room_owner o JOIN room r ON r.id = o.room_id WHERE o.room_id = $1";
    match one::<DB>(conn, SELECT, &[room.into()]).await? {
        Some(row) if row.integer_or_null("closed_ms")?.is_none() => Ok(Some(Epoch(number(&row, "epoch")?))),
        _ => Ok(None),
    }
}

/// The row of the same command, otherwise the row that holds the first event's place.
async fn stored_instead<DB: Engine>(
    conn: &mut DB::Connection,
    room: RoomId,
    entry: &Entry,
) -> Result<Option<LogRow>, ReadError> {
    if let Some(command) = &entry.command
        && let Some(row) = reads::log::by_command::<DB>(conn, room, command.player, &command.id).await?
    {
        return Ok(Some(row));
    }
    reads::log::covering::<DB>(conn, room, entry.first_seq).await
}
