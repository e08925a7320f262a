//! Rounds with few tiles, played to their end: they are blocked as soon as nobody can play, and never while somebody can.
//!
//! Who can play is looked up by the oracle that tries everything, with the numbers that are played here. Of the rounds with a joker
//! or two every ruleset has some: what a joker on the table owes is what makes it hard to see that nobody can play.

use sarja_rules::{
    Family, RoundEnd, Ruleset, Seat, Seed, Table, TableSet, TableUse, TileSupply, TurnNumber, Viewer,
    rummikub::{Action, Event, Finding, Opened, Oracle, Position, Round},
    tile_order,
};
use sarja_solver::{Answer, NodeLimit, Objective, can_play, solve};
use sarja_tests::{oracle, referee::with_numbers};
use serde_json::json;

/// Rounds that are played.
const ROUNDS: u8 = 250;

/// Numbers, copies, jokers, and tiles on each rack of two players.
const DECKS: [(u8, u8, u8, u8); 9] = [
    (4, 1, 0, 5),
    (5, 1, 1, 6),
    (6, 1, 0, 7),
    (4, 1, 1, 6),
    (3, 2, 0, 6),
    (4, 1, 2, 5),
    (7, 1, 0, 8),
    (3, 2, 1, 6),
    (5, 1, 2, 7),
];

#[derive(Debug)]
struct Solver;

impl Oracle for Solver {
    fn can_play(&self, position: Position<'_>) -> Finding {
        match can_play(position, NodeLimit::default()) {
            Answer::Yes(_) => Finding::Play,
            Answer::No => Finding::NoPlay,
            Answer::Unknown => Finding::Unproven,
        }
    }
}

/// Whether this seat can play, by trying everything.
fn can_play_by_trying(round: &Round, seat: Seat) -> bool {
    let sets = round.sets();
    let position = round.position(seat, &sets).unwrap();
    let table: Vec<_> = sets.iter().map(TableSet::to_laid).collect();
    let ruleset = position.ruleset;
    let table_use = if ruleset.opening.table_use == TableUse::SameTurn { "same_turn" } else { "next_turn" };
    let case = json!({
        "ruleset": ruleset.name,
        "options": {"opening": {"min_points": ruleset.opening.min_points, "table_use": table_use}},
        "table": table, "rack": position.rack.to_vec(), "opened": position.opened == Opened::Yes,
    });
    let best = || oracle::Oracle::of_case(&case).unwrap().best(oracle::Objective::Tiles);
    with_numbers(ruleset.tiles.numbers, best).is_some()
}

/// The ruleset of a round, and how many play.
fn rules(number: u8) -> (Ruleset, u8) {
    let named: Vec<Ruleset> = Ruleset::printed()
        .filter(|r| r.family == Family::Rummikub && r.pool_empty == sarja_rules::PoolEmpty::PlayOn)
        .collect();
    let mut ruleset = named[usize::from(number) % named.len()].clone();
    let (numbers, copies, jokers, rack) = DECKS[usize::from(number / 3) % DECKS.len()];
    ruleset.tiles = TileSupply { numbers, copies, jokers };
    ruleset.rack = rack;
    ruleset.opening.min_points = [0, 12, 20][usize::from(number) % 3];
    (ruleset, 2)
}

/// What the seat does whose turn it is: mostly the best that it can.
fn action(round: &Round, number: u8) -> Action {
    let sets = round.sets();
    let position = round.position(round.seat(), &sets).unwrap();
    let best = solve(position, Objective::Tiles, NodeLimit::default());
    let is_lazy = (round.turn().0 + u32::from(number)).is_multiple_of(3);
    match best.play().filter(|_| !is_lazy) {
        Some(play) => Action::Play(Table::from(play.table.clone())),
        None if round.pool() == 0 => Action::Pass,
        None => Action::Draw,
    }
}

fn take_note(round: &mut Round, events: &[Event]) {
    for event in events {
        round.apply(event);
    }
}

/// How often a round with an empty pool was blocked by proof, by passing, and went on.
#[derive(Default, Debug)]
struct Seen {
    proven: u32,
    /// Those where a joker lay on the table.
    proven_with_jokers: u32,
    passed: u32,
    went_on: u32,
}

fn play(number: u8, seen: &mut Seen) {
    let (ruleset, players) = rules(number);
    let order = tile_order(&Seed::from_bytes([number; 32]), ruleset.tiles);
    let mut round = Round::deal(&ruleset, players, Seat(0), TurnNumber(0), &order).unwrap();
    let started = round.start(&Solver);
    take_note(&mut round, &started);
    while round.end().is_none() {
        let action = action(&round, number);
        let events = round.decide(round.seat(), round.turn(), &action, &Solver).unwrap();
        take_note(&mut round, &events);
        if round.pool() > 0 || matches!(round.end(), Some(RoundEnd::Out { .. })) {
            continue;
        }
        let blocked = round.end() == Some(RoundEnd::Blocked);
        let all_passed = round.view(Viewer::Spectator).passes >= players;
        let somebody = (0..players).any(|seat| can_play_by_trying(&round, Seat(seat)));
        assert_eq!(blocked, all_passed || !somebody, "round {number}, after {events:?}: {round:?}");
        match (blocked, somebody) {
            (true, false) => {
                seen.proven += 1;
                let has_joker = round.sets().iter().any(|set| set.jokers().next().is_some());
                seen.proven_with_jokers += u32::from(has_joker);
            }
            (true, true) => seen.passed += 1,
            (false, _) => seen.went_on += 1,
        }
    }
}

#[test]
fn a_round_is_blocked_exactly_when_nobody_finds_a_play_by_trying_everything() {
    let mut seen = Seen::default();
    (0..ROUNDS).for_each(|number| play(number, &mut seen));
    assert!(seen.proven > 20 && seen.proven_with_jokers > 5 && seen.went_on > 50, "{seen:?}");
}

#[test]
fn a_proof_ends_the_round_with_the_act_that_left_nobody_a_play() {
    let (mut ruleset, _) = rules(0);
    ruleset.rack = 8;
    let order: Vec<_> = ["R1 B1 R2 B2 R3 B3 R4 B4", "K1 O1 K2 O2 K3 O3 K4 O4"]
        .iter()
        .flat_map(|rack| rack.split(' ').map(|face| face.parse().unwrap()))
        .collect();
    ruleset.opening.min_points = 100;
    let mut round = Round::deal(&ruleset, 2, Seat(0), TurnNumber(0), &order).unwrap();
    let started = round.start(&Solver);
    take_note(&mut round, &started);
    let events = round.decide(Seat(0), round.turn(), &Action::Pass, &Solver).unwrap();
    assert!(matches!(events[..], [Event::TurnPassed { .. }, Event::RoundEnded { .. }]), "{events:?}");
}
