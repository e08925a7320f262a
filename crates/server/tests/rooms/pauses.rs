//! rooms.md 13: pauses.

use sarja_protocol::{ErrorCode, PauseWhy};
use serde_json::json;

use crate::table::{A, B, C, MINUTE, SECOND, Table, has, kinds};

fn ask() -> serde_json::Value {
    json!({"type": "ask_pause"})
}

// rooms.md 13
#[test]
fn a_pause_begins_when_all_connected_humans_agree() {
    let mut table = Table::playing(&json!({}), 3);
    assert_eq!(kinds(&table.ask(A, ask())), ["pause_asked"]);
    assert_eq!(table.view(B).votes.pause.len(), 1);
    table.disconnect(C);
    assert_eq!(kinds(&table.ask(B, ask())), ["pause_asked", "paused"]);
    assert_eq!(table.view(A).pause.unwrap().why, PauseWhy::Agreed);
    let turn = table.turn();
    assert_eq!(table.refused(table.to_move(), json!({"type": "draw", "turn": turn})), ErrorCode::Paused);
    assert_eq!(table.refused(A, ask()), ErrorCode::Paused);
}

// rooms.md 13
#[test]
fn a_pause_that_only_the_one_who_resigns_did_not_want_begins() {
    let mut table = Table::playing(&json!({}), 3);
    table.ask(A, ask());
    table.ask(B, ask());
    assert!(has(&table.ask(C, json!({"type": "resign"})), "paused"));
}

// rooms.md 13
#[test]
fn anyone_resumes_and_the_clock_keeps_what_was_left() {
    let mut table = Table::playing(&json!({}), 2);
    table.advance(25 * SECOND);
    table.ask(A, ask());
    table.ask(B, ask());
    assert_eq!(table.view(A).clock.unwrap().paused_left_ms, Some(35 * SECOND));
    assert!(table.advance(10 * MINUTE).is_empty());
    table.join(C);
    assert_eq!(table.refused(C, json!({"type": "resume_play"})), ErrorCode::NotSeated);
    table.ask(B, json!({"type": "resume_play"}));
    assert_eq!(table.view(A).clock.unwrap().ends_ms, Some(table.now.plus(35 * SECOND)));
    assert!(table.advance(35 * SECOND).is_empty());
    assert!(has(&table.advance(250), "time_ran_out"));
}

// rooms.md 13
#[test]
fn a_pause_lasts_thirty_minutes_at_most() {
    let mut table = Table::playing(&json!({}), 2);
    table.ask(A, ask());
    table.ask(B, ask());
    assert!(table.advance(30 * MINUTE - 1).is_empty());
    assert_eq!(kinds(&table.advance(1)), ["play_resumed"]);
}

// rooms.md 13
#[test]
fn there_are_two_pauses_in_a_match() {
    let mut table = Table::playing(&json!({}), 2);
    for _ in 0..2 {
        table.ask(A, ask());
        table.ask(B, ask());
        table.ask(A, json!({"type": "resume_play"}));
    }
    assert_eq!(table.view(A).r#match.unwrap().pauses_left, 0);
    assert_eq!(table.refused(A, ask()), ErrorCode::NoPauseLeft);
    assert_eq!(table.refused(A, json!({"type": "resume_play"})), ErrorCode::NotPaused);
}

// rooms.md 13
#[test]
fn waiting_alone_uses_up_no_pause() {
    let mut table = Table::playing(&json!({}), 2);
    table.ask(B, json!({"type": "resign"}));
    table.ask(B, json!({"type": "take_seat"}));
    assert_eq!(table.view(A).r#match.unwrap().pauses_left, 2);
}

// rooms.md 13, 10
#[test]
fn a_turn_that_begins_in_a_pause_has_its_whole_time_after_it() {
    let mut table = Table::playing(&json!({}), 3);
    for player in [A, B, C] {
        table.ask(player, ask());
    }
    assert!(has(&table.ask(table.to_move(), json!({"type": "resign"})), "turn_started"));
    let mover = table.to_move();
    assert_eq!(table.view(mover).clock.unwrap().paused_left_ms, Some(60 * SECOND));
    table.advance(5 * MINUTE);
    table.ask(mover, json!({"type": "resume_play"}));
    assert_eq!(table.view(mover).clock.unwrap().ends_ms, Some(table.now.plus(60 * SECOND)));
}

// rooms.md 13, 12
#[test]
fn who_is_left_alone_in_a_pause_waits_after_it() {
    let mut table = Table::playing(&json!({}), 2);
    table.ask(A, ask());
    table.ask(B, ask());
    table.ask(B, json!({"type": "resign"}));
    assert_eq!(table.view(A).pause.unwrap().why, PauseWhy::Agreed);
    assert_eq!(kinds(&table.ask(A, json!({"type": "resume_play"}))), ["play_resumed", "paused"]);
    assert_eq!(table.view(A).pause.unwrap().why, PauseWhy::Alone);
}

// rooms.md 13
#[test]
fn a_pause_is_for_the_time_of_play() {
    let mut table = Table::seated(&json!({}), 2);
    assert_eq!(table.refused(A, ask()), ErrorCode::WrongPhase);
    table.start();
    table.play_round();
    assert_eq!(table.refused(A, ask()), ErrorCode::WrongPhase);
}

// rooms.md 13
#[test]
fn wishes_for_a_pause_end_with_the_round() {
    let mut table = Table::playing(&json!({}), 2);
    table.ask(A, ask());
    table.play_round();
    assert!(table.view(A).votes.pause.is_empty());
}
