//! A place where a store of some engine can be: fresh for each test, gone afterwards.

use std::str::FromStr;

use sarja_store::{Store, StoreUrl};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    pub(crate) fn sqlite() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    pub(crate) fn url(&self) -> String {
        // In a folder that does not exist yet.
        format!("sqlite://{}", self.folder.path().join("data/sarja.db").display())
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&StoreUrl::from_str(&self.url()).unwrap()).await.unwrap()
    }

    /// Does what a newer program's migration would have done.
    pub(crate) async fn pretend_newer_schema(&self, version: i64) {
        let mut conn = SqliteConnectOptions::from_str(&self.url()).unwrap().connect().await.unwrap();
        sqlx::query("INSERT INTO _sqlx_migrations VALUES ($1, 'from the future', 0, TRUE, x'00', 0)")
            .bind(version)
            .execute(&mut conn)
            .await
            .unwrap();
        conn.close().await.unwrap();
    }
}
