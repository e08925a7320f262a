//! Where the servers of one test keep their data: fresh for the test, gone after it, whether it passed or not.

use std::path::Path;

use sarja_store::{Store, StoreUrl};
use tempfile::TempDir;

use super::{Engine, schema::Schema};

/// A folder, and on PostgreSQL a schema too.
pub(crate) struct Place {
    // Declared first, dropped first: a schema is dropped while the folder of its server is still there.
    schema: Option<Schema>,
    folder: TempDir,
}

impl Place {
    pub(crate) async fn new(engine: Engine) -> Self {
        let schema = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(Schema::create().await),
        };
        Self { schema, folder: TempDir::new().unwrap() }
    }

    /// The folder for a server's data.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What `DATABASE_URL` has to be for a server; `None` where the file in the folder is its database.
    pub(crate) fn database_url(&self) -> Option<String> {
        self.schema.as_ref().map(Schema::url)
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
