//! Sets keep their ids while they stay.

use sarja_rules::{
    SetId, Table,
    rummikub::{Action, Event},
};

use super::Game;
use crate::notation::all_laid;

const RACK_0: &str = "R10 R11 R12 R13 R10 R11 R12 B4 B5 B6 B7 B8 B9 O1";
const RACK_1: &str = "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 R9";

fn game() -> Game {
    Game::of(&[RACK_0, RACK_1])
}

/// The ids after a play, in the order in which the sets were sent.
#[track_caller]
fn ids(game: &mut Game, sets: &[&str], wished: &[u32]) -> Vec<u32> {
    let ids = wished.iter().map(|&id| (id > 0).then_some(SetId(id))).collect();
    let table = Table { sets: all_laid(sets), ids };
    let events = game.ask(game.round.seat().0, &Action::Play(table)).unwrap();
    let Event::SetsPlayed { table, .. } = &events[0] else { panic!("{events:?}") };
    table.iter().map(|p| p.id.0).collect()
}

#[test]
fn new_sets_are_numbered_in_the_order_in_which_they_are_sent() {
    assert_eq!(ids(&mut game(), &["R10 R11 R12", "B4 B5 B6"], &[]), [1, 2]);
}

#[test]
fn a_set_that_stays_keeps_its_id_wherever_it_is_sent() {
    let mut game = game();
    ids(&mut game, &["R10 R11 R12", "B4 B5 B6"], &[]);
    let sets = ["K9 K10 K11", "B4 B5 B6", "R12 R11 R10"];
    assert_eq!(ids(&mut game, &sets, &[]), [3, 2, 1]);
    // Whatever the player says.
    let sets = ["K9 K10 K11", "B4 B5 B6", "R10 R11 R12", "B7 B8 B9"];
    assert_eq!(ids(&mut game, &sets, &[1, 3, 2, 1]), [3, 2, 1, 4]);
}

#[test]
fn a_set_that_grows_or_shrinks_keeps_its_id() {
    let mut game = game();
    ids(&mut game, &["R10 R11 R12 R13", "B4 B5 B6 B7"], &[]);
    game.draw();
    let sets = ["B4 B5 B6 B7 B8", "R10 R11 R12", "R10 R11 R12 R13"];
    assert_eq!(ids(&mut game, &sets, &[]), [2, 3, 1]);
    game.draw();
    let sets = ["B4 B5 B6", "B7 B8 B9", "R10 R11 R12", "R10 R11 R12 R13"];
    assert_eq!(ids(&mut game, &sets, &[]), [2, 4, 3, 1]);
}

#[test]
fn of_two_halves_the_one_that_the_player_names_goes_on() {
    let halves = ["B4 B5 B6", "B7 B8 B9"];
    let start = || {
        let mut game = game();
        ids(&mut game, &["R10 R11 R12", "B4 B5 B6 B7 B8"], &[]);
        game.draw();
        game
    };
    let sets = ["R10 R11 R12", halves[0], halves[1]];
    assert_eq!(ids(&mut start(), &sets, &[]), [1, 2, 3]);
    assert_eq!(ids(&mut start(), &sets, &[0, 0, 2]), [1, 3, 2]);
}

#[test]
fn a_name_for_a_set_that_shares_no_tile_is_not_taken() {
    let mut game = game();
    ids(&mut game, &["R10 R11 R12"], &[]);
    game.draw();
    assert_eq!(ids(&mut game, &["R10 R11 R12 R13", "B4 B5 B6"], &[0, 1]), [1, 2]);
    game.draw();
    assert_eq!(ids(&mut game, &["R10 R11 R12 R13", "B4 B5 B6", "B7 B8 B9"], &[0, 0, 77]), [1, 2, 3]);
}

#[test]
fn an_id_is_never_used_twice() {
    let mut game = Game::of(&["R10 B10 K10 R11 B11 K11 R12 B12 K12 O1", "O10 O3 O5 O7 O9 K1 K3 K5 K7 B1"]);
    ids(&mut game, &["R10 B10 K10", "R11 B11 K11"], &[]);
    game.draw();
    // Three runs in the place of two groups: no tile but one of each goes on together.
    let runs = ["R10 R11 R12", "B10 B11 B12", "K10 K11 K12"];
    assert_eq!(ids(&mut game, &runs, &[]), [3, 4, 5]);
}

#[test]
fn equal_sets_keep_their_own_ids_if_the_player_names_them() {
    let mut game = game();
    ids(&mut game, &["R10 R11 R12", "R10 R11 R12"], &[]);
    game.draw();
    let sets = ["R10 R11 R12", "R10 R11 R12", "B4 B5 B6"];
    assert_eq!(ids(&mut game, &sets, &[2, 1]), [2, 1, 3]);
    game.draw();
    let sets = ["B4 B5 B6 B7", "R10 R11 R12", "R10 R11 R12"];
    assert_eq!(ids(&mut game, &sets, &[]), [3, 1, 2]);
}
