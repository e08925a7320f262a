//! The same for a game of Rommikubbi: of the pile everybody sees the top, and what was taken is seen by who took it.

use sarja_rules::Family;
use serde_json::{Value, json};

use super::{
    Plants, WATCHER, check_all, check_game,
    game::Game,
    played,
    truth::{Moment, Truth},
};
use crate::harness::{Engine, on_every_engine};

/// What everybody in a room is told at some time.
const TOLD: [&str; 10] = [
    "snapshot",
    "resumed",
    "dealt",
    "tile_taken",
    "pile_taken",
    "pile_given_back",
    "sets_laid",
    "tile_discarded",
    "time_ran_out",
    "round_ended",
];

async fn no_frame_holds_a_tile_of_the_pile_that_its_viewer_may_not_see(engine: Engine) {
    let (game, truth) = played(engine, Family::Rommikubbi, "shown").await;
    check_game(&game, &truth, &TOLD);
    check_pile(&game);
    assert!(check_all(&game, &truth, WATCHER).contains_key("draft_shown"));
    planted_tiles_are_found(&game, &truth);
}

async fn where_drafts_are_hidden_no_frame_shows_what_is_laid_for_the_pile(engine: Engine) {
    let (game, truth) = played(engine, Family::Rommikubbi, "hidden").await;
    check_game(&game, &truth, &TOLD);
    for viewer in 0..=WATCHER {
        assert!(!check_all(&game, &truth, viewer).contains_key("draft_shown"));
    }
}

/// What the game is played for has happened in it.
fn check_pile(game: &Game) {
    let frames: Vec<Value> =
        game.frames(WATCHER).iter().map(|frame| serde_json::from_str(&frame.text).unwrap()).collect();
    let events =
        || frames.iter().filter(|message| message["type"] == "event").map(|message| &message["event"]);
    for why in ["chosen", "time_ran_out"] {
        for kind in ["pile_given_back", "tile_discarded"] {
            assert!(events().any(|event| event["type"] == kind && event["why"] == why), "no {kind}, {why}");
        }
    }
    for draft in ["none", "not_legal", "stands"] {
        assert!(
            events().any(|event| event["draft"] == draft),
            "no time ran out with a draft that is {draft}"
        );
    }
    let resumed = |why| frames.iter().any(|message| message["type"] == "snapshot" && message["why"] == why);
    assert!(resumed("resumed"), "somebody missed too much to be told in events");
}

/// The checker finds what is planted: it would find what leaks.
fn planted_tiles_are_found(game: &Game, truth: &Truth) {
    for viewer in [0, 1, WATCHER] {
        let frames = Plants::new(game, truth, viewer);
        let is_own = |message: &Value| {
            let own = frames.at(message).seats.get(&game.viewers[viewer].client.player_id());
            own.is_some_and(|seat| message["event"]["seat"] == seat.0)
        };
        let of_another = |kind: &str| {
            let found = frames.messages().find(|m| m["event"]["type"] == kind && !is_own(m));
            found.unwrap()
        };
        what_was_taken_is_found(&frames, &of_another);
        what_lies_below_the_top_is_found(&frames);
        what_is_drafted_is_found(&frames, viewer);
    }
}

fn what_was_taken_is_found(frames: &Plants<'_>, of_another: &dyn Fn(&str) -> Value) {
    let mut dealt = frames.first("dealt");
    if dealt["event"]["taken"].is_null() {
        dealt["event"]["taken"] = json!(frames.at(&dealt).taken[0]);
        frames.found(&[], &dealt);
    }
    let mut tile = of_another("tile_taken");
    tile["event"]["tile"] = json!(frames.at(&tile).taken[0]);
    frames.found(&[], &tile);
    let mut pile = of_another("pile_taken");
    pile["event"]["tiles"] = json!(frames.at(&pile).taken);
    frames.found(&[], &pile);
    let snapshots =
        || frames.messages().filter(|m| m["type"] == "snapshot" && m["room"]["phase"] == "playing");
    let others = snapshots().find(|m| {
        let round = &m["room"]["round"];
        round["rommikubbi"]["step"] == "took_pile" && round["rommikubbi"]["taken"].is_null()
    });
    let mut snapshot = others.unwrap();
    snapshot["room"]["round"]["rommikubbi"]["taken"] = json!(frames.at(&snapshot).taken);
    frames.found(&[], &snapshot);
}

fn what_lies_below_the_top_is_found(frames: &Plants<'_>) {
    let pile = |message: &Value| frames.at(message).pile.clone();
    let differs = |pile: &[String]| pile.len() > 1 && pile[pile.len() - 2] != pile[pile.len() - 1];
    let snapshots =
        || frames.messages().filter(|m| m["type"] == "snapshot" && m["room"]["phase"] == "playing");
    let snapshot = snapshots().find(|message| differs(&pile(message))).unwrap();
    let lies = pile(&snapshot);
    let mut below = snapshot.clone();
    below["room"]["round"]["rommikubbi"]["pile_top"] = json!(lies[lies.len() - 2]);
    frames.found(&[], &below);
    let mut whole = snapshot.clone();
    whole["room"]["round"]["rommikubbi"]["tiles"] = json!(lies);
    frames.found(&[], &whole);
    // An event that was told rightly may not be told again when another tile lies on that one.
    let discards: Vec<Value> = frames.messages().filter(|m| m["event"]["type"] == "tile_discarded").collect();
    let seq = |message: &Value| message["seq"].as_u64().unwrap();
    let [first, next] = &discards[..2] else { panic!("{discards:?}") };
    let resumed =
        |to: u64| json!({ "type": "resumed", "command_id": "x", "from_seq": seq(first), "to_seq": to });
    frames.told(&[resumed(seq(first))], first);
    frames.found(&[resumed(seq(next))], first);
    let mut back = frames.first("pile_given_back");
    let lay = frames.at(&back).pile.clone();
    back["event"]["tiles"] = json!(lay);
    frames.found(&[], &back);
}

fn what_is_drafted_is_found(frames: &Plants<'_>, viewer: usize) {
    // Drafts have no number of their own: they belong to what was told last.
    let mut last = None;
    for message in frames.messages() {
        match message["type"].as_str().unwrap() {
            "event" | "snapshot" => last = Some(message),
            "draft_shown" => {
                let known = last.clone().unwrap();
                let moment = frames.at(&known);
                let below = moment.below.iter().find(|tile| is_hidden(moment, tile));
                let mut discard = message.clone();
                discard["discard"] = json!(moment.racks[moment.mover.unwrap().index()][0]);
                frames.found(std::slice::from_ref(&known), &discard);
                if let Some(tile) = below {
                    let mut shown = message.clone();
                    shown["table"].as_array_mut().unwrap().push(json!({ "tiles": [tile] }));
                    frames.found(std::slice::from_ref(&known), &shown);
                    return;
                }
            }
            _ => {}
        }
    }
    panic!("viewer {viewer} was shown no draft with a pile taken");
}

/// Whether a tile that lay below the top of a taken pile is like none that the mover may show.
fn is_hidden(moment: &Moment, tile: &String) -> bool {
    let mover = &moment.racks[moment.mover.unwrap().index()];
    let count = |tiles: &[String]| tiles.iter().filter(|other| *other == tile).count();
    count(mover) == count(&moment.below) && !moment.table.contains(tile)
}

on_every_engine! {
    no_frame_holds_a_tile_of_the_pile_that_its_viewer_may_not_see,
    where_drafts_are_hidden_no_frame_shows_what_is_laid_for_the_pile,
}
