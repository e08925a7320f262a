//! Playing and drawing, and how a round is won.

use sarja_rules::{
    RoundEnd, Ruleset, Seat, TurnNumber,
    rummikub::{Action, DealError, DrawCause, Event, PlayCause, RackSearch, Refusal, Round},
};

use super::{Game, sent};
use crate::notation::faces;

#[test]
fn the_starter_has_the_first_turn_and_turns_go_round() {
    let mut game = Game::of(&["R1 R3 R5", "B1 B3 B5", "K1 K3 K5"]);
    let mut seen = vec![(game.round.turn(), game.round.seat())];
    for _ in 0..3 {
        game.draw();
        seen.push((game.round.turn(), game.round.seat()));
    }
    let expected = [(1, 0), (2, 1), (3, 2), (4, 0)].map(|(t, s)| (TurnNumber(t), Seat(s)));
    assert_eq!(seen, expected);
}

#[test]
fn a_drawn_tile_goes_to_the_rack_and_ends_the_turn() {
    let mut game = Game::under(&Ruleset::default(), &["R1 R3 R5", "B1 B3 B5"], "K13 O13");
    let events = game.draw();
    let drawn = Event::TilesDrawn { turn: TurnNumber(1), seat: Seat(0), count: 1, cause: DrawCause::Chosen };
    assert_eq!(events[0], drawn);
    assert_eq!((game.tiles(0), game.holds(0, "K13")), (4, 1));
    assert_eq!(game.round.seat(), Seat(1));
    game.draw();
    assert_eq!(game.holds(1, "O13"), 1);
}

#[test]
fn drawn_tile_cannot_be_played_this_turn() {
    let mut game = Game::under(&Ruleset::default(), &["K11 K12 R5", "B1 B3 B5"], "K13");
    game.draw();
    let refused = game.ask(0, &Action::Play(sent(&["K11 K12 K13"])));
    assert_eq!(refused, Err(Refusal::NotYourTurn { seat: Seat(1) }));
    game.draw();
    game.play(&["K11 K12 K13"]);
}

#[test]
fn who_could_play_may_draw() {
    let mut game = Game::of(&["R10 R11 R12 R1", "B1 B3 B5 B7"]);
    game.draw();
    assert_eq!(game.tiles(0), 5);
}

#[test]
fn a_play_takes_its_tiles_from_the_rack_and_the_turn_goes_on() {
    let mut game = Game::of(&["R10 R11 R12 R1", "B1 B3 B5 B7"]);
    let events = game.play(&["R10 R11 R12"]);
    let [
        Event::SetsPlayed { seat, from_rack, opening_points, cause, .. },
        Event::TurnStarted { seat: next, .. },
    ] = events.as_slice()
    else {
        panic!("{events:?}");
    };
    assert_eq!((*seat, *opening_points, *cause, *next), (Seat(0), Some(33), PlayCause::Played, Seat(1)));
    assert_eq!(*from_rack, faces("R10 R11 R12"));
    assert_eq!(game.tiles(0), 1);
}

#[test]
fn only_the_first_play_of_a_player_is_an_opening() {
    let mut game = Game::of(&["R10 R11 R12 R1 R2 R3 R4", "B1 B3 B5 B7 K1 K3 K5"]);
    game.play(&["R10 R11 R12"]);
    game.draw();
    let events = game.play(&["R10 R11 R12", "R1 R2 R3"]);
    assert!(matches!(events[0], Event::SetsPlayed { opening_points: None, .. }), "{events:?}");
}

/// bugs.md 17
#[test]
fn an_empty_rack_ends_the_round_at_once() {
    let mut game = Game::of(&["R10 R11 R12", "B1 B3 B5", "K1 K3 K5"]);
    let events = game.play(&["R10 R11 R12"]);
    let [Event::SetsPlayed { .. }, Event::RoundEnded { end, score, racks }] = events.as_slice() else {
        panic!("{events:?}");
    };
    assert_eq!(*end, RoundEnd::Out { winner: Seat(0) });
    assert_eq!((score.winner, score.points.as_slice()), (Some(Seat(0)), [18, -9, -9].as_slice()));
    assert_eq!(*racks, [vec![], faces("B1 B3 B5"), faces("K1 K3 K5")]);
    assert_eq!(game.round.end(), Some(*end));
}

#[test]
fn nothing_is_done_in_a_round_that_is_over() {
    let mut game = Game::of(&["R10 R11 R12", "B1 B3 B5"]);
    game.play(&["R10 R11 R12"]);
    for action in [Action::Draw, Action::Pass, Action::RunOutOfTime(None), Action::Play(sent(&[]))] {
        assert_eq!(game.ask(1, &action), Err(Refusal::RoundOver));
    }
    assert_eq!(game.leave(1), []);
    assert_eq!(game.come_back(1), []);
}

#[test]
fn it_is_refused_out_of_turn() {
    let mut game = Game::of(&["R10 R11 R12", "B1 B3 B5"]);
    for action in [Action::Draw, Action::Pass, Action::RunOutOfTime(None), Action::Play(sent(&[]))] {
        assert_eq!(game.ask(1, &action), Err(Refusal::NotYourTurn { seat: Seat(0) }));
    }
}

#[test]
fn what_was_meant_for_another_turn_is_refused_even_of_the_right_seat() {
    let mut game = Game::of(&["R10 R11 R1", "B1 B3 B5"]);
    let meant = game.round.turn();
    game.draw();
    game.draw();
    let now = game.round.turn();
    let stale = game.round.decide(Seat(0), meant, &Action::RunOutOfTime(None), &RackSearch);
    assert_eq!(stale, Err(Refusal::StaleTurn { meant, now }));
}

/// bugs.md 9
#[test]
fn a_refused_play_changes_nothing_and_names_all_reasons() {
    let mut game = Game::of(&["R10 R11 R1 K13", "B1 B3 B5 B7"]);
    let before = game.round.clone();
    let Err(Refusal::IllegalPlay(verdict)) = game.ask(0, &Action::Play(sent(&["R10 R11", "R1 K13 B9"])))
    else {
        panic!("it is refused");
    };
    assert!(verdict.reasons.len() >= 3, "{:?}", verdict.reasons);
    assert_eq!(game.round, before);
    game.draw();
}

#[test]
fn turn_numbers_go_on_from_the_last_round() {
    let ruleset = Ruleset::default();
    let order: Vec<_> = ruleset.tiles.faces().collect();
    let round = Round::deal(&ruleset, 2, Seat(1), TurnNumber(40), &order).unwrap();
    let started = Event::TurnStarted { turn: TurnNumber(41), seat: Seat(1), holds_opening: None };
    assert_eq!(round.start(&RackSearch), [started]);
}

#[test]
fn racks_are_dealt_in_the_order_of_seats_and_the_rest_is_the_pool() {
    let ruleset = Ruleset::default();
    let order: Vec<_> = ruleset.tiles.faces().collect();
    let round = Round::deal(&ruleset, 3, Seat(0), TurnNumber(0), &order).unwrap();
    for (player, tiles) in round.players().iter().zip(order.chunks(14)) {
        assert_eq!(*player.rack(), tiles.iter().collect());
    }
    assert_eq!(round.pool(), 106 - 42);
}

#[test]
fn what_is_no_deal_is_refused() {
    let ruleset = Ruleset::default();
    let order: Vec<_> = ruleset.tiles.faces().collect();
    let deal = |players, starter, order: &[_]| {
        Round::deal(&ruleset, players, Seat(starter), TurnNumber(0), order).map(|_| ())
    };
    assert!(matches!(deal(2, 0, &order[1..]), Err(DealError::WrongTiles { have: 105, need: 106, .. })));
    let mut twice = order.clone();
    twice[0] = twice[105];
    assert!(matches!(deal(2, 0, &twice), Err(DealError::WrongTiles { have: 106, .. })));
    assert_eq!(deal(8, 0, &order), Err(DealError::TooManyRacks { players: 8, rack: 14 }));
    assert_eq!(deal(2, 2, &order), Err(DealError::NoSuchStarter { starter: Seat(2), players: 2 }));
}
