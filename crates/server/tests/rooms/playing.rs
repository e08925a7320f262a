//! rooms.md 9, 14, 15: rounds, drafts, talk.

use sarja_protocol::{ErrorCode, Phase, Practice, Script, ScriptedAction};
use sarja_rules::{Seat, Table as LaidTable, rummikub::Action};
use sarja_server::room::{Brain, Input, Move};
use serde_json::json;

use crate::table::{A, B, C, SECOND, Table, has, kinds};

// rooms.md 9
#[test]
fn the_next_round_begins_when_all_are_ready() {
    let mut table = Table::playing(&json!({}), 2);
    table.play_round();
    assert_eq!(table.room.phase(), Phase::BetweenRounds);
    assert_eq!(kinds(&table.ask(A, json!({"type": "set_ready", "ready": true}))), ["ready_changed"]);
    let events = table.ask(B, json!({"type": "set_ready", "ready": true}));
    assert_eq!(kinds(&events), ["ready_changed", "shuffle_committed"]);
    assert_eq!(table.view(A).round.unwrap().round, 2);
}

// rooms.md 9
#[test]
fn the_next_round_begins_after_twenty_seconds_at_the_latest() {
    let mut table = Table::playing(&json!({}), 2);
    table.play_round();
    assert!(table.advance(20 * SECOND - 1).is_empty());
    assert_eq!(kinds(&table.advance(1)), ["shuffle_committed"]);
}

// rooms.md 9
#[test]
fn the_absent_count_as_ready() {
    let mut table = Table::playing(&json!({}), 3);
    table.play_round();
    table.disconnect(C);
    table.ask(A, json!({"type": "set_ready", "ready": true}));
    assert!(has(&table.ask(B, json!({"type": "set_ready", "ready": true})), "shuffle_committed"));
}

// rooms.md 9
#[test]
fn a_match_of_cycles_has_as_many_rounds_as_players_and_is_then_ranked() {
    let mut table = Table::playing(&json!({}), 2);
    for round in 1..=2 {
        assert_eq!(table.view(A).round.unwrap().round, round);
        table.play_round();
        table.advance(22 * SECOND);
    }
    assert_eq!(table.room.phase(), Phase::MatchOver);
    let played = table.view(A).r#match.unwrap();
    assert_eq!(played.rounds.len(), 2);
    assert_eq!(played.totals.iter().sum::<i32>(), 0);
    assert!(played.ranking.is_some());
}

// Architecture, fair shuffles: two seconds for values, no wait for who is away.
#[test]
fn the_deal_waits_for_values_of_those_who_are_there() {
    let mut table = Table::seated(&json!({}), 3);
    table.disconnect(C);
    table.ask(B, json!({"type": "set_ready", "ready": true}));
    table.ask(C, json!({"type": "set_ready", "ready": true}));
    table.ask(A, json!({"type": "start_match"}));
    let value =
        |n: u8| json!({"type": "share_shuffle_value", "deal": 1, "value": format!("{n:02x}").repeat(32)});
    assert!(table.ask(A, value(1)).is_empty());
    assert_eq!(table.refused(A, value(2)), ErrorCode::ValueRepeated);
    assert!(table.view(B).round.unwrap().shuffle.values.is_empty(), "nobody can wait for the others' values");
    assert!(has(&table.ask(B, value(3)), "dealt"));
    let values = table.view(B).round.unwrap().shuffle.values;
    assert_eq!(values.iter().map(|v| (v.seat.0, v.value.0[0])).collect::<Vec<_>>(), [(0, 1), (1, 3)]);
    assert_eq!(table.refused(A, value(4)), ErrorCode::NoShuffleOpen);
}

#[test]
fn values_change_the_deal() {
    let racks = |value: Option<&str>| {
        let mut table = Table::seated(&json!({}), 2);
        table.ask(B, json!({"type": "set_ready", "ready": true}));
        table.ask(A, json!({"type": "start_match"}));
        if let Some(value) = value {
            let value = value.repeat(32);
            table.ask(A, json!({"type": "share_shuffle_value", "deal": 1, "value": value}));
        }
        table.advance(2 * SECOND);
        table.rack(1)
    };
    assert_eq!(racks(Some("0a")), racks(Some("0a")));
    assert_ne!(racks(Some("0a")), racks(Some("0b")));
    assert_ne!(racks(Some("0a")), racks(None));
}

// rooms.md 14
#[test]
fn a_hidden_draft_is_shown_to_its_player_alone() {
    let mut table = Table::playing(&json!({"drafts": "hidden"}), 2);
    table.join(C);
    let laid = table.move_until_playable();
    table.show_draft(&laid);
    let mover = table.to_move();
    let other = if mover == A { B } else { A };
    assert!(table.view(mover).draft.is_some());
    assert!(table.view(other).draft.is_none() && table.view(C).draft.is_none());
}

// rooms.md 14
#[test]
fn a_draft_of_tiles_that_the_player_does_not_hold_is_shown_to_nobody_else() {
    let mut table = Table::playing(&json!({}), 2);
    let rack = table.rack(table.seat_to_move().0);
    let missing = sarja_rules::Face::all().find(|face| !rack.contains(face)).unwrap();
    table.show_draft(&[sarja_protocol::LaidSet::of([missing])]);
    let other = if table.to_move() == A { B } else { A };
    assert!(table.view(other).draft.is_none());
    assert!(!table.view(table.to_move()).draft.unwrap().verdict.unwrap().play.legal);
}

// rooms.md 14
#[test]
fn a_draft_survives_a_lost_connection_and_ends_with_its_turn() {
    let mut table = Table::playing(&json!({}), 2);
    let laid = table.move_until_playable();
    table.show_draft(&laid);
    let mover = table.to_move();
    table.disconnect(mover);
    table.advance(SECOND);
    table.join(mover);
    assert!(table.view(mover).draft.is_some());
    let kept = table.draft.clone();
    table.draw();
    table.draft = kept;
    assert!(table.view(mover).draft.is_none(), "a draft of another turn is none");
}

// rooms.md 14
#[test]
fn a_draft_is_for_the_player_whose_turn_it_is() {
    let mut table = Table::playing(&json!({}), 2);
    let other = if table.to_move() == A { B } else { A };
    let turn = table.turn();
    let draft = json!({"type": "draft", "turn": turn, "draft": 1, "table": []});
    assert_eq!(table.refused(other, draft.clone()), ErrorCode::NotYourTurn);
    table.draw();
    assert_eq!(table.refused(other, draft), ErrorCode::StaleTurn);
}

// rooms.md 15
#[test]
fn chat_is_for_the_lobby_and_between_rounds() {
    let mut table = Table::seated(&json!({}), 2);
    let say = json!({"type": "say", "text": "terve"});
    assert_eq!(kinds(&table.ask(A, say.clone())), ["chat_said"]);
    table.start();
    assert_eq!(table.refused(A, say.clone()), ErrorCode::ChatOff);
    table.play_round();
    table.ask(B, say);
    assert_eq!(table.view(A).chat.len(), 2);
}

// rooms.md 15
#[test]
fn the_host_turns_chat_and_reactions_off() {
    let mut table = Table::seated(&json!({"chat": "off", "reactions": "off"}), 2);
    assert_eq!(table.refused(A, json!({"type": "say", "text": "terve"})), ErrorCode::ChatOff);
    assert_eq!(table.refused(A, json!({"type": "react", "reaction": "clap"})), ErrorCode::ReactionsOff);
}

// rooms.md 15
#[test]
fn a_reaction_is_shown_and_not_kept() {
    let mut table = Table::playing(&json!({}), 2);
    let seq = table.room.seq();
    let react =
        serde_json::from_value(json!({"type": "react", "command_id": "r", "reaction": "clap"})).unwrap();
    let kind = sarja_protocol::PlayerKind::Human;
    let decision = table.decide(Input::Command { player: B, command: &react, kind }).unwrap();
    assert_eq!(decision.reaction.map(|(player, _)| player), Some(B));
    table.commit(&decision);
    assert_eq!(table.room.seq(), seq);
}

#[test]
fn the_last_fifty_lines_of_chat_are_kept() {
    let mut table = Table::new(&json!({}));
    for line in 0..60 {
        table.ask(A, json!({"type": "say", "text": format!("line {line}")}));
    }
    let chat = table.view(A).chat;
    assert_eq!((chat.len(), chat[0].text.as_str()), (50, "line 10"));
}

// A refused play changes nothing, the clock runs on (rules.md §5, bugs.md 9).
#[test]
fn an_illegal_play_names_its_reasons_and_costs_nothing() {
    let mut table = Table::playing(&json!({}), 2);
    let (mover, turn) = (table.to_move(), table.turn());
    let before = format!("{:?}", table.room);
    let rack = table.rack(table.seat_to_move().0);
    let play = json!({"type": "play", "turn": turn, "table": [{"tiles": [rack[0]]}]});
    assert_eq!(table.refused(mover, play), ErrorCode::IllegalPlay);
    assert_eq!(format!("{:?}", table.room), before);
}

// Protocol 11: game commands name the turn that they are meant for.
#[test]
fn commands_of_another_turn_or_player_are_refused() {
    let mut table = Table::playing(&json!({}), 2);
    let (mover, turn) = (table.to_move(), table.turn());
    let other = if mover == A { B } else { A };
    assert_eq!(table.refused(other, json!({"type": "draw", "turn": turn})), ErrorCode::NotYourTurn);
    assert_eq!(table.refused(mover, json!({"type": "pass", "turn": turn})), ErrorCode::CannotPass);
    table.draw();
    assert_eq!(table.refused(mover, json!({"type": "draw", "turn": turn})), ErrorCode::StaleTurn);
    table.join(C);
    assert_eq!(table.refused(C, json!({"type": "draw", "turn": turn + 1})), ErrorCode::NotSeated);
    table.play_round();
    assert_eq!(table.refused(mover, json!({"type": "draw", "turn": turn})), ErrorCode::StaleTurn);
}

// The practice kit: one action of a script for each turn of its seat.
#[test]
fn a_scripted_opponent_has_its_turns_one_by_one_and_then_no_more() {
    let actions = vec![ScriptedAction::Draw, ScriptedAction::Wait];
    let scripts = vec![Script { seat: Seat(1), actions }];
    let practice = Practice { scripts, ..Practice::default() };
    let mut table = Table::practising(&json!({}), 1, Some(&practice)).unwrap();
    table.start();
    let mut seen = Vec::new();
    while seen.len() < 3 {
        if let Some(bot) = table.room.bot_to_move() {
            let Brain::Script(action) = bot.brain else { panic!("{:?}", bot.brain) };
            let (seat, turn) = (bot.seat, bot.turn);
            seen.push(action.cloned());
            let decision = table.decide(Input::Bot { seat, turn, action: &Action::Draw.into() }).unwrap();
            table.commit(&decision);
        } else {
            table.draw();
        }
    }
    assert_eq!(seen, [Some(ScriptedAction::Draw), Some(ScriptedAction::Wait), None]);
}

#[test]
fn nobody_moves_as_a_bot_on_a_seat_of_a_person() {
    let mut table = Table::playing(&json!({}), 2);
    let (seat, turn) = (table.seat_to_move(), table.room.round().unwrap().turn().into());
    for action in [Action::Draw, Action::Play(LaidTable::default())].map(Move::from) {
        assert_eq!(
            table.decide(Input::Bot { seat, turn, action: &action }).unwrap_err(),
            ErrorCode::NotYourTurn
        );
    }
}
