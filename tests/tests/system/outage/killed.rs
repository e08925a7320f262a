//! The connections to the database are killed, again and again.

use sqlx::Row as _;

use super::rooms::{Room, play_through};
use crate::harness::{Engine, Place};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(no_postgres, ignore = "needs PostgreSQL: set SARJA_TEST_POSTGRES to its URL")]
async fn play_goes_on_while_connections_to_the_database_are_killed() {
    const KILL: &str = "SELECT pg_terminate_backend(pid, 5000) AS gone FROM pg_stat_activity
        WHERE application_name IN (SELECT 'sarja/' || owner FROM room_owner)";
    let place = Place::new(Engine::Postgres).await;
    play_through(&place, async |rooms| {
        let mut killed = 0;
        while rooms.iter().all(Room::plays) {
            rooms[0].goes_on(4).await;
            let gone = sqlx::query(KILL).fetch_all(&mut place.database().await).await.unwrap();
            killed += gone.iter().filter(|row| row.get::<bool, _>("gone")).count();
        }
        assert!(killed >= 8, "{killed}");
    })
    .await;
}
