//! Where the table is, and connections to it beside those of the store, as durable as they are.

use sarja_store::{Append, StoreUrl};
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, Postgres, Sqlite, SqliteConnection};
use tempfile::TempDir;

use super::Engine;
use crate::schema::Schema;

/// Gone when this is dropped.
pub(super) enum Place {
    Folder(TempDir),
    Schema(Schema),
}

/// A connection that writes rows and knows nothing of rooms.
pub(super) enum Conn {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Place {
    pub(super) async fn new(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::Folder(TempDir::new().unwrap()),
            Engine::Postgres => Self::Schema(Schema::create().await),
        }
    }

    pub(super) fn url(&self) -> StoreUrl {
        match self {
            Self::Folder(folder) => StoreUrl::sqlite(folder.path().join("sarja.db")).unwrap(),
            Self::Schema(schema) => schema.url().parse().unwrap(),
        }
    }

    pub(super) async fn connect(&self) -> Conn {
        match self {
            Self::Folder(folder) => {
                let options = SqliteConnectOptions::new()
                    .filename(folder.path().join("sarja.db"))
                    .foreign_keys(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full);
                Conn::Sqlite(options.disable_statement_logging().connect().await.unwrap())
            }
            Self::Schema(schema) => {
                let options = schema.options().disable_statement_logging();
                Conn::Postgres(options.connect().await.unwrap())
            }
        }
    }
}

impl Conn {
    /// Writes rows in one commit.
    pub(super) async fn write(&mut self, rows: &[Append]) {
        match self {
            Self::Sqlite(conn) => {
                let mut transaction = conn.begin_with("BEGIN IMMEDIATE").await.unwrap();
                for row in rows {
                    of_sqlite(row).execute(&mut *transaction).await.unwrap();
                }
                transaction.commit().await.unwrap();
            }
            Self::Postgres(conn) => {
                of_postgres(rows).execute(conn).await.unwrap();
            }
        }
    }

    /// Writes one row in a commit of its own.
    pub(super) async fn write_one(&mut self, row: &Append) {
        match self {
            Self::Sqlite(conn) => of_sqlite(row).execute(conn).await.map(drop).unwrap(),
            Self::Postgres(conn) => one_of_postgres(row).execute(conn).await.map(drop).unwrap(),
        }
    }
}

/// The values of a row, as they are bound one after the other.
macro_rules! bound {
    ($query:expr, $row:ident) => {{
        let (entry, command) = (&$row.entry, $row.entry.command.as_ref().unwrap());
        $query
            .bind($row.room.0)
            .bind(i64::try_from(entry.first_seq.0).unwrap())
            .bind(i64::from(entry.count))
            .bind(i64::try_from($row.epoch.0).unwrap())
            .bind(command.player.0)
            .bind(command.id.as_str())
            .bind(&command.body_hash.0[..])
            .bind(entry.at_ms)
            .bind(entry.wall_ms)
            .bind(entry.events.as_str())
    }};
}

const INSERT: &str = "
    INSERT INTO room_log
        (room_id, first_seq, count, epoch, player_id, command_id, body_hash, at_ms, wall_ms, events)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

fn of_sqlite(row: &Append) -> Query<'_, Sqlite, <Sqlite as sqlx::Database>::Arguments> {
    bound!(sqlx::query::<Sqlite>(INSERT), row)
}

fn one_of_postgres(row: &Append) -> Query<'_, Postgres, PgArguments> {
    bound!(sqlx::query::<Postgres>(INSERT), row)
}

fn of_postgres(rows: &[Append]) -> Query<'_, Postgres, PgArguments> {
    const INSERT: &str = "
        INSERT INTO room_log
            (room_id, first_seq, count, epoch, player_id, command_id, body_hash, at_ms, wall_ms, events)
        SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::uuid[], $6::text[],
            $7::bytea[], $8::bigint[], $9::bigint[], $10::text[])";
    sqlx::query::<Postgres>(INSERT)
        .bind(column(rows, |row| row.room.0))
        .bind(column(rows, |row| i64::try_from(row.entry.first_seq.0).unwrap()))
        .bind(column(rows, |row| i64::from(row.entry.count)))
        .bind(column(rows, |row| i64::try_from(row.epoch.0).unwrap()))
        .bind(column(rows, |row| row.entry.command.as_ref().unwrap().player.0))
        .bind(column(rows, |row| row.entry.command.as_ref().unwrap().id.as_str()))
        .bind(column(rows, |row| &row.entry.command.as_ref().unwrap().body_hash.0[..]))
        .bind(column(rows, |row| row.entry.at_ms))
        .bind(column(rows, |row| row.entry.wall_ms))
        .bind(column(rows, |row| row.entry.events.as_str()))
}

fn column<'a, T>(rows: &'a [Append], value: impl Fn(&'a Append) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}
