//! The schema: which version it has, bringing it up to date, and the copies that are made before.

use std::path::{Path, PathBuf};

use sqlx::migrate::Migrator;
use sqlx::{Connection, SqliteConnection};
use tokio::fs;

use super::copy::copy;
use super::file::{explain, folder, text, with_suffix};
use crate::limits::COPIES_ASIDE_MAX;
use crate::{DriverError, OpenError};

/// What the program's own migrations make of a new file.
pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");

/// Runs the missing migrations, all in one transaction that holds the write lock: of two programs that start
/// at once, one migrates and the other finds it done. A database that has something in it is copied before.
pub(super) async fn migrate(
    conn: &mut SqliteConnection,
    path: &Path,
    migrations: &Migrator,
) -> Result<(), OpenError> {
    let known = newest(migrations);
    match version(conn).await {
        Ok(Some(found)) if found < known => copy_aside(conn, path, known).await?,
        Ok(Some(_)) => {}
        Ok(None) => refuse_foreign(conn, path).await?,
        Err(error) => return Err(explain(path, error).await),
    }
    let mut transaction = match conn.begin_with("BEGIN IMMEDIATE").await {
        Ok(transaction) => transaction,
        Err(error) => return Err(explain(path, error).await),
    };
    refuse_newer(&mut transaction, known).await?;
    if let Err(error) = migrations.run_direct(None, &mut *transaction, false).await {
        return Err(OpenError::Migrate(sqlx::Error::from(error).into()));
    }
    match transaction.commit().await {
        Ok(()) => Ok(()),
        Err(error) => Err(explain(path, error).await),
    }
}

/// The tables of the program's own schema.
const TABLES: [&str; 9] = [
    "player",
    "room",
    "room_owner",
    "room_log",
    "room_secret",
    "room_handover",
    "match_result",
    "match_seat",
    "round_result",
];

const NAMES: &str =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

/// The tables that there are.
async fn tables(conn: &mut SqliteConnection, path: &Path) -> Result<Vec<String>, OpenError> {
    match sqlx::query_scalar(NAMES).fetch_all(conn).await {
        Ok(tables) => Ok(tables),
        Err(error) => Err(explain(path, error).await),
    }
}

/// Refuses the database of another program, before anything is written into it.
async fn refuse_foreign(conn: &mut SqliteConnection, path: &Path) -> Result<(), OpenError> {
    match tables(conn, path).await?.into_iter().next() {
        Some(table) => Err(OpenError::Foreign { path: text(path), table }),
        None => Ok(()),
    }
}

/// Refuses a database that has lost a table: it would open well, and fail at the first thing that anybody does.
pub(super) async fn refuse_incomplete(conn: &mut SqliteConnection, path: &Path) -> Result<(), OpenError> {
    let found = tables(conn, path).await?;
    match TABLES.iter().find(|table| !found.iter().any(|found| found == *table)) {
        Some(table) => Err(OpenError::Incomplete { path: text(path), table }),
        None => Ok(()),
    }
}

/// Refuses a schema that is not the program's own.
pub(super) async fn require(
    conn: &mut SqliteConnection,
    path: &Path,
    migrations: &Migrator,
) -> Result<(), OpenError> {
    let known = newest(migrations);
    match version(conn).await {
        Ok(Some(found)) if found == known => Ok(()),
        Ok(Some(found)) if found > known => Err(OpenError::SchemaNewer { found, known }),
        Ok(found) => Err(OpenError::SchemaOlder { found: found.unwrap_or(0), known }),
        Err(error) => Err(explain(path, error).await),
    }
}

async fn refuse_newer(conn: &mut SqliteConnection, known: i64) -> Result<(), OpenError> {
    match version(conn).await.map_err(DriverError::from)? {
        Some(found) if found > known => Err(OpenError::SchemaNewer { found, known }),
        _ => Ok(()),
    }
}

fn newest(migrations: &Migrator) -> i64 {
    migrations.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// The newest migration in the database; none in a new one.
pub(super) async fn version(conn: &mut SqliteConnection) -> Result<Option<i64>, sqlx::Error> {
    const IS_THERE: &str = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    const NEWEST: &str = "SELECT max(version) FROM _sqlx_migrations";
    if sqlx::query_scalar::<_, i64>(IS_THERE).fetch_one(&mut *conn).await? == 0 {
        return Ok(None);
    }
    sqlx::query_scalar(NEWEST).fetch_one(conn).await
}

/// The time by the wall, as part of a file's name: it is the name that a person looks for, and sorts by age. The engine
/// reads the clock, since the store has none.
pub(super) async fn stamp(conn: &mut SqliteConnection) -> Result<String, sqlx::Error> {
    sqlx::query_scalar("SELECT strftime('%Y%m%d-%H%M%S', 'now')").fetch_one(conn).await
}

/// Copies the database before its schema changes for good, and removes the oldest of such copies.
async fn copy_aside(conn: &mut SqliteConnection, path: &Path, version: i64) -> Result<(), OpenError> {
    let stamp = stamp(conn).await.map_err(DriverError::from)?;
    let target = with_suffix(path, &format!(".{stamp}-before-v{version}"));
    // Of two programs that start at once, the other may be copying to the same name.
    if fs::try_exists(&target).await.unwrap_or(false) {
        return Ok(());
    }
    copy(conn, &target).await.map_err(|error| OpenError::CopyAside(error.into()))?;
    tracing::info!(copy = %target.display(), version, "copied aside before the schema is brought up to date");
    for old in copies_aside(path).await.iter().rev().skip(COPIES_ASIDE_MAX) {
        match fs::remove_file(old).await {
            Ok(()) => tracing::info!(copy = %old.display(), "removed an old copy"),
            Err(error) => tracing::warn!(copy = %old.display(), %error, "an old copy was not removed"),
        }
    }
    Ok(())
}

/// The copies beside a database, the oldest first.
async fn copies_aside(path: &Path) -> Vec<PathBuf> {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let Ok(mut entries) = fs::read_dir(folder(path).unwrap_or(Path::new("."))).await else {
        return Vec::new();
    };
    let mut copies = Vec::new();
    while let Ok(Some(entry)) = entries.next_entry().await {
        let found = entry.file_name();
        let rest = found.to_str().and_then(|found| found.strip_prefix(name)?.strip_prefix('.'));
        if rest.is_some_and(|rest| rest.contains("-before-v")) {
            copies.push(entry.path());
        }
    }
    copies.sort();
    copies
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use sqlx::migrate::{Migration, MigrationType};
    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions as _, SqlSafeStr as _, SqlitePool};
    use tempfile::TempDir;

    use super::super::Sqlite;
    use super::*;

    /// The program's migrations as they were up to a version, and those of programs that are not written yet.
    fn migrations(version: i64) -> Migrator {
        let ours = MIGRATIONS.iter().filter(|migration| migration.version <= version).cloned();
        let newest = newest(&MIGRATIONS);
        let later = (newest + 1..=version).map(|version| {
            let sql = sqlx::AssertSqlSafe(format!("CREATE TABLE later_{version} (id INTEGER) STRICT"))
                .into_sql_str();
            Migration::new(version, Cow::Borrowed("later"), MigrationType::Simple, sql, false)
        });
        Migrator::with_migrations(ours.chain(later).collect())
    }

    fn options_of(path: &Path) -> SqliteConnectOptions {
        SqliteConnectOptions::new().filename(path).create_if_missing(true)
    }

    async fn rooms(path: &Path) -> Vec<String> {
        let pool = SqlitePool::connect(path.to_str().unwrap()).await.unwrap();
        let codes = sqlx::query_scalar("SELECT code FROM room").fetch_all(&pool).await.unwrap();
        pool.close().await;
        codes
    }

    async fn opened(path: &Path, version: i64) {
        Sqlite::open_with(path, &migrations(version)).await.unwrap().close().await;
    }

    /// A database of the first version with a room in it.
    async fn old_database() -> (TempDir, PathBuf) {
        const ROOM: &str = "INSERT INTO room (id, code, created_ms) VALUES (randomblob(16), 'OLD', 0)";
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("sarja.db");
        opened(&path, 1).await;
        let pool = SqlitePool::connect(path.to_str().unwrap()).await.unwrap();
        sqlx::query(ROOM).execute(&pool).await.unwrap();
        pool.close().await;
        (folder, path)
    }

    #[tokio::test]
    async fn database_is_copied_as_it_was_before_its_schema_changes() {
        let (_folder, path) = old_database().await;
        assert!(copies_aside(&path).await.is_empty(), "a new file is not worth a copy");
        opened(&path, 2).await;
        let [copy] = &copies_aside(&path).await[..] else { panic!("one change, one copy") };
        assert!(copy.to_str().unwrap().ends_with("-before-v2"), "{}", copy.display());
        assert_eq!(rooms(copy).await, ["OLD"]);
        assert_eq!(rooms(&path).await, ["OLD"]);
        // The copy is a database of its version, which the older program opens.
        opened(copy, 1).await;
        opened(&path, 2).await;
        assert_eq!(copies_aside(&path).await.len(), 1, "nothing changed, nothing is copied");
    }

    #[tokio::test]
    async fn newest_copies_are_kept() {
        let (_folder, path) = old_database().await;
        for (day, version) in [(1, 2), (2, 3), (3, 4), (4, 5)] {
            let old = with_suffix(&path, &format!(".2026010{day}-120000-before-v{version}"));
            fs::write(old, "an old copy").await.unwrap();
        }
        fs::write(with_suffix(&path, ".lock"), "").await.unwrap();
        opened(&path, 12).await;
        let copies = copies_aside(&path).await;
        let names: Vec<_> = copies.iter().map(|copy| copy.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names.len(), COPIES_ASIDE_MAX, "{names:?}");
        assert_eq!(names[..2], ["sarja.db.20260103-120000-before-v4", "sarja.db.20260104-120000-before-v5"]);
        assert!(names[2].ends_with("-before-v12"), "{names:?}");
    }

    #[tokio::test]
    async fn database_that_cannot_be_copied_stays_as_it_is() {
        const MANY: &str = "
            INSERT INTO room (id, code, created_ms, closed_ms)
            SELECT randomblob(16), hex(randomblob(1000)), 0, 1 FROM pragma_function_list LIMIT 20";
        let (_folder, path) = old_database().await;
        let pool = SqlitePool::connect(path.to_str().unwrap()).await.unwrap();
        sqlx::query(MANY).execute(&pool).await.unwrap();
        pool.close().await;
        // Damage where only who reads everything comes by: the last page, which is one of many rooms.
        let bytes = std::fs::read(&path).unwrap();
        let (sound, last) = bytes.split_at(bytes.len() - 4_096);
        std::fs::write(&path, [sound, &vec![0xff; last.len()]].concat()).unwrap();
        let error = Sqlite::open_with(&path, &migrations(2)).await.unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("the database was not brought up to date, because it could not be copied"),
            "{text}"
        );
        assert!(text.contains("damaged"), "{text}");
        let mut conn = SqliteConnection::connect(path.to_str().unwrap()).await.unwrap();
        assert_eq!(version(&mut conn).await.unwrap(), Some(1));
        assert_eq!(copies_aside(&path).await.len(), 0, "no half of a copy is left");
    }

    #[tokio::test]
    async fn database_of_another_program_is_left_as_it_is() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("sarja.db");
        let mut conn = options_of(&path).connect().await.unwrap();
        sqlx::query("CREATE TABLE recipe (id INTEGER)").execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        let error = Sqlite::open(&path).await.unwrap_err();
        assert!(matches!(&error, OpenError::Foreign { table, .. } if table == "recipe"), "{error}");
        let mut conn = options_of(&path).connect().await.unwrap();
        let tables: Vec<String> = sqlx::query_scalar(NAMES).fetch_all(&mut conn).await.unwrap();
        assert_eq!(tables, ["recipe"]);
    }

    #[tokio::test]
    async fn database_that_has_lost_a_table_is_named_as_such() {
        for table in TABLES {
            let folder = TempDir::new().unwrap();
            let path = folder.path().join("sarja.db");
            Sqlite::open(&path).await.unwrap().close().await;
            let mut conn = options_of(&path).connect().await.unwrap();
            let drop = sqlx::AssertSqlSafe(format!("DROP TABLE {table}"));
            sqlx::raw_sql("PRAGMA foreign_keys = OFF").execute(&mut conn).await.unwrap();
            sqlx::raw_sql(drop).execute(&mut conn).await.unwrap();
            conn.close().await.unwrap();
            for error in
                [Sqlite::open(&path).await.unwrap_err(), Sqlite::open_existing(&path).await.unwrap_err()]
            {
                assert!(
                    matches!(error, OpenError::Incomplete { table: lost, .. } if lost == table),
                    "{error}"
                );
            }
        }
    }

    #[tokio::test]
    async fn every_table_of_a_new_database_is_missed_when_it_is_gone() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("sarja.db");
        Sqlite::open(&path).await.unwrap().close().await;
        let mut conn = options_of(&path).connect().await.unwrap();
        let mut tables: Vec<String> = sqlx::query_scalar(NAMES).fetch_all(&mut conn).await.unwrap();
        tables.retain(|table| table != "_sqlx_migrations");
        tables.sort();
        let mut known = TABLES;
        known.sort_unstable();
        assert_eq!(tables, known);
    }

    #[tokio::test]
    async fn reader_takes_neither_an_older_nor_a_newer_schema() {
        let (_folder, path) = old_database().await;
        let error = Sqlite::open_existing(&path).await.unwrap_err();
        let known = newest(&MIGRATIONS);
        assert!(matches!(error, OpenError::SchemaOlder { found: 1, known: k } if k == known), "{error}");
        opened(&path, known + 1).await;
        let error = Sqlite::open_existing(&path).await.unwrap_err();
        assert!(matches!(error, OpenError::SchemaNewer { found, .. } if found == known + 1), "{error}");
    }
}
