//! Leaving and coming back (rooms.md 10).

use sarja_rules::{
    RoundEnd, Ruleset, Seat, Standing,
    rummikub::{DrawCause, Event, PassCause},
};

use super::Game;

fn three() -> Game {
    Game::of(&["R10 R11 R12 R13", "B10 B11 B12 B13", "K10 K11 K12 K13"])
}

fn names(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .map(|e| match e {
            Event::TurnStarted { seat, .. } => format!("turn of {seat}"),
            Event::TilesDrawn { seat, cause: DrawCause::Gone, count: 1, .. } => format!("drawn for {seat}"),
            Event::TurnPassed { seat, cause: PassCause::Gone, .. } => format!("passed for {seat}"),
            Event::PlayerLeft { seat } => format!("{seat} left"),
            Event::PlayerReturned { seat } => format!("{seat} returned"),
            Event::RoundEnded { end: RoundEnd::Blocked, .. } => "blocked".into(),
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn who_leaves_in_the_own_turn_draws_at_once() {
    let mut game = three();
    assert_eq!(names(&game.leave(0)), ["0 left", "drawn for 0", "turn of 1"]);
    assert_eq!(game.tiles(0), 5);
    assert_eq!(game.round.player(Seat(0)).unwrap().standing(), Standing::Left);
}

#[test]
fn who_leaves_out_of_turn_holds_nobody_up() {
    let mut game = three();
    assert_eq!(names(&game.leave(1)), ["1 left"]);
    assert_eq!(game.round.seat(), Seat(0));
    let events = game.draw();
    assert_eq!(names(&events[1..]), ["turn of 1", "drawn for 1", "turn of 2"]);
}

#[test]
fn leaving_twice_is_leaving_once() {
    let mut game = three();
    game.leave(1);
    assert_eq!(game.leave(1), []);
    assert_eq!(game.leave(9), []);
}

#[test]
fn who_comes_back_plays_on_with_the_same_rack() {
    let mut game = three();
    game.leave(1);
    assert_eq!(names(&game.come_back(1)), ["1 returned"]);
    game.draw();
    assert_eq!(game.round.seat(), Seat(1));
    game.play(&["B10 B11 B12"]);
    assert_eq!(game.come_back(1), []);
}

#[test]
fn the_last_one_at_the_table_plays_on() {
    let mut game = three();
    game.leave(0);
    game.leave(1);
    assert_eq!(game.round.seat(), Seat(2));
    let events = game.draw();
    assert_eq!(names(&events[1..]), ["turn of 0", "drawn for 0", "turn of 1", "drawn for 1", "turn of 2"]);
}

#[test]
fn when_all_have_left_the_round_stands_still_until_one_is_back() {
    let mut game = three();
    game.leave(0);
    game.leave(1);
    assert_eq!(names(&game.leave(2)), ["2 left", "drawn for 2"]);
    assert_eq!(names(&game.come_back(1)), ["1 returned", "turn of 0", "drawn for 0", "turn of 1"]);
    game.draw();
}

#[test]
fn with_an_empty_pool_the_gone_pass_and_passes_block() {
    let mut game = Game::with_pool(&Ruleset::default(), &["R1", "B1"], "");
    game.leave(1);
    let events = game.pass();
    assert_eq!(names(&events[1..]), ["turn of 1", "passed for 1", "blocked"]);
}

#[test]
fn the_last_tile_drawn_for_one_who_is_gone_ends_the_round_where_that_ends_it() {
    let ruleset = Ruleset { pool_empty: sarja_rules::PoolEmpty::EndAtOnce, ..Ruleset::default() };
    let mut game = Game::with_pool(&ruleset, &["R1", "B1"], "K1 K2");
    game.leave(1);
    let events = game.draw();
    assert_eq!(names(&events[1..]), ["turn of 1", "drawn for 1", "blocked"]);
}

#[test]
fn the_rack_of_one_who_left_never_wins_a_blocked_round() {
    let mut game = Game::with_pool(&Ruleset::default(), &["R13 B13 K13 O13 R12 B12", "R1 B1 K1 O1"], "");
    game.leave(0);
    let events = game.pass();
    let Some(Event::RoundEnded { score, .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!(score.winner, Some(Seat(1)));
}
