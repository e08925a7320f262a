//! The lane: the one connection on which batches of plain appends are written, a statement each.

use std::collections::HashSet;

use sqlx::postgres::PgConnectOptions;
use sqlx::{PgConnection, Postgres};

use super::engine::answered;
use super::{code, session};
use crate::data_error::is_about_data;
use crate::engine::{Engine as _, integer};
use crate::row::Columns as _;
use crate::{Append, CommandRef, RoomId};

/// Writes every row whose room is open, held with the row's epoch, and goes on with the row's number; and tells which.
///
/// - One statement and no transaction around it: one way to the server and back, and it is written whole or not at all.
/// - The ownership is locked until the commit, so that whoever takes a room over waits for its append. An append that comes
///   later finds another epoch, because a lock is given on the newest version of the row and the condition is looked at
///   again. With `FOR KEY SHARE` a late append could be committed after the log was read.
/// - The room is locked, too, for the same second look: it may just have been closed.
/// - `SKIP LOCKED`: a room that is being taken over or closed does not hold up the rooms that are written with it.
const APPEND: &str = "
    WITH held AS (
        SELECT g.*
        FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::uuid[], $6::text[], $7::bytea[],
                    $8::bigint[], $9::bigint[], $10::text[])
            AS g (room_id, first_seq, count, epoch, player_id, command_id, body_hash, at_ms, wall_ms, events)
            JOIN room_owner o ON o.room_id = g.room_id
            JOIN room r ON r.id = g.room_id
        WHERE o.epoch = g.epoch AND r.closed_ms IS NULL AND g.first_seq = coalesce(
            (SELECT l.first_seq + l.count FROM room_log l WHERE l.room_id = g.room_id
             ORDER BY l.first_seq DESC LIMIT 1), g.first_seq)
        FOR SHARE OF o, r SKIP LOCKED
    )
    INSERT INTO room_log
        (room_id, first_seq, count, epoch, player_id, command_id, body_hash, at_ms, wall_ms, events)
    SELECT room_id, first_seq, count, epoch, player_id, command_id, body_hash, at_ms, wall_ms, events
    FROM held
    ON CONFLICT DO NOTHING
    RETURNING room_id";

/// Proof that the server commits and that its disk has space: a record that only its log holds.
const PROBE: &str = "SELECT pg_logical_emit_message(true, 'sarja', 'ready')";

/// The connection and the way to a new one.
pub(super) struct Lane {
    options: PgConnectOptions,
    /// None at first and after a failure, until the next statement connects again.
    conn: Option<PgConnection>,
}

/// Why a batch was not written, or is not known to be.
#[derive(Debug)]
pub(super) enum Failure {
    /// The server refused the data of one of its rows, and wrote none of them.
    Data(sqlx::Error),
    /// It is certain that nothing was written.
    NotWritten(sqlx::Error),
    /// The answer did not come.
    Unknown(sqlx::Error),
}

/// Whether the connection was in use just before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Since {
    /// It was: it worked then.
    Busy,
    /// It rested, and may have been cut meanwhile.
    Rested,
}

impl Lane {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options, conn: None }
    }

    /// Makes sure that there is a connection that works. If it was cut while it rested, this finds out before anything is
    /// sent, so that nobody has to be told that an outcome is unknown.
    pub(super) async fn wake(&mut self, since: Since) {
        if since == Since::Rested
            && let Some(conn) = &mut self.conn
            && !session::is_alive(conn).await
        {
            tracing::info!("the connection to the database was cut; making a new one");
            self.conn = None;
        }
    }

    /// Writes a batch, one row for a room at most, and tells the rooms of those that were written. Of the others nothing is
    /// known.
    pub(super) async fn append(&mut self, batch: &[&Append]) -> Result<HashSet<RoomId>, Failure> {
        let query = sqlx::query::<Postgres>(APPEND)
            .bind(column(batch, |a| a.room.0))
            .bind(column(batch, |a| integer(a.entry.first_seq.0)))
            .bind(column(batch, |a| i64::from(a.entry.count)))
            .bind(column(batch, |a| integer(a.epoch.0)))
            .bind(column(batch, |a| command(a).map(|c| c.player.0)))
            .bind(column(batch, |a| command(a).map(|c| c.id.as_str())))
            .bind(column(batch, |a| command(a).map(|c| &c.body_hash.0[..])))
            .bind(column(batch, |a| a.entry.at_ms))
            .bind(column(batch, |a| a.entry.wall_ms))
            .bind(column(batch, |a| a.entry.events.as_str()));
        let conn = self.connected().await.map_err(Failure::NotWritten)?;
        match answered(query.fetch_all(conn)).await {
            Ok(rows) => {
                let rooms = rows.iter().map(|row| row.uuid("room_id").map(RoomId));
                Ok(rooms.collect::<Result<_, _>>().expect("the statement gives the rooms' ids"))
            }
            Err(error) if is_about_data(&error) => Err(Failure::Data(error)),
            Err(error) if code::nothing_was_written(&error) => Err(Failure::NotWritten(error)),
            Err(error) => {
                self.conn = None;
                Err(Failure::Unknown(error))
            }
        }
    }

    /// Commits something.
    pub(super) async fn probe(&mut self) -> Result<(), sqlx::Error> {
        let conn = self.connected().await?;
        let probed = Postgres::change(conn, PROBE, &[]).await;
        if probed.as_ref().is_err_and(|error| !code::nothing_was_written(error)) {
            self.conn = None;
        }
        probed.map(drop)
    }

    /// The connection, with the statement prepared: what goes wrong in that was certainly not written.
    async fn connected(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        match &mut self.conn {
            Some(conn) => Ok(conn),
            empty => {
                let mut conn = session::connect(&self.options).await?;
                answered(sqlx::Executor::prepare(&mut conn, sqlx::SqlStr::from_static(APPEND))).await?;
                Ok(empty.insert(conn))
            }
        }
    }
}

/// One value of each append of a batch.
fn column<'a, T>(batch: &[&'a Append], value: impl Fn(&'a Append) -> T) -> Vec<T> {
    batch.iter().map(|append| value(append)).collect()
}

fn command(append: &Append) -> Option<&CommandRef> {
    append.entry.command.as_ref()
}
