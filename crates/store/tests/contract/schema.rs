//! A schema on the `PostgreSQL` server for tests: fresh for a test, dropped afterwards, also if the test failed.

use std::str::FromStr;
use std::thread;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection, Row as _};
use tokio::runtime;
use uuid::Uuid;

/// Names the server on which tests make schemas.
const SERVER: &str = "SARJA_TEST_POSTGRES";

pub(crate) struct Schema {
    server: String,
    name: String,
}

impl Schema {
    pub(crate) async fn create() -> Self {
        let server = std::env::var(SERVER).ok().filter(|url| !url.is_empty());
        let server = server.unwrap_or_else(|| panic!("this test needs PostgreSQL: set {SERVER} to its URL"));
        let schema = Self { server, name: format!("sarja_test_{}", Uuid::new_v4().simple()) };
        schema.execute(&format!("CREATE SCHEMA {}", schema.name)).await;
        schema
    }

    /// The URL of a store in this schema.
    pub(crate) fn url(&self) -> String {
        let separator = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{separator}options[search_path]={}", self.server, self.name)
    }

    /// The URL of a store in this schema, by way of another port of this machine and so that everything can be read there.
    pub(crate) fn url_through(&self, port: u16) -> String {
        format!("{}&host=127.0.0.1&port={port}&sslmode=disable", self.url())
    }

    /// Where the server listens.
    pub(crate) fn server(&self) -> (String, u16) {
        let options = self.options();
        (options.get_host().to_owned(), options.get_port())
    }

    /// Another connection, beside those of the store.
    pub(crate) async fn connect(&self) -> PgConnection {
        self.options().connect().await.unwrap_or_else(|error| panic!("{SERVER}: {error}"))
    }

    pub(crate) fn options(&self) -> PgConnectOptions {
        PgConnectOptions::from_str(&self.url()).unwrap_or_else(|error| panic!("{SERVER}: {error}"))
    }

    /// Runs a statement and gives how many rows there were.
    pub(crate) async fn execute(&self, sql: &str) -> u64 {
        let done = sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut self.connect().await).await;
        done.unwrap_or_else(|error| panic!("{sql}: {error}")).rows_affected()
    }

    /// Ends every connection of an owner, waits until they are gone, and tells how many there were.
    pub(crate) async fn end_connections(&self, owner: &str) -> usize {
        const END: &str = "SELECT pg_terminate_backend(pid, 5000) AS gone FROM pg_stat_activity
            WHERE application_name = 'sarja/' || $1";
        let ended = sqlx::query(END).bind(owner).fetch_all(&mut self.connect().await).await.unwrap();
        ended.iter().filter(|row| row.get::<bool, _>("gone")).count()
    }

    /// How many connections to the tables of this schema wait for somebody else's transaction.
    pub(crate) async fn waiting_for_locks(&self) -> i64 {
        const WAITING: &str = "SELECT count(DISTINCT pid) FROM pg_locks waiting
            WHERE NOT granted AND EXISTS (SELECT 1 FROM pg_locks held
                WHERE held.pid = waiting.pid AND held.relation = 'room_owner'::regclass)";
        sqlx::query_scalar(WAITING).fetch_one(&mut self.connect().await).await.unwrap()
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        let (options, name) = (self.options(), self.name.clone());
        // In a thread of its own: a failed test cleans up too, and its runtime can wait for nothing any more.
        let dropping = thread::spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let mut conn = options.connect().await?;
                let drop = format!("SET client_min_messages = error; DROP SCHEMA IF EXISTS {name} CASCADE");
                sqlx::raw_sql(AssertSqlSafe(drop)).execute(&mut conn).await
            })
        });
        // A schema that stays behind has a name that says whose it was; it is no reason to fail.
        drop(dropping.join());
    }
}
