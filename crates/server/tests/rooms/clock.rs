//! The clock of a turn: architecture (clocks), bugs.md 13, 14, 16.

use sarja_protocol::{Phase, TurnNumber};
use sarja_server::room::{Due, Event};
use serde_json::json;

use crate::table::{A, B, C, MINUTE, SECOND, Table, has, kinds};

/// The time that the player who moves has, in milliseconds.
fn granted(table: &Table) -> u32 {
    let ends = table.view(A).clock.unwrap().ends_ms.unwrap();
    u32::try_from(ends.since(table.now)).unwrap()
}

// bugs.md 13
#[test]
fn the_server_ends_the_turn_after_its_time_and_the_grace() {
    let mut table = Table::playing(&json!({}), 2);
    let turn = table.turn();
    assert!(table.advance(60 * SECOND + 249).is_empty());
    assert_eq!(kinds(&table.advance(1)), ["time_ran_out", "tiles_drawn", "turn_started"]);
    assert_eq!(table.turn(), turn + 1);
}

// bugs.md 14
#[test]
fn there_is_one_clock_and_a_late_one_of_an_earlier_turn_does_nothing() {
    let mut table = Table::playing(&json!({}), 2);
    let late = Due::TurnClock(TurnNumber(table.turn()));
    table.advance(40 * SECOND);
    table.draw();
    assert_eq!(granted(&table), 60 * SECOND);
    table.now = table.now.plus(21 * SECOND);
    assert!(table.due(late).is_empty());
    let own = Due::TurnClock(TurnNumber(table.turn()));
    assert!(table.due(own).is_empty(), "nor does a clock that is too early");
    assert_eq!(kinds(&table.advance(39 * SECOND + 250)), ["time_ran_out", "tiles_drawn", "turn_started"]);
}

// bugs.md 16; architecture
#[test]
fn who_ran_out_of_time_twice_in_a_row_plays_with_a_short_clock_until_acting() {
    let mut table = Table::playing(&json!({}), 2);
    table.disconnect(B);
    let mut times = Vec::new();
    for _ in 0..8 {
        if table.to_move() == B {
            times.push(granted(&table));
            table.advance(granted(&table) + 250);
        } else {
            assert_eq!(granted(&table), 60 * SECOND, "the others have their full time");
            table.draw();
        }
    }
    assert_eq!(times, [60_000, 60_000, 10_000, 10_000]);
    table.connect(B);
    while table.to_move() != B {
        table.draw();
    }
    assert!(table.view(A).seats[1].short_clock);
    table.draw();
    table.draw();
    assert_eq!(granted(&table), 60 * SECOND);
}

// bugs.md 16
#[test]
fn a_draft_says_that_somebody_is_there_and_gives_the_full_time() {
    let mut table = Table::playing(&json!({}), 2);
    for _ in 0..4 {
        table.advance(60 * SECOND + 250);
    }
    assert_eq!(granted(&table), 10 * SECOND);
    table.advance(4 * SECOND);
    let laid = table.laid_table();
    assert_eq!(kinds(&table.show_draft(&laid)), ["clock_restarted"]);
    assert_eq!(granted(&table), 60 * SECOND);
    assert!(table.show_draft(&laid).is_empty(), "once for a turn");
}

#[test]
fn without_a_clock_a_turn_of_somebody_present_never_ends() {
    let mut table = Table::playing(&json!({"overrides": {"clock": {"turn_seconds": null}}}), 2);
    assert!(table.advance(120 * MINUTE).is_empty());
    assert_eq!(table.view(A).clock.unwrap().ends_ms, None);
}

#[test]
fn without_a_clock_an_absent_player_holds_up_the_table_for_a_minute_and_then_for_ten_seconds() {
    let mut table = Table::playing(&json!({"overrides": {"clock": {"turn_seconds": null}}}), 2);
    table.disconnect(B);
    let mut waits = Vec::new();
    for _ in 0..6 {
        if table.to_move() == B {
            let from = table.now;
            while !has(&table.advance(SECOND), "time_ran_out") {}
            waits.push(table.now.since(from));
        } else {
            table.draw();
        }
    }
    // B went away a moment before its first turn, if that is not the first of all.
    assert_eq!(waits, [60_000, 60_000, 10_000]);
}

#[test]
fn a_pause_takes_nothing_of_an_absent_players_minute() {
    let mut table = Table::playing(&json!({"overrides": {"clock": {"turn_seconds": null}}}), 2);
    let mover = table.to_move();
    let other = if mover == A { B } else { A };
    table.disconnect(mover);
    table.ask(other, json!({"type": "ask_pause"}));
    table.advance(10 * MINUTE);
    table.ask(other, json!({"type": "resume_play"}));
    assert!(table.advance(60 * SECOND - 1).is_empty());
    assert!(has(&table.advance(1), "time_ran_out"));
}

// Architecture: after a restart the turn has its full time, as an event that players see.
#[test]
fn after_a_restart_the_turn_has_its_full_time_again() {
    let mut table = Table::playing(&json!({}), 2);
    table.advance(50 * SECOND);
    assert_eq!(kinds(&table.restart()), ["clock_restarted"]);
    table.connect(A);
    assert_eq!(granted(&table), 60 * SECOND);
    assert!(table.advance(60 * SECOND).is_empty());
}

#[test]
fn a_restart_in_the_lobby_in_a_pause_or_between_rounds_has_no_clock_to_restart() {
    let mut table = Table::seated(&json!({}), 2);
    assert!(table.restart().is_empty());
    for player in [A, B] {
        table.connect(player);
    }
    table.start();
    for player in [A, B] {
        table.ask(player, json!({"type": "ask_pause"}));
    }
    assert!(table.restart().is_empty());
    for player in [A, B] {
        table.connect(player);
    }
    table.ask(A, json!({"type": "resume_play"}));
    table.play_round();
    assert!(table.restart().is_empty());
    assert_eq!(table.room.phase(), Phase::BetweenRounds);
}

// Architecture: a match goes on after a restart, whoever was in the middle of what.
#[test]
fn a_shuffle_that_a_restart_interrupts_is_dealt_without_values() {
    let mut table = Table::seated(&json!({}), 2);
    table.ask(B, json!({"type": "set_ready", "ready": true}));
    table.ask(A, json!({"type": "start_match"}));
    table.restart();
    let events = table.advance(2 * SECOND);
    assert!(events.iter().any(|e| matches!(e, Event::Dealt { values, .. } if values.is_empty())));
}

#[test]
fn seats_of_a_rematch_outlast_a_restart() {
    let settings = json!({"overrides": {"match": {"rounds": 1}, "clock": {"turn_seconds": null}}});
    let mut table = Table::playing(&settings, 3);
    table.play_round();
    table.ask(A, json!({"type": "ask_rematch"}));
    table.advance(30 * SECOND);
    table.restart();
    table.connect(A);
    table.connect(B);
    table.advance(30 * SECOND);
    assert_eq!((table.room.seat_of(B).map(|s| s.0), table.room.seat_of(C)), (Some(1), None));
}
