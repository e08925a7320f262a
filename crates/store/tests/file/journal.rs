//! The WAL: it grows while somebody reads, and shrinks again.

use sarja_store::Store;
use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};

use crate::given::{Data, append, room};

/// What the WAL may keep, and a frame.
const KEPT: u64 = (64 << 20) + 8_192;

async fn write_much(store: &Store, mebibytes: u64) {
    let id = room(store).await;
    let events = |seq: u64| {
        let text = "x".repeat(1_000_000);
        let entry = sarja_store::Entry::new(sarja_store::Seq(seq), 1, format!(r#"["{text}"]"#));
        sarja_store::Append { room: id, epoch: sarja_store::Epoch::FIRST, entry }
    };
    for seq in 2..2 + mebibytes {
        store.append(events(seq)).await.unwrap();
    }
}

#[tokio::test]
async fn wal_that_a_long_read_made_grow_shrinks_afterwards() {
    let data = Data::new();
    let store = data.open().await;
    let small = room(&store).await;
    let size = || std::fs::metadata(data.folder.path().join("sarja.db-wal")).unwrap().len();

    let mut reader = SqliteConnectOptions::new().filename(data.path()).connect().await.unwrap();
    let mut snapshot = reader.begin().await.unwrap();
    sqlx::query("SELECT count(*) FROM room").execute(&mut *snapshot).await.unwrap();
    write_much(&store, 80).await;
    assert!(size() > KEPT, "while somebody reads, nothing can be taken out of the WAL: {}", size());
    snapshot.commit().await.unwrap();
    reader.close().await.unwrap();

    write_much(&store, 8).await;
    append(&store, small, 2).await;
    assert!(size() <= KEPT, "{} bytes are kept", size());
}
