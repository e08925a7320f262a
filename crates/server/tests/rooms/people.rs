//! rooms.md 1-4: people.

use sarja_protocol::{ErrorCode, LinkSecret, PlayerId, Role, SeatState};
use serde_json::json;
use uuid::Uuid;

use crate::table::{A, B, C, D, MINUTE, SECOND, Table, has, kinds};

// rooms.md 2
#[test]
fn the_code_admits_where_there_is_no_password() {
    let mut table = Table::new(&json!({}));
    assert_eq!(kinds(&table.join(B)), ["player_joined", "seat_taken"]);
}

// rooms.md 2, security: "no such room" and "not for you" are one answer
#[test]
fn a_missing_or_wrong_password_is_answered_like_a_room_that_is_not_there() {
    let mut table = Table::new(&json!({"password": "sesam"}));
    assert_eq!(table.try_join(B, &json!({})).unwrap_err(), ErrorCode::NoSuchRoom);
    assert_eq!(table.try_join(B, &json!({"password": "sesame"})).unwrap_err(), ErrorCode::NoSuchRoom);
    let other_link = LinkSecret::from_bytes(&[8; 16]);
    assert_eq!(table.try_join(B, &json!({"secret": other_link})).unwrap_err(), ErrorCode::NoSuchRoom);
}

// rooms.md 2
#[test]
fn password_and_link_open_the_same_door() {
    let mut table = Table::new(&json!({"password": "sesam"}));
    table.join_as(B, &json!({"password": "sesam"}));
    let link = table.room.link_secret().clone();
    table.join_as(C, &json!({"secret": link}));
    assert!(table.room.seat_of(B).is_some() && table.room.seat_of(C).is_some());
}

// rooms.md 2, 5
#[test]
fn a_password_stays_unless_the_host_changes_or_removes_it() {
    let mut table = Table::new(&json!({"password": "sesam"}));
    table.ask(A, json!({"type": "change_settings", "settings": {"seats": 3}}));
    assert_eq!(table.try_join(B, &json!({})).unwrap_err(), ErrorCode::NoSuchRoom);
    table.ask(A, json!({"type": "change_settings", "settings": {"password": ""}}));
    table.join(B);
    assert!(!table.view(B).settings.has_password);
}

// rooms.md 2
#[test]
fn names_are_unique_among_people_and_bots_in_whatever_case() {
    let mut table = Table::new(&json!({}));
    assert_eq!(table.try_join(B, &json!({"name": "aino"})).unwrap_err(), ErrorCode::NameTaken);
    table.ask(A, json!({"type": "seat_bot"}));
    let bot = table.view(A).seats[1].name.clone().unwrap();
    assert_eq!(table.try_join(B, &json!({"name": bot})).unwrap_err(), ErrorCode::NameTaken);
}

// rooms.md 2, 10
#[test]
fn who_gave_up_a_seat_keeps_the_name_for_coming_back() {
    let mut table = Table::playing(&json!({}), 3);
    table.ask(B, json!({"type": "leave_room"}));
    assert_eq!(table.try_join(D, &json!({"name": "Bertta"})).unwrap_err(), ErrorCode::NameTaken);
    table.join_as(B, &json!({"name": "Somebody Else"}));
    assert_eq!(table.room.member(B).unwrap().name.as_str(), "Bertta");
    assert!(table.room.seat_of(B).is_some());
}

// rooms.md 3; bugs.md 15
#[test]
fn a_lost_connection_keeps_the_seat() {
    let mut table = Table::playing(&json!({}), 2);
    table.disconnect(B);
    table.advance(2 * MINUTE);
    let seat = &table.view(A).seats[1];
    assert_eq!((seat.state, seat.connected, seat.player_id), (SeatState::Seated, false, Some(B)));
    assert!(table.join(B).is_empty(), "nothing has to be done to have it again");
    assert_eq!(table.view(B).you.seat, table.room.seat_of(B));
    assert!(table.view(B).round.unwrap().rack.is_some());
}

// rooms.md 4
#[test]
fn a_spectator_sees_table_counts_and_clock_but_no_rack() {
    let mut table = Table::playing(&json!({}), 2);
    table.join(C);
    let view = table.view(C);
    let round = view.round.unwrap();
    assert_eq!(view.you.role, Role::Spectator);
    assert_eq!(round.seats.iter().map(|s| s.tiles).collect::<Vec<_>>(), [14, 14]);
    assert_eq!((round.rack, round.revealed_racks, round.secret), (None, None, None));
    assert!(view.clock.unwrap().ends_ms.is_some());
}

// rooms.md 4
#[test]
fn a_shown_draft_is_seen_by_spectators_without_a_verdict() {
    let mut table = Table::playing(&json!({}), 2);
    table.join(C);
    let laid = table.move_until_playable();
    table.show_draft(&laid);
    let draft = table.view(C).draft.unwrap();
    assert_eq!((draft.table.len(), draft.verdict), (laid.len(), None));
    let mover = table.to_move();
    assert!(table.view(mover).draft.unwrap().verdict.unwrap().play.legal);
}

// rooms.md 4
#[test]
fn at_the_end_of_a_round_everybody_sees_all_racks() {
    let mut table = Table::playing(&json!({}), 2);
    table.join(C);
    table.play_round();
    let racks = [table.rack(0), table.rack(1)];
    for viewer in [A, B, C] {
        assert_eq!(table.view(viewer).round.unwrap().revealed_racks.unwrap(), racks);
    }
}

// rooms.md 4
#[test]
fn nobody_watches_where_spectators_are_refused() {
    let mut table = Table::seated(&json!({"spectators": "refused", "seats": 2}), 2);
    assert_eq!(table.try_join(C, &json!({})).unwrap_err(), ErrorCode::RoomFull);
    assert_eq!(table.try_join(C, &json!({"role": "spectator"})).unwrap_err(), ErrorCode::SpectatorsRefused);
    table.start();
    assert_eq!(table.try_join(C, &json!({})).unwrap_err(), ErrorCode::SpectatorsRefused);
}

// rooms.md 4
#[test]
fn fifty_spectators_and_no_more() {
    let mut table = Table::playing(&json!({}), 2);
    for guest in 100..150 {
        table.join(PlayerId(Uuid::from_u128(guest)));
    }
    assert_eq!(table.try_join(C, &json!({})).unwrap_err(), ErrorCode::RoomFull);
    table.disconnect(PlayerId(Uuid::from_u128(100)));
    assert!(has(&table.advance(MINUTE), "player_left"), "who is away for a minute makes room");
    table.join(C);
}

#[test]
fn who_is_in_no_room_commands_nothing() {
    let mut table = Table::playing(&json!({}), 2);
    let turn = table.turn();
    for command in [
        json!({"type": "draw", "turn": turn}),
        json!({"type": "take_seat"}),
        json!({"type": "say", "text": "hello"}),
        json!({"type": "resign"}),
        json!({"type": "leave_room"}),
        json!({"type": "draft", "turn": turn, "draft": 1, "table": []}),
    ] {
        assert_eq!(table.refused(D, command), ErrorCode::NotInRoom);
    }
}

// bugs.md 10
#[test]
fn a_public_id_opens_no_seat() {
    let mut table = Table::playing(&json!({}), 2);
    let join = json!({"type": "join_room", "command_id": "x", "code": table.room.code(), "name": "X",
        "player_id": A});
    assert!(serde_json::from_value::<sarja_protocol::ClientToServer>(join).is_err());
    table.join(C);
    assert_eq!((table.room.seat_of(C), table.view(C).round.unwrap().rack), (None, None));
    assert_eq!(table.room.seat_of(A).map(|s| s.0), Some(0));
}

#[test]
fn a_room_is_closed_when_its_last_guest_is_gone() {
    let mut table = Table::new(&json!({}));
    table.ask(A, json!({"type": "leave_seat"}));
    table.disconnect(A);
    let events = table.advance(60 * SECOND);
    assert_eq!(kinds(&events), ["player_left", "room_closed"]);
    assert!(table.room.is_closed());
}
