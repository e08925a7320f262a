//! What a bot cannot see has no part in what it does.

use proptest::prelude::*;
use sarja_rules::{
    Face, Family, Ruleset, Seat, TurnNumber, Viewer,
    rummikub::{Event, Round},
    tile_order,
};
use sarja_solver::{
    Seen,
    Skill::{self, Easy, Hard, Medium},
    choose,
};

use super::game::{Game, seed};

/// Where in the order of the deal the tiles lie that a seat cannot see: on the others' racks, and in the pool.
fn hidden_from(own: Seat, order: &[Face], round: &Round, events: &[Event]) -> Vec<usize> {
    let rack = usize::from(round.ruleset().rack);
    let seats = round.players().len();
    let mut held: Vec<Vec<usize>> =
        (0..seats).map(|seat| (seat * rack..(seat + 1) * rack).collect()).collect();
    let mut next = seats * rack;
    for event in events {
        match event {
            Event::TilesDrawn { seat, count, .. } => {
                let drawn = usize::from(*count);
                held[seat.index()].extend(next..next + drawn);
                next += drawn;
            }
            Event::SetsPlayed { seat, from_rack, .. } => {
                for face in from_rack {
                    let at = held[seat.index()].iter().position(|&place| order[place] == *face);
                    held[seat.index()].remove(at.expect("it was on the rack"));
                }
            }
            _ => {}
        }
    }
    let others = held.into_iter().enumerate().filter(|(seat, _)| *seat != own.index());
    others.flat_map(|(_, places)| places).chain(next..order.len()).collect()
}

/// The same round with the tiles exchanged that the seat cannot see: what has happened in it could have happened so too.
fn with_hidden_exchanged(game: &Game, order: &[Face], own: Seat, shift: usize) -> Round {
    let places = hidden_from(own, order, &game.round, &game.events);
    let mut other = order.to_vec();
    for (i, &place) in places.iter().enumerate() {
        other[place] = order[places[(i + shift) % places.len()]];
    }
    let first = game.events.iter().find_map(|event| match event {
        Event::TurnStarted { seat, .. } => Some(*seat),
        _ => None,
    });
    let mut round = Round::deal(
        game.round.ruleset(),
        game.round.players().len() as u8,
        first.expect("it began"),
        TurnNumber(0),
        &other,
    )
    .expect("a deal");
    for event in &game.events {
        round.apply(event);
    }
    round
}

fn rulesets() -> Vec<Ruleset> {
    Ruleset::printed().filter(|ruleset| ruleset.family == Family::Rummikub).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Two rounds that look alike from a seat get the same action, whatever the others hold and whatever comes to be drawn.
    #[test]
    fn rounds_that_look_alike_from_a_seat_get_the_same_action(
        number in 0..1_000_u64, ruleset in 0..7_usize, turns in 0..60_u32, shift in 1..50_usize,
    ) {
        let ruleset = &rulesets()[ruleset];
        let skills: Vec<Skill> = [Hard, Easy, Medium].into_iter().cycle().take(ruleset.seats[0].max(3).into()).collect();
        let order = tile_order(&seed(number), ruleset.tiles);
        let mut game = Game::deal(ruleset, &skills, number);
        for _ in 0..turns {
            let action = game.choice();
            let before = (game.round.clone(), game.events.len());
            game.act(&action);
            if game.round.end().is_some() {
                game.round = before.0;
                game.events.truncate(before.1);
                break;
            }
        }
        let own = game.round.seat();
        let twin = with_hidden_exchanged(&game, &order, own, shift);
        let (view, twin_view) = (game.round.view(Viewer::Player(own)), twin.view(Viewer::Player(own)));
        prop_assert_eq!(&view, &twin_view);
        for skill in [Easy, Medium, Hard] {
            let seen = Seen::of(ruleset, &view, own).expect("a seat with a rack");
            let twin_seen = Seen::of(twin.ruleset(), &twin_view, own).expect("a seat with a rack");
            prop_assert_eq!(choose(&seen, skill, number), choose(&twin_seen, skill, number));
        }
    }
}

#[test]
fn exchanging_what_is_hidden_changes_other_racks_and_nothing_that_is_seen() {
    let ruleset = Ruleset::default();
    let order = tile_order(&seed(4), ruleset.tiles);
    let mut game = Game::deal(&ruleset, &[Medium; 3], 4);
    for _ in 0..20 {
        let action = game.choice();
        game.act(&action);
    }
    let own = game.round.seat();
    let twin = with_hidden_exchanged(&game, &order, own, 7);
    assert_eq!(game.round.view(Viewer::Player(own)), twin.view(Viewer::Player(own)));
    let other = own.next(3);
    assert_ne!(game.round.view(Viewer::Player(other)).rack, twin.view(Viewer::Player(other)).rack);
}

#[test]
fn who_has_no_rack_has_nothing_to_choose() {
    let game = Game::deal(&Ruleset::default(), &[Medium; 2], 1);
    let view = game.round.view(Viewer::Spectator);
    assert!(Seen::of(game.round.ruleset(), &view, Seat(0)).is_none());
}
