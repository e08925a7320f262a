//! rooms.md 20, 21: what the referee and the archive need.

use sarja_protocol::{Phase, StarterWhy};
use sarja_server::room::Event;
use sarja_store::{MatchState, Tally};
use serde_json::json;

use crate::table::{A, B, MINUTE, SECOND, Table, has};

// rooms.md 20
#[test]
fn what_the_referee_found_is_in_the_event_and_hidden_from_viewers() {
    let mut table = Table::playing(&json!({"ruleset": "federation"}), 2);
    table.move_simply();
    let stored: Vec<_> = table.rows.iter().filter(|row| row.events.contains("holds_opening")).collect();
    assert!(stored.len() >= 2);
    let shown = serde_json::to_string(&table.shown.iter().map(|r| &r.shown.public).collect::<Vec<_>>());
    assert!(!shown.unwrap().contains("holds_opening"));
    table.check_log();
}

// rooms.md 21
#[test]
fn a_target_once_reached_ends_the_match_after_that_round() {
    let settings = json!({"overrides": {"match": {"target": 50}, "clock": {"turn_seconds": null}}});
    let mut table = Table::playing(&settings, 2);
    for _ in 0..100 {
        table.play_round();
        let played = table.view(A).r#match.unwrap();
        let reached = played.totals.iter().any(|&total| total >= 50);
        assert_eq!(reached, table.room.phase() == Phase::MatchOver);
        if reached {
            return;
        }
        table.advance(22 * SECOND);
    }
    panic!("nobody ever reaches 50");
}

// rooms.md 21
#[test]
fn a_seed_is_never_reused() {
    let settings = json!({"overrides": {"match": {"rounds": 2}, "clock": {"turn_seconds": null}}});
    let mut table = Table::playing(&settings, 2);
    for _ in 0..2 {
        table.play_round();
        table.advance(22 * SECOND);
        table.play_round();
        table.ask(A, json!({"type": "ask_rematch"}));
        table.start();
    }
    let deals: Vec<u32> = table.secrets.iter().map(|s| s.deal.0).collect();
    assert_eq!(deals, [1, 2, 3, 4, 5], "deals count through all matches of a room");
    let mut secrets: Vec<_> = table.secrets.iter().map(|s| *s.secret.expose()).collect();
    secrets.dedup();
    assert_eq!(secrets.len(), deals.len());
}

/// Everybody draws to the end of the pool and passes then: the round is blocked.
fn block(table: &mut Table) {
    while table.room.phase() == Phase::Playing {
        table.draw();
    }
}

// rules.md §6: a round that is played again keeps its number and its starter, and does not count.
#[test]
fn a_replayed_round_keeps_number_and_starter() {
    let settings = json!({"overrides": {"blocked_tie": "replay", "starter": "rotate", "match": {"rounds": 1},
        "clock": {"turn_seconds": null}}});
    let (mut table, events) = (1..=250)
        .find_map(|chance| {
            let mut table = Table::with_chance(&settings, chance);
            table.join(B);
            table.start();
            block(&mut table);
            (table.room.phase() == Phase::BetweenRounds).then(|| {
                let events = table.advance(22 * SECOND);
                (table, events)
            })
        })
        .expect("two of 250 racks have the same worth");
    let starter = table.view(A).round.unwrap().starter;
    let why = events.iter().find_map(|event| match event {
        Event::StarterChosen { why, seat } => Some((*why, Some(*seat))),
        _ => None,
    });
    assert_eq!(why, Some((StarterWhy::Replayed, starter)));
    let view = table.view(A);
    assert_eq!((view.round.as_ref().unwrap().round, view.round.unwrap().deal), (1, 2));
    assert!(view.r#match.unwrap().rounds[0].replay);
    table.play_round();
    let tallies: Vec<_> = table.rounds.iter().map(|r| (r.round_no.0, r.tally)).collect();
    assert_eq!(tallies, [(1, Tally::PlayedAgain), (2, Tally::Counted)], "a record has a number of its own");
    assert_eq!(table.room.phase(), Phase::MatchOver);
}

// rules.md §6: `rotate`
#[test]
fn the_starter_rotates_after_the_first_round() {
    let settings = json!({"overrides": {"starter": "rotate", "clock": {"turn_seconds": null}}});
    let mut table = Table::playing(&settings, 3);
    let mut starters = vec![table.view(A).round.unwrap().starter.unwrap().0];
    for _ in 0..2 {
        table.play_round();
        let events = table.advance(22 * SECOND);
        assert!(!has(&events, "starter_tile_drawn"));
        starters.push(table.view(A).round.unwrap().starter.unwrap().0);
    }
    let first = starters[0];
    assert_eq!(starters, [first, (first + 1) % 3, (first + 2) % 3]);
}

// rules.md §6: the starter is drawn for each round, and the highest tile starts
#[test]
fn tiles_are_drawn_for_the_starter_of_each_round() {
    let mut table = Table::playing(&json!({"overrides": {"clock": {"turn_seconds": null}}}), 2);
    table.play_round();
    assert!(has(&table.advance(22 * SECOND), "starter_tile_drawn"));
    let round = table.view(A).round.unwrap();
    let last: Vec<_> = round.starter_draws.iter().rev().take(2).collect();
    let best = last.iter().max_by_key(|d| d.tile.number()).unwrap();
    assert_eq!(round.starter, Some(best.seat));
}

#[test]
fn turn_numbers_grow_through_all_rounds_and_matches() {
    let settings = json!({"overrides": {"match": {"rounds": 1}, "clock": {"turn_seconds": null}}});
    let mut table = Table::playing(&settings, 2);
    table.play_round();
    let last = table.turn();
    table.ask(A, json!({"type": "ask_rematch"}));
    table.start();
    assert_eq!(table.turn(), last + 1);
}

#[test]
fn a_finished_match_is_recorded_once_with_places_and_what_differs_from_print() {
    let settings = json!({"overrides": {"match": {"rounds": 1}, "clock": {"turn_seconds": null}}});
    let mut table = Table::playing(&settings, 2);
    table.play_round();
    table.advance(5 * MINUTE);
    assert_eq!((table.matches.len(), table.rounds.len()), (1, 1));
    let record = &table.matches[0];
    assert_eq!((record.state, record.ruleset.as_str()), (MatchState::Finished, "classic-2600"));
    let options: serde_json::Value = serde_json::from_str(&record.options).unwrap();
    assert_eq!(options["match"], json!({"rounds": 1}));
    assert!(options["clock.turn_seconds"].is_null());
    let ranking = table.view(A).r#match.unwrap().ranking.unwrap();
    for seat in &record.seats {
        let before: usize =
            ranking.iter().take_while(|place| !place.iter().any(|s| s.0 == seat.seat.0)).map(Vec::len).sum();
        assert_eq!(seat.place, Some(before as u8 + 1));
    }
}

#[test]
fn a_match_that_is_over_stays_as_it_was_whatever_the_room_plays_next() {
    let settings = json!({"overrides": {"match": {"rounds": 1}, "clock": {"turn_seconds": null}}});
    let mut table = Table::playing(&settings, 2);
    table.play_round();
    let over = table.view(A).r#match.unwrap();
    table.ask(A, json!({"type": "ask_rematch"}));
    // By these rules who has the fewest points is the first, and by those the match would not be over.
    for other in [
        json!({"overrides": {"scoring": "losers_pay", "match": {"rounds": 1}}}),
        json!({"ruleset": "rommikubbi"}),
    ] {
        table.ask(A, json!({"type": "change_settings", "settings": other}));
        assert_eq!(table.view(A).r#match.unwrap(), over);
    }
    table.check_log();
}
