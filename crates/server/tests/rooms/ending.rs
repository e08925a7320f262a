//! rooms.md 16-19: how matches and rooms end, and what comes after.

use sarja_protocol::{ErrorCode, MatchState, Phase};
use serde_json::{Value, json};

use crate::table::{A, B, C, D, MINUTE, SECOND, Table, has, kinds};

fn open() -> Value {
    json!({"overrides": {"match": {"open": true}, "clock": {"turn_seconds": null}}})
}

fn end_match() -> Value {
    json!({"type": "end_match"})
}

// rooms.md 16
#[test]
fn an_open_match_ends_after_the_round_in_progress_and_is_ranked() {
    let mut table = Table::playing(&open(), 2);
    assert_eq!(table.refused(B, end_match()), ErrorCode::NotHost);
    assert_eq!(kinds(&table.ask(A, end_match())), ["end_announced"]);
    assert!(table.ask(A, end_match()).is_empty(), "once is enough");
    assert!(table.view(B).r#match.unwrap().ending_after_round);
    table.play_round();
    let played = table.view(B).r#match.unwrap();
    assert_eq!((played.state, played.rounds.len()), (MatchState::Ended, 1));
    assert!(played.ranking.is_some());
}

// rooms.md 16
#[test]
fn an_open_match_ends_at_once_between_rounds_and_goes_on_until_then() {
    let mut table = Table::playing(&open(), 2);
    for _ in 0..5 {
        table.play_round();
        table.advance(22 * SECOND);
    }
    table.play_round();
    assert_eq!(kinds(&table.ask(A, end_match())), ["match_ended"]);
    assert_eq!(table.view(A).r#match.unwrap().rounds.len(), 6);
}

// rooms.md 16
#[test]
fn an_open_match_that_is_ended_in_the_shuffle_plays_the_round_that_was_announced() {
    let mut table = Table::playing(&open(), 2);
    table.play_round();
    table.advance(20 * SECOND);
    assert_eq!(table.room.phase(), Phase::Shuffling);
    assert_eq!(kinds(&table.ask(A, end_match())), ["end_announced"]);
    table.advance(2 * SECOND);
    table.play_round();
    assert_eq!(table.room.phase(), Phase::MatchOver);
    assert_eq!(table.refused(A, end_match()), ErrorCode::WrongPhase);
}

// rooms.md 16
#[test]
fn other_matches_are_not_ended_by_the_host_alone() {
    let mut table = Table::playing(&json!({}), 2);
    assert_eq!(table.refused(A, end_match()), ErrorCode::NotOpenMatch);
}

// rooms.md 16
#[test]
fn all_seated_humans_together_end_any_match_as_abandoned() {
    let mut table = Table::playing(&json!({}), 3);
    let ask = json!({"type": "ask_end"});
    table.ask(A, ask.clone());
    table.disconnect(C);
    assert_eq!(kinds(&table.ask(B, ask.clone())), ["end_asked"], "C is away, but has a say");
    table.ask(A, json!({"type": "ask_end", "withdraw": true}));
    table.connect(C);
    table.ask(C, ask.clone());
    assert_eq!(table.view(A).votes.end.len(), 2);
    assert_eq!(kinds(&table.ask(A, ask)), ["end_asked", "match_abandoned"]);
    assert_eq!(table.room.phase(), Phase::MatchOver);
}

// rooms.md 16, 10
#[test]
fn who_resigns_has_no_say_in_the_end() {
    let mut table = Table::playing(&json!({}), 3);
    table.ask(A, json!({"type": "ask_end"}));
    table.ask(B, json!({"type": "ask_end"}));
    assert!(has(&table.ask(C, json!({"type": "resign"})), "match_abandoned"));
}

// rooms.md 17
#[test]
fn an_abandoned_match_keeps_its_finished_rounds_is_unranked_and_shows_racks_and_seed() {
    let mut table = Table::playing(&json!({}), 2);
    table.play_round();
    table.advance(22 * SECOND);
    let totals = table.view(A).r#match.unwrap().totals;
    let racks = [table.rack(0), table.rack(1)];
    for player in [A, B] {
        table.ask(player, json!({"type": "ask_end"}));
    }
    table.join(C);
    let view = table.view(C);
    let played = view.r#match.unwrap();
    assert_eq!((played.state, played.rounds.len(), played.ranking), (MatchState::Abandoned, 1, None));
    assert_eq!(played.totals, totals);
    let round = view.round.unwrap();
    assert_eq!(round.revealed_racks.unwrap(), racks);
    assert_eq!(round.secret.unwrap().0, *table.secrets[1].secret.expose());
    assert_eq!(table.reveals.iter().map(|d| d.0).collect::<Vec<_>>(), [1, 2]);
    assert!(table.matches[0].seats.iter().all(|s| s.place.is_none()));
    assert_eq!(table.rounds.len(), 1);
}

// rooms.md 17
#[test]
fn a_match_that_is_abandoned_in_the_shuffle_shows_its_seed() {
    let mut table = Table::playing(&json!({}), 2);
    table.play_round();
    table.advance(20 * SECOND);
    for player in [A, B] {
        table.ask(player, json!({"type": "ask_end"}));
    }
    let round = table.view(A).round.unwrap();
    assert_eq!(round.secret.unwrap().0, *table.secrets[1].secret.expose());
    assert_eq!(round.revealed_racks, None);
    table.check_log();
}

// rooms.md 17
#[test]
fn a_match_without_any_seated_human_connected_is_abandoned_after_thirty_minutes() {
    let mut table = Table::playing(&json!({"overrides": {"match": {"open": true}}}), 2);
    table.join(C);
    table.disconnect(A);
    table.advance(10 * MINUTE);
    table.disconnect(B);
    let events = table.advance(30 * MINUTE - 1);
    assert!(!has(&events, "match_abandoned"), "time-outs and a spectator do not matter");
    assert!(has(&table.advance(1), "match_abandoned"));
}

// rooms.md 17
#[test]
fn one_who_comes_back_in_time_saves_the_match() {
    let mut table = Table::playing(&json!({"overrides": {"match": {"open": true}}}), 2);
    table.disconnect(A);
    table.disconnect(B);
    table.advance(29 * MINUTE);
    table.connect(B);
    assert!(!has(&table.advance(MINUTE), "match_abandoned"));
    table.disconnect(B);
    assert!(!has(&table.advance(29 * MINUTE), "match_abandoned"));
    assert!(has(&table.advance(2 * MINUTE), "match_abandoned"));
}

// rooms.md 17
#[test]
fn a_match_that_everybody_left_is_abandoned_thirty_minutes_after_the_last() {
    let mut table = Table::playing(&json!({}), 2);
    table.ask(A, json!({"type": "leave_room"}));
    table.advance(20 * MINUTE);
    table.ask(B, json!({"type": "leave_room"}));
    table.presence.forget(A);
    table.presence.forget(B);
    assert!(!has(&table.advance(9 * MINUTE), "match_abandoned"));
    assert!(has(&table.advance(21 * MINUTE), "match_abandoned"));
    assert!(has(&table.advance(10 * MINUTE), "room_closed"));
}

// rooms.md 18
#[test]
fn a_finished_room_closes_ten_minutes_after_the_last_one_acts() {
    let mut table = Table::playing(&open(), 2);
    table.ask(A, end_match());
    table.play_round();
    table.advance(9 * MINUTE);
    table.ask(B, json!({"type": "say", "text": "good game"}));
    assert!(table.advance(10 * MINUTE - 1).is_empty());
    assert_eq!(kinds(&table.advance(1)), ["room_closed"]);
    assert_eq!(table.room.next_due(&table.presence), None);
}

// rooms.md 18
#[test]
fn a_lobby_closes_thirty_minutes_after_the_last_one_acts_and_presence_is_no_act() {
    let mut table = Table::seated(&json!({}), 2);
    table.advance(29 * MINUTE);
    table.ask(B, json!({"type": "set_ready", "ready": true}));
    table.advance(15 * MINUTE);
    table.disconnect(A);
    let events = table.advance(15 * MINUTE);
    assert_eq!(kinds(&events), ["host_changed", "room_closed"], "a change of hosts is no act either");
}

// rooms.md 18
#[test]
fn a_room_that_is_played_in_never_closes() {
    let mut table = Table::playing(&open(), 2);
    assert!(table.advance(120 * MINUTE).is_empty());
}

fn over(people: usize) -> Table {
    let mut table = Table::playing(&open(), people);
    table.ask(A, end_match());
    table.play_round();
    assert_eq!(table.room.phase(), Phase::MatchOver);
    table
}

fn rematch() -> Value {
    json!({"type": "ask_rematch"})
}

// rooms.md 19
#[test]
fn the_host_opens_a_rematch_with_the_same_seats_and_rules() {
    let mut table = over(3);
    let rules = table.view(A).settings;
    assert_eq!(kinds(&table.ask(A, rematch())), ["rematch_asked", "rematch_opened"]);
    let view = table.view(A);
    assert_eq!((view.phase, view.settings), (Phase::Lobby, rules));
    let seats: Vec<_> = view.seats.iter().map(|s| s.player_id).collect();
    assert_eq!(seats, [Some(A), Some(B), Some(C), None]);
    assert_eq!(view.r#match.unwrap().totals.len(), 3, "the last match stays as it was played");
    table.start();
    assert_eq!(table.view(A).r#match.unwrap().match_no, 2);
}

// rooms.md 19
#[test]
fn most_of_the_seated_humans_open_a_rematch() {
    let mut table = over(4);
    table.ask(B, rematch());
    assert_eq!(kinds(&table.ask(C, rematch())), ["rematch_asked"], "two of four are not most");
    assert_eq!(kinds(&table.ask(D, rematch())), ["rematch_asked", "rematch_opened"]);
}

// rooms.md 19
#[test]
fn those_who_leave_count_no_more_among_the_seated() {
    let mut table = over(3);
    table.ask(B, rematch());
    assert!(!has(&table.ask(C, json!({"type": "leave_room"})), "rematch_opened"));
    assert!(has(&table.ask(A, json!({"type": "leave_room"})), "rematch_opened"));
}

// rooms.md 19
#[test]
fn a_host_without_a_seat_opens_a_rematch_and_spectators_do_not() {
    let mut table = Table::seated(&open(), 3);
    table.ask(A, json!({"type": "leave_seat"}));
    table.start();
    table.join(D);
    table.ask(A, end_match());
    table.play_round();
    assert_eq!(table.refused(D, rematch()), ErrorCode::NotSeated);
    assert_eq!(kinds(&table.ask(A, rematch())), ["rematch_opened"]);
}

// rooms.md 19
#[test]
fn seats_of_those_who_do_not_come_are_free_after_a_minute() {
    let mut table = over(3);
    table.disconnect(B);
    table.disconnect(C);
    table.advance(30 * SECOND);
    table.ask(A, rematch());
    table.join(D);
    table.advance(20 * SECOND);
    table.connect(C);
    assert!(!has(&table.advance(40 * SECOND - 1), "seat_freed"));
    assert!(has(&table.advance(1), "seat_freed"));
    let seats: Vec<_> = table.view(A).seats.iter().map(|s| s.player_id).collect();
    assert_eq!(seats, [Some(A), None, Some(C), Some(D)]);
    table.disconnect(C);
    table.advance(5 * MINUTE);
    assert!(table.room.seat_of(C).is_some(), "who came keeps the seat, as in any lobby");
}

// rooms.md 19
#[test]
fn a_vacated_seat_is_free_in_a_rematch() {
    let mut table = Table::playing(&open(), 3);
    table.ask(B, json!({"type": "resign"}));
    table.ask(A, end_match());
    table.play_round();
    table.ask(A, rematch());
    let seats: Vec<_> = table.view(A).seats.iter().map(|s| s.player_id).collect();
    assert_eq!(seats, [Some(A), None, Some(C), None]);
    table.ask(B, json!({"type": "take_seat"}));
    table.start();
}

// rooms.md 19
#[test]
fn a_new_owner_of_a_seat_does_not_see_the_rack_that_was_played_from_it_as_the_own() {
    let mut table = over(2);
    table.ask(A, rematch());
    table.ask(B, json!({"type": "leave_room"}));
    table.join(C);
    assert_eq!(table.room.seat_of(C).map(|s| s.0), Some(1));
    assert_eq!(table.view(C).round.unwrap().rack, None);
    assert!(table.view(A).round.unwrap().rack.is_some());
}

#[test]
fn seats_move_up_when_the_host_takes_seats_away() {
    let mut table = Table::seated(&json!({}), 3);
    table.ask(B, json!({"type": "leave_room"}));
    table.ask(A, json!({"type": "change_settings", "settings": {"seats": 2}}));
    assert_eq!(table.room.seat_of(C).map(|s| s.0), Some(1));
    table.check_log();
}
