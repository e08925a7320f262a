//! Turns of a deal: what is taken, what is given back, and how it ends.

use sarja_rules::{
    Face, FaceCounts, LaidSet, Seat, TurnNumber, Viewer,
    rommikubbi::{
        Deal, DealAction, DealEnd, DealEvent, DealRefusal, Finish, GoingOut, LayingFate, OwnedSet, Take,
        Taken, Turn, TurnCause, TurnPosition, TurnReason, TurnStep, judge_turn,
    },
};

use super::{act, apply, begun, discarding, faces, laying, order, rigged, ruleset};

fn face(text: &str) -> Face {
    text.parse().unwrap()
}

/// A tile of the hand of whoever's turn it is.
fn any_tile(deal: &Deal) -> Face {
    deal.player(deal.seat()).unwrap().hand().tiles().next().unwrap()
}

fn take_and_discard(deal: &mut Deal) {
    act(deal, &DealAction::TakeStock).unwrap();
    let end = discarding(deal, any_tile(deal));
    act(deal, &end).unwrap();
}

/// The starter has discarded one tile, and the other one is to move: eights and nines of the hand meet a `B9` on the pile.
fn with_a_pile() -> Deal {
    let order = rigged(
        "R1 R3 R5 R7 R9 R11 R13 K1 K3 K5 K7 K9 K11 K13 B9",
        "B8 B10 B1 B3 O1 O3 O5 O7 O9 O11 O13 R10 R11 R12",
        "J R2 K2 O2",
    );
    let mut deal = begun(2, 0, &order);
    let discard = discarding(&deal, face("B9"));
    act(&mut deal, &discard).unwrap();
    deal
}

#[test]
fn the_starter_takes_nothing_in_the_first_turn_and_begins_the_pile() {
    let mut deal = begun(2, 0, &order(5));
    assert_eq!(act(&mut deal, &DealAction::TakeStock), Err(DealRefusal::TakeNotAllowed));
    let tile = any_tile(&deal);
    let discard = discarding(&deal, tile);
    let events = act(&mut deal, &discard).unwrap();
    let (turn, seat) = (TurnNumber(1), Seat(0));
    assert_eq!(events[0], DealEvent::TileDiscarded { turn, seat, tile, cause: TurnCause::Chosen });
    assert_eq!((deal.pile_top(), deal.pile(), deal.seat()), (Some(tile), 1, Seat(1)));
}

#[test]
fn a_turn_takes_one_tile_and_then_ends() {
    let mut deal = with_a_pile();
    let discard = discarding(&deal, face("B1"));
    assert_eq!(act(&mut deal, &discard), Err(DealRefusal::TakeFirst));
    assert_eq!(act(&mut deal, &DealAction::GiveBack), Err(DealRefusal::NoPileToGiveBack));
    act(&mut deal, &DealAction::TakeStock).unwrap();
    assert_eq!(*deal.taken(), Taken::Stock(face("J")));
    for again in [DealAction::TakeStock, DealAction::TakePile] {
        assert_eq!(act(&mut deal, &again), Err(DealRefusal::TakeNotAllowed));
    }
    let without = laying(&deal, &[], None);
    assert!(matches!(act(&mut deal, &without), Err(DealRefusal::IllegalTurn(_))));
    let stale = deal.decide(Seat(1), TurnNumber(1), &DealAction::TakeStock);
    assert_eq!(stale, Err(DealRefusal::StaleTurn { meant: TurnNumber(1), now: TurnNumber(2) }));
    let other = deal.decide(Seat(0), deal.turn(), &DealAction::TakeStock);
    assert_eq!(other, Err(DealRefusal::NotYourTurn { seat: Seat(1) }));
}

#[test]
fn the_whole_pile_is_taken_for_its_top_in_a_new_set() {
    let mut deal = with_a_pile();
    let events = act(&mut deal, &DealAction::TakePile).unwrap();
    assert_eq!(events, [DealEvent::PileTaken { turn: TurnNumber(2), seat: Seat(1), tiles: 1 }]);
    let turn = laying(&deal, &["B8 B9 B10", "R10 R11 R12"], Some(face("O1")));
    let events = act(&mut deal, &turn).unwrap();
    let DealEvent::SetsLaid { opening_points, from_hand, table, .. } = &events[0] else {
        panic!("{events:?}")
    };
    assert_eq!((*opening_points, from_hand.len(), table.len()), (Some(60), 6, 2));
    assert!(deal.player(Seat(1)).unwrap().opened());
    assert_eq!(deal.player(Seat(1)).unwrap().hand().total(), 8);
}

#[test]
fn a_pile_that_is_given_back_lies_as_it_lay_and_costs_100_points() {
    for (action, cause) in
        [(DealAction::GiveBack, TurnCause::Chosen), (DealAction::RunOutOfTime(None), TurnCause::TimeRanOut)]
    {
        let mut deal = with_a_pile();
        let hand = deal.player(Seat(1)).unwrap().hand().clone();
        act(&mut deal, &DealAction::TakePile).unwrap();
        assert_eq!((deal.pile(), deal.pile_top()), (0, None));
        let events = act(&mut deal, &action).unwrap();
        assert!(events.contains(&DealEvent::PileGivenBack { turn: TurnNumber(2), seat: Seat(1), cause }));
        let draft = LayingFate::None;
        let ran_out = DealEvent::TimeRanOut { turn: TurnNumber(2), seat: Seat(1), draft };
        assert_eq!(events[0] == ran_out, cause == TurnCause::TimeRanOut);
        let player = deal.player(Seat(1)).unwrap();
        assert_eq!((player.hand(), player.given_back()), (&hand, 1));
        assert_eq!((deal.pile_top(), deal.seat()), (Some(face("B9")), Seat(0)));
    }
}

#[test]
fn when_time_runs_out_a_complete_legal_turn_stands() {
    let mut deal = with_a_pile();
    act(&mut deal, &DealAction::TakePile).unwrap();
    let DealAction::EndTurn(draft) = laying(&deal, &["B8 B9 B10", "R10 R11 R12"], Some(face("O1"))) else {
        unreachable!()
    };
    let events = act(&mut deal, &DealAction::RunOutOfTime(Some(draft))).unwrap();
    assert!(matches!(
        events[..],
        [
            DealEvent::TimeRanOut { draft: LayingFate::Stands, .. },
            DealEvent::SetsLaid { .. },
            DealEvent::TileDiscarded { cause: TurnCause::TimeRanOut, .. },
            DealEvent::TurnStarted { .. }
        ]
    ));
}

#[test]
fn when_time_runs_out_the_tile_that_is_drawn_is_discarded() {
    let mut first = begun(2, 0, &order(5));
    let fifteenth = *order(5).last().unwrap();
    act(&mut first, &DealAction::RunOutOfTime(None)).unwrap();
    assert_eq!((first.pile_top(), first.player(Seat(0)).unwrap().hand().total()), (Some(fifteenth), 14));
    for takes in [false, true] {
        let mut deal = with_a_pile();
        if takes {
            act(&mut deal, &DealAction::TakeStock).unwrap();
        }
        act(&mut deal, &DealAction::RunOutOfTime(None)).unwrap();
        assert_eq!((deal.pile_top(), deal.pile()), (Some(face("J")), 2));
        assert_eq!(deal.player(Seat(1)).unwrap().hand().total(), 14);
    }
}

#[test]
fn only_the_top_of_the_pile_is_shown() {
    let mut deal = with_a_pile();
    act(&mut deal, &DealAction::TakePile).unwrap();
    let view = deal.view(Viewer::Player(Seat(0)));
    assert_eq!((view.taken, view.step, view.pile, view.pile_top), (None, TurnStep::TookPile, 0, None));
    let own = deal.view(Viewer::Player(Seat(1)));
    assert_eq!(own.taken, Some(faces("B9")));
    assert_eq!(deal.view(Viewer::Spectator).hand, None);
}

#[test]
fn the_pile_is_turned_over_once_and_then_somebody_has_to_lay() {
    let mut deal = begun(2, 0, &order(9));
    let mut log = Vec::new();
    let first = any_tile(&deal);
    let mut discarded = vec![first];
    let end = discarding(&deal, first);
    act(&mut deal, &end).unwrap();
    while deal.end().is_none() {
        log.extend(act(&mut deal, &DealAction::TakeStock).unwrap());
        if deal.end().is_some() {
            break;
        }
        let tile = any_tile(&deal);
        discarded.push(tile);
        let end = discarding(&deal, tile);
        log.extend(act(&mut deal, &end).unwrap());
    }
    let turned: Vec<_> = log.iter().filter(|e| matches!(e, DealEvent::PileTurnedOver { .. })).collect();
    // 105 - 28 tiles were drawn, and with the first there is one more discard.
    assert_eq!(turned, [&DealEvent::PileTurnedOver { tiles: 78 }]);
    assert_eq!(deal.end(), Some(DealEnd::NobodyFinished));
    let Some(DealEvent::DealEnded { finish: None, points, hands }) = log.last() else { panic!("{log:?}") };
    assert!(points.iter().all(|points| *points < 0), "the hands count, and no fine: {points:?}");
    assert_eq!(hands.iter().map(Vec::len).collect::<Vec<_>>(), [14, 14]);
}

#[test]
fn the_oldest_discard_is_drawn_first_after_the_pile_was_turned_over() {
    let mut deal = begun(2, 0, &order(9));
    let oldest = any_tile(&deal);
    let end = discarding(&deal, oldest);
    act(&mut deal, &end).unwrap();
    while deal.stock() > 0 {
        take_and_discard(&mut deal);
    }
    let events = act(&mut deal, &DealAction::TakeStock).unwrap();
    assert!(matches!(events[0], DealEvent::PileTurnedOver { tiles: 78 }));
    assert_eq!((deal.taken(), deal.pile()), (&Taken::Stock(oldest), 0));
}

#[test]
fn who_lays_all_but_one_tile_goes_out() {
    let order = rigged(
        "R7 R8 R9 R10 R11 R12 R13 K1 K2 K3 K4 B5 O5 R5 B9",
        "B8 B10 B1 B3 O1 O3 O6 O7 O9 O11 O13 K10 K11 K12",
        "J",
    );
    let mut deal = begun(2, 0, &order);
    let sets = ["R7 R8 R9 R10 R11 R12 R13", "K1 K2 K3 K4", "B5 O5 R5"];
    let nothing_left = laying(&deal, &[&sets[..], &["B9"]].concat(), None);
    assert!(matches!(act(&mut deal, &nothing_left), Err(DealRefusal::IllegalTurn(_))));
    let turn = laying(&deal, &sets, Some(face("B9")));
    let events = act(&mut deal, &turn).unwrap();
    let finish = Finish { seat: Seat(0), how: GoingOut::NewSetsOnly };
    assert_eq!(deal.end(), Some(DealEnd::Finished(finish)));
    let Some(DealEvent::DealEnded { points, .. }) = events.last() else { panic!("{events:?}") };
    // 64 of the red run, 10 and 15, and 100 for going out; the other one has 106 in the hand, and never opened.
    assert_eq!(points[0], 64 + 10 + 15 + 100);
    let hand: i32 =
        deal.player(Seat(1)).unwrap().hand().tiles().map(|f| i32::from(f.number().unwrap().get())).sum();
    assert_eq!(points[1], -2 * (hand + 100));
    assert_eq!(deal.decide(Seat(0), deal.turn(), &DealAction::TakeStock), Err(DealRefusal::DealOver));
}

#[test]
fn the_turns_of_who_has_left_end_at_once() {
    let mut deal = with_a_pile();
    let events = deal.leave(Seat(1));
    apply(&mut deal, &events);
    assert!(matches!(
        events[..],
        [
            DealEvent::PlayerLeft { .. },
            DealEvent::StockTaken { cause: TurnCause::Gone, .. },
            DealEvent::TileDiscarded { cause: TurnCause::Gone, .. },
            DealEvent::TurnStarted { seat: Seat(0), .. }
        ]
    ));
    take_and_discard(&mut deal);
    assert_eq!(deal.seat(), Seat(0), "the turn of seat 1 was over at once");
    let back = deal.come_back(Seat(1));
    apply(&mut deal, &back);
    take_and_discard(&mut deal);
    assert_eq!(deal.seat(), Seat(1));
    let all: FaceCounts = deal.players().iter().flat_map(|player| player.hand().tiles()).collect();
    assert_eq!(all.total(), 28);
}

#[test]
fn a_joker_that_is_swapped_is_not_the_top_of_the_pile() {
    let table = [OwnedSet::read(Seat(1), &LaidSet::new(faces("B3 J O3"))).unwrap()];
    let hand = faces("K3 R6 O6 B6 R5 K8").into_iter().collect();
    let pile = faces("J");
    let ruleset = ruleset();
    let position = TurnPosition {
        ruleset: &ruleset,
        table: &table,
        hand: &hand,
        seat: Seat(0),
        opened: true,
        first_turn: false,
        take: Take::Pile(&pile),
    };
    let judge = |sets: [&str; 2]| {
        let sets = sets.map(|set| LaidSet::new(faces(set)));
        let verdict = judge_turn(position, Turn { table: &sets, discard: Some(face("R5")) });
        verdict.reasons.iter().map(TurnReason::code).collect::<Vec<_>>()
    };
    // One joker on the table before and after: the other one would be in the hand.
    assert_eq!(judge(["B3 K3 O3", "R6 O6 B6 J"]), ["pile_top_not_in_new_set"]);
    assert_eq!(judge(["B3 K3 O3 J", "R6 O6 B6 J"]), [""; 0]);
    assert_eq!(judge(["B3 J O3", "R6 O6 B6 J"]), [""; 0]);
}
