//! No byte that a connection receives holds what its viewer may not see: every frame of whole games is held against the
//! truth, which is the fold of the log.

mod checker;
mod game;
mod logs;
mod pile;
mod rommikubbi;
mod truth;

use sarja_rules::Family;
use sarja_server::ServerLimits;
use serde_json::{Value, json};

use self::{
    checker::Checker,
    game::Game,
    truth::{Moment, Truth},
};
use crate::harness::{Engine, Frame, TestServer, on_every_engine};

/// Who plays, who watches, and who is elsewhere; see [`game::play`].
const WATCHER: usize = 2;

async fn played(engine: Engine, family: Family, drafts: &str) -> (Game, Truth) {
    // Turns of Rommikubbi take many commands: the rates would make them last for minutes.
    let server = TestServer::start_with(engine, |config| config.limits = ServerLimits::bench()).await;
    let game = game::play(server.address, family, drafts, usize::MAX).await;
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

/// What everybody in a room is told at some time.
const TOLD: [&str; 8] = [
    "snapshot",
    "resumed",
    "dealt",
    "sets_played",
    "tiles_drawn",
    "time_ran_out",
    "play_penalised",
    "round_ended",
];

fn check_game(game: &Game, truth: &Truth, told: &[&str]) {
    for viewer in 0..=WATCHER {
        let kinds = check_all(game, truth, viewer);
        for &kind in told {
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
    let (game, truth) = played(engine, Family::Rummikub, "shown").await;
    check_game(&game, &truth, &TOLD);
    let shown = check_all(&game, &truth, WATCHER);
    assert!(shown.contains_key("draft_shown"), "{shown:?}");
    planted_tiles_are_found(&game, &truth);
}

async fn where_drafts_are_hidden_no_frame_holds_one(engine: Engine) {
    let (game, truth) = played(engine, Family::Rummikub, "hidden").await;
    check_game(&game, &truth, &TOLD);
    for viewer in 0..=WATCHER {
        assert!(!check_all(&game, &truth, viewer).contains_key("draft_shown"));
    }
}

/// The frames of a game that reached somebody, to plant something in.
struct Plants<'a> {
    game: &'a Game,
    truth: &'a Truth,
    viewer: usize,
    messages: Vec<Value>,
}

impl<'a> Plants<'a> {
    fn new(game: &'a Game, truth: &'a Truth, viewer: usize) -> Self {
        let message = |frame: &Frame| serde_json::from_str(&frame.text).unwrap();
        Self { game, truth, viewer, messages: game.frames(viewer).iter().map(message).collect() }
    }

    fn messages(&self) -> impl DoubleEndedIterator<Item = Value> {
        self.messages.iter().cloned()
    }

    /// The first message, or event, of this kind.
    fn first(&self, kind: &str) -> Value {
        self.messages().find(|message| message["type"] == kind || message["event"]["type"] == kind).unwrap()
    }

    fn last_snapshot_in_play(&self) -> Value {
        let in_play =
            |message: &Value| message["type"] == "snapshot" && message["room"]["phase"] == "playing";
        self.messages().rfind(in_play).unwrap()
    }

    /// The room after the event that this message tells of.
    fn at(&self, message: &Value) -> &'a Moment {
        self.truth.at(message["seq"].as_u64().unwrap())
    }

    /// Fails if the checker does not find what was planted in a frame, after these that came before it.
    fn found(&self, before: &[Value], planted: &Value) {
        assert!(self.check(before, planted).is_err(), "not found: {planted}");
    }

    /// Fails if the checker finds something in a frame, after these that came before it.
    fn told(&self, before: &[Value], frame: &Value) {
        self.check(before, frame).unwrap();
    }

    fn check(&self, before: &[Value], frame: &Value) -> Result<(), String> {
        let viewer = self.game.viewers[self.viewer].client.player_id();
        let mut checker = Checker::new(self.truth, &self.game.secrets, viewer);
        for message in before {
            checker.check(&message.to_string()).unwrap();
        }
        checker.check(&frame.to_string())
    }
}

/// The checker finds what is planted: it would find what leaks.
fn planted_tiles_are_found(game: &Game, truth: &Truth) {
    let frames = Plants::new(game, truth, WATCHER);
    let first = |kind| frames.first(kind);
    let rack = |message: &Value| frames.at(message).racks[0].clone();
    let hidden = |message: &Value| rack(message)[0].clone();
    let plant = |mut message: Value, change: &dyn Fn(&mut Value)| {
        change(&mut message);
        frames.found(&[], &message);
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
    let drew = frames.at(&drawn).drawn.clone().unwrap().1;
    plant(drawn, &|message| message["event"]["tiles"] = json!(drew));
    let snapshot = frames.last_snapshot_in_play();
    plant(snapshot.clone(), &|message| message["room"]["round"]["rack"] = json!(rack(&snapshot)));
    plant(snapshot.clone(), &|message| message["room"]["round"]["revealed_racks"] = json!([rack(&snapshot)]));
    plant(snapshot.clone(), &|message| {
        message["room"]["round"]["table"] = json!([{ "tiles": rack(&snapshot) }]);
    });
    let committed = first("shuffle_committed");
    plant(committed, &|message| message["event"]["value"] = json!(game.secrets.values[0].2));
}

on_every_engine! {
    no_frame_holds_a_tile_that_its_viewer_may_not_see,
    where_drafts_are_hidden_no_frame_holds_one,
}
