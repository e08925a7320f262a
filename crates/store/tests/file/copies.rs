//! Copies of a data file, and putting one back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sarja_store::{
    CopyError, DataFile, Depth, Epoch, Handover, HandoverState, InTheWay, RESTORED_EPOCHS, Seq, Store,
};
use tokio::task::JoinSet;

use crate::given::{Data, append, events, room, url};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copy_while_rooms_write_is_of_one_moment_and_whole() {
    let (data, _) = Data::with_rooms(20).await;
    let store = data.open().await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut writers = JoinSet::new();
    for _ in 0..4 {
        let (store, stop) = (store.clone(), Arc::clone(&stop));
        writers.spawn(async move {
            let room = room(&store).await;
            let mut seq = 1;
            while !stop.load(Ordering::Relaxed) {
                seq += 1;
                append(&store, room, seq).await;
            }
            (room, seq)
        });
    }
    let target = data.folder.path().join("copy.db");
    for _ in 0..3 {
        DataFile::at(data.path()).copy_to(&target, InTheWay::Replaced).await.unwrap();
        let copy = Store::open_existing(&url(&target)).await.unwrap();
        assert_eq!(copy.file_faults(Depth::Everything).await.unwrap(), [""; 0]);
        let (there, copied) = (store.counts().await.unwrap(), copy.counts().await.unwrap());
        assert!(copied.rooms >= 20 && copied.rooms <= there.rooms, "{copied:?} of {there:?}");
        copy.close().await;
    }
    stop.store(true, Ordering::Relaxed);
    let copy = Store::open_existing(&url(&target)).await.unwrap();
    for (room, written) in writers.join_all().await {
        assert_eq!(events(&store, room).await as u64, written, "the copy took nothing away");
        let copied = copy.load_room(room).await.unwrap().map_or(0, |loaded| loaded.rows.len());
        assert!(copied as u64 <= written);
    }
    assert_eq!(data.names().iter().filter(|name| name.contains("unfinished")).count(), 0);
}

#[cfg(unix)]
#[tokio::test]
async fn copy_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let (data, _) = Data::with_rooms(1).await;
    let target = data.folder.path().join("copy.db");
    DataFile::at(data.path()).copy_to(&target, InTheWay::Kept).await.unwrap();
    assert_eq!(std::fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn what_is_in_the_way_is_replaced_only_if_that_is_wanted() {
    let (data, rooms) = Data::with_rooms(1).await;
    let target = data.folder.path().join("copy.db");
    std::fs::write(&target, "something dear").unwrap();
    let error = DataFile::at(data.path()).copy_to(&target, InTheWay::Kept).await.unwrap_err();
    assert!(matches!(error, CopyError::Exists { .. }), "{error}");
    assert_eq!(std::fs::read(&target).unwrap(), b"something dear");
    DataFile::at(data.path()).copy_to(&target, InTheWay::Replaced).await.unwrap();
    let copy = Store::open_existing(&url(&target)).await.unwrap();
    assert_eq!(events(&copy, rooms[0]).await, 100);
}

#[tokio::test]
async fn copy_into_a_folder_that_is_not_there_is_refused_by_its_name() {
    let (data, _) = Data::with_rooms(1).await;
    let target = data.folder.path().join("nowhere/copy.db");
    let error = DataFile::at(data.path()).copy_to(&target, InTheWay::Kept).await.unwrap_err();
    assert!(
        matches!(error, CopyError::File { .. }) && error.to_string().contains("nowhere/copy.db"),
        "{error}"
    );
}

#[tokio::test]
async fn restored_file_has_what_was_copied_and_epochs_that_nobody_has_seen() {
    let (data, rooms) = Data::with_rooms(2).await;
    let backup = data.folder.path().join("backup.db");
    let file = DataFile::at(data.path());
    file.copy_to(&backup, InTheWay::Kept).await.unwrap();
    // What happens after the backup, and a kill that leaves it in the WAL.
    let store = data.open().await;
    append(&store, rooms[0], 101).await;
    assert!(data.names().contains(&"sarja.db-wal".to_owned()));
    let wal = std::fs::read(data.folder.path().join("sarja.db-wal")).unwrap();
    let before = std::fs::read(data.path()).unwrap();
    store.close().await;
    std::fs::write(data.path(), before).unwrap();
    std::fs::write(data.folder.path().join("sarja.db-wal"), wal).unwrap();

    let aside = file.restore(&DataFile::at(&backup)).await.unwrap().unwrap();
    let restored = data.open().await;
    for room in &rooms {
        assert_eq!(events(&restored, *room).await, 100);
        let taken = restored.take_room(*room, "boot-2".into()).await.unwrap().unwrap();
        assert_eq!(taken.epoch, Epoch(RESTORED_EPOCHS + 2));
    }
    // What was replaced is whole, with what only its WAL had.
    let replaced = Store::open(&url(&aside)).await.unwrap();
    assert_eq!(events(&replaced, rooms[0]).await, 101);
}

#[tokio::test]
async fn what_a_stopping_server_had_left_is_worth_nothing_in_a_restored_file() {
    let (data, rooms) = Data::with_rooms(1).await;
    let store = data.open().await;
    let state = HandoverState::new("[]".to_owned());
    let left = Handover { room: rooms[0], epoch: Epoch::FIRST, next_seq: Seq(101), state };
    assert_eq!(store.hand_over(vec![left]).await.unwrap(), 1);
    store.close().await;
    let backup = data.folder.path().join("backup.db");
    DataFile::at(data.path()).copy_to(&backup, InTheWay::Kept).await.unwrap();
    DataFile::at(data.path()).restore(&DataFile::at(&backup)).await.unwrap();
    let taken = data.open().await.take_room(rooms[0], "boot-2".into()).await.unwrap();
    assert_eq!(taken.unwrap().handed_over, None, "players may have gone on since");
}

#[tokio::test]
async fn restore_to_a_new_place_replaces_nothing() {
    let (data, rooms) = Data::with_rooms(1).await;
    let elsewhere = Data::new();
    let replaced = DataFile::at(elsewhere.path()).restore(&DataFile::at(data.path())).await.unwrap();
    assert_eq!(replaced, None);
    assert_eq!(events(&elsewhere.open().await, rooms[0]).await, 100);
    assert!(elsewhere.names().iter().all(|name| name.starts_with("sarja.db")), "{:?}", elsewhere.names());
}

#[tokio::test]
async fn store_that_is_opened_for_reading_changes_nothing() {
    let (data, rooms) = Data::with_rooms(1).await;
    let before = std::fs::read(data.path()).unwrap();
    let store = Store::open_existing(&url(&data.path())).await.unwrap();
    assert_eq!(events(&store, rooms[0]).await, 100);
    assert!(store.close_room(rooms[0], Epoch::FIRST, 1).await.is_err());
    store.close().await;
    assert!(std::fs::read(data.path()).unwrap() == before, "the file is another");
    assert_eq!(data.names(), ["sarja.db"]);
}
