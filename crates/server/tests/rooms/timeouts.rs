//! rules.md §5: what a draft is worth when time runs out, and penalties.

use sarja_protocol::{AtTimeOut, Event as Shown, LaidSet, PlayWhy, TurnEndWhy};
use sarja_rules::Face;
use serde_json::{Value, json};

use crate::table::{SECOND, Table, kinds};

/// Time runs out: what everybody is shown of it, and how many tiles the player has more than before.
fn run_out(table: &mut Table) -> (AtTimeOut, Vec<Shown>, i32) {
    let seat = table.seat_to_move().0;
    let (tiles, from) = (table.rack(seat).len(), table.shown.len());
    table.advance(61 * SECOND);
    let shown: Vec<Shown> = table.shown[from..].iter().map(|r| r.shown.public.clone()).collect();
    let Shown::TimeRanOut { draft, .. } = shown[0] else { panic!("{shown:?}") };
    let more = i32::try_from(table.rack(seat).len()).unwrap() - i32::try_from(tiles).unwrap();
    (draft, shown, more)
}

/// A tile of the rack of the player who moves.
fn own_tile(table: &Table) -> Face {
    table.rack(table.seat_to_move().0)[0]
}

/// A game in which sets lie on the table and the player who moves has opened.
fn with_sets_on_the_table(settings: &Value) -> Table {
    let mut table = Table::playing(settings, 2);
    while table.room.round().unwrap().table().is_empty() {
        table.move_simply();
    }
    table
}

// rules.md §5: 1
#[test]
fn a_legal_draft_stands_when_time_runs_out() {
    let mut table = Table::playing(&json!({}), 2);
    let laid = table.move_until_playable();
    table.show_draft(&laid);
    let (draft, shown, more) = run_out(&mut table);
    assert_eq!(draft, AtTimeOut::Stands);
    assert!(matches!(shown[1], Shown::SetsPlayed { why: PlayWhy::TimeRanOut, opened: true, .. }));
    assert!(more < 0);
}

// rules.md §5: `clock.legal_draft`
#[test]
fn a_legal_draft_reverts_where_the_room_plays_so() {
    let mut table = Table::playing(&json!({"overrides": {"clock": {"legal_draft": "reverts"}}}), 2);
    let laid = table.move_until_playable();
    table.show_draft(&laid);
    let (draft, _, more) = run_out(&mut table);
    assert_eq!((draft, more), (AtTimeOut::Reverted, 1));
    assert!(table.room.round().unwrap().table().is_empty());
}

// rules.md §5: 2
#[test]
fn without_a_draft_one_tile_is_drawn() {
    let mut table = Table::playing(&json!({}), 2);
    let (draft, shown, more) = run_out(&mut table);
    assert_eq!((draft, more), (AtTimeOut::None, 1));
    assert!(matches!(shown[1], Shown::TilesDrawn { count: 1, why: TurnEndWhy::TimeRanOut, .. }));
}

// rules.md §5: 2
#[test]
fn an_illegal_draft_that_touches_no_old_set_costs_one_tile() {
    let mut table = with_sets_on_the_table(&json!({}));
    let mut laid = table.laid_table();
    laid.push(LaidSet::of([own_tile(&table)]));
    table.show_draft(&laid);
    let (draft, _, more) = run_out(&mut table);
    assert_eq!((draft, more), (AtTimeOut::Untouched, 1));
}

// rules.md §5: 2
#[test]
fn a_draft_that_leaves_an_old_set_torn_costs_three_tiles_and_the_table_goes_back() {
    let mut table = with_sets_on_the_table(&json!({}));
    let before = table.laid_table();
    let mut laid = before.clone();
    let torn = laid[0].tiles.pop().unwrap();
    laid.push(LaidSet::of([torn, own_tile(&table)]));
    table.show_draft(&laid);
    let (draft, shown, more) = run_out(&mut table);
    assert_eq!((draft, more), (AtTimeOut::Rearranged, 3));
    assert!(matches!(shown[1], Shown::TilesDrawn { count: 3, why: TurnEndWhy::Rearranged, .. }));
    assert_eq!(table.laid_table(), before);
}

// rules.md §5; rooms.md 14
#[test]
fn hidden_drafts_are_judged_the_same() {
    let mut table = with_sets_on_the_table(&json!({"drafts": "hidden"}));
    let mut laid = table.laid_table();
    laid[0].tiles.pop();
    table.show_draft(&laid);
    assert_eq!(run_out(&mut table).2, 3);
}

// rules.md §5: the last draft counts
#[test]
fn the_last_draft_is_the_one_that_counts() {
    let mut table = Table::playing(&json!({}), 2);
    let laid = table.move_until_playable();
    table.show_draft(&laid);
    let tile = own_tile(&table);
    table.show_draft(&[LaidSet::of([tile])]);
    assert_eq!(run_out(&mut table).0, AtTimeOut::Untouched);
}

// rules.md §5: penalties are the room's
#[test]
fn penalties_can_be_set() {
    let settings = json!({"overrides": {"penalty": {"timeout": 0, "rearranging": 5}}});
    let mut table = with_sets_on_the_table(&settings);
    let mut laid = table.laid_table();
    laid[0].tiles.pop();
    table.show_draft(&laid);
    assert_eq!(run_out(&mut table).2, 5);
    assert_eq!(run_out(&mut table).2, 0);
}

// rules.md §5: `illegal_play = penalty`
#[test]
fn an_illegal_play_costs_a_tile_where_the_ruleset_says_so_and_tells_codes_alone() {
    let mut table = Table::playing(&json!({"ruleset": "turniej-pl"}), 2);
    let (mover, turn, tile) = (table.to_move(), table.turn(), own_tile(&table));
    let events = table.ask(mover, json!({"type": "play", "turn": turn, "table": [{"tiles": [tile]}]}));
    assert_eq!(kinds(&events), ["play_penalised", "tiles_drawn", "turn_started"]);
    let from = table.shown.len() - 3;
    let Shown::PlayPenalised { reasons, .. } = &table.shown[from].shown.public else { panic!() };
    assert!(!reasons.is_empty());
    let told = serde_json::to_string(&table.shown[from].shown.public).unwrap();
    assert!(!told.contains(&format!("\"{tile}\"")), "{told}");
}

// rules.md §5: with an empty pool a time-out counts as a pass
#[test]
fn with_an_empty_pool_a_time_out_is_a_pass() {
    let mut table = Table::playing(&json!({"overrides": {"rack": 20}}), 4);
    while table.room.round().unwrap().pool() > 0 {
        table.draw();
    }
    let (_, shown, more) = run_out(&mut table);
    assert!(matches!(shown[1], Shown::TurnPassed { why: TurnEndWhy::TimeRanOut, .. }), "{shown:?}");
    assert_eq!(more, 0);
}
