//! Opening the file: folder, settings, schema.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

#[cfg(test)]
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection as _, SqliteConnection, SqlitePool};
use tokio::fs;
use tokio::sync::mpsc;

use super::Sqlite;
use super::code::{is_busy, is_disk_full};
use super::copy::copy;
use super::file::{Found, explain, folder, look, make_private, text};
use super::schema;
use super::space::Space;
use super::writer::Writer;
use crate::limits::{
    BUSY_STEP, BUSY_TIMEOUT, EMPTY_WAIT, JOURNAL_BYTES_KEPT, READER_WAIT_MAX, READERS, RESTORED_EPOCHS,
    WRITE_QUEUE_MAX,
};
use crate::watch::Watched;
use crate::{CopyError, DriverError, OpenError};

impl Sqlite {
    /// Opens the file, after creating it and its folder if need be, and brings the schema up to date.
    pub(crate) async fn open(path: &Path) -> Result<Self, OpenError> {
        let options = options(path);
        let mut conn = create_or_connect(path, &options).await?;
        schema::migrate(&mut conn, path, &schema::MIGRATIONS).await?;
        schema::refuse_incomplete(&mut conn, path).await?;
        Self::run(path, options, conn).await
    }

    /// The same with these migrations, whatever tables they make.
    #[cfg(test)]
    pub(super) async fn open_with(path: &Path, migrations: &Migrator) -> Result<Self, OpenError> {
        let options = options(path);
        let mut conn = create_or_connect(path, &options).await?;
        schema::migrate(&mut conn, path, migrations).await?;
        Self::run(path, options, conn).await
    }

    /// Opens a file that is there, for reading: nothing is created, brought up to date or written.
    pub(crate) async fn open_existing(path: &Path) -> Result<Self, OpenError> {
        let options = existing(path).pragma("query_only", "ON");
        let mut conn = connect_existing(path, &options).await?;
        schema::require(&mut conn, path, &schema::MIGRATIONS).await?;
        schema::refuse_incomplete(&mut conn, path).await?;
        Self::run(path, options, conn).await
    }

    async fn run(
        path: &Path,
        options: SqliteConnectOptions,
        conn: SqliteConnection,
    ) -> Result<Self, OpenError> {
        let readers = match readers(&options).await {
            Ok(readers) => readers,
            Err(error) => return Err(explain(path, error).await),
        };
        let (inbox, messages) = mpsc::channel(WRITE_QUEUE_MAX);
        let space = Arc::new(Space::beside(path));
        let watched = Watched::default();
        let writer = Writer::new(messages, options, conn, Arc::clone(&space), watched.clone());
        let writer = tokio::spawn(writer.run());
        Ok(Self { readers, inbox, space, watched, writer: Some(writer).into() })
    }
}

/// Makes the first connection, and with it the folder and the file if need be.
async fn create_or_connect(
    path: &Path,
    options: &SqliteConnectOptions,
) -> Result<SqliteConnection, OpenError> {
    let failed = |path: &Path, reason| OpenError::File { path: text(path), reason };
    if let Some(folder) = folder(path) {
        fs::create_dir_all(folder).await.map_err(|error| failed(folder, error))?;
    }
    let was_there = not_empty(path).await? == Found::File;
    let conn = match connect(options).await {
        Ok(conn) => conn,
        Err(error) => return Err(explain(path, error).await),
    };
    if !was_there {
        make_private(path).await.map_err(|error| failed(path, error))?;
    }
    Ok(conn)
}

/// Makes a connection to a file that has to be there.
pub(super) async fn connect_existing(
    path: &Path,
    options: &SqliteConnectOptions,
) -> Result<SqliteConnection, OpenError> {
    match look(path).await? {
        Found::Nothing => return Err(OpenError::Missing { path: text(path) }),
        Found::Empty => return Err(OpenError::Empty { path: text(path) }),
        Found::File => {}
    }
    match connect(options).await {
        Ok(conn) => Ok(conn),
        Err(error) => Err(explain(path, error).await),
    }
}

/// Looks at a place, and refuses an empty file: `SQLite` would take it for a new database, and nobody would know that
/// everything is lost. A program that starts at the same moment has it empty for a moment only.
async fn not_empty(path: &Path) -> Result<Found, OpenError> {
    let mut waited = Duration::ZERO;
    loop {
        match look(path).await? {
            Found::Empty if waited < EMPTY_WAIT => {
                tokio::time::sleep(BUSY_STEP).await;
                waited += BUSY_STEP;
            }
            Found::Empty => return Err(OpenError::Empty { path: text(path) }),
            found => return Ok(found),
        }
    }
}

/// Connects. Of two programs that switch a new file to WAL at once, one is told that the file is busy, without the
/// wait that the busy timeout gives to other statements.
async fn connect(options: &SqliteConnectOptions) -> Result<SqliteConnection, sqlx::Error> {
    let mut waited = Duration::ZERO;
    loop {
        match options.connect().await {
            Err(error) if is_busy(&error) && waited < BUSY_TIMEOUT => {
                tokio::time::sleep(BUSY_STEP).await;
                waited += BUSY_STEP;
            }
            other => return other,
        }
    }
}

/// What every connection has.
pub(super) fn existing(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        // Finds some damage where it would otherwise be read as data.
        .pragma("cell_size_check", "ON")
        .disable_statement_logging()
}

fn options(path: &Path) -> SqliteConnectOptions {
    existing(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // FULL is what makes an acknowledged write durable: under WAL, NORMAL does not sync at commit.
        .synchronous(SqliteSynchronous::Full)
        // A long read, as that of a backup, makes the WAL grow; afterwards it shrinks to this.
        .pragma("journal_size_limit", JOURNAL_BYTES_KEPT.to_string())
}

async fn readers(options: &SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    SqlitePoolOptions::new()
        .min_connections(READERS)
        .max_connections(READERS)
        .acquire_timeout(READER_WAIT_MAX)
        .max_lifetime(None)
        .idle_timeout(None)
        // A connection to a file does not go stale.
        .test_before_acquire(false)
        // Not read-only at the level of the file, which WAL does not always allow.
        .connect_with(options.clone().pragma("query_only", "ON"))
        .await
}

/// Copies the database in a file as it is, whatever its schema, to a place where nothing is.
pub(crate) async fn copy_file(source: &Path, target: &Path) -> Result<(), CopyError> {
    let mut conn = connect_existing(source, &existing(source)).await?;
    let copied = copy(&mut conn, target).await;
    conn.close().await.map_err(DriverError::from).map_err(CopyError::Driver)?;
    copied
}

/// The time, as a part of names that belong to this file.
pub(crate) async fn stamp_of(path: &Path) -> Result<String, CopyError> {
    let mut conn = connect_existing(path, &existing(path)).await?;
    let stamp = schema::stamp(&mut conn).await.map_err(|error| CopyError::Driver(error.into()));
    conn.close().await.map_err(|error| CopyError::Driver(error.into()))?;
    stamp
}

/// Gives the rooms of a copy epochs that no client has seen, and tells the time, to be part of a name.
pub(crate) async fn make_restored(copied: &Path) -> Result<String, CopyError> {
    const UPDATE: &str = "UPDATE room_owner SET epoch = epoch + $1";
    let mut conn = connect_existing(copied, &existing(copied).synchronous(SqliteSynchronous::Full)).await?;
    let epochs = crate::engine::integer(RESTORED_EPOCHS);
    let made = async {
        sqlx::query(UPDATE).bind(epochs).execute(&mut conn).await?;
        schema::stamp(&mut conn).await
    };
    let stamp = match made.await {
        Err(error) if is_disk_full(&error) => Err(CopyError::DiskFull { path: text(copied) }),
        made => made.map_err(|error| CopyError::Driver(error.into())),
    };
    conn.close().await.map_err(DriverError::from).map_err(CopyError::Driver)?;
    stamp
}

#[cfg(test)]
mod tests {
    use super::{Sqlite, connect, options};

    /// Killing a process does not show whether commits are synced: only losing power would.
    #[tokio::test]
    async fn commits_are_synced_and_foreign_keys_checked() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut conn = connect(&options(&folder.path().join("store.db"))).await.unwrap();
        for (pragma, value) in [("synchronous", 2), ("foreign_keys", 1)] {
            let sql = format!("SELECT {pragma} FROM pragma_{pragma}");
            let set: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut conn).await.unwrap();
            assert_eq!(set, value, "{pragma}");
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn new_store_is_readable_by_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::TempDir::new().unwrap();
        let _open = Sqlite::open(&folder.path().join("store.db")).await.unwrap();
        let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap).collect();
        assert_eq!(files.len(), 3, "the file, its WAL and the WAL's index: {files:?}");
        for file in files {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
        }
    }
}
