//! A database that is damaged where one room lies: that room is set aside, and others go on. Where rooms can be read and not
//! written, they are read ever more seldom.

use std::time::Duration;

use sarja_store::{Append, Entry, RoomId, Seq, Store};
use serde_json::json;
use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};
use tokio::time::sleep;

use crate::{
    client::Client,
    given::{TestServer, store_in},
};

/// How long those who used the file have to leave it.
const FOLDED_WITHIN: Duration = Duration::from_secs(30);

/// Bytes of a page of the file.
const PAGE: usize = 4_096;

/// Events that fill some pages of the log.
const LINES: u64 = 200;

/// Writes the log of a room on, as its server would if much was said there.
async fn fill(store: &Store, member: &Client) {
    let room = RoomId(member.room.parse().unwrap());
    let epoch = store.take_room(room, "filling".into()).await.unwrap().unwrap().epoch;
    let next = store.load_room(room).await.unwrap().unwrap().rows.last().unwrap().last_seq().0 + 1;
    let said =
        json!([{ "type": "chat_said", "player": member.player, "name": "Aino", "text": "a".repeat(120) }]);
    for seq in next..next + LINES {
        let entry = Entry::new(Seq(seq), 1, said.to_string());
        store.append(Append { room, epoch, entry }).await.unwrap();
    }
}

/// Makes zeros of the pages that hold this room's log and no other's, but for the first and the last of them.
fn damage(file: &std::path::Path, room: &str, others: &[&str]) {
    let id = |room: &str| *room.parse::<uuid::Uuid>().unwrap().as_bytes();
    let holds = |page: &[u8], room: &str| page.windows(16).any(|bytes| bytes == id(room));
    let mut bytes = std::fs::read(file).unwrap();
    let mut pages: Vec<&mut [u8]> = bytes
        .chunks_mut(PAGE)
        .filter(|page| page.windows(9).any(|text| text == b"chat_said"))
        .filter(|page| holds(page, room) && !others.iter().any(|other| holds(page, other)))
        .collect();
    let count = pages.len();
    assert!(count > 4, "{count} pages hold nothing but the log of the room");
    pages[1..count - 1].iter_mut().for_each(|page| page.fill(0));
    std::fs::write(file, bytes).unwrap();
}

/// Brings everything into the file itself. That of its users who leaves last does so too, but two who leave at once may
/// each take the other for the last.
async fn folded(folder: &std::path::Path) {
    let options = SqliteConnectOptions::new().filename(folder.join("sarja.db")).busy_timeout(FOLDED_WITHIN);
    let mut conn = options.connect().await.unwrap();
    let folding = sqlx::query_scalar::<_, i64>("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut conn);
    assert_eq!(folding.await.unwrap(), 0, "others still use the file");
    conn.close().await.unwrap();
}

#[tokio::test]
async fn room_on_a_damaged_page_is_set_aside_and_others_go_on() {
    let server = TestServer::start().await;
    let [hurt] = server.room(json!({}), ["Aino"]).await;
    let [sound] = server.room(json!({}), ["Louhi"]).await;
    let folder = server.stop().await;
    let store = Store::open(&store_in(&folder)).await.unwrap();
    fill(&store, &hurt).await;
    fill(&store, &sound).await;
    store.close().await;
    folded(folder.path()).await;
    damage(&folder.path().join("sarja.db"), &hurt.room, &[&sound.room]);

    let server = TestServer::start_in(folder, |_| {}).await;
    let mut back = sound.again_at(server.address).await;
    back.join(&sound.code, "Louhi").await;
    back.done("say", json!({ "text": "still here" })).await;
    let mut lost = hurt.again_at(server.address).await;
    let join = json!({ "code": hurt.code, "name": "Aino" });
    let mut codes = Vec::new();
    // More often than a room may fail before it is set aside.
    for _ in 0..4 {
        let answer = lost.call("join_room", join.clone()).await;
        assert_eq!(answer["type"], "error", "{answer}");
        codes.push(answer["code"].as_str().unwrap().to_owned());
    }
    assert_eq!(codes.last().unwrap(), "internal_error", "{codes:?}");
    back.done("say", json!({ "text": "and still" })).await;
}

/// Makes zeros of the first page of this index, which every entry of it goes by.
async fn damage_index(folder: &std::path::Path, index: &str) {
    let file = folder.join("sarja.db");
    let mut database = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let page = sqlx::query_scalar::<_, i64>("SELECT rootpage FROM sqlite_schema WHERE name = ?").bind(index);
    let page = usize::try_from(page.fetch_one(&mut database).await.unwrap()).unwrap();
    database.close().await.unwrap();
    folded(folder).await;
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[(page - 1) * PAGE..page * PAGE].fill(0);
    std::fs::write(&file, bytes).unwrap();
}

#[tokio::test]
async fn room_whose_commands_cannot_be_written_is_read_ever_more_seldom() {
    let server = TestServer::start().await;
    let [hurt] = server.room(json!({}), ["Aino"]).await;
    let folder = server.stop().await;
    folded(folder.path()).await;
    damage_index(folder.path(), "room_log_command").await;

    let server = TestServer::start_in(folder, |_| {}).await;
    let resume = json!({ "room_id": hurt.room, "last_seq": 0, "epoch": 0 });
    let mut tries = 0;
    let (mut back, wait_ms) = loop {
        let mut back = hurt.again_at(server.address).await;
        let answer = back.call("resume_room", resume.clone()).await;
        if answer["type"] == "error" {
            assert_eq!(answer["code"], "store_unavailable", "{answer}");
            break (back, answer["retry_after_ms"].as_u64().unwrap());
        }
        assert_eq!(answer["type"], "snapshot", "what can be read is shown: {answer}");
        back.ask("say", json!({ "text": "can anybody hear me?" })).await;
        let (messages, _) = back.ends().await;
        assert_eq!(messages.last().unwrap()["reconnect"], "resume");
        tries += 1;
        assert!(tries < 8, "the room is read as often as somebody comes");
    };
    assert!(tries > 1, "after one failure it is read at once");
    sleep(Duration::from_millis(wait_ms)).await;
    let answer = back.call("resume_room", resume).await;
    assert_eq!(answer["type"], "snapshot", "it is read again: {answer}");
}
