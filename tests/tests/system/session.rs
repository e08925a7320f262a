//! The annotated session of `PROTOCOL.md` is replayed against a practice server: what it tells a stranger is true.
//!
//! A line `>` is sent. A line `<` is true if a message comes that has all the fields that are shown, with these values;
//! other messages may come between. Ids and secrets are what the server gives: each that the text shows stands for one
//! that came, in what is sent later too. A line `#~` is a stage direction, any other `#` a word to the reader.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::harness::{Engine, Peer, TestServer, on_every_engine};

/// The fields whose values differ each time.
const FREE: [&str; 4] = ["player_id", "token", "room_id", "code"];

/// What the values of the text stand for.
type Meaning = BTreeMap<String, String>;

/// Whether a message has all that the text shows. Free values that were not known yet are taken into `meaning`.
fn fits(shown: &Value, came: &Value, meaning: &mut Meaning) -> bool {
    match (shown, came) {
        (Value::Object(shown), Value::Object(came)) => shown.iter().all(|(name, shown)| {
            let Some(came) = came.get(name) else { return false };
            match (shown.as_str(), came.as_str()) {
                (Some(shown), Some(came)) if is_free(name, came) => {
                    meaning.entry(shown.to_owned()).or_insert_with(|| came.to_owned()) == came
                }
                _ => fits(shown, came, meaning),
            }
        }),
        (Value::Array(shown), Value::Array(came)) => {
            shown.len() == came.len()
                && shown.iter().zip(came).all(|(shown, came)| fits(shown, came, meaning))
        }
        _ => shown == came,
    }
}

/// Whether a field differs each time. `code` is also the name of an error's code, which is the same each time.
fn is_free(name: &str, came: &str) -> bool {
    FREE.contains(&name) && !came.contains('_') || name == "token"
}

/// What is sent where the text shows this.
fn meant(shown: &Value, meaning: &Meaning) -> Value {
    match shown {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), meant(value, meaning)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Value::Array(items) => items.iter().map(|item| meant(item, meaning)).collect(),
        Value::String(text) => {
            // A code may be typed in any way.
            let typed = text.to_uppercase().replace('-', "");
            json!(meaning.get(text).or_else(|| meaning.get(&typed)).unwrap_or(text))
        }
        other => other.clone(),
    }
}

/// Draws or passes in each turn of the own seat until the round has ended.
async fn draw_on(peer: &mut Peer) {
    loop {
        let state = peer.state().await;
        let room = &state["room"];
        if room["phase"] != "playing" {
            return;
        }
        let turn = &room["round"]["turn"];
        if turn["seat"] == room["you"]["seat"] {
            let kind = if room["round"]["pool"] == 0 { "pass" } else { "draw" };
            peer.done(kind, json!({ "turn": turn["turn"] })).await;
        } else {
            let seq = state["seq"].as_u64();
            peer.see("news", |message| message["type"] == "event" && message["seq"].as_u64() > seq).await;
        }
    }
}

async fn replay(server: &TestServer, block: &str, meaning: &mut Meaning) {
    let mut peer = Peer::silent(server.address).await;
    for line in block.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(direction) = line.strip_prefix("#~ ") {
            match direction {
                "connect again" => peer = Peer::silent(server.address).await,
                "draw or pass until the round ends" => draw_on(&mut peer).await,
                other => panic!("`{other}` is no direction"),
            }
        } else if let Some(shown) = line.strip_prefix("> ") {
            peer.send(&meant(&serde_json::from_str(shown).unwrap(), meaning)).await;
        } else if let Some(shown) = line.strip_prefix("< ") {
            let shown: Value = serde_json::from_str(shown).unwrap();
            let known = meaning.clone();
            let came = peer.find(line, |came| fits(&shown, came, &mut known.clone())).await;
            assert!(fits(&shown, &came, meaning));
        } else {
            assert!(line.starts_with('#'), "{line}");
        }
    }
}

async fn the_annotated_session_is_true(engine: Engine) {
    let server = TestServer::start(engine).await;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol/PROTOCOL.md");
    let text = std::fs::read_to_string(path).unwrap();
    let blocks: Vec<_> =
        text.split("```session\n").skip(1).map(|rest| rest.split_once("```").unwrap().0).collect();
    assert_eq!(blocks.len(), 2);
    let mut meaning = Meaning::new();
    for (number, block) in blocks.into_iter().enumerate() {
        if number > 0 {
            // Who comes next is another player.
            meaning.retain(|_, came| came.len() == 8);
        }
        replay(&server, block, &mut meaning).await;
    }
    server.stop().await;
}

#[test]
fn a_message_fits_if_it_has_what_is_shown() {
    let fit = |shown: Value, came: Value| fits(&shown, &came, &mut Meaning::new());
    assert!(fit(json!({ "a": { "b": 1 } }), json!({ "a": { "b": 1, "c": 2 }, "d": 3 })));
    assert!(!fit(json!({ "a": 1 }), json!({ "a": 2 })));
    assert!(!fit(json!({ "a": 1 }), json!({})));
    assert!(!fit(json!({ "a": [1] }), json!({ "a": [1, 2] })));
    assert!(!fit(json!({ "code": "stale_turn" }), json!({ "code": "not_your_turn" })));
    let mut meaning = Meaning::new();
    assert!(fits(&json!({ "code": "ABCD2345" }), &json!({ "code": "QRST6789" }), &mut meaning));
    assert!(!fits(&json!({ "code": "ABCD2345" }), &json!({ "code": "WXYZ6789" }), &mut meaning));
    assert_eq!(meant(&json!({ "code": "abcd-2345" }), &meaning), json!({ "code": "QRST6789" }));
}

on_every_engine! {
    the_annotated_session_is_true,
}
