//! The database server is stopped and started again.

use sarja_protocol::HoldWhy;

use super::rooms::{Room, play_through};
use crate::harness::{Cluster, Place, StopMode};

/// Stops the server under play, and starts it again when everybody knows.
async fn goes_and_comes(cluster: &Cluster, rooms: &[Room], mode: StopMode) {
    for room in rooms {
        room.goes_on(4).await;
    }
    cluster.stop(mode);
    for room in rooms {
        room.is_held(HoldWhy::StoreUnavailable).await;
    }
    cluster.start_again();
    for room in rooms {
        room.is_released().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn play_goes_on_when_a_database_that_was_stopped_is_there_again() {
    let test = "outage::stopped::play_goes_on_when_a_database_that_was_stopped_is_there_again";
    let Some(cluster) = Cluster::start(test) else { return };
    let place = Place::on(cluster.url());
    let log = play_through(&place, async |rooms| {
        for mode in [StopMode::Fast, StopMode::Immediate, StopMode::Fast, StopMode::Immediate] {
            goes_and_comes(&cluster, rooms, mode).await;
        }
    })
    .await;
    let count = |text: &str| log.lines().filter(|line| line.contains(text)).count();
    assert_eq!(count("the store is away"), 4, "{log}");
    assert_eq!(count("the store is there again"), 4, "{log}");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn play_goes_on_when_a_database_that_hung_answers_again() {
    let test = "outage::stopped::play_goes_on_when_a_database_that_hung_answers_again";
    let Some(cluster) = Cluster::start(test) else { return };
    let place = Place::on(cluster.url());
    play_through(&place, async |rooms| {
        for room in rooms {
            room.goes_on(6).await;
        }
        cluster.freeze();
        for room in rooms {
            room.is_held(HoldWhy::StoreUnavailable).await;
        }
        for room in rooms {
            room.is_attended().await;
        }
        cluster.thaw();
        for room in rooms {
            room.is_released().await;
        }
    })
    .await;
}
