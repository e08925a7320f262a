//! Where the servers of one test keep their data: fresh for the test, gone after it, whether it passed or not.

use std::path::Path;

use sarja_store::{Store, StoreUrl};
use tempfile::TempDir;

use super::{Engine, schema::Schema};

/// A folder, and a database if it does not lie there.
pub(crate) struct Place {
    // Declared first, dropped first: a schema is dropped while the folder of its server is still there.
    database: Database,
    folder: TempDir,
}

enum Database {
    /// A file in the folder.
    File,
    /// A schema on the PostgreSQL for tests.
    Schema(Schema),
    /// On a PostgreSQL of the test's own.
    Own(String),
}

impl Place {
    pub(crate) async fn new(engine: Engine) -> Self {
        let database = match engine {
            Engine::Sqlite => Database::File,
            Engine::Postgres => Database::Schema(Schema::create().await),
        };
        Self { database, folder: TempDir::new().unwrap() }
    }

    /// The same, on a database that is gone when its test is over.
    pub(crate) fn on(url: String) -> Self {
        Self { database: Database::Own(url), folder: TempDir::new().unwrap() }
    }

    /// The folder for a server's data.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What `DATABASE_URL` has to be for a server; `None` where the file in the folder is its database.
    pub(crate) fn database_url(&self) -> Option<String> {
        match &self.database {
            Database::File => None,
            Database::Schema(schema) => Some(schema.url()),
            Database::Own(url) => Some(url.clone()),
        }
    }

    /// A connection to the schema, beside those of a server.
    pub(crate) async fn database(&self) -> sqlx::PgConnection {
        match &self.database {
            Database::Schema(schema) => schema.connect().await,
            Database::File | Database::Own(_) => panic!("there is no schema"),
        }
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
