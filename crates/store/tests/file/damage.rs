//! Files that are damaged, or none at all: each is named, whatever is done with it.

use std::path::Path;

use sarja_store::{DataFile, Depth, Fault, InTheWay, OpenError, ReadError, Store};

use crate::given::{Data, PAGE, events, url};

/// What opening says, for writing and for reading alike.
async fn refused(path: &Path) -> [OpenError; 2] {
    [Store::open(&url(path)).await.unwrap_err(), Store::open_existing(&url(path)).await.unwrap_err()]
}

#[tokio::test]
async fn file_that_is_no_database_is_called_damaged() {
    let data = Data::new();
    std::fs::write(data.path(), "Dear diary, ".repeat(1_000)).unwrap();
    for error in refused(&data.path()).await {
        assert!(matches!(&error, OpenError::Damaged { path, .. } if path.contains("sarja.db")), "{error}");
    }
    assert_eq!(std::fs::read(data.path()).unwrap().len(), 12_000, "it stays what it is");
}

#[tokio::test]
async fn truncated_file_is_called_damaged() {
    let (data, _) = Data::with_rooms(4).await;
    let bytes = std::fs::read(data.path()).unwrap();
    for length in [bytes.len() / 2, 3 * PAGE, PAGE, 100] {
        std::fs::write(data.path(), &bytes[..length]).unwrap();
        for error in refused(&data.path()).await {
            assert!(matches!(&error, OpenError::Damaged { .. }), "{length} bytes: {error}");
        }
    }
}

#[tokio::test]
async fn zeroed_head_is_called_damaged() {
    let (data, _) = Data::with_rooms(1).await;
    let mut bytes = std::fs::read(data.path()).unwrap();
    bytes[..PAGE].fill(0);
    std::fs::write(data.path(), bytes).unwrap();
    for error in refused(&data.path()).await {
        assert!(matches!(&error, OpenError::Damaged { .. }), "{error}");
    }
}

#[tokio::test]
async fn empty_file_is_no_new_beginning() {
    let data = Data::new();
    std::fs::write(data.path(), "").unwrap();
    for error in refused(&data.path()).await {
        assert!(matches!(&error, OpenError::Empty { .. }), "{error}");
    }
    assert_eq!(std::fs::metadata(data.path()).unwrap().len(), 0);
}

#[tokio::test]
async fn folder_is_no_file() {
    let data = Data::new();
    std::fs::create_dir(data.path()).unwrap();
    for error in refused(&data.path()).await {
        assert!(matches!(&error, OpenError::NotAFile { .. }), "{error}");
    }
}

#[tokio::test]
async fn reading_makes_no_file_where_there_is_none() {
    let data = Data::new();
    let error = Store::open_existing(&url(&data.path())).await.unwrap_err();
    assert!(matches!(&error, OpenError::Missing { .. }), "{error}");
    assert_eq!(data.names(), [""; 0]);
}

/// Overwrites the middle of the pages of the log, one after the other, and asks each time.
#[tokio::test]
async fn damage_in_a_room_is_found_and_spares_the_others() {
    let (data, rooms) = Data::with_rooms(6).await;
    let sound = std::fs::read(data.path()).unwrap();
    let (mut found, mut spared) = (0, 0);
    for page in 2..sound.len() / PAGE {
        let mut bytes = sound.clone();
        if !bytes[page * PAGE..][..PAGE].windows(13).any(|text| text == b"what happened") {
            continue; // not a page of the log
        }
        bytes[page * PAGE..][..PAGE].fill(0);
        std::fs::write(data.path(), bytes).unwrap();
        let Ok(store) = Store::open(&url(&data.path())).await else { continue };
        let faults = store.file_faults(Depth::Pages).await.unwrap();
        assert!(!faults.is_empty(), "page {page} is zero, and nobody noticed");
        for room in &rooms {
            match store.load_room(*room).await {
                Err(ReadError::Driver(Fault::Damaged(_))) => found += 1,
                Ok(Some(loaded)) if loaded.rows.len() == 100 => spared += 1,
                other => panic!("page {page}: {other:?}"),
            }
        }
        store.close().await;
        let copied =
            DataFile::at(data.path()).copy_to(&data.folder.path().join("copy"), InTheWay::Kept).await;
        assert!(copied.is_err(), "page {page} is zero, and was copied as if it were sound");
    }
    assert!(found > 10 && spared > 10, "{found} damaged, {spared} spared");
}

#[tokio::test]
async fn flipped_bits_never_end_the_program() {
    let (data, rooms) = Data::with_rooms(3).await;
    let sound = std::fs::read(data.path()).unwrap();
    for step in 0..150_usize {
        let mut bytes = sound.clone();
        // Spread over the whole file, more of them in its first pages.
        let at = if step % 3 == 0 { (step * 97) % (4 * PAGE) } else { (step * 7_919) % bytes.len() };
        bytes[at] ^= 1 << (step % 8);
        std::fs::write(data.path(), bytes).unwrap();
        let Ok(store) = Store::open_existing(&url(&data.path())).await else { continue };
        // Each of these may fail; none may do anything else.
        let faults = store.file_faults(Depth::Everything).await;
        for room in &rooms {
            drop(store.load_room(*room).await);
        }
        drop((store.counts().await, faults));
        store.close().await;
    }
    std::fs::write(data.path(), sound).unwrap();
    assert_eq!(events(&data.open().await, rooms[0]).await, 100);
}

/// Whoever may do everything is refused nothing: then there is nothing to see here.
#[cfg(unix)]
#[tokio::test]
async fn file_that_may_not_be_read_is_named_with_the_reason() {
    let (data, _) = Data::with_rooms(1).await;
    std::fs::set_permissions(data.path(), std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
    if std::fs::File::open(data.path()).is_ok() {
        return;
    }
    for error in refused(&data.path()).await {
        assert!(error.to_string().ends_with("sarja.db: Permission denied (os error 13)"), "{error}");
    }
}
