//! The engines under the server, and the table that runs a test on each of them.

/// What keeps the data of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

/// Runs each of these facts, a function of the engine, as the tests `fact::sqlite` and `fact::postgres`. It stands at the end of
/// a file, behind all its facts.
macro_rules! on_every_engine {
    ($($fact:ident,)+) => {$(
        mod $fact {
            use crate::harness::Engine;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                super::$fact(Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            #[cfg_attr(no_postgres, ignore = "needs PostgreSQL: set SARJA_TEST_POSTGRES to its URL")]
            async fn postgres() {
                super::$fact(Engine::Postgres).await;
            }
        }
    )+};
}

pub(crate) use on_every_engine;
