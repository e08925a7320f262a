//! Opening the file: folder, settings, schema.

use std::path::Path;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};
use tokio::fs;
use tokio::sync::mpsc;

use super::Sqlite;
use super::code::is_busy;
use super::writer::Writer;
use crate::limits::{BUSY_STEP, BUSY_TIMEOUT, READER_WAIT_MAX, READERS, WRITE_QUEUE_MAX};
use crate::{DriverError, OpenError};

static MIGRATOR: Migrator = sqlx::migrate!("../../migrations/sqlite");

impl Sqlite {
    /// Opens the file, after creating it and its folder if need be, and brings the schema up to date.
    pub(crate) async fn open(path: &Path) -> Result<Self, OpenError> {
        let options = options(path);
        let mut conn = create_or_connect(path, &options).await?;
        migrate(&mut conn).await?;
        let readers = readers(&options).await?;
        let (inbox, messages) = mpsc::channel(WRITE_QUEUE_MAX);
        let writer = tokio::spawn(Writer::new(messages, options, conn).run());
        Ok(Self { readers, inbox, writer: Some(writer).into() })
    }
}

/// Makes the first connection, and with it the folder and the file if need be.
async fn create_or_connect(
    path: &Path,
    options: &SqliteConnectOptions,
) -> Result<SqliteConnection, OpenError> {
    let failed = |path: &Path, reason| OpenError::File { path: path.display().to_string(), reason };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).await.map_err(|error| failed(folder, error))?;
    }
    let was_there = fs::try_exists(path).await.map_err(|error| failed(path, error))?;
    let conn = connect(options).await?;
    if !was_there {
        make_private(path).await.map_err(|error| failed(path, error))?;
    }
    Ok(conn)
}

/// Lets nobody but the owner read a new store, since it will hold shuffle secrets. Files that `SQLite` makes beside it
/// later get the same mode. By path and afterwards: creating the file ourselves means closing it, and that would drop
/// the locks of another store in this process.
async fn make_private(path: &Path) -> std::io::Result<()> {
    for suffix in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(suffix);
        #[cfg(unix)]
        match fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).await {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Connects. Of two programs that switch a new file to WAL at once, one is told that the file is busy, without the
/// wait that the busy timeout gives to other statements.
async fn connect(options: &SqliteConnectOptions) -> Result<SqliteConnection, DriverError> {
    let mut waited = Duration::ZERO;
    loop {
        match options.connect().await {
            Err(error) if is_busy(&error) && waited < BUSY_TIMEOUT => {
                tokio::time::sleep(BUSY_STEP).await;
                waited += BUSY_STEP;
            }
            other => return Ok(other?),
        }
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
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
        .map_err(|error| OpenError::Migrate(sqlx::Error::from(error).into()))?;
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
