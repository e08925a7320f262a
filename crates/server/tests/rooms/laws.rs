//! Laws that hold whatever people do: random commands by random people, sensible ones and garbage, with time passing.

use std::{cell::RefCell, collections::BTreeSet};

use proptest::{
    prelude::*,
    test_runner::{Config, RngSeed, TestRunner},
};
use sarja_protocol::{Hex32, Hints, MatchState, Phase, PlayerId};
use sarja_rules::{FaceCounts, Family, Scoring, Seat, rommikubbi::DealAction, rummikub::Action};
use sarja_server::room::{Event, Game, Input, LiveDraft, Move};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::table::{MINUTE, SECOND, Table, kinds};

/// What somebody does, and a number that says how.
#[derive(Clone, Copy, Debug)]
struct Step {
    who: u128,
    what: u8,
    how: u32,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (1u128..=6, 0u8..64, any::<u32>()).prop_map(|(who, what, how)| Step { who, what, how });
    prop::collection::vec(step, 150..400)
}

fn settings() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!({"hints": "whether"}),
        json!({"overrides": {"match": {"rounds": 1}, "opening": {"min_points": 0}}, "hints": "play"}),
        json!({"overrides": {"rack": 20, "match": {"rounds": 2}, "clock": {"turn_seconds": null}}}),
        json!({"ruleset": "federation", "overrides": {"match": {"open": true}}, "drafts": "hidden"}),
        json!({"ruleset": "turniej-pl", "spectators": "refused", "seats": 3}),
        json!({"ruleset": "travel-2017", "overrides": {"rack": 20, "scoring": "losers_pay"}}),
        json!({"ruleset": "rommikubbi", "overrides": {"match": {"rounds": 1}, "opening": {"min_points": 0}}}),
        json!({"ruleset": "rommikubbi", "overrides": {"match": {"target": 50}, "clock": {"turn_seconds": 30}}, "seats": 5}),
        json!({"ruleset": "rommikubbi", "overrides": {"match": {"open": true}, "opening": {"min_points": 20}}, "drafts": "hidden"}),
        json!({"password": "sesam", "overrides": {"match": {"target": 50}, "clock": {"turn_seconds": 10}}}),
    ])
}

fn config() -> Config {
    Config { cases: 32, failure_persistence: None, rng_seed: RngSeed::Fixed(2600), ..Config::default() }
}

/// A command that this player may send, if it is one.
fn command(table: &Table, step: Step) -> Option<Value> {
    let how = step.how;
    let seat = how % 5;
    let someone = PlayerId(Uuid::from_u128(u128::from(how % 7)));
    let turn = table.room.game().map_or(0, |game| game.turn().0);
    let turn = if how.is_multiple_of(8) { turn.wrapping_sub(how % 3) } else { turn };
    let deal = table.room.seq().0 % 3 + 1;
    let choices = ["classic-2600", "xp-6", "rommikubbi", "nothing"];
    Some(match step.what {
        0 if how.is_multiple_of(2) => json!({"type": "leave_room"}),
        1 => json!({"type": "take_seat"}),
        2 => json!({"type": "take_seat", "seat": seat}),
        3 => json!({"type": "leave_seat"}),
        4..8 => json!({"type": "set_ready", "ready": !how.is_multiple_of(4)}),
        8 => json!({"type": "change_settings", "settings": {"ruleset": choices[how as usize % 4]}}),
        9 => json!({"type": "change_settings", "settings": {"seats": how % 7}}),
        10 => json!({"type": "hand_over_host", "player_id": someone}),
        11 if how.is_multiple_of(2) => json!({"type": "remove_player", "player_id": someone}),
        12 => json!({"type": "seat_bot"}),
        13 => json!({"type": "seat_bot", "seat": seat}),
        14 => json!({"type": "remove_bot", "seat": seat}),
        15 => json!({"type": "say", "text": format!("line {how}")}),
        16 => json!({"type": "react", "reaction": "laugh"}),
        17..20 => json!({"type": "start_match"}),
        20 => json!({"type": "share_shuffle_value", "deal": deal, "value": format!("{:064x}", how)}),
        21 => json!({"type": "play", "turn": turn, "table": [{"tiles": ["R1", "R2", "J"]}]}),
        22 => json!({"type": "play", "turn": turn, "table": []}),
        23..26 => json!({"type": "draw", "turn": turn}),
        26 => json!({"type": "pass", "turn": turn}),
        27 => json!({"type": "draft", "turn": turn, "draft": how, "table": [{"tiles": ["B13"]}]}),
        28 => json!({"type": "resign"}),
        29 => json!({"type": "remove_absent", "seat": seat}),
        30 | 31 => json!({"type": "ask_pause"}),
        32 => json!({"type": "resume_play"}),
        33 => json!({"type": "ask_end", "withdraw": how.is_multiple_of(3)}),
        34 => json!({"type": "end_match"}),
        35 | 36 => json!({"type": "ask_rematch"}),
        37 if how.is_multiple_of(4) => json!({"type": "get_state"}),
        56 => json!({"type": "take_tile", "turn": turn}),
        57 => json!({"type": "take_pile", "turn": turn}),
        58 => {
            json!({"type": "end_turn", "turn": turn, "table": [{"tiles": ["R1", "R2", "J"]}], "discard": "K9"})
        }
        59 if how.is_multiple_of(2) => json!({"type": "give_pile_back", "turn": turn}),
        60 => json!({"type": "draft", "turn": turn, "draft": how, "table": [], "discard": "J"}),
        37 => json!({"type": "ask_hint", "turn": turn}),
        _ => return None,
    })
}

/// Does a step. A refusal changes nothing.
fn take(table: &mut Table, step: Step) {
    let player = PlayerId(Uuid::from_u128(step.who));
    if let Some(command) = command(table, step) {
        let before = format!("{:?}", table.room);
        if table.send(player, command).is_err() {
            assert_eq!(format!("{:?}", table.room), before);
        }
        return;
    }
    match step.what {
        38..44 => {
            let role = if step.how.is_multiple_of(4) { "spectator" } else { "player" };
            let password = if step.how.is_multiple_of(5) { "garbage" } else { "sesam" };
            // Whether it is refused is none of the laws' business.
            table.try_join(player, &json!({"role": role, "password": password})).ok();
        }
        44 => table.disconnect(player),
        45..48 if table.room.member(player).is_some() => table.connect(player),
        48..52 => pass_time(table, step.how % (30 * SECOND)),
        52 => pass_time(table, step.how % (3 * MINUTE)),
        53 if step.how.is_multiple_of(4) => pass_time(table, step.how % (40 * MINUTE)),
        54 if step.how.is_multiple_of(4) && !table.room.is_closed() => {
            table.restart();
        }
        55 if table.room.member(player).is_none() && table.room.host() != player => {
            let input = Input::Invite { by: table.room.host(), program: player };
            if let Ok(decision) = table.decide(input) {
                table.commit(&decision);
            }
        }
        61 => take_the_pile_for_nothing(table),
        62 => (0..step.how % 90).for_each(|_| rest(table)),
        _ => (0..step.how % 24).for_each(|_| move_on(table)),
    }
}

/// The player who moves, if it is a person's turn and the game goes on.
fn person_to_move(table: &Table) -> Option<PlayerId> {
    let view = (table.room.phase() == Phase::Playing).then(|| table.view_of_mover()).flatten()?;
    view.pause.is_none().then_some(view.you.player_id)
}

/// In Rommikubbi: the pile is taken and given back.
fn take_the_pile_for_nothing(table: &mut Table) {
    let (Some(player), true) = (person_to_move(table), table.room.deal().is_some()) else { return };
    let turn = table.turn();
    if table.send(player, json!({"type": "take_pile", "turn": turn})).is_ok() {
        table.ask(player, json!({"type": "give_pile_back", "turn": turn}));
    }
}

/// In Rommikubbi: what always goes is done, so that the stock becomes empty.
fn rest(table: &mut Table) {
    let (Some(_), Some(deal)) = (person_to_move(table), table.room.deal()) else { return };
    let (seat, action) = (deal.seat(), table.room.game().unwrap().rest());
    table.act(table.turn(), &action);
    // Whoever took a tile discards it.
    if let Some(deal) = table.room.deal().filter(|deal| deal.end().is_none() && deal.seat() == seat) {
        let (turn, action) = (deal.turn().0, table.room.game().unwrap().rest());
        table.act(turn, &action);
    }
}

fn pass_time(table: &mut Table, ms: u32) {
    table.pass(ms);
    if let Some((at, due)) = table.room.next_due(&table.presence) {
        assert!(at > table.now, "{due:?} was due at {at}");
    }
}

/// Who moves plays as a simple player does, a bot or a person; the table is shown as a draft before, at times.
fn move_on(table: &mut Table) {
    if table.room.phase() != Phase::Playing {
        return;
    }
    if let Some(bot) = table.room.bot_to_move() {
        let (seat, turn) = (bot.seat, bot.turn);
        let action = table.choose();
        let decision = table.decide(Input::Bot { seat, turn, action: &action }).unwrap();
        table.commit(&decision);
    } else if table.view_of_mover().is_some_and(|view| view.pause.is_none()) {
        let shown = match table.choose() {
            Move::Rummikub(Action::Play(play)) => Some((play, None)),
            Move::Rommikubbi(DealAction::EndTurn(end)) => Some((end.table, end.discard)),
            _ => None,
        };
        if let Some((play, discard)) = shown {
            let (turn, seat) = (table.room.game().unwrap().turn().into(), table.seat_to_move());
            let table_laid = crate::moves::laid(&play);
            if table.room.settings().unwrap().hints != Hints::None && table.turn().is_multiple_of(3) {
                table.ask(table.to_move(), json!({"type": "ask_hint", "turn": table.turn()}));
            }
            let draft = sarja_protocol::DraftNumber(1);
            table.draft = Some(LiveDraft { turn, draft, seat, table: table_laid, discard });
        }
        table.move_simply();
    }
}

/// What is true of every room at every moment.
fn check(table: &Table) {
    let room = &table.room;
    let members = room.members();
    let names: BTreeSet<_> = members.iter().map(|m| m.name.key()).collect();
    assert_eq!(names.len(), members.len(), "names are unique");
    let seated: Vec<_> = members.iter().filter_map(|m| room.seat_of(m.player)).collect();
    assert_eq!(seated.iter().collect::<BTreeSet<_>>().len(), seated.len(), "a seat has one owner");
    let nobody_may = members.iter().all(|m| room.is_invited(m.player));
    assert!(nobody_may || room.member(room.host()).is_some(), "the host is in the room");
    assert!(!room.is_invited(room.host()), "a program that was invited is not the host");
    assert!(!members.iter().any(|m| room.is_removed(m.player)), "who was removed is not here");
    let deals: Vec<u32> = table.secrets.iter().map(|s| s.deal.0).collect();
    assert!(deals.iter().copied().eq(1..=deals.len() as u32), "deals are numbered without gaps: {deals:?}");
    check_tiles(table);
    check_points(table);
    check_secrets(table);
}

fn check_tiles(table: &Table) {
    let Some(game) = table.room.game() else { return };
    let all: FaceCounts = game.ruleset().tiles.faces().collect();
    let (mut known, hidden): (FaceCounts, usize) = match game {
        Game::Rummikub(round) => (round.table().iter().flat_map(|p| p.set.tiles()).collect(), round.pool()),
        Game::Rommikubbi(deal) => {
            let laid = deal.table().iter().flat_map(|p| p.set.tiles()).copied();
            (laid.chain(deal.pile_top()).collect(), deal.stock() + deal.pile().saturating_sub(1))
        }
    };
    (0..6).filter_map(|seat| game.rack(Seat(seat))).for_each(|rack| known.extend(rack.tiles()));
    assert!(known.is_subset_of(&all), "no tile is there twice");
    assert_eq!(known.total() + hidden, all.total(), "no tile is lost");
}

fn check_points(table: &Table) {
    let Some(member) = table.room.members().first() else { return };
    let Some(played) = table.view(member.player).r#match else { return };
    let rules = &table.room.settings().unwrap().rules;
    let zero_sum = rules.family == Family::Rummikub && rules.scoring == Scoring::ZeroSum;
    // In a lobby after a match the rules may be others by now, and so in a room that was closed as one.
    if !matches!(table.room.phase(), Phase::Lobby | Phase::Closed) {
        for round in &played.rounds {
            assert!(!zero_sum || round.points.iter().sum::<i32>() == 0, "{round:?}");
        }
        let sums = (0..played.totals.len()).map(|seat| played.rounds.iter().map(|r| r.points[seat]).sum());
        assert_eq!(played.totals, sums.collect::<Vec<i32>>());
    }
    let over = table.matches.iter().filter(|m| m.id.0 == played.match_id.0).count();
    assert_eq!(
        over,
        usize::from(played.state != MatchState::Playing),
        "a match is recorded once, at its end"
    );
    let rounds = table.rounds.iter().filter(|r| r.match_no.0 == played.match_no).count();
    assert_eq!(rounds, played.rounds.len(), "a round is recorded once");
}

/// No secret is in anything that was written or shown before it is revealed.
fn check_secrets(table: &Table) {
    let Some(last) = table.secrets.last().filter(|s| !table.reveals.contains(&s.deal)) else { return };
    let hex = String::from(Hex32(*last.secret.expose()));
    assert!(!table.rows.last().unwrap().events.contains(&hex));
    let shown = &table.shown.last().unwrap().shown;
    assert!(!serde_json::to_string(&shown.public).unwrap().contains(&hex));
    for member in table.room.members() {
        let view = table.view(member.player);
        assert!(!serde_json::to_string(&view).unwrap().contains(&hex));
        let round = view.round.unwrap();
        assert!(round.revealed_racks.is_none() && round.secret.is_none());
        let own = round.rack.map_or(0, |rack| rack.len());
        let counted = view.you.seat.and_then(|seat| round.seats.get(seat.index())).map_or(0, |s| s.tiles);
        assert_eq!(own, usize::from(counted), "a rack is shown to its owner alone");
    }
}

/// What the random steps have to reach: else the laws would hold for nothing.
const REACHED: [&str; 27] = [
    "bot_seated",
    "bot_took_over",
    "clock_restarted",
    "hint_taken",
    "host_changed",
    "match_abandoned",
    "match_ended",
    "paused",
    "pile_given_back",
    "pile_taken",
    "pile_turned_over",
    "play_penalised",
    "play_resumed",
    "player_removed",
    "rematch_opened",
    "room_closed",
    "round_ended",
    "seat_freed",
    "seat_retaken",
    "seat_vacated",
    "sets_laid",
    "sets_played",
    "settings_changed",
    "stock_taken",
    "tile_discarded",
    "time_ran_out",
    "turn_passed",
];

#[test]
fn whatever_people_do_the_room_stays_sound_and_its_log_gives_it_again() {
    let reached = RefCell::new(BTreeSet::new());
    let cases = (settings(), any::<u8>(), 1usize..=4, any::<bool>(), steps());
    let law = |(settings, chance, people, starts, steps): (Value, u8, usize, bool, Vec<Step>)| {
        let mut table = Table::with_chance(&settings, chance);
        let most = table.room.settings().unwrap().seats;
        table.seat(people.min(usize::from(most)));
        if starts && people > 1 {
            table.start();
        }
        for (at, step) in steps.into_iter().enumerate() {
            take(&mut table, step);
            check(&table);
            if at % 40 == 0 {
                table.check_log();
            }
        }
        table.check_log();
        table.check_archives();
        for row in &table.rows {
            let events: Vec<Event> = serde_json::from_str(&row.events).unwrap();
            reached.borrow_mut().extend(kinds(&events));
        }
        Ok(())
    };
    TestRunner::new(config()).run(&cases, law).unwrap();
    let reached = reached.into_inner();
    let missing: Vec<_> = REACHED.iter().filter(|kind| !reached.contains(**kind)).collect();
    assert!(missing.is_empty(), "never reached: {missing:?}");
}
