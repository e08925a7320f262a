//! What becomes of reads.

use std::time::Duration;

use sarja_store::{Epoch, Fault, ReadCall, ReadError, ReadFate, Reading};
use tokio::time::Instant;

use crate::given::{append, entry};
use crate::script::{Scene, found};

const STEP: Duration = Duration::from_millis(10);

#[tokio::test(start_paused = true)]
async fn read_tells_what_was_there_when_it_came_to_the_database() {
    let scene = Scene::new().await;
    scene.script.read(found(STEP, ReadFate::Answered));
    let began = Instant::now();
    let (loaded, ()) = tokio::join!(scene.store.load_room(scene.room), async {
        scene.store.append(append(scene.room, entry(2, 1))).await.unwrap();
        tokio::time::sleep_until(began + STEP + STEP / 2).await;
        scene.store.append(append(scene.room, entry(3, 1))).await.unwrap();
    });
    assert_eq!(began.elapsed(), 2 * STEP);
    let rows = loaded.unwrap().unwrap().rows;
    assert_eq!(rows.iter().map(|row| row.first_seq.0).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(scene.rows(), [1, 2, 3], "the answer was old when it came");
}

#[tokio::test(start_paused = true)]
async fn read_that_fails_is_not_taken_for_one_that_finds_nothing() {
    let scene = Scene::new().await;
    scene.script.read(found(STEP, ReadFate::Unavailable));
    let error = scene.store.load_room(scene.room).await.unwrap_err();
    assert!(matches!(error, ReadError::Driver(Fault::Driver(_))), "{error}");
    assert_eq!(scene.store.load_room(scene.room).await.unwrap().unwrap().room.epoch, Epoch::FIRST);
    let call = ReadCall { what: Reading::Room, room: Some(scene.room) };
    assert_eq!(scene.script.asked().1, [call, call]);
}
