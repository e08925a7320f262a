//! Somebody else's transaction stalls, with a lock in its hands.

use sarja_protocol::HoldWhy;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use super::rooms::{Room, play_through};
use crate::harness::{Engine, Place};

/// A transaction that holds what this statement locks, until its connection is closed.
async fn lock(place: &Place, statement: &str) -> PgConnection {
    let mut stalled = place.database().await;
    sqlx::raw_sql("BEGIN").execute(&mut stalled).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut stalled).await.unwrap();
    stalled
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(no_postgres, ignore = "needs PostgreSQL: set SARJA_TEST_POSTGRES to its URL")]
async fn a_room_that_somebody_holds_stands_still_and_others_go_on() {
    let place = Place::new(Engine::Postgres).await;
    play_through(&place, async |rooms| {
        rooms[0].goes_on(6).await;
        let before: Vec<u64> = rooms.iter().map(Room::seq).collect();
        let row = format!("SELECT 1 FROM room_owner WHERE room_id = '{}' FOR UPDATE", rooms[0].id());
        let stalled = lock(&place, &row).await;
        for (other, before) in rooms.iter().zip(before).skip(1) {
            other.reaches(before + 9).await;
        }
        rooms[0].is_held(HoldWhy::NotSaved).await;
        stalled.close().await.unwrap();
        rooms[0].is_released().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(no_postgres, ignore = "needs PostgreSQL: set SARJA_TEST_POSTGRES to its URL")]
async fn all_rooms_stand_still_while_somebody_holds_the_log_and_go_on_afterwards() {
    let place = Place::new(Engine::Postgres).await;
    play_through(&place, async |rooms| {
        for room in rooms {
            room.goes_on(6).await;
        }
        let stalled = lock(&place, "LOCK TABLE room_log IN ACCESS EXCLUSIVE MODE").await;
        for room in rooms {
            room.is_held(HoldWhy::NotSaved).await;
        }
        stalled.close().await.unwrap();
        for room in rooms {
            room.is_released().await;
        }
    })
    .await;
}
