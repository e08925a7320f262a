//! Opening a database: its server's version, its schema.

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};
use tokio::sync::mpsc;

use super::appender::Appender;
use super::lane::Lane;
use super::{Postgres, aside::Aside, session};
use crate::engine::one;
use crate::limits::{POSTGRES_VERSION_MIN, WRITE_QUEUE_MAX};
use crate::postgres_url::PostgresUrl;
use crate::watch::Watched;
use crate::{DriverError, OpenError, Owner};

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/postgres");

/// Held while the schema is brought up to date. Any number that nobody else is likely to have.
const MIGRATION_LOCK: i64 = 0x7361_726a_6100;

impl Postgres {
    /// Opens a database, which has to be there, and brings its schema up to date.
    pub(crate) async fn open(url: &PostgresUrl, owner: &Owner) -> Result<Self, OpenError> {
        let options = session::options(url, owner);
        let mut conn = session::connect(&options).await.map_err(DriverError::from)?;
        refuse_older_server(&conn)?;
        warn_of_lost_commits(&mut conn).await.map_err(DriverError::from)?;
        migrate(&mut conn, &MIGRATIONS).await?;
        Self::run(options, conn).await
    }

    /// Opens a database for reading: nothing is brought up to date, and the server refuses every write.
    pub(crate) async fn open_existing(url: &PostgresUrl) -> Result<Self, OpenError> {
        let options = session::read_only(session::options(url, &Owner::from("reader")));
        let mut conn = session::connect(&options).await.map_err(DriverError::from)?;
        refuse_older_server(&conn)?;
        let known = newest(&MIGRATIONS);
        match version(&mut conn).await.map_err(DriverError::from)? {
            Some(found) if found == known => Self::run(options, conn).await,
            Some(found) if found > known => Err(OpenError::SchemaNewer { found, known }),
            found => Err(OpenError::SchemaOlder { found: found.unwrap_or(0), known }),
        }
    }

    async fn run(options: PgConnectOptions, conn: PgConnection) -> Result<Self, OpenError> {
        conn.close().await.map_err(DriverError::from)?;
        let aside = Aside::new(session::pool(&options));
        let (inbox, messages) = mpsc::channel(WRITE_QUEUE_MAX);
        let watched = Watched::default();
        let appender = Appender::new(messages, Lane::new(options), aside.clone(), watched.clone());
        let appender = tokio::spawn(appender.run());
        Ok(Self { aside, inbox, watched, appender: Some(appender).into() })
    }
}

fn refuse_older_server(conn: &PgConnection) -> Result<(), OpenError> {
    let least = POSTGRES_VERSION_MIN;
    match conn.server_version_num().map(|number| number / 10_000) {
        Some(found) if found < least => Err(OpenError::ServerTooOld { found, least }),
        _ => Ok(()),
    }
}

/// Nobody but the operator can change this, and only with a restart.
async fn warn_of_lost_commits(conn: &mut PgConnection) -> Result<(), sqlx::Error> {
    const FSYNC: &str = "SELECT 1 WHERE current_setting('fsync') = 'off'";
    if one::<sqlx::Postgres>(conn, FSYNC, &[]).await?.is_some() {
        tracing::warn!("fsync is off in this PostgreSQL: a power cut may lose moves that were confirmed");
    }
    Ok(())
}

/// Runs the missing migrations in one transaction and one at a time: of two programs that start at once, one migrates and
/// the other finds it done.
async fn migrate(conn: &mut PgConnection, migrations: &Migrator) -> Result<(), OpenError> {
    const LOCK: &str = "SELECT pg_advisory_xact_lock($1)";
    // Both are waited for as long as it takes, for this transaction alone: a large migration has no time limit.
    const PATIENCE: &str =
        "SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)";
    let mut transaction = conn.begin().await.map_err(DriverError::from)?;
    sqlx::query(PATIENCE).execute(&mut *transaction).await.map_err(DriverError::from)?;
    sqlx::query(LOCK).bind(MIGRATION_LOCK).execute(&mut *transaction).await.map_err(DriverError::from)?;
    let known = newest(migrations);
    match version(&mut transaction).await.map_err(DriverError::from)? {
        Some(found) if found > known => return Err(OpenError::SchemaNewer { found, known }),
        _ => {}
    }
    migrations
        .run_direct(None, &mut *transaction, false)
        .await
        .map_err(|error| OpenError::Migrate(sqlx::Error::from(error).into()))?;
    Ok(transaction.commit().await.map_err(DriverError::from)?)
}

fn newest(migrations: &Migrator) -> i64 {
    migrations.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// The newest migration in the database; none in a new one.
async fn version(conn: &mut PgConnection) -> Result<Option<i64>, sqlx::Error> {
    const IS_THERE: &str = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    const NEWEST: &str = "SELECT max(version) FROM _sqlx_migrations";
    if !sqlx::query_scalar::<_, bool>(IS_THERE).fetch_one(&mut *conn).await? {
        return Ok(None);
    }
    sqlx::query_scalar(NEWEST).fetch_one(conn).await
}
