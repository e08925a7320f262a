//! rooms.md 5-8: the lobby.

use sarja_protocol::{ErrorCode, Phase, PlayerKind, Practice, Role, Script};
use sarja_rules::Seat;
use serde_json::json;

use crate::table::{A, B, C, D, MINUTE, SECOND, Table, has, kinds};

// rooms.md 5
#[test]
fn who_makes_the_room_is_host_and_sits_on_the_first_seat() {
    let table = Table::new(&json!({}));
    assert_eq!((table.room.host(), table.room.seat_of(A)), (A, Some(Seat(0))));
}

// rooms.md 5
#[test]
fn settings_are_the_hosts_and_make_everybody_unready() {
    let mut table = Table::seated(&json!({}), 2);
    table.ask(B, json!({"type": "set_ready", "ready": true}));
    let change = json!({"type": "change_settings", "settings": {"ruleset": "turniej-pl", "seats": 3,
        "drafts": "hidden", "spectators": "refused", "chat": "off", "reactions": "off",
        "overrides": {"clock": {"turn_seconds": 30}}}});
    assert_eq!(table.refused(B, change.clone()), ErrorCode::NotHost);
    table.ask(A, change);
    let settings = table.view(B).settings;
    assert_eq!((settings.rules.name.as_str(), settings.seats), ("turniej-pl", 3));
    assert_eq!(settings.differences[0].field, "clock.turn_seconds");
    assert!(!table.view(B).seats[1].ready);
}

// rooms.md 5
#[test]
fn seats_are_as_many_as_the_ruleset_allows_and_as_are_taken() {
    let mut table = Table::seated(&json!({}), 3);
    for seats in [0, 1, 2, 5] {
        let change = json!({"type": "change_settings", "settings": {"seats": seats}});
        assert_eq!(table.refused(A, change), ErrorCode::BadSettings, "{seats}");
    }
    let unknown = json!({"type": "change_settings", "settings": {"ruleset": "gin"}});
    assert_eq!(table.refused(A, unknown), ErrorCode::UnknownRuleset);
    table.ask(A, json!({"type": "change_settings", "settings": {"ruleset": "rommikubbi"}}));
    assert_eq!(table.view(A).settings.seats, 5);
}

// rules.md §8, §10
#[test]
fn what_rommikubbi_does_not_ask_cannot_be_changed() {
    let mut table = Table::seated(&json!({}), 2);
    let rules = |overrides: serde_json::Value| json!({"type": "change_settings", "settings": {"ruleset": "rommikubbi", "overrides": overrides}});
    assert_eq!(table.refused(A, rules(json!({"pool_empty": "end_at_once"}))), ErrorCode::BadSettings);
    assert_eq!(table.refused(A, rules(json!({"joker": {"release": "exact"}}))), ErrorCode::BadSettings);
    // What is printed may be said, and what the game asks may be changed.
    table.ask(
        A,
        rules(json!({"pool_empty": "play_on", "opening": {"min_points": 40}, "match": {"rounds": 3}})),
    );
}

// rules.md §8: hints search the best play of the other game
#[test]
fn rommikubbi_has_no_hints() {
    let mut table = Table::seated(&json!({}), 2);
    let hints = |hints: &str| json!({"type": "change_settings", "settings": {"ruleset": "rommikubbi", "hints": hints}});
    assert_eq!(table.refused(A, hints("play")), ErrorCode::BadSettings);
    table.ask(A, hints("none"));
    table.start();
    assert_eq!(
        table.refused(table.to_move(), json!({"type": "ask_hint", "turn": table.turn()})),
        ErrorCode::HintsOff
    );
}

// rooms.md 6
#[test]
fn the_host_starts_when_everybody_else_is_ready() {
    let mut table = Table::seated(&json!({}), 3);
    table.ask(B, json!({"type": "set_ready", "ready": true}));
    assert_eq!(table.refused(B, json!({"type": "start_match"})), ErrorCode::NotHost);
    assert_eq!(table.refused(A, json!({"type": "start_match"})), ErrorCode::NotReady);
    table.ask(C, json!({"type": "set_ready", "ready": true}));
    assert_eq!(kinds(&table.ask(A, json!({"type": "start_match"}))), ["match_started", "shuffle_committed"]);
}

// rooms.md 6: every seated *human* is ready
#[test]
fn programs_are_not_waited_for_where_humans_sit() {
    let mut table = Table::new(&json!({}));
    table.kinds.insert(B, PlayerKind::Bot);
    table.join(B);
    table.ask(A, json!({"type": "start_match"}));
}

// rooms.md 6
#[test]
fn one_player_is_not_enough_and_a_bot_makes_two() {
    let mut table = Table::new(&json!({}));
    assert_eq!(table.refused(A, json!({"type": "start_match"})), ErrorCode::NotEnoughPlayers);
    table.ask(A, json!({"type": "seat_bot"}));
    table.ask(A, json!({"type": "start_match"}));
}

// rooms.md 6
#[test]
fn free_seats_go_and_the_others_are_numbered_anew_in_their_order() {
    let mut table = Table::seated(&json!({}), 3);
    table.ask(B, json!({"type": "leave_seat"}));
    table.ask(B, json!({"type": "take_seat", "seat": 3}));
    table.start();
    let seats: Vec<_> = table.view(A).seats.into_iter().map(|s| (s.seat.0, s.player_id.unwrap())).collect();
    assert_eq!(seats, [(0, A), (1, C), (2, B)]);
    assert_eq!(table.view(B).you.seat, Some(Seat(2)));
    let racks: Vec<_> = [A, C, B].map(|p| table.view(p).round.unwrap().rack.unwrap()).into();
    assert_eq!(racks, [table.rack(0), table.rack(1), table.rack(2)]);
}

// rooms.md 6
#[test]
fn who_comes_later_watches() {
    let mut table = Table::playing(&json!({}), 2);
    assert_eq!(kinds(&table.join(C)), ["player_joined"]);
    assert_eq!(table.view(C).you.role, Role::Spectator);
    assert_eq!(table.refused(C, json!({"type": "take_seat"})), ErrorCode::NoSeatKept);
}

// rooms.md 6
#[test]
fn a_seat_is_taken_once() {
    let mut table = Table::seated(&json!({}), 2);
    table.join_as(C, &json!({"role": "spectator"}));
    assert_eq!(table.refused(C, json!({"type": "take_seat", "seat": 1})), ErrorCode::SeatTaken);
    assert_eq!(table.refused(C, json!({"type": "take_seat", "seat": 4})), ErrorCode::NoSuchSeat);
    assert_eq!(table.refused(B, json!({"type": "take_seat", "seat": 2})), ErrorCode::AlreadySeated);
    table.ask(C, json!({"type": "take_seat"}));
    table.join(D);
    table.ask(D, json!({"type": "leave_seat"}));
    table.ask(A, json!({"type": "seat_bot", "seat": 3}));
    assert_eq!(table.refused(D, json!({"type": "take_seat"})), ErrorCode::NoFreeSeat);
    table.ask(A, json!({"type": "remove_bot", "seat": 3}));
    table.ask(D, json!({"type": "take_seat"}));
}

// rooms.md 7
#[test]
fn a_removed_player_neither_plays_nor_watches_nor_comes_back() {
    let mut table = Table::seated(&json!({}), 3);
    assert_eq!(table.refused(B, json!({"type": "remove_player", "player_id": C})), ErrorCode::NotHost);
    let events = table.ask(A, json!({"type": "remove_player", "player_id": B}));
    assert_eq!(kinds(&events), ["seat_left", "player_removed"]);
    let link = table.room.link_secret().clone();
    for fields in [json!({}), json!({"role": "spectator"}), json!({"secret": link, "name": "New"})] {
        assert_eq!(table.try_join(B, &fields).unwrap_err(), ErrorCode::RemovedFromRoom);
    }
    table.start();
    assert_eq!(table.try_join(B, &json!({})).unwrap_err(), ErrorCode::RemovedFromRoom);
}

// rooms.md 7
#[test]
fn nobody_is_removed_in_mid_match_and_never_the_host() {
    let mut table = Table::seated(&json!({}), 2);
    assert_eq!(
        table.refused(A, json!({"type": "remove_player", "player_id": A})),
        ErrorCode::CannotRemoveHost
    );
    table.start();
    assert_eq!(table.refused(A, json!({"type": "remove_player", "player_id": B})), ErrorCode::WrongPhase);
}

// rooms.md 8
#[test]
fn a_host_who_is_away_for_a_minute_is_replaced_by_who_sits_longest() {
    let mut table = Table::seated(&json!({}), 3);
    table.ask(B, json!({"type": "leave_seat"}));
    table.ask(B, json!({"type": "take_seat"}));
    table.disconnect(A);
    assert!(table.advance(MINUTE - 1).is_empty());
    table.advance(1);
    assert_eq!(table.room.host(), C, "C has been sitting for longer than B by now");
    table.connect(A);
    table.advance(MINUTE);
    assert_eq!(table.room.host(), C, "coming back does not make one host again");
}

// rooms.md 8
#[test]
fn a_host_who_is_back_in_time_stays_host() {
    let mut table = Table::seated(&json!({}), 2);
    table.disconnect(A);
    table.advance(59 * SECOND);
    table.connect(A);
    assert!(table.advance(5 * MINUTE).is_empty());
    assert_eq!(table.room.host(), A);
}

// rooms.md 8
#[test]
fn a_host_who_leaves_is_replaced_by_somebody_connected() {
    let mut table = Table::seated(&json!({}), 3);
    table.disconnect(B);
    assert_eq!(
        kinds(&table.ask(A, json!({"type": "leave_room"}))),
        ["seat_left", "player_left", "host_changed"]
    );
    assert_eq!(table.room.host(), C);
}

// rooms.md 8
#[test]
fn a_human_becomes_host_before_a_program_that_sits_longer() {
    let mut table = Table::new(&json!({}));
    table.kinds.insert(B, PlayerKind::Bot);
    table.join(B);
    table.join_as(C, &json!({"role": "spectator"}));
    table.disconnect(A);
    table.advance(MINUTE);
    assert_eq!(table.room.host(), C);
}

// rooms.md 8, 10
#[test]
fn who_comes_back_to_a_room_without_people_is_its_host() {
    let mut table = Table::playing(&json!({}), 2);
    table.ask(A, json!({"type": "leave_room"}));
    table.ask(B, json!({"type": "leave_room"}));
    assert!(has(&table.join(A), "host_changed"));
    assert_eq!(table.room.host(), A);
}

// rooms.md 8
#[test]
fn the_host_may_hand_over() {
    let mut table = Table::seated(&json!({}), 2);
    assert_eq!(table.refused(A, json!({"type": "hand_over_host", "player_id": D})), ErrorCode::NoSuchPlayer);
    table.ask(A, json!({"type": "hand_over_host", "player_id": B}));
    assert_eq!(table.room.host(), B);
    assert_eq!(table.refused(A, json!({"type": "change_settings", "settings": {}})), ErrorCode::NotHost);
}

#[test]
fn an_empty_lobby_is_closed_at_once() {
    let mut table = Table::seated(&json!({}), 2);
    table.ask(A, json!({"type": "leave_room"}));
    assert!(has(&table.ask(B, json!({"type": "leave_room"})), "room_closed"));
    assert_eq!(table.room.phase(), Phase::Closed);
    assert_eq!(table.try_join(A, &json!({})).unwrap_err(), ErrorCode::RoomClosed);
}

// The practice kit's scripted opponents sit from the start.
#[test]
fn a_script_for_a_seat_that_is_not_there_or_taken_is_refused() {
    let practice = |seats: &[u8]| Practice {
        scripts: seats.iter().map(|&seat| Script { seat: Seat(seat), actions: Vec::new() }).collect(),
        ..Practice::default()
    };
    let table = Table::practising(&json!({}), 1, Some(&practice(&[1, 0]))).unwrap();
    assert_eq!(table.room.seat_of(A), Some(Seat(2)), "the first seat that no script has");
    for seats in [&[4][..], &[1, 1]] {
        let refused = Table::practising(&json!({}), 1, Some(&practice(seats))).map(|_| ());
        assert_eq!(refused, Err(ErrorCode::BadScript));
    }
}
