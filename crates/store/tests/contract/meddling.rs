//! What tests do to a `PostgreSQL` server while a store works with it.

use sqlx::Row as _;

use super::schema::Schema;

impl Schema {
    /// The URL of a store in this schema, by way of another port of this machine and so that everything can be read there.
    pub(crate) fn url_through(&self, port: u16) -> String {
        format!("{}&host=127.0.0.1&port={port}&sslmode=disable", self.url())
    }

    /// Where the server listens.
    pub(crate) fn server(&self) -> (String, u16) {
        let options = self.options();
        (options.get_host().to_owned(), options.get_port())
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
