//! The pool runs empty (rules.md §5).

use sarja_rules::{
    PoolEmpty, RoundEnd, Ruleset, Seat,
    rummikub::{Action, Event, Finding, Oracle, PassCause, Position, Refusal},
};

use super::Game;

fn ruleset(pool_empty: PoolEmpty) -> Ruleset {
    Ruleset { pool_empty, ..Ruleset::default() }
}

/// A round of two with so many tiles in the pool.
fn two_players(pool_empty: PoolEmpty, pool: &str) -> Game {
    Game::with_pool(&ruleset(pool_empty), &["R10 R11 R12 R1 R2 R3", "B10 B11 B12 B1 B2 B3"], pool)
}

#[track_caller]
fn is_blocked(game: &Game, events: &[Event]) {
    assert!(matches!(events.last(), Some(Event::RoundEnded { end: RoundEnd::Blocked, .. })), "{events:?}");
    assert_eq!(game.round.end(), Some(RoundEnd::Blocked));
}

#[test]
fn who_owes_more_than_there_is_draws_what_there_is() {
    let mut ruleset = ruleset(PoolEmpty::PlayOn);
    ruleset.penalty.timeout = 7;
    let mut game = Game::with_pool(&ruleset, &["R1", "B1"], "K1 K2");
    let events = game.run_out(None);
    assert!(matches!(events[1], Event::TilesDrawn { count: 2, .. }), "{events:?}");
    assert_eq!(game.round.pool(), 0);
}

#[test]
fn there_is_drawing_or_passing_and_never_both() {
    let mut game = two_players(PoolEmpty::PlayOn, "K1 K2");
    assert_eq!(game.ask(0, &Action::Pass), Err(Refusal::PoolNotEmpty { tiles: 2 }));
    game.draw();
    game.draw();
    assert_eq!(game.ask(0, &Action::Draw), Err(Refusal::PoolEmpty));
    game.pass();
}

#[test]
fn play_on_is_blocked_when_every_player_has_passed_in_a_row() {
    let mut game = two_players(PoolEmpty::PlayOn, "");
    game.pass();
    game.play(&["B10 B11 B12"]);
    game.pass();
    let events = game.pass();
    is_blocked(&game, &events);
}

#[test]
fn a_play_begins_the_passes_anew() {
    let mut game = two_players(PoolEmpty::PlayOn, "");
    game.play(&["R10 R11 R12"]);
    game.pass();
    game.play(&["R10 R11 R12", "R1 R2 R3"]);
    game.pass();
    assert_eq!(game.round.end(), None);
    assert_eq!(game.round.view(sarja_rules::Viewer::Spectator).passes, 1);
}

#[test]
fn a_time_out_with_an_empty_pool_is_a_pass() {
    let mut game = two_players(PoolEmpty::PlayOn, "");
    let events = game.run_out(None);
    assert!(matches!(events[1], Event::TurnPassed { cause: PassCause::TimeRanOut, .. }), "{events:?}");
    let events = game.run_out(Some(&["B1 B2"]));
    is_blocked(&game, &events);
}

/// Knows of each rack that holds one of these tiles what stands beside it, and that no other can be played from.
#[derive(Debug)]
struct Knows(&'static [(&'static str, Finding)]);

/// Knows that nobody can play.
const PROOF: Knows = Knows(&[]);

impl Oracle for Knows {
    fn can_play(&self, position: Position<'_>) -> Finding {
        let holds = |face: &str| position.rack.of(face.parse().unwrap()) > 0;
        self.0.iter().find(|(face, _)| holds(face)).map_or(Finding::NoPlay, |&(_, finding)| finding)
    }
}

#[test]
fn play_on_is_blocked_as_soon_as_it_is_proven_that_nobody_can_play() {
    let game = two_players(PoolEmpty::PlayOn, "");
    let events = game.round.decide(Seat(0), game.round.turn(), &Action::Pass, &PROOF).unwrap();
    assert!(matches!(events.last(), Some(Event::RoundEnded { end: RoundEnd::Blocked, .. })));
}

#[test]
fn a_round_goes_on_if_one_rack_can_be_played_from_or_is_not_known() {
    for finding in [Finding::Play, Finding::Unproven] {
        for rack in ["R10", "B10"] {
            let game = two_players(PoolEmpty::PlayOn, "");
            let oracle = Knows(match (rack, finding) {
                ("R10", Finding::Play) => &[("R10", Finding::Play)],
                ("R10", _) => &[("R10", Finding::Unproven)],
                (_, Finding::Play) => &[("B10", Finding::Play)],
                _ => &[("B10", Finding::Unproven)],
            });
            let events = game.round.decide(Seat(0), game.round.turn(), &Action::Pass, &oracle).unwrap();
            assert!(matches!(events.last(), Some(Event::TurnStarted { .. })), "{rack} {finding:?}");
        }
    }
}

#[test]
fn who_has_left_and_could_play_keeps_the_round_going() {
    let mut game = two_players(PoolEmpty::PlayOn, "");
    game.leave(1);
    let oracle = Knows(&[("B10", Finding::Play)]);
    let events = game.round.decide(Seat(0), game.round.turn(), &Action::Pass, &oracle).unwrap();
    assert!(matches!(events[0], Event::TurnPassed { seat: Seat(0), .. }), "{events:?}");
    assert!(matches!(events[1], Event::TurnStarted { seat: Seat(1), .. }), "{events:?}");
}

#[test]
fn a_proof_blocks_nothing_while_there_are_tiles_to_draw() {
    let game = two_players(PoolEmpty::PlayOn, "K1 K2");
    let events = game.round.decide(Seat(0), game.round.turn(), &Action::Draw, &PROOF).unwrap();
    assert!(matches!(events.last(), Some(Event::TurnStarted { .. })));
}

#[test]
fn one_more_turn_goes_from_the_next_seat_to_the_drawer_of_the_last_tile() {
    let mut game = Game::with_pool(&ruleset(PoolEmpty::OneMoreTurn), &["R1", "B1", "K1"], "O1");
    game.draw();
    for seat in [1, 2, 0] {
        assert_eq!((game.round.end(), game.round.seat()), (None, Seat(seat)));
        game.pass();
    }
    let events = game.events.clone();
    is_blocked(&game, &events);
}

#[test]
fn a_play_does_not_extend_the_last_turns() {
    let mut game = two_players(PoolEmpty::OneMoreTurn, "K1 K2");
    game.draw();
    game.draw();
    game.play(&["R10 R11 R12"]);
    let events = game.play(&["R10 R11 R12", "B10 B11 B12"]);
    is_blocked(&game, &events);
}

#[test]
fn the_last_tile_may_be_drawn_as_a_penalty() {
    let mut game = two_players(PoolEmpty::OneMoreTurn, "K1 K2");
    game.draw();
    game.run_out(None);
    game.pass();
    let events = game.pass();
    is_blocked(&game, &events);
}

#[test]
fn end_at_once_blocks_when_the_last_tile_is_drawn() {
    let mut game = two_players(PoolEmpty::EndAtOnce, "K1 K2");
    game.draw();
    assert_eq!(game.round.end(), None);
    let events = game.draw();
    is_blocked(&game, &events);
}

#[test]
fn an_empty_rack_wins_with_an_empty_pool_too() {
    let mut ruleset = ruleset(PoolEmpty::OneMoreTurn);
    ruleset.rack = 3;
    let mut game = Game::under(&ruleset, &["R10 R11 R12", "B1 B3 B5"], "");
    let events = game.play(&["R10 R11 R12"]);
    assert!(matches!(events.last(), Some(Event::RoundEnded { end: RoundEnd::Out { .. }, .. })));
}

/// A ruleset in which whoever can play must.
fn must_play() -> Ruleset {
    Ruleset { must_play: true, ..Ruleset::default() }
}

const CAN: Knows = Knows(&[("R10", Finding::Play)]);
const UNKNOWN: Knows = Knows(&[("R10", Finding::Unproven)]);

#[test]
fn whoever_can_play_and_must_neither_draws_nor_passes() {
    let racks = ["R10 R11 R12 R1 R2 R3", "B10 B11 B12 B1 B2 B3"];
    for (pool, action) in [("K1 K2", Action::Draw), ("", Action::Pass)] {
        let game = Game::with_pool(&must_play(), &racks, pool);
        let ask = |oracle: &Knows| game.round.decide(Seat(0), game.round.turn(), &action, oracle);
        assert_eq!(ask(&CAN), Err(Refusal::MustPlay), "{action:?}");
        assert!(ask(&PROOF).is_ok(), "{action:?}");
        assert!(ask(&UNKNOWN).is_ok(), "nothing is forbidden without a play that was found: {action:?}");
    }
}

#[test]
fn who_must_play_may_still_let_the_time_run_out_and_leave() {
    let racks = ["R10 R11 R12 R1 R2 R3", "B10 B11 B12 B1 B2 B3"];
    let game = Game::with_pool(&must_play(), &racks, "K1 K2");
    let late = game.round.decide(Seat(0), game.round.turn(), &Action::RunOutOfTime(None), &CAN);
    assert!(late.is_ok(), "{late:?}");
    let gone = game.round.leave(Seat(0), &CAN);
    assert!(matches!(gone[1], Event::TilesDrawn { count: 1, .. }), "{gone:?}");
}

#[test]
fn drawing_although_one_could_play_is_allowed_where_the_rules_do_not_say_otherwise() {
    let game = two_players(PoolEmpty::PlayOn, "K1 K2");
    assert!(game.round.decide(Seat(0), game.round.turn(), &Action::Draw, &CAN).is_ok());
}
