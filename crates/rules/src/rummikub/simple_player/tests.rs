//! What the simple player does.

use alloc::{string::ToString, vec::Vec};

use super::*;
use crate::{
    Family, Seat, Seed, SetId, TurnNumber, Viewer,
    rummikub::{RackSearch, Round},
    tile_order,
};

fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace().map(|face| face.parse().unwrap()).collect()
}

fn table(sets: &[(&str, Kind)]) -> Vec<PlacedSet> {
    let numbered = sets.iter().zip(1..).map(|(&(tiles, kind), id)| (SetId(id), kind, faces(tiles)));
    placed_sets(numbered, &Ruleset::default())
}

fn choice(rack: &str, on_table: &[(&str, Kind)], opened: Opened, pool: usize) -> Action {
    let ruleset = Ruleset::default();
    let rack: FaceCounts = faces(rack).into_iter().collect();
    let table = table(on_table);
    choose_simply(SeenPosition { ruleset: &ruleset, table: &table, rack: &rack, opened, pool })
}

fn laid(action: &Action) -> Vec<alloc::string::String> {
    let Action::Play(table) = action else { panic!("{action:?}") };
    let mut sets: Vec<_> = table
        .sets
        .iter()
        .map(|set| set.tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    sets.sort();
    sets
}

#[test]
fn opens_when_the_rack_holds_enough() {
    let action = choice("R10 B10 K10 R1 B5", &[("O1 O2 O3", Kind::Run)], Opened::No, 10);
    assert_eq!(laid(&action), ["O1 O2 O3", "R10 B10 K10"]);
}

#[test]
fn spends_a_joker_on_an_opening_only_where_it_is_needed() {
    assert_eq!(laid(&choice("R10 B10 K10 J R1", &[], Opened::No, 10)), ["R10 B10 K10"]);
    assert_eq!(laid(&choice("R12 B12 J R1", &[], Opened::No, 10)), ["R12 B12 J"]);
}

#[test]
fn draws_when_the_opening_is_too_low_and_passes_when_nothing_is_left() {
    assert_eq!(choice("R9 B9 K9 R1", &[], Opened::No, 10), Action::Draw);
    assert_eq!(choice("R9 B9 K9 R1", &[], Opened::No, 0), Action::Pass);
}

#[test]
fn does_not_touch_the_table_before_the_next_turn() {
    let action = choice("R10 B10 K10 O4", &[("O1 O2 O3", Kind::Run)], Opened::No, 10);
    assert_eq!(laid(&action), ["O1 O2 O3", "R10 B10 K10"]);
}

#[test]
fn adds_single_tiles_to_runs_and_groups() {
    let sets = [("O2 O3 O4", Kind::Run), ("R9 B9 K9", Kind::Group)];
    let action = choice("O1 O5 O6 O9 R13", &sets, Opened::Yes, 10);
    assert_eq!(laid(&action), ["O1 O2 O3 O4 O5 O6", "R9 B9 K9 O9"]);
}

#[test]
fn keeps_the_ids_of_the_sets_it_adds_to() {
    let Action::Play(table) = choice("O5 R13", &[("O2 O3 O4", Kind::Run)], Opened::Yes, 10) else {
        panic!("a tile fits")
    };
    assert_eq!(table.ids, [Some(SetId(1))]);
}

#[test]
fn lays_the_last_joker_to_go_out() {
    let action = choice("J", &[("O2 O3 O4", Kind::Run)], Opened::Yes, 10);
    assert_eq!(laid(&action).len(), 1);
}

/// Plays rounds to their ends, all players alike, and tells how many turns laid something.
fn play(ruleset: &Ruleset, seed: u8) -> usize {
    let oracle = RackSearch;
    let order = tile_order(&Seed::from_bytes([seed; 32]), ruleset.tiles);
    let mut round = Round::deal(ruleset, ruleset.seats[0], Seat(0), TurnNumber(0), &order).unwrap();
    let mut plays = 0;
    for event in round.start(&oracle) {
        round.apply(&event);
    }
    // Nobody draws more often than there are tiles, or plays more often than there are tiles to lay.
    for _ in 0..4 * ruleset.tiles.total() {
        if round.end().is_some() {
            return plays;
        }
        let (seat, view) = (round.seat(), round.view(Viewer::Player(round.seat())));
        let rack: FaceCounts = view.rack.iter().flatten().collect();
        let opened = view.players[seat.index()].opened;
        let position = SeenPosition { ruleset, table: &view.table, rack: &rack, opened, pool: view.pool };
        let action = choose_simply(position);
        plays += usize::from(matches!(action, Action::Play(_)));
        for event in round.decide(seat, round.turn(), &action, &oracle).expect("it is never refused") {
            round.apply(&event);
        }
    }
    panic!("{}: seed {seed}: no end", ruleset.name)
}

#[test]
fn whole_rounds_under_every_ruleset_end_and_no_action_is_refused() {
    for ruleset in Ruleset::printed().filter(|ruleset| ruleset.family == Family::Rummikub) {
        let plays: usize = (0..8).map(|seed| play(&ruleset, seed)).sum();
        assert!(plays > 8, "{}: {plays} plays", ruleset.name);
    }
}
