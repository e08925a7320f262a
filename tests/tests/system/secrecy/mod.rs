//! No byte that a connection receives holds what its viewer may not see: every frame of whole games is held against the
//! truth, which is the fold of the log.

mod checker;
mod game;
mod logs;
mod truth;

use serde_json::{Value, json};

use self::{checker::Checker, game::Game, truth::Truth};
use crate::harness::{Engine, Frame, TestServer, on_every_engine};

/// Who plays, who watches, and who is elsewhere; see [`game::play`].
const WATCHER: usize = 2;

async fn played(engine: Engine, drafts: &str) -> (Game, Truth) {
    let server = TestServer::start(engine).await;
    let game = game::play(server.address, drafts).await;
    let truth = Truth::of(server.stored(game.room).await);
    server.stop().await;
    (game, truth)
}

/// Checks all frames of a viewer, and tells how many there were of each kind.
fn check_all(game: &Game, truth: &Truth, viewer: usize) -> std::collections::BTreeMap<String, usize> {
    let mut checker = Checker::new(truth, &game.secrets, game.viewers[viewer].client.player_id());
    let (mut connection, mut kinds) = (0, std::collections::BTreeMap::new());
    for frame in game.frames(viewer) {
        if frame.connection != connection {
            connection = frame.connection;
            checker.begin();
        }
        if let Err(leak) = checker.check(&frame.text) {
            panic!("viewer {viewer} was shown {leak}\nin {}", frame.text);
        }
        let message: Value = serde_json::from_str(&frame.text).unwrap();
        let kind = if message["type"] == "event" { &message["event"]["type"] } else { &message["type"] };
        *kinds.entry(kind.as_str().unwrap().to_owned()).or_default() += 1;
    }
    kinds
}

fn check_game(game: &Game, truth: &Truth) {
    for viewer in 0..=WATCHER {
        let kinds = check_all(game, truth, viewer);
        for kind in [
            "snapshot",
            "resumed",
            "dealt",
            "sets_played",
            "tiles_drawn",
            "time_ran_out",
            "play_penalised",
            "round_ended",
        ] {
            assert!(kinds.contains_key(kind), "viewer {viewer} was never told of {kind}: {kinds:?}");
        }
    }
    // Somebody who is not in the room is told nothing of it.
    for frame in game.frames(3) {
        assert!(!frame.text.contains(&game.room.to_string()), "{}", frame.text);
        assert!(!frame.text.contains(&game.secrets.link), "{}", frame.text);
    }
}

async fn no_frame_holds_a_tile_that_its_viewer_may_not_see(engine: Engine) {
    let (game, truth) = played(engine, "shown").await;
    check_game(&game, &truth);
    let shown = check_all(&game, &truth, WATCHER);
    assert!(shown.contains_key("draft_shown"), "{shown:?}");
    planted_tiles_are_found(&game, &truth);
}

async fn where_drafts_are_hidden_no_frame_holds_one(engine: Engine) {
    let (game, truth) = played(engine, "hidden").await;
    check_game(&game, &truth);
    for viewer in 0..=WATCHER {
        assert!(!check_all(&game, &truth, viewer).contains_key("draft_shown"));
    }
}

/// The checker finds what is planted: it would find what leaks.
fn planted_tiles_are_found(game: &Game, truth: &Truth) {
    let frames = game.frames(WATCHER);
    let first = |kind: &str| {
        let of_kind = |frame: &&Frame| {
            let message: Value = serde_json::from_str(&frame.text).unwrap();
            message["type"] == kind || message["event"]["type"] == kind
        };
        serde_json::from_str::<Value>(&frames.iter().find(of_kind).unwrap().text).unwrap()
    };
    let last_snapshot_in_play = || {
        let in_play =
            |message: &Value| message["type"] == "snapshot" && message["room"]["phase"] == "playing";
        frames.iter().map(|frame| serde_json::from_str(&frame.text).unwrap()).rfind(in_play).unwrap()
    };
    let rack = |message: &Value| truth.at(message["seq"].as_u64().unwrap()).racks[0].clone();
    let hidden = |message: &Value| rack(message)[0].clone();
    let mut plants = Vec::new();
    let mut plant = |mut message: Value, change: &dyn Fn(&mut Value)| {
        change(&mut message);
        plants.push(message.to_string());
    };
    let started = first("turn_started");
    plant(started.clone(), &|message| message["event"]["debug"] = json!([hidden(&started)]));
    plant(started.clone(), &|message| message["event"][hidden(&started)] = json!(1));
    plant(started.clone(), &|message| message["note"] = json!(format!("he holds {}.", hidden(&started))));
    plant(started.clone(), &|message| message["note"] = json!(truth.secrets[&1]));
    plant(started.clone(), &|message| message["note"] = json!(game.secrets.tokens[0].1));
    plant(started.clone(), &|message| message["note"] = json!(game.secrets.command_ids[0].1));
    plant(started, &|message| message["note"] = json!(game.secrets.link));
    let dealt = first("dealt");
    plant(dealt.clone(), &|message| message["event"]["rack"] = json!(rack(&dealt)));
    let drawn = first("tiles_drawn");
    let drew = truth.at(drawn["seq"].as_u64().unwrap()).drawn.clone().unwrap().1;
    plant(drawn, &|message| message["event"]["tiles"] = json!(drew));
    let snapshot = last_snapshot_in_play();
    plant(snapshot.clone(), &|message| message["room"]["round"]["rack"] = json!(rack(&snapshot)));
    plant(snapshot.clone(), &|message| message["room"]["round"]["revealed_racks"] = json!([rack(&snapshot)]));
    plant(snapshot.clone(), &|message| {
        message["room"]["round"]["table"] = json!([{ "tiles": rack(&snapshot) }]);
    });
    let committed = first("shuffle_committed");
    plant(committed, &|message| message["event"]["value"] = json!(game.secrets.values[0].2));
    let viewer = game.viewers[WATCHER].client.player_id();
    for planted in plants {
        let found = Checker::new(truth, &game.secrets, viewer).check(&planted);
        assert!(found.is_err(), "not found: {planted}");
    }
}

on_every_engine! {
    no_frame_holds_a_tile_that_its_viewer_may_not_see,
    where_drafts_are_hidden_no_frame_holds_one,
}
