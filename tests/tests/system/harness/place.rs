//! Where the servers of one test keep their data: fresh for the test, gone after it, whether it passed or not.

use std::{path::Path, str::FromStr as _, thread};

use sarja_store::{Store, StoreUrl};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, postgres::PgConnectOptions};
use tempfile::TempDir;
use tokio::runtime;
use uuid::Uuid;

use super::Engine;

/// Names the PostgreSQL on which tests make databases of their own.
const SERVER: &str = "SARJA_TEST_POSTGRES";

/// A folder, and on PostgreSQL a database too.
pub(crate) struct Place {
    // Declared first, dropped first: servers that still run lose their connections before their folder.
    database: Option<Database>,
    folder: TempDir,
}

impl Place {
    pub(crate) async fn new(engine: Engine) -> Self {
        let database = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(Database::create().await),
        };
        Self { database, folder: TempDir::new().unwrap() }
    }

    /// The folder for a server's data.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What `DATABASE_URL` has to be for a server; `None` where the file in the folder is its database.
    pub(crate) fn database_url(&self) -> Option<String> {
        self.database.as_ref().map(Database::url)
    }

    pub(crate) fn store_url(&self) -> StoreUrl {
        match self.database_url() {
            Some(url) => url.parse().unwrap(),
            None => StoreUrl::sqlite(self.folder().join("sarja.db")).unwrap(),
        }
    }

    /// The store, opened beside a server.
    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.store_url()).await.unwrap()
    }
}

/// A database on the server for tests.
struct Database {
    server: PgConnectOptions,
    name: String,
}

impl Database {
    async fn create() -> Self {
        let url = std::env::var(SERVER).ok().filter(|url| !url.is_empty());
        let url = url.unwrap_or_else(|| panic!("this test needs PostgreSQL: set {SERVER} to its URL"));
        let server = PgConnectOptions::from_str(&url).unwrap_or_else(|error| panic!("{SERVER}: {error}"));
        let database = Self { server, name: format!("sarja_test_{}", Uuid::new_v4().simple()) };
        let created = execute(&database.server, format!("CREATE DATABASE {}", database.name)).await;
        created.unwrap_or_else(|error| panic!("{SERVER}: no database can be made there: {error}"));
        database
    }

    fn url(&self) -> String {
        self.server.clone().database(&self.name).to_url_lossy().into()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        // In a thread of its own: a failed test cleans up too, and its runtime can wait for nothing any more.
        let dropping = thread::spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(execute(&server, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")))
        });
        // A database that stays behind has a name that says whose it was; it is no reason to fail.
        drop(dropping.join());
    }
}

async fn execute(server: &PgConnectOptions, statement: String) -> Result<(), sqlx::Error> {
    let mut connection = server.connect().await?;
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await?;
    connection.close().await
}
