//! What is stored reads back as it was.

use proptest::prelude::*;
use sarja_rules::{
    PoolEmpty, Ruleset, TableSet,
    rummikub::{Action, Event},
};

use crate::{laws::arbitrary, notation::on_table, round::Game};

fn reads_back<T>(value: &T)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
}

#[test]
fn a_table_set_is_written_with_its_kind_in_canonical_order() {
    let text = serde_json::to_string(&on_table("group: J R9 J")).unwrap();
    assert_eq!(text, r#"{"tiles":["R9","J","J"],"kind":"group"}"#);
}

#[test]
fn what_is_no_set_cannot_be_read_as_one() {
    for text in
        [r#"{"tiles":["R9","R9","J"]}"#, r#"{"tiles":[]}"#, r#"{"tiles":["R9","B9","K9"],"kind":"run"}"#]
    {
        let refused = serde_json::from_str::<TableSet>(text).unwrap_err().to_string();
        assert!(refused.contains("the tiles are no set"), "{refused}");
    }
}

#[test]
fn every_kind_of_event_reads_back() {
    let mut ruleset = Ruleset::named("federation").unwrap();
    ruleset.illegal_play = sarja_rules::IllegalPlay::Penalty;
    ruleset.pool_empty = PoolEmpty::PlayOn;
    let mut game = Game::with_pool(&ruleset, &["R10 R11 R12 J", "B1 B3"], "K1 K2");
    game.play(&["R10 R11 R12 J"]);
    game.run_out(None);
    game.play(&["R10 R11 R12"]);
    game.leave(0);
    game.come_back(0);
    game.pass();
    game.pass();
    let kinds: std::collections::BTreeSet<String> = game
        .events
        .iter()
        .map(|e| serde_json::to_value(e).unwrap()["type"].as_str().unwrap().to_string())
        .collect();
    let all = [
        "play_penalised",
        "player_left",
        "player_returned",
        "round_ended",
        "sets_played",
        "tiles_drawn",
        "time_ran_out",
        "turn_passed",
        "turn_started",
    ];
    assert!(kinds.iter().eq(all), "{kinds:?}");
    game.events.iter().for_each(reads_back);
}

#[test]
fn no_event_names_a_drawn_tile() {
    let mut game = Game::of(&["R1 R3", "B1 B3"]);
    let mut events = game.draw();
    events.extend(game.ask(1, &Action::RunOutOfTime(None)).unwrap());
    for event in &events {
        let text = serde_json::to_string::<Event>(event).unwrap();
        assert!(!text.contains('['), "{text}");
    }
}

proptest! {
    #![proptest_config(arbitrary::config(256))]

    #[test]
    fn any_table_set_reads_back(set in arbitrary::table_set()) {
        reads_back(&set);
    }
}
