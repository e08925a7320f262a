//! Opening the file: folder, settings, schema.

use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};
use tokio::sync::mpsc;

use super::Sqlite;
use super::writer::Writer;
use crate::limits::{BUSY_TIMEOUT, READER_WAIT_MAX, READERS, WRITE_QUEUE_MAX};
use crate::{DriverError, OpenError};

static MIGRATOR: Migrator = sqlx::migrate!("../../migrations/sqlite");

impl Sqlite {
    /// Opens the file, after creating it and its folder if need be, and brings the schema up to date.
    pub(crate) async fn open(path: &Path) -> Result<Self, OpenError> {
        create(path).await?;
        let options = options(path);
        let mut conn = options.connect().await.map_err(DriverError::from)?;
        migrate(&mut conn).await?;
        let readers = readers(&options).await?;
        let (inbox, messages) = mpsc::channel(WRITE_QUEUE_MAX);
        let writer = tokio::spawn(Writer::new(messages, options, conn).run());
        Ok(Self { readers, inbox, writer: Some(writer).into() })
    }
}

/// Creates the folder and an empty file that only its owner may read, since it will hold shuffle secrets.
/// `SQLite` gives the files beside it the same mode.
async fn create(path: &Path) -> Result<(), OpenError> {
    let failed = |path: &Path, source| OpenError::File { path: path.display().to_string(), source };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        tokio::fs::create_dir_all(folder).await.map_err(|error| failed(folder, error))?;
    }
    let mut file = tokio::fs::OpenOptions::new();
    file.write(true).create(true).truncate(false);
    #[cfg(unix)]
    file.mode(0o600);
    file.open(path).await.map_err(|error| failed(path, error)).map(drop)
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        // FULL is what makes an acknowledged write durable: under WAL, NORMAL does not sync at commit.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging()
}

async fn readers(options: &SqliteConnectOptions) -> Result<SqlitePool, OpenError> {
    let pool = SqlitePoolOptions::new()
        .min_connections(READERS)
        .max_connections(READERS)
        .acquire_timeout(READER_WAIT_MAX)
        .max_lifetime(None)
        .idle_timeout(None)
        // A connection to a file does not go stale.
        .test_before_acquire(false)
        // Not read-only at the level of the file, which WAL does not always allow.
        .connect_with(options.clone().pragma("query_only", "ON"))
        .await;
    Ok(pool.map_err(DriverError::from)?)
}

/// Runs the missing migrations, all in one transaction that holds the write lock: of two programs that start
/// at once, one migrates and the other finds it done.
async fn migrate(conn: &mut SqliteConnection) -> Result<(), OpenError> {
    let mut transaction = conn.begin_with("BEGIN IMMEDIATE").await.map_err(DriverError::from)?;
    refuse_newer(&mut transaction).await?;
    MIGRATOR
        .run_direct(None, &mut *transaction, false)
        .await
        .map_err(|error| OpenError::Migrate(Box::new(error)))?;
    Ok(transaction.commit().await.map_err(DriverError::from)?)
}

async fn refuse_newer(conn: &mut SqliteConnection) -> Result<(), OpenError> {
    let known = MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or(0);
    match schema_version(conn).await.map_err(DriverError::from)? {
        Some(found) if found > known => Err(OpenError::SchemaNewer { found, known }),
        _ => Ok(()),
    }
}

/// The newest migration in the database; none in a new one.
async fn schema_version(conn: &mut SqliteConnection) -> Result<Option<i64>, sqlx::Error> {
    const IS_THERE: &str = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    const NEWEST: &str = "SELECT max(version) FROM _sqlx_migrations";
    if sqlx::query_scalar::<_, i64>(IS_THERE).fetch_one(&mut *conn).await? == 0 {
        return Ok(None);
    }
    sqlx::query_scalar(NEWEST).fetch_one(conn).await
}
