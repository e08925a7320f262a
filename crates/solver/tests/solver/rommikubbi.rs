//! Bots play whole deals of Rommikubbi: every action is legal, deals come to an end, and who plays so wins against who only draws
//! and lays what was drawn away.

use sarja_rules::{
    FaceCounts, LaidSet, Points, Ruleset, Seat, Seed, Table, TurnNumber, Viewer,
    rommikubbi::{Deal, DealAction, DealEnd, DealEvent, Laying, TurnStep},
    tile_order,
};
use sarja_solver::choose_in_deal;

/// More actions than any deal has.
const ACTIONS_MAX: usize = 2_000;

fn ruleset() -> Ruleset {
    Ruleset::named("rommikubbi").expect("a printed ruleset")
}

fn apply(deal: &mut Deal, events: &[DealEvent]) {
    for event in events {
        deal.apply(event);
    }
}

/// Plays a deal; `is_bot` says which seats play as bots do, the others lay nothing.
fn play(number: u8, players: u8, is_bot: impl Fn(Seat) -> bool) -> (Vec<DealEvent>, Vec<Points>) {
    let ruleset = ruleset();
    let order = tile_order(&Seed::from_bytes([number; 32]), ruleset.tiles);
    let starter = Seat(number % players);
    let mut deal = Deal::new(&ruleset, players, starter, TurnNumber(0), &order).expect("a deal");
    let events = deal.start();
    apply(&mut deal, &events);
    let mut log = Vec::new();
    for _ in 0..ACTIONS_MAX {
        let seat = deal.seat();
        let view = deal.view(Viewer::Player(seat));
        let action = if is_bot(seat) {
            choose_in_deal(&ruleset, &view, seat).expect("it is the turn of this seat")
        } else if view.step == TurnStep::ToTake {
            DealAction::TakeStock
        } else {
            let sets = deal.table().iter();
            let sets = sets.map(|p| LaidSet::declared(p.set.tiles().to_vec(), p.set.kind())).collect();
            let ids = deal.table().iter().map(|p| Some(p.id)).collect();
            let discard = view.taken.as_ref().and_then(|taken| taken.first().copied());
            DealAction::EndTurn(Laying { table: Table { sets, ids }, discard })
        };
        let events = deal.decide(seat, deal.turn(), &action).unwrap_or_else(|error| {
            panic!("deal {number}, seat {seat}: {action:?} is refused: {error:?}");
        });
        apply(&mut deal, &events);
        log.extend(events);
        if let Some(DealEvent::DealEnded { points, .. }) = log.last() {
            let points = points.clone();
            return (log, points);
        }
    }
    panic!("deal {number} of {players} does not end: {:?}", deal.view(Viewer::Spectator));
}

#[test]
fn bots_play_deals_to_their_end_and_most_are_finished() {
    let mut finished = 0;
    let mut piles = 0;
    let mut laid = 0;
    let mut added = 0;
    for number in 0..60 {
        let (log, points) = play(number, 2 + number % 4, |_| true);
        assert_eq!(points.len(), usize::from(2 + number % 4));
        let out = |event: &DealEvent| matches!(event, DealEvent::DealEnded { finish: Some(_), .. });
        finished += usize::from(log.iter().any(out));
        piles += log.iter().filter(|event| matches!(event, DealEvent::PileTaken { .. })).count();
        let mut tiles_before = FaceCounts::EMPTY;
        let mut sets_before = 0;
        for event in &log {
            if let DealEvent::SetsLaid { table, from_hand, .. } = event {
                laid += 1;
                let new: usize = table[sets_before..].iter().map(|placed| placed.set.tiles().len()).sum();
                added += usize::from(new < from_hand.len());
                sets_before = table.len();
                let tiles: FaceCounts = table.iter().flat_map(|placed| placed.set.tiles()).collect();
                assert!(tiles_before.is_subset_of(&tiles), "nothing leaves the table");
                tiles_before = tiles;
            }
            assert!(!matches!(event, DealEvent::PileGivenBack { .. }), "no bot takes a pile for nothing");
        }
    }
    assert!(finished > 45, "{finished} of 60 deals were finished");
    assert!(piles > 60 && laid > 200 && added > 60, "{piles} piles, laid {laid} times, added {added} times");
}

#[test]
fn a_bot_wins_against_those_who_lay_nothing() {
    for number in 0..20 {
        let bot = Seat(number % 3);
        let (_, points) = play(number, 3, |seat| seat == bot);
        let best = points.iter().max().expect("three players");
        assert_eq!(points[bot.index()], *best, "deal {number}: {points:?}");
        assert!(*best > 0, "deal {number}: {points:?}");
    }
}

#[test]
fn a_deal_that_nobody_lays_in_ends_without_a_finisher() {
    let ruleset = ruleset();
    let (log, points) = play(3, 2, |_| false);
    assert!(matches!(log.last(), Some(DealEvent::DealEnded { finish: None, .. })));
    assert!(points.iter().all(|points| *points < 0));
    let order = tile_order(&Seed::from_bytes([3; 32]), ruleset.tiles);
    let mut deal = Deal::new(&ruleset, 2, Seat(1), TurnNumber(0), &order).expect("a deal");
    apply(&mut deal, &log);
    assert_eq!(deal.end(), Some(DealEnd::NobodyFinished));
}
