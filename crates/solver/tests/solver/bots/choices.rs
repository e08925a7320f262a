//! Single turns: what each bot makes of what it sees.

use sarja_rules::{
    Face, FaceCounts, Kind, LaidSet, Ruleset, Seat, SetId, Standing, TableSet, TurnNumber,
    rummikub::{Action, Opened, PlacedSet, PlayerView, RoundView},
};
use sarja_solver::{
    Seen,
    Skill::{self, Easy, Hard, Medium},
    choose,
};

fn faces(text: &str) -> Vec<Face> {
    text.split_whitespace().map(|face| face.parse().expect("a face")).collect()
}

/// What seat 0 of two sees when it is to act: sets such as `run O1 O2 O3`.
fn view(table: &[&str], rack: &str, other_tiles: usize, pool: usize) -> RoundView {
    let placed = table.iter().zip(1..).map(|(set, id)| {
        let (kind, tiles) = set.split_once(' ').expect("a kind and tiles");
        let kind = if kind == "run" { Kind::Run } else { Kind::Group };
        let set = TableSet::read(&LaidSet::declared(faces(tiles), kind), 13).expect("a set");
        PlacedSet { id: SetId(id), set }
    });
    let rack: FaceCounts = faces(rack).into_iter().collect();
    let player = |tiles| PlayerView { tiles, opened: Opened::Yes, standing: Standing::Playing };
    RoundView {
        table: placed.collect(),
        pool,
        players: vec![player(rack.total()), player(other_tiles)],
        rack: Some(rack.to_vec()),
        turn: TurnNumber(9),
        seat: Seat(0),
        passes: 0,
        turns_left: None,
        end: None,
        racks: None,
    }
}

fn choice(ruleset: &Ruleset, view: &RoundView, skill: Skill, chance: u64) -> Action {
    choose(&Seen::of(ruleset, view, Seat(0)).expect("a seat with a rack"), skill, chance)
}

/// What the action lays from the rack, as text in the order of faces; empty if it is no play.
fn laid(view: &RoundView, action: &Action) -> String {
    let Action::Play(table) = action else { return String::new() };
    let before: FaceCounts = view.table.iter().flat_map(|placed| placed.set.tiles()).collect();
    let after: FaceCounts = table.sets.iter().flat_map(|set| &set.tiles).collect();
    after.minus(&before).tiles().map(|face| face.to_string()).collect::<Vec<_>>().join(" ")
}

fn lays(table: &[&str], rack: &str, skill: Skill) -> String {
    let view = view(table, rack, 10, 40);
    laid(&view, &choice(&Ruleset::default(), &view, skill, 1))
}

#[test]
fn every_bot_goes_out_with_what_it_sees() {
    for skill in [Medium, Hard] {
        assert_eq!(lays(&["run O1 O2 O3"], "O4 R9 B9 K9", skill), "R9 B9 K9 O4", "{skill:?}");
    }
}

/// `R4` goes only where the run is split: `R2 R3 R4` and `R4 R5 R6`.
#[test]
fn easy_does_not_rearrange_and_medium_does() {
    let table = ["run R2 R3 R4 R5 R6"];
    assert_eq!(lays(&table, "R4 K13", Medium), "R4");
    let view = view(&table, "R4 K13", 10, 40);
    for chance in 0..50 {
        assert_eq!(choice(&Ruleset::default(), &view, Easy, chance), Action::Draw);
    }
}

#[test]
fn easy_overlooks_a_tile_at_times() {
    let view = view(&["run O1 O2 O3"], "O4 K13", 10, 40);
    let seen = |chance| laid(&view, &choice(&Ruleset::default(), &view, Easy, chance));
    let noticed = (0..400).filter(|&chance| seen(chance) == "O4").count();
    assert!((200..390).contains(&noticed), "{noticed} of 400 times");
}

#[test]
fn medium_plays_as_many_tiles_as_it_can() {
    assert_eq!(lays(&[], "R3 R4 R5 R6 R7 B6 K6 K13", Medium), "R3 R4 R5 R6 B6 K6");
}

#[test]
fn bots_pass_where_nothing_is_left_to_draw() {
    let view = view(&[], "R1 B5", 3, 0);
    for skill in [Easy, Medium, Hard] {
        assert_eq!(choice(&Ruleset::default(), &view, skill, 1), Action::Pass);
    }
}

#[test]
fn hard_keeps_its_tiles_until_all_go() {
    assert_eq!(lays(&["run O1 O2 O3"], "O4 R9 B9 K9 K13", Hard), "");
}

#[test]
fn hard_holds_nothing_back_where_it_must_play_or_nothing_is_left_to_draw() {
    let table = ["run O1 O2 O3"];
    let must = Ruleset { must_play: true, ..Ruleset::default() };
    let full = view(&table, "O4 K13", 10, 40);
    assert_eq!(laid(&full, &choice(&must, &full, Hard, 1)), "O4");
    let empty = view(&table, "O4 K13", 10, 0);
    assert_eq!(laid(&empty, &choice(&Ruleset::default(), &empty, Hard, 1)), "O4");
}
