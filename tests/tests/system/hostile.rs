//! What strangers and cheats send: each gets its named error, nothing changes, and other rooms notice nothing.

use serde_json::{Value, json};

use crate::harness::{Engine, Peer, Table, TestServer, Tiles, on_every_engine, play_match, settings};

/// A match of two, in its first turn, and somebody who watches.
struct Game {
    mover: Peer,
    other: Peer,
    watcher: Peer,
    turn: u64,
}

impl Game {
    async fn start(server: &TestServer) -> Self {
        let (mut host, mut guest, mut watcher) =
            (server.peer().await, server.peer().await, server.peer().await);
        let practice = json!({ "clock": "stepped" });
        host.create(json!({ "name": "Aino", "settings": { "seats": 2 }, "practice": practice })).await;
        guest.join(json!({ "code": host.code, "name": "Väinö" })).await;
        watcher.join(json!({ "code": host.code, "name": "Louhi", "role": "spectator" })).await;
        for person in [&mut guest, &mut host] {
            person.done("set_ready", json!({ "ready": true })).await;
        }
        host.done("start_match", json!({})).await;
        host.shuffle().await;
        guest.shuffle().await;
        let started = watcher.event("turn_started").await["event"].clone();
        let turn = started["turn"].as_u64().unwrap();
        let (mover, other) = if started["seat"] == 0 { (host, guest) } else { (guest, host) };
        Self { mover, other, watcher, turn }
    }

    /// The room as each of them may see it, on a clock that stands still.
    async fn seen(&mut self) -> [Value; 3] {
        let mut seen = [Value::Null, Value::Null, Value::Null];
        for (peer, seen) in [&mut self.mover, &mut self.other, &mut self.watcher].into_iter().zip(&mut seen) {
            let mut state = peer.state().await;
            state.as_object_mut().unwrap().remove("command_id");
            *seen = state;
        }
        seen
    }
}

/// Who sends something that is refused.
#[derive(Clone, Copy, Debug)]
enum Who {
    Mover,
    Other,
    Watcher,
}

async fn whatever_is_refused_by_name_changes_nothing_and_other_rooms_play_on(engine: Engine) {
    let server = TestServer::start(engine).await;
    let rules = json!({ "seats": 2, "overrides": { "rack": 20, "opening": { "min_points": 0 }, "match": { "rounds": 1 } } });
    let elsewhere = Table::lay(&server, settings(rules), Tiles::Seeded(1), 1, 1).await;
    let hostile = async {
        let mut game = Game::start(&server).await;
        refuse_all(&mut game).await;
        // And the game goes on.
        let turn = game.turn;
        game.mover.done("draw", json!({ "turn": turn })).await;
        game.other.done("draw", json!({ "turn": turn + 1 })).await;
    };
    let (ended, ()) = tokio::join!(play_match(&elsewhere.people[0], 1), hostile);
    let played = ended.r#match.unwrap();
    assert_eq!(played.totals.iter().sum::<i32>(), 0);
    server.stop().await;
}

async fn refuse_all(game: &mut Game) {
    let (turn, mover_seat) = (game.turn, game.mover.seat.unwrap());
    let own: Vec<Value> = game.mover.state().await["room"]["round"]["rack"].as_array().unwrap().clone();
    let others: Vec<Value> = game.other.state().await["room"]["round"]["rack"].as_array().unwrap().clone();
    let foreign = others.iter().find(|tile| !own.contains(tile)).unwrap().clone();
    let (other_id, guest) =
        (game.other.player.clone(), if mover_seat == 0 { Who::Other } else { Who::Mover });
    let nobody = "00000000-0000-4000-8000-000000000000";
    let before = game.seen().await;
    game.watcher.so_far().await;
    let draw = json!({ "turn": turn });
    let value = json!({ "deal": 1, "value": "0".repeat(64) });
    let cases = [
        (Who::Other, "draw", draw.clone(), "not_your_turn"),
        (
            Who::Other,
            "play",
            json!({ "turn": turn, "table": [{ "tiles": ["R1", "R2", "R3"] }] }),
            "not_your_turn",
        ),
        (Who::Watcher, "draw", draw, "not_seated"),
        (Who::Mover, "draw", json!({ "turn": turn + 1 }), "stale_turn"),
        (Who::Mover, "draw", json!({ "turn": 0 }), "stale_turn"),
        (Who::Mover, "pass", json!({ "turn": turn }), "cannot_pass"),
        (Who::Mover, "play", json!({ "turn": turn, "table": [] }), "illegal_play"),
        (Who::Mover, "play", json!({ "turn": turn, "table": [{ "tiles": [own[0]] }] }), "illegal_play"),
        (
            Who::Mover,
            "play",
            json!({ "turn": turn, "table": [{ "tiles": [foreign, "J", "J"] }] }),
            "illegal_play",
        ),
        // A tile that cannot be read does not become another one.
        (
            Who::Mover,
            "play",
            json!({ "turn": turn, "table": [{ "tiles": ["R0", "R1", "R2"] }] }),
            "bad_message",
        ),
        (Who::Mover, "play", json!({ "turn": turn, "table": [{ "tiles": ["r10"] }] }), "bad_message"),
        (Who::Mover, "play", json!({ "turn": turn, "table": [{ "tiles": [""] }] }), "bad_message"),
        (Who::Mover, "play", json!({ "turn": turn, "table": [{ "tiles": [10] }] }), "bad_message"),
        (Who::Mover, "play", json!({ "turn": -1, "table": [] }), "bad_message"),
        (
            Who::Mover,
            "play",
            json!({ "turn": turn, "table": vec![json!({ "tiles": ["R1"] }); 161] }),
            "bad_message",
        ),
        (Who::Mover, "draw", json!({ "turn": turn, "seat": 1 - mover_seat }), "unknown_field"),
        (Who::Mover, "draw", json!({ "turn": turn, "player_id": other_id }), "unknown_field"),
        (Who::Mover, "cheat", json!({}), "unknown_command"),
        (Who::Mover, "take_seat", json!({ "seat": 1 - mover_seat }), "already_seated"),
        (Who::Watcher, "take_seat", json!({ "seat": mover_seat }), "no_seat_kept"),
        (Who::Mover, "start_match", json!({}), "wrong_phase"),
        (guest, "hand_over_host", json!({ "player_id": nobody }), "not_host"),
        (Who::Mover, "set_ready", json!({ "ready": true }), "wrong_phase"),
        (Who::Mover, "share_shuffle_value", value, "no_shuffle_open"),
        (Who::Mover, "say", json!({ "text": "now?" }), "chat_off"),
        (Who::Mover, "say", json!({ "text": "bell\u{7}" }), "bad_message"),
        (Who::Mover, "say", json!({ "text": "nul\u{0}" }), "bad_message"),
        (Who::Mover, "say", json!({ "text": "x".repeat(201) }), "bad_message"),
        (Who::Mover, "create_room", json!({ "name": "Aino" }), "already_in_room"),
    ];
    for (who, kind, fields, code) in cases {
        let peer = match who {
            Who::Mover => &mut game.mover,
            Who::Other => &mut game.other,
            Who::Watcher => &mut game.watcher,
        };
        let refused = peer.refused(kind, fields.clone()).await;
        assert_eq!(refused, code, "{who:?}: {kind} {fields}");
        if code == "stale_turn" {
            assert_eq!(peer.find("the true state", |m| m["why"] == "stale").await["type"], "snapshot");
        }
    }
    assert_eq!(game.seen().await, before);
    let noticed: Vec<_> = game.watcher.so_far().await;
    assert!(noticed.iter().all(|message| message["type"] != "event"), "{noticed:?}");
}

async fn a_command_that_is_sent_again_is_done_once_and_its_id_serves_no_other(engine: Engine) {
    let server = TestServer::start(engine).await;
    let mut game = Game::start(&server).await;
    let draw = json!({ "type": "draw", "command_id": "once", "turn": game.turn });
    game.mover.send(&draw).await;
    let answer = game.mover.answer("once").await;
    assert_eq!(answer["type"], "accepted");
    let done = game.seen().await;
    game.mover.send(&draw).await;
    assert_eq!(game.mover.answer("once").await, answer);
    game.mover.send(&json!({ "type": "pass", "command_id": "once", "turn": game.turn })).await;
    assert_eq!(game.mover.answer("once").await["code"], "command_id_reused");
    // The ids of one player are nobody else's: the same one of another is a command like any other.
    game.other.send(&json!({ "type": "draw", "command_id": "once", "turn": game.turn })).await;
    assert_eq!(game.other.answer("once").await["code"], "stale_turn");
    assert_eq!(game.seen().await, done);
}

#[tokio::test]
async fn frames_that_are_no_messages_are_refused_and_the_game_goes_on() {
    let server = TestServer::start(Engine::Sqlite).await;
    let mut game = Game::start(&server).await;
    let before = game.seen().await;
    let deep = format!(
        "{{\"type\":\"say\",\"command_id\":\"deep\",\"text\":{}1{}}}",
        "[".repeat(4_000),
        "]".repeat(4_000)
    );
    for (frame, code) in [
        (String::new(), "bad_json"),
        ("\u{0}".to_owned(), "bad_json"),
        ("draw".to_owned(), "bad_json"),
        ("[{\"type\":\"draw\"}]".to_owned(), "bad_json"),
        ("{\"type\":7}".to_owned(), "bad_message"),
        ("{\"type\":\"draw\",\"command_id\":\"\",\"turn\":1}".to_owned(), "bad_message"),
        (format!("{{\"type\":\"draw\",\"command_id\":\"{}\",\"turn\":1}}", "x".repeat(65)), "bad_message"),
        (deep, "bad_json"),
    ] {
        game.other.text(frame.clone()).await;
        let error = game.other.until("error").await;
        assert_eq!(error["code"], code, "{}: {error}", frame.chars().take(60).collect::<String>());
    }
    assert_eq!(game.seen().await, before);
}

#[tokio::test]
async fn an_oversized_frame_closes_its_connection_alone() {
    let server = TestServer::start(Engine::Sqlite).await;
    let mut game = Game::start(&server).await;
    game.other.text(format!("{{\"type\":\"say\",\"text\":\"{}\"}}", "x".repeat(20_000))).await;
    let (messages, code) = game.other.ends().await;
    assert!(messages.iter().any(|message| message["code"] == "frame_too_large"), "{messages:?}");
    assert_eq!(code, Some(1009));
    let turn = game.turn;
    game.mover.done("draw", json!({ "turn": turn })).await;
    game.other = game.other.again().await;
    game.other.join(json!({ "code": game.other.code, "name": "Väinö" })).await;
    game.other.done("draw", json!({ "turn": turn + 1 })).await;
}

#[tokio::test]
async fn versions_that_the_server_does_not_speak_are_refused_by_name() {
    let server = TestServer::start(Engine::Sqlite).await;
    for (versions, code) in [
        (json!({ "min": 2, "max": 9 }), "unsupported_protocol"),
        (json!({ "min": 0, "max": 0 }), "unsupported_protocol"),
    ] {
        let mut peer = Peer::silent(server.address).await;
        peer.send(&json!({ "type": "hello", "protocol": versions })).await;
        let (messages, close) = peer.ends().await;
        assert_eq!(messages[0]["code"], code, "{versions}: {messages:?}");
        assert_eq!(close, Some(4054), "{versions}");
    }
}

#[tokio::test]
async fn a_foreign_public_id_opens_no_seat_and_shows_no_rack() {
    let server = TestServer::start(Engine::Sqlite).await;
    let mut game = Game::start(&server).await;
    let victim = game.mover.player.clone();
    // As a token it is none.
    let mut thief = Peer::silent(server.address).await;
    thief.send(&json!({ "type": "hello", "protocol": { "min": 1, "max": 1 }, "token": victim })).await;
    let (messages, _) = thief.ends().await;
    let code = messages[0]["code"].as_str().unwrap();
    assert!(matches!(code, "bad_token" | "bad_message"), "{messages:?}");
    // In a command it is an unknown field, and as a name it is a name.
    let mut thief = server.peer().await;
    let join = json!({ "code": game.mover.code, "name": "Kullervo", "player_id": victim });
    assert_eq!(thief.refused("join_room", join).await, "unknown_field");
    let resume = json!({ "room_id": game.mover.room, "last_seq": 1, "epoch": 1 });
    assert_eq!(thief.refused("resume_room", resume).await, "no_such_room");
    let seen = thief.join(json!({ "code": game.mover.code, "name": &victim[..24] })).await;
    assert_eq!(seen["room"]["you"]["role"], "spectator");
    assert_eq!(seen["room"]["round"].get("rack"), None);
    let turn = game.turn;
    game.mover.done("draw", json!({ "turn": turn })).await;
}

#[tokio::test]
async fn names_with_control_characters_are_refused_and_others_are_composed() {
    let server = TestServer::start(Engine::Sqlite).await;
    let mut peer = server.peer().await;
    for name in ["", "   ", "a\u{0}b", "a\u{1b}[31m", "a\u{202e}b", &"x".repeat(25)] {
        assert_eq!(peer.refused("create_room", json!({ "name": name })).await, "bad_message", "{name:?}");
    }
    let snapshot = peer.create(json!({ "name": "  Va\u{308}ino\u{308} " })).await;
    assert_eq!(snapshot["room"]["people"][0]["name"], "Väinö");
}

on_every_engine! {
    whatever_is_refused_by_name_changes_nothing_and_other_rooms_play_on,
    a_command_that_is_sent_again_is_done_once_and_its_id_serves_no_other,
}
