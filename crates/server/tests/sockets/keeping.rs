//! A server removes what is kept no longer, by itself.

use std::time::Duration;

use sarja_store::{Entry, Epoch, NewRoom, RoomId, Seq, Store};
use serde_json::json;
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::given::{TestServer, store_in};

/// How long something may take that has to come.
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::test]
async fn room_without_a_game_is_removed_when_its_time_is_over() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&store_in(&folder)).await.unwrap();
    let id = RoomId(uuid::Uuid::from_u128(7));
    let first = Entry::new(Seq(1), 1, r#"[{"type":"room_closed","why":"idle"}]"#.into());
    let room = NewRoom { id, code: "ABCD2345".into(), owner: "before".into(), now_ms: 0, first };
    store.create_room(room).await.unwrap();
    store.close_room(id, Epoch::FIRST, 1_000).await.unwrap();

    let server = TestServer::start_in(folder, |_| {}).await;
    let gone = async {
        while store.load_room(id).await.unwrap().is_some() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, gone).await.expect("it was closed in 1970");
    // Whoever plays is not touched.
    let [mut host, _guest] = server.room(json!({}), ["Aino", "Väinö"]).await;
    host.done("say", json!({ "text": "here" })).await;
    assert_eq!(store.counts().await.unwrap().rooms, 1);
    server.stop().await;
}
