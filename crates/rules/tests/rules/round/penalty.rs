//! An illegal table sent as a finished play, where that costs tiles (rules.md §5, §10).

use sarja_rules::{
    IllegalPlay, Ruleset, Seat,
    rummikub::{Action, DrawCause, Event, PassCause, ReasonCode, Refusal},
};

use super::{Game, sent};

fn costly() -> Ruleset {
    Ruleset { illegal_play: IllegalPlay::Penalty, ..Ruleset::default() }
}

fn in_play() -> Game {
    let mut game = Game::under(&costly(), &["R10 R11 R12 R13 B9 K9", "B1 B3 B5 B7 K3 K5"], "");
    game.play(&["R10 R11 R12"]);
    game.draw();
    game
}

#[track_caller]
fn cost(events: &[Event]) -> (Vec<ReasonCode>, u8) {
    let [
        Event::PlayPenalised { seat, faults, .. },
        Event::TilesDrawn { count, cause, .. },
        Event::TurnStarted { .. },
    ] = events
    else {
        panic!("{events:?}");
    };
    assert_eq!((*seat, *cause), (Seat(0), DrawCause::IllegalPlay));
    (faults.clone(), *count)
}

#[test]
fn a_play_that_touches_no_old_set_costs_the_plain_penalty() {
    let events = in_play().play(&["R10 R11 R12", "B9 K9"]);
    assert_eq!(cost(&events), (vec![ReasonCode::SetTooShort], 1));
}

#[test]
fn a_play_that_touches_an_old_set_costs_the_penalty_for_rearranging() {
    let mut game = in_play();
    let before = game.round.sets();
    let events = game.play(&["R10 R11", "R12 R13", "B9 K9"]);
    assert_eq!(cost(&events), (vec![ReasonCode::SetTooShort], 3));
    assert_eq!(game.round.sets(), before);
    assert_eq!(game.tiles(0), 6);
}

#[test]
fn a_table_tile_in_the_hand_costs_tiles() {
    let events = in_play().play(&["R11 R12 R13"]);
    assert_eq!(cost(&events), (vec![ReasonCode::TileTakenFromTable], 3));
}

#[test]
fn a_tile_from_nowhere_is_refused_all_the_same() {
    let mut game = in_play();
    let refused = game.ask(0, &Action::Play(sent(&["R10 R11 R12", "B9 K9 O9"])));
    assert!(matches!(refused, Err(Refusal::IllegalPlay(_))), "{refused:?}");
    assert_eq!(game.round.seat(), Seat(0));
}

#[test]
fn a_legal_play_costs_nothing() {
    let events = in_play().play(&["R10 R11 R12 R13"]);
    assert!(matches!(events[0], Event::SetsPlayed { .. }));
}

#[test]
fn turniej_pl_takes_one_tile_whatever_was_touched() {
    let ruleset = Ruleset::named("turniej-pl").unwrap();
    let mut game = Game::under(&ruleset, &["R10 R11 R12 R13 B9 K9", "B1 B3 B5 B7 K3 K5"], "");
    game.play(&["R10 R11 R12"]);
    game.draw();
    assert_eq!(cost(&game.clone().play(&["R10 R11 R12", "B9 K9"])).1, 1);
    assert_eq!(cost(&game.play(&["R10 R11", "R12 R13"])).1, 1);
}

#[test]
fn with_an_empty_pool_it_counts_as_a_pass() {
    let mut game = Game::with_pool(&costly(), &["R10 R11 R12", "B1 B3 B5"], "");
    let events = game.play(&["R10 R11"]);
    let [Event::PlayPenalised { .. }, Event::TurnPassed { cause, .. }, ..] = events.as_slice() else {
        panic!("{events:?}");
    };
    assert_eq!(*cause, PassCause::IllegalPlay);
}
