//! Who never opened: whether the rack at the start of the own last turn held an opening (rules.md §6).

use sarja_rules::rummikub::{Event, Finding, Oracle, Position, RackSearch};

use super::Game;
use crate::notation::ruleset;

/// Seat 0 opens, seat 1 draws this tile, seat 0 goes out; the points.
fn points(rack: &str, drawn: &str) -> Vec<i32> {
    let mut game = Game::under(&ruleset("federation"), &["R10 R11 R12 R13", rack], drawn);
    game.play(&["R10 R11 R12"]);
    game.draw();
    let events = game.play(&["R10 R11 R12 R13"]);
    events.last().and_then(Event::points).unwrap().to_vec()
}

#[test]
fn a_rack_that_held_an_opening_costs_more_than_one_that_held_none() {
    assert_eq!(points("B10 B11 B12 O1", "K1"), [200, -200]);
    assert_eq!(points("B1 B3 B5 O1", "K1"), [100, -100]);
}

#[test]
fn a_tile_drawn_in_the_last_turn_is_none_of_the_rack_at_its_start() {
    assert_eq!(points("B10 B11 K4 O1", "B12"), [100, -100]);
}

#[test]
fn who_never_had_a_turn_could_not_open() {
    let mut game = Game::under(&ruleset("federation"), &["R10 R11 R12", "B10 B11 B12"], "");
    let events = game.play(&["R10 R11 R12"]);
    assert_eq!(events.last().and_then(Event::points), Some([100, -100].as_slice()));
}

/// What the last turn's beginning says of the rack.
fn found_out(events: &[Event]) -> Option<bool> {
    let started = events.iter().rev().find_map(|e| match e {
        Event::TurnStarted { holds_opening, .. } => Some(*holds_opening),
        _ => None,
    });
    started.expect("a turn has begun")
}

#[test]
fn it_is_found_out_only_where_the_score_asks_and_the_player_has_not_opened() {
    let racks = ["R10 R11 R12 R1", "B1 B3 B5 B7"];
    let mut game = Game::under(&ruleset("federation"), &racks, "");
    assert_eq!(found_out(&game.events), Some(true));
    assert_eq!(found_out(&game.play(&["R10 R11 R12"])), Some(false));
    assert_eq!(found_out(&game.draw()), None);
    assert_eq!(found_out(&Game::of(&racks).events), None);
}

/// Says the contrary.
#[derive(Debug)]
struct Liar;

impl Oracle for Liar {
    fn can_play(&self, position: Position<'_>) -> Finding {
        match RackSearch.can_play(position) {
            Finding::Play => Finding::NoPlay,
            Finding::NoPlay => Finding::Play,
            Finding::Unproven => Finding::Unproven,
        }
    }
}

#[test]
fn what_was_found_out_is_in_the_event_and_not_found_out_again() {
    let game = Game::under(&ruleset("federation"), &["R10 R11 R12 R1", "B1 B3 B5 B7"], "");
    let mut told = game.round.clone();
    for event in game.round.start(&Liar) {
        told.apply(&event);
    }
    assert_ne!(told, game.round);
    let mut replayed = told.clone();
    for event in &game.events {
        replayed.apply(event);
    }
    assert_eq!(replayed, game.round);
}

/// Does not know.
#[derive(Debug)]
struct Baffled;

impl Oracle for Baffled {
    fn can_play(&self, _: Position<'_>) -> Finding {
        Finding::Unproven
    }
}

#[test]
fn nobody_pays_for_an_opening_that_was_not_found() {
    let game = Game::under(&ruleset("federation"), &["R10 R11 R12 R1", "B1 B3 B5 B7"], "");
    assert_eq!(found_out(&game.round.start(&Baffled)), Some(false));
}
