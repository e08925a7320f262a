//! A schema on the `PostgreSQL` server for tests: fresh for a test, dropped afterwards, also if the test failed.

use std::str::FromStr;
use std::thread;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, PgConnection};
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
