//! What becomes of writes.

use std::time::Duration;

use futures_util::FutureExt as _;
use sarja_store::{
    Append, AppendError, CloseRoomError, CreatePlayerError, Entry, Epoch, Fate, Fault, Seq, WriteCall,
    WriteCourse, WriteError, Writing,
};
use tokio::time::{Instant, advance};

use crate::given::{self, append, entry, finished_match, new_player, round, secret};
use crate::script::{Scene, written};

const STEP: Duration = Duration::from_millis(10);

#[tokio::test(start_paused = true)]
async fn write_is_made_before_it_is_answered_each_in_its_time() {
    let scene = Scene::new().await;
    scene.script.write(written(STEP, Fate::Answered));
    let began = Instant::now();
    let append = tokio::spawn({
        let (store, room) = (scene.store.clone(), scene.room);
        async move { store.append(append(room, entry(2, 1))).await }
    });
    tokio::task::yield_now().await;
    assert_eq!(scene.store.queued(), 1);
    advance(STEP / 2).await;
    assert_eq!(scene.rows(), [1]);
    advance(STEP / 2).await;
    assert_eq!(scene.rows(), [1, 2], "it is there while nobody was told yet");
    assert!(!append.is_finished());
    assert_eq!(append.await.unwrap().unwrap().next_seq, Seq(3));
    assert_eq!(began.elapsed(), 2 * STEP);
    assert_eq!(scene.store.queued(), 0);
}

#[tokio::test(start_paused = true)]
async fn unavailable_write_is_not_made_and_can_be_tried_again() {
    let scene = Scene::new().await;
    scene.script.write(written(STEP, Fate::Unavailable));
    let error = scene.store.append(append(scene.room, entry(2, 1))).await.unwrap_err();
    assert!(matches!(error, AppendError::Unavailable(Fault::Driver(_))), "{error}");
    assert_eq!(scene.rows(), [1]);
    scene.store.append(append(scene.room, entry(2, 1))).await.unwrap();
    assert_eq!(scene.rows(), [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn unknown_outcome_is_one_of_three() {
    let hour = Duration::from_hours(1);
    for (fate, at_once, later) in [
        (Fate::UnknownDone, vec![1, 2], vec![1, 2]),
        (Fate::UnknownNeverDone, vec![1], vec![1]),
        (Fate::UnknownDoneLater(hour), vec![1], vec![1, 2]),
    ] {
        let scene = Scene::new().await;
        scene.script.write(written(STEP, fate));
        let error = scene.store.append(append(scene.room, entry(2, 1))).await.unwrap_err();
        assert!(matches!(error, AppendError::OutcomeUnknown(_)), "{fate:?}: {error}");
        assert_eq!(scene.rows(), at_once, "{fate:?}");
        advance(hour).await;
        assert_eq!(scene.rows(), later, "{fate:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn late_write_is_fenced_by_whoever_took_the_room_meanwhile() {
    let scene = Scene::new().await;
    scene.script.write(written(STEP, Fate::UnknownDoneLater(STEP)));
    scene.store.append(append(scene.room, entry(2, 2))).await.unwrap_err();
    let epoch = scene.store.retake_room(scene.room, "boot-1".into(), Epoch::FIRST).await.unwrap().unwrap();
    assert_eq!(given::events(&scene.store, scene.room).await, [1]);
    advance(STEP).await;
    assert_eq!(scene.rows(), [1], "the log is what it was when it was read");
    scene.store.append(Append { room: scene.room, epoch, entry: entry(2, 1) }).await.unwrap();
    assert_eq!(scene.database.next_due(), None, "nothing is on its way any more");
}

#[tokio::test(start_paused = true)]
async fn late_write_that_finds_its_place_taken_changes_nothing() {
    let scene = Scene::new().await;
    scene.script.write(written(STEP, Fate::UnknownDoneLater(STEP)));
    let late = Entry { secrets: vec![secret(1, 1)], ..entry(2, 2) };
    scene.store.append(append(scene.room, late)).await.unwrap_err();
    // Against the rules: without a new epoch.
    scene.store.append(append(scene.room, entry(2, 1))).await.unwrap();
    advance(STEP).await;
    let loaded = scene.database.room_record(scene.room).unwrap().loaded;
    assert_eq!((loaded.rows.len(), loaded.rows[1].count, loaded.secrets.len()), (2, 1, 0));
}

#[tokio::test(start_paused = true)]
async fn everything_of_an_entry_comes_late_together() {
    let scene = Scene::new().await;
    let player = given::player(&scene.store).await;
    scene.script.write(written(STEP, Fate::UnknownDoneLater(STEP)));
    let all = Entry {
        secrets: vec![secret(1, 1)],
        rounds: vec![round(1)],
        matches: vec![finished_match(1, player)],
        ..entry(2, 1)
    };
    scene.store.append(append(scene.room, all)).await.unwrap_err();
    let found = || {
        let record = scene.database.room_record(scene.room).unwrap();
        let loaded = record.loaded;
        (loaded.rows.len(), loaded.secrets.len(), record.rounds.len(), record.matches.len())
    };
    assert_eq!(found(), (1, 0, 0, 0));
    advance(STEP).await;
    assert_eq!(found(), (2, 1, 1, 1));
}

#[tokio::test(start_paused = true)]
async fn write_of_a_caller_that_went_away_is_made_when_it_is_due() {
    let scene = Scene::new().await;
    scene.script.write(written(STEP, Fate::Answered));
    assert!(scene.store.append(append(scene.room, entry(2, 1))).now_or_never().is_none());
    assert_eq!((scene.rows(), scene.store.queued()), (vec![1], 1));
    advance(STEP).await;
    assert_eq!((scene.rows(), scene.store.queued()), (vec![1, 2], 0));
}

#[tokio::test(start_paused = true)]
async fn faster_write_is_made_first() {
    let scene = Scene::new().await;
    scene.script.write(written(2 * STEP, Fate::Answered));
    scene.script.write(written(STEP, Fate::Answered));
    let (slow, fast) = tokio::join!(
        scene.store.append(append(scene.room, entry(2, 1))),
        scene.store.append(append(scene.room, entry(2, 3)))
    );
    assert!(matches!(slow, Err(AppendError::Conflict { .. })), "{slow:?}");
    assert_eq!(fast.unwrap().next_seq, Seq(5));
}

#[tokio::test(start_paused = true)]
async fn every_kind_of_write_can_go_wrong_and_is_told_apart() {
    let Scene { script, store, room, .. } = Scene::new().await;
    for _ in 0..5 {
        script.write(WriteCourse { fate: Fate::UnknownNeverDone, ..WriteCourse::default() });
    }
    let player = store.create_player(new_player()).await.unwrap_err();
    assert!(matches!(player, CreatePlayerError::Write(WriteError::OutcomeUnknown(_))), "{player}");
    let taken = store.take_room(room, "boot-2".into()).await.unwrap_err();
    assert!(matches!(taken, WriteError::OutcomeUnknown(_)), "{taken}");
    let closed = store.close_room(room, Epoch::FIRST, 1).await.unwrap_err();
    assert!(matches!(closed, CloseRoomError::Write(WriteError::OutcomeUnknown(_))), "{closed}");
    store.create_room(given::new_room("CODE")).await.unwrap_err();
    store.ready().await.unwrap_err();
    store.ready().await.unwrap();

    let asked = script.asked().0;
    let kinds: Vec<_> = asked.iter().map(|call| call.what).collect();
    let (player, nothing) = (Writing::Player, Writing::Nothing);
    assert_eq!(kinds, [player, Writing::TakeRoom, Writing::CloseRoom, Writing::NewRoom, nothing, nothing]);
    assert_eq!(asked[1], WriteCall { what: Writing::TakeRoom, room: Some(room) });
    let head = store.load_room(room).await.unwrap().unwrap().room;
    assert_eq!((head.epoch, head.closed_ms), (Epoch::FIRST, None));
}
