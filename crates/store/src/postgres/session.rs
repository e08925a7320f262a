//! Connections to the server, each with the settings that the promises of the store rest on.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool};
use tokio::time::timeout;

use crate::Owner;
use crate::engine::{Engine as _, Param};
use crate::limits::{
    CONNECT_WAIT_MAX, CONNECTION_IDLE_MAX, CONNECTIONS_MAX, KEEPALIVE_IDLE, LOCK_TIMEOUT, PING_WAIT_MAX,
    STATEMENT_TIMEOUT, TRANSACTION_IDLE_MAX,
};
use crate::postgres_url::PostgresUrl;

/// The longest name of a connection; the server cuts what is longer.
const NAME_BYTES_MAX: usize = 63;

/// How to connect for somebody. The server shows the name beside each connection.
pub(super) fn options(url: &PostgresUrl, owner: &Owner) -> PgConnectOptions {
    url.options().application_name(&name(owner)).disable_statement_logging()
}

/// The same, for connections whose every write the server refuses.
pub(super) fn read_only(options: PgConnectOptions) -> PgConnectOptions {
    options.options([("default_transaction_read_only", "on")])
}

/// The name of an owner's connections.
pub(super) fn name(owner: &Owner) -> String {
    let mut name = format!("sarja/{owner}");
    while name.len() > NAME_BYTES_MAX {
        name.pop();
    }
    name
}

/// A connection of its own.
pub(super) async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let connecting = async {
        let mut conn = options.connect().await?;
        settle(&mut conn).await?;
        Ok(conn)
    };
    timeout(CONNECT_WAIT_MAX, connecting).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// The connections for everything but plain appends. They are made as they are needed.
pub(super) fn pool(options: &PgConnectOptions) -> PgPool {
    PgPoolOptions::new()
        .max_connections(CONNECTIONS_MAX)
        .acquire_timeout(CONNECT_WAIT_MAX)
        .idle_timeout(CONNECTION_IDLE_MAX)
        .after_connect(|conn, _| Box::pin(settle(conn)))
        // The pool's own test waits for ever where nothing says that the other end is gone.
        .test_before_acquire(false)
        .before_acquire(|conn, _| Box::pin(async { Ok(is_alive(conn).await) }))
        .connect_lazy_with(options.clone())
}

/// Whether a connection that rested still works.
pub(super) async fn is_alive(conn: &mut PgConnection) -> bool {
    matches!(timeout(PING_WAIT_MAX, conn.ping()).await, Ok(Ok(())))
}

/// Makes the settings of a new connection. By statement and not as it connects, which some poolers in between refuse.
async fn settle(conn: &mut PgConnection) -> Result<(), sqlx::Error> {
    // An acknowledged write is durable whatever the server's default is: `off` is raised, and what is stricter stays. Reads
    // and locks are thought out for READ COMMITTED.
    const SETTINGS: &str = "
        SELECT
            set_config('synchronous_commit',
                CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
                    ELSE current_setting('synchronous_commit') END, false),
            set_config('default_transaction_isolation', 'read committed', false),
            set_config('statement_timeout', $1, false),
            set_config('lock_timeout', $2, false),
            set_config('idle_in_transaction_session_timeout', $3, false),
            set_config('tcp_keepalives_idle', $4, false),
            set_config('tcp_keepalives_interval', $5, false),
            set_config('tcp_keepalives_count', '3', false)";
    let ms = |duration: Duration| duration.as_millis().to_string();
    let [statement, lock, idle] = [STATEMENT_TIMEOUT, LOCK_TIMEOUT, TRANSACTION_IDLE_MAX].map(ms);
    let [alive, again] = [KEEPALIVE_IDLE, KEEPALIVE_IDLE / 2].map(|time| time.as_secs().to_string());
    let params = [&statement, &lock, &idle, &alive, &again].map(|value| Param::from(value.as_str()));
    sqlx::Postgres::change(conn, SETTINGS, &params).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::one;
    use crate::row::Columns as _;

    /// Killing a server does not show whether commits are synced: only losing power would.
    #[tokio::test]
    #[cfg_attr(no_postgres, ignore = "needs PostgreSQL: set SARJA_TEST_POSTGRES to its URL")]
    async fn commits_are_synced_whatever_the_default_is_and_waits_are_limited() {
        const SETTING: &str = "SELECT current_setting($1) AS value";
        let url = std::env::var("SARJA_TEST_POSTGRES")
            .expect("this test needs PostgreSQL: set SARJA_TEST_POSTGRES");
        for (default, made) in [("off", "on"), ("local", "local"), ("remote_apply", "remote_apply")] {
            let url: PostgresUrl = url.parse().unwrap();
            let options = options(&url, &Owner::from("boot-1")).options([("synchronous_commit", default)]);
            let mut conn = connect(&options).await.unwrap();
            for (setting, value) in [
                ("synchronous_commit", made),
                ("statement_timeout", "10s"),
                ("lock_timeout", "2s"),
                ("idle_in_transaction_session_timeout", "10s"),
                ("application_name", "sarja/boot-1"),
            ] {
                let row =
                    one::<sqlx::Postgres>(&mut conn, SETTING, &[setting.into()]).await.unwrap().unwrap();
                assert_eq!(row.text("value").unwrap(), value, "{setting} where the default is {default}");
            }
        }
    }

    #[test]
    fn a_long_owner_still_has_a_name_that_the_server_keeps() {
        assert_eq!(name(&Owner::from("boot-1")), "sarja/boot-1");
        let long = name(&Owner::from("ä".repeat(80)));
        assert!(long.len() <= NAME_BYTES_MAX && long.starts_with("sarja/ää"), "{long}");
    }
}
