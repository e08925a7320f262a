//! A place where a store of some engine can be: fresh for each test, gone afterwards.

use std::str::FromStr;

use sarja_store::{MemoryDatabase, Store, StoreUrl};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use crate::schema::Schema;

pub(crate) enum Place {
    Sqlite(TempDir),
    Postgres(Schema),
    Memory(MemoryDatabase),
}

impl Place {
    pub(crate) fn sqlite() -> Self {
        Self::Sqlite(TempDir::new().unwrap())
    }

    pub(crate) async fn postgres() -> Self {
        Self::Postgres(Schema::create().await)
    }

    pub(crate) fn memory() -> Self {
        Self::Memory(MemoryDatabase::new())
    }

    pub(crate) fn url(&self) -> String {
        match self {
            // In a folder that does not exist yet.
            Self::Sqlite(folder) => format!("sqlite://{}", folder.path().join("data/sarja.db").display()),
            Self::Postgres(schema) => schema.url(),
            Self::Memory(_) => panic!("nobody else finds what is in memory"),
        }
    }

    pub(crate) async fn open(&self) -> Store {
        match self {
            Self::Memory(database) => database.open(),
            Self::Sqlite(_) | Self::Postgres(_) => {
                Store::open(&StoreUrl::from_str(&self.url()).unwrap()).await.unwrap()
            }
        }
    }

    /// The schema, for facts about connections to a server.
    pub(crate) fn schema(&self) -> &Schema {
        match self {
            Self::Sqlite(_) | Self::Memory(_) => panic!("nobody connects to it"),
            Self::Postgres(schema) => schema,
        }
    }

    /// Does what a newer program's migration would have done.
    pub(crate) async fn pretend_newer_schema(&self, version: i64) {
        const INSERT: &str = "INSERT INTO _sqlx_migrations
            (version, description, success, checksum, execution_time) VALUES";
        match self {
            Self::Sqlite(_) => {
                let mut conn = SqliteConnectOptions::from_str(&self.url()).unwrap().connect().await.unwrap();
                let insert = format!("{INSERT} ({version}, 'from the future', TRUE, x'00', 0)");
                sqlx::raw_sql(AssertSqlSafe(insert)).execute(&mut conn).await.unwrap();
                conn.close().await.unwrap();
            }
            Self::Postgres(schema) => {
                schema.execute(&format!("{INSERT} ({version}, 'from the future', TRUE, '\\x00', 0)")).await;
            }
            Self::Memory(_) => panic!("it has no schema"),
        }
    }
}
