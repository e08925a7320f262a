//! rooms.md 10-12: leaving in mid-match, removing the absent, bots that take over, one who is left alone.

use sarja_protocol::{ErrorCode, PauseWhy, Phase, SeatState};
use sarja_rules::{Seat, Standing};
use sarja_server::room::Input;
use serde_json::json;

use crate::table::{A, B, C, D, MINUTE, PEOPLE, SECOND, Table, has, kinds};

fn with_no_clock() -> serde_json::Value {
    json!({"overrides": {"clock": {"turn_seconds": null}}})
}

/// Moves on until it is this player's turn.
fn until_turn_of(table: &mut Table, player: sarja_protocol::PlayerId) {
    while table.to_move() != player {
        table.draw();
    }
}

// rooms.md 10
#[test]
fn who_resigns_keeps_the_seat_and_its_turns_are_drawn_at_once() {
    let mut table = Table::playing(&json!({}), 3);
    until_turn_of(&mut table, B);
    let tiles = table.rack(1).len();
    let events = table.ask(B, json!({"type": "resign"}));
    assert_eq!(kinds(&events), ["seat_vacated", "tiles_drawn", "turn_started"]);
    assert_eq!((table.to_move(), table.rack(1).len()), (C, tiles + 1));
    table.draw();
    assert_eq!(kinds(&table.draw()), ["tiles_drawn", "turn_started", "tiles_drawn", "turn_started"]);
    assert_eq!(table.to_move(), C, "B's turn was over as it began");
    assert_eq!(table.view(A).seats[1].state, SeatState::Vacated);
    assert_eq!(table.view(B).you.seat, None, "who resigned watches");
}

// rooms.md 10
#[test]
fn who_leaves_may_come_back_until_the_match_ends() {
    let mut table = Table::playing(&json!({}), 3);
    table.ask(B, json!({"type": "leave_room"}));
    let rack = table.rack(1);
    let events = table.join(B);
    assert_eq!(kinds(&events), ["player_joined", "seat_retaken"]);
    assert_eq!(table.view(B).round.unwrap().rack.unwrap(), rack);
}

// rooms.md 10
#[test]
fn who_resigned_takes_the_own_seat_again_and_no_other() {
    let mut table = Table::playing(&json!({}), 4);
    table.ask(B, json!({"type": "resign"}));
    table.ask(C, json!({"type": "resign"}));
    assert_eq!(table.refused(B, json!({"type": "take_seat", "seat": 2})), ErrorCode::NoSeatKept);
    assert!(table.join(B).is_empty(), "joining again is no wish to play again");
    assert_eq!(kinds(&table.ask(B, json!({"type": "take_seat"}))), ["seat_retaken"]);
    assert_eq!(table.room.seat_of(B), Some(Seat(1)));
}

// rooms.md 10
#[test]
fn a_vacated_seat_sits_out_later_rounds_and_ranks_by_its_points() {
    let mut table = Table::playing(&with_no_clock(), 3);
    table.ask(B, json!({"type": "resign"}));
    for _ in 0..3 {
        table.play_round();
        table.advance(22 * SECOND);
    }
    assert_eq!(table.room.phase(), Phase::MatchOver);
    let played = table.view(A).r#match.unwrap();
    assert_eq!(played.ranking.unwrap().concat().len(), 3);
    assert!(played.rounds.iter().all(|r| r.winner != Some(Seat(1)) && r.points[1] <= 0), "its rack is lost");
    let record = &table.matches[0].seats[1];
    assert_eq!((record.name.as_str(), record.points), ("Bertta", i64::from(played.totals[1])));
    assert!(record.place.is_some() && record.bot.is_none());
}

// rooms.md 10
#[test]
fn a_seat_that_is_vacated_between_rounds_or_in_the_shuffle_is_dealt_to_and_not_waited_for() {
    let mut table = Table::playing(&with_no_clock(), 3);
    table.play_round();
    table.ask(A, json!({"type": "set_ready", "ready": true}));
    table.ask(B, json!({"type": "set_ready", "ready": true}));
    assert_eq!(kinds(&table.ask(C, json!({"type": "resign"}))), ["seat_vacated", "shuffle_committed"]);
    table.ask(B, json!({"type": "resign"}));
    table.ask(C, json!({"type": "take_seat"}));
    table.advance(2 * SECOND);
    let game = table.room.round().unwrap();
    let standing: Vec<_> = game.players().iter().map(sarja_rules::rummikub::Player::standing).collect();
    assert_eq!(standing, [Standing::Playing, Standing::Left, Standing::Playing]);
}

// rooms.md 10; bugs.md 16
#[test]
fn only_a_seat_that_was_absent_for_two_turns_is_removed_and_does_not_come_back() {
    let mut table = Table::playing(&json!({}), 3);
    let remove = json!({"type": "remove_absent", "seat": 1});
    table.disconnect(B);
    for turns in 0..2 {
        assert_eq!(table.refused(A, remove.clone()), ErrorCode::NotAbsent, "after {turns}");
        until_turn_of_seat(&mut table, 1);
        table.advance(61 * SECOND);
    }
    assert_eq!(table.refused(C, remove.clone()), ErrorCode::NotHost);
    assert!(has(&table.ask(A, remove), "seat_vacated"));
    assert_eq!(table.view(A).seats[1].state, SeatState::Removed);
    table.join(B);
    assert_eq!(table.room.seat_of(B), None);
    assert_eq!(table.refused(B, json!({"type": "take_seat"})), ErrorCode::NoSeatKept);
}

fn until_turn_of_seat(table: &mut Table, seat: u8) {
    while table.seat_to_move() != Seat(seat) {
        table.draw();
    }
}

// rooms.md 10
#[test]
fn a_turn_that_was_played_breaks_the_row_of_absent_ones() {
    let mut table = Table::playing(&json!({}), 2);
    until_turn_of(&mut table, B);
    table.advance(61 * SECOND);
    assert_eq!(table.view(A).seats[1].absent_turns, 1);
    until_turn_of(&mut table, B);
    table.draw();
    assert_eq!(table.view(A).seats[1].absent_turns, 0);
}

// rooms.md 11
#[test]
fn a_bot_takes_over_rack_and_points_and_results_name_both() {
    let mut table = Table::playing(&with_no_clock(), 3);
    table.play_round();
    table.advance(22 * SECOND);
    let totals = table.view(A).r#match.unwrap().totals;
    table.ask(B, json!({"type": "resign"}));
    let rack = table.rack(1);
    assert_eq!(table.refused(C, json!({"type": "seat_bot"})), ErrorCode::NotHost);
    assert!(has(&table.ask(A, json!({"type": "seat_bot"})), "bot_took_over"));
    let seat = table.view(A).seats[1].clone();
    assert!(table.rack(1).len() >= rack.len() && seat.bot.is_some());
    assert_eq!(seat.former_names[0].as_str(), "Bertta");
    assert_eq!(table.view(A).r#match.unwrap().totals, totals);
    assert_eq!(table.refused(B, json!({"type": "take_seat"})), ErrorCode::NoSeatKept, "it is the bot's now");
    for player in [A, C] {
        table.ask(player, json!({"type": "ask_end"}));
    }
    let record = &table.matches[0].seats[1];
    assert_eq!(record.player.map(|p| p.0), Some(B.0));
    assert_eq!(record.name, format!("Bertta / {}", seat.name.unwrap()));
    assert!(record.bot.is_some());
}

// rooms.md 11
#[test]
fn a_bot_is_seated_in_a_vacated_seat_only() {
    let mut table = Table::playing(&json!({}), 2);
    assert_eq!(table.refused(A, json!({"type": "seat_bot"})), ErrorCode::NoFreeSeat);
    assert_eq!(table.refused(A, json!({"type": "seat_bot", "seat": 1})), ErrorCode::SeatTaken);
    assert_eq!(table.refused(A, json!({"type": "seat_bot", "seat": 2})), ErrorCode::NoSuchSeat);
}

// rooms.md 12
#[test]
fn one_who_is_left_alone_waits_and_plays_on_when_somebody_is_back() {
    let mut table = Table::playing(&json!({}), 2);
    until_turn_of(&mut table, A);
    table.advance(20 * SECOND);
    let events = table.ask(B, json!({"type": "resign"}));
    assert_eq!(kinds(&events), ["seat_vacated", "paused"]);
    let view = table.view(A);
    assert_eq!(view.pause.unwrap().why, PauseWhy::Alone);
    assert_eq!(view.clock.unwrap().paused_left_ms, Some(40 * SECOND));
    assert_eq!(table.refused(A, json!({"type": "draw", "turn": table.turn()})), ErrorCode::Paused);
    assert_eq!(table.refused(A, json!({"type": "resume_play"})), ErrorCode::Paused);
    assert!(table.advance(5 * MINUTE).is_empty());
    assert_eq!(kinds(&table.ask(B, json!({"type": "take_seat"}))), ["seat_retaken", "play_resumed"]);
    assert_eq!(table.view(A).clock.unwrap().ends_ms, Some(table.now.plus(40 * SECOND)));
}

// rooms.md 12
#[test]
fn one_who_is_left_alone_and_stays_waits_for_as_long_as_it_takes() {
    let mut table = Table::playing(&json!({}), 2);
    table.ask(B, json!({"type": "leave_room"}));
    assert_eq!(kinds(&table.advance(65 * MINUTE)), ["paused", "paused"]);
    table.disconnect(A);
    assert_eq!(kinds(&table.advance(30 * MINUTE)), ["match_abandoned"]);
}

// rooms.md 12, 11
#[test]
fn one_who_is_left_alone_plays_on_with_a_bot() {
    let mut table = Table::playing(&json!({}), 2);
    table.ask(B, json!({"type": "leave_room"}));
    assert_eq!(kinds(&table.ask(A, json!({"type": "seat_bot"})))[0], "bot_took_over");
    assert!(table.view(A).pause.is_none());
}

// rooms.md 12
#[test]
fn one_who_is_left_alone_may_end_the_match_as_abandoned() {
    let mut table = Table::playing(&json!({}), 2);
    table.ask(B, json!({"type": "leave_room"}));
    assert_eq!(kinds(&table.ask(A, json!({"type": "ask_end"}))), ["end_asked", "match_abandoned"]);
    assert_eq!(table.matches[0].state, sarja_store::MatchState::Abandoned);
}

// rooms.md 10, 12
#[test]
fn when_all_have_left_the_first_to_come_back_plays_on() {
    let mut table = Table::playing(&json!({}), 3);
    for player in PEOPLE.into_iter().take(3) {
        table.ask(player, json!({"type": "leave_room"}));
    }
    table.advance(MINUTE);
    table.join(B);
    table.join(C);
    assert_eq!(table.room.phase(), Phase::Playing);
    assert!(table.view(B).pause.is_none());
    assert!([B, C].contains(&table.to_move()));
    table.draw();
}

#[test]
fn a_bot_does_not_move_in_a_pause_nor_out_of_turn() {
    let mut table = Table::seated(&json!({}), 2);
    table.ask(A, json!({"type": "seat_bot"}));
    table.start();
    let bot_seat = Seat(2);
    while table.seat_to_move() != bot_seat {
        table.draw();
    }
    assert_eq!(table.room.bot_to_move().unwrap().seat, bot_seat);
    for player in [A, B] {
        table.ask(player, json!({"type": "ask_pause"}));
    }
    assert!(table.room.bot_to_move().is_none());
    let turn = table.room.round().unwrap().turn().into();
    let action = sarja_rules::rummikub::Action::Draw.into();
    let refused = table.decide(Input::Bot { seat: bot_seat, turn, action: &action }).unwrap_err();
    assert_eq!(refused, ErrorCode::Paused);
}

// rooms.md 10
#[test]
fn a_seat_is_for_who_gave_it_up_and_for_no_stranger() {
    let mut table = Table::playing(&json!({}), 3);
    table.ask(B, json!({"type": "resign"}));
    table.join(D);
    assert_eq!(table.refused(D, json!({"type": "take_seat"})), ErrorCode::NoSeatKept);
}
