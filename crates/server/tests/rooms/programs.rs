//! Programs that the host invites: seats for them without the host's own token (protocol.md 14), and never the host's
//! place (rooms.md 8).

use sarja_protocol::{ErrorCode, Phase, PlayerId, PlayerKind};
use sarja_server::room::{Event, Input};
use serde_json::json;
use uuid::Uuid;

use crate::table::{A, B, C, D, MINUTE, Table, has, kinds};

/// B is a program that was invited by A.
fn with_program(settings: &serde_json::Value) -> Table {
    let mut table = Table::new(settings);
    table.invite(A, B).unwrap();
    table
}

impl Table {
    fn invite(&mut self, by: PlayerId, program: PlayerId) -> Result<Vec<Event>, ErrorCode> {
        let decision = self.decide(Input::Invite { by, program })?;
        Ok(self.commit(&decision))
    }
}

#[test]
fn an_invited_program_needs_no_password_and_is_a_bot_whatever_it_says() {
    let mut table = with_program(&json!({"password": "sesam"}));
    assert_eq!(table.view(A).invited, [B]);
    assert_eq!(table.try_join(C, &json!({})).unwrap_err(), ErrorCode::NoSuchRoom);
    table.kinds.insert(B, PlayerKind::Human);
    assert_eq!(kinds(&table.join(B)), ["player_joined", "seat_taken"]);
    assert_eq!(table.view(A).people[1].kind, PlayerKind::Bot);
    table.check_log();
}

#[test]
fn only_the_host_invites() {
    let mut table = Table::seated(&json!({}), 2);
    assert_eq!(table.invite(B, C).unwrap_err(), ErrorCode::NotHost);
    assert_eq!(table.invite(D, C).unwrap_err(), ErrorCode::NotHost);
}

#[test]
fn as_many_programs_are_invited_as_there_are_seats() {
    let mut table = Table::new(&json!({"seats": 3}));
    let program = |n: u128| PlayerId(Uuid::from_u128(100 + n));
    for n in 0..3 {
        table.invite(A, program(n)).unwrap();
    }
    assert_eq!(table.invite(A, program(3)).unwrap_err(), ErrorCode::TooManyInvited);
    table.ask(A, json!({"type": "remove_player", "player_id": program(1)}));
    table.invite(A, program(3)).unwrap();
    assert_eq!(table.view(A).invited, [program(0), program(2), program(3)]);
}

// rooms.md 7
#[test]
fn an_invitation_is_taken_back_whether_the_program_has_come_or_not() {
    let mut table = with_program(&json!({}));
    assert_eq!(kinds(&table.ask(A, json!({"type": "remove_player", "player_id": B}))), ["player_removed"]);
    assert_eq!(table.try_join(B, &json!({})).unwrap_err(), ErrorCode::RemovedFromRoom);
    table.invite(A, C).unwrap();
    table.join(C);
    table.ask(A, json!({"type": "remove_player", "player_id": C}));
    assert_eq!(table.try_join(C, &json!({})).unwrap_err(), ErrorCode::RemovedFromRoom);
    assert!(table.view(A).invited.is_empty());
}

#[test]
fn an_invitation_is_taken_back_in_mid_match_as_well() {
    let mut table = Table::playing(&json!({}), 3);
    table.invite(A, D).unwrap();
    assert_eq!(table.refused(B, json!({"type": "remove_player", "player_id": D})), ErrorCode::NotHost);
    table.ask(A, json!({"type": "remove_player", "player_id": D}));
    assert_eq!(table.try_join(D, &json!({})).unwrap_err(), ErrorCode::RemovedFromRoom);
}

#[test]
fn a_program_that_left_is_let_in_again() {
    let mut table = with_program(&json!({"password": "sesam"}));
    table.join(B);
    table.ask(B, json!({"type": "leave_room"}));
    table.join(B);
    assert!(table.room.seat_of(B).is_some());
}

// rooms.md 8
#[test]
fn an_invited_program_is_not_made_the_host() {
    let mut table = with_program(&json!({}));
    table.join(B);
    assert_eq!(table.refused(A, json!({"type": "hand_over_host", "player_id": B})), ErrorCode::CannotBeHost);
    table.disconnect(A);
    assert!(!has(&table.advance(5 * MINUTE), "host_changed"));
    assert_eq!(table.room.host(), A);
}

// rooms.md 8
#[test]
fn a_program_on_its_own_account_becomes_host_before_one_that_was_invited() {
    let mut table = with_program(&json!({}));
    table.join(B);
    table.kinds.insert(C, PlayerKind::Bot);
    table.join(C);
    table.disconnect(A);
    table.advance(MINUTE);
    assert_eq!(table.room.host(), C);
}

// rooms.md 8
#[test]
fn a_human_becomes_host_after_a_program_before_other_programs() {
    let mut table = Table::new(&json!({}));
    for program in [B, C] {
        table.kinds.insert(program, PlayerKind::Bot);
        table.join(program);
    }
    table.ask(A, json!({"type": "leave_room"}));
    assert_eq!(table.room.host(), B, "where no human is a program may be the host");
    table.join(D);
    table.ask(B, json!({"type": "leave_room"}));
    assert_eq!(table.room.host(), D, "C has been sitting for longer, and is a program");
}

#[test]
fn a_lobby_in_which_only_invited_programs_are_left_is_closed() {
    let mut table = with_program(&json!({}));
    table.join(B);
    assert_eq!(
        kinds(&table.ask(A, json!({"type": "leave_room"}))),
        ["seat_left", "player_left", "room_closed"]
    );
}

// rooms.md 17
#[test]
fn a_match_that_invited_programs_play_for_nobody_is_abandoned() {
    let mut table = Table::new(&json!({"overrides": {"match": {"open": true}}}));
    table.ask(A, json!({"type": "leave_seat"}));
    for program in [B, C] {
        table.invite(A, program).unwrap();
        table.join(program);
    }
    table.start();
    table.ask(A, json!({"type": "leave_room"}));
    assert_ne!(table.room.phase(), Phase::Closed, "the round in progress goes on");
    let happened = table.advance(31 * MINUTE);
    assert!(has(&happened, "match_abandoned"), "{:?}", kinds(&happened));
}
