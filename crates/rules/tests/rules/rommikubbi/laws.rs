//! Laws of a deal, whatever is played.

use std::collections::BTreeMap;

use sarja_rules::{
    Face, FaceCounts, Seat, Viewer,
    rommikubbi::{Deal, DealAction, DealEnd, DealEvent, Taken, TurnCause, TurnStep},
};

use super::{act, begun, order, played::in_all_deals, ruleset};

/// All tiles that are on a hand or the table or were discarded last, and how many others there are.
fn in_sight(deal: &Deal) -> (FaceCounts, usize) {
    let hands = deal.players().iter().flat_map(|player| player.hand().tiles());
    let table: Vec<Face> = deal.table().iter().flat_map(|placed| placed.set.tiles().to_vec()).collect();
    let seen = hands.chain(table).chain(deal.pile_top()).collect();
    (seen, deal.stock() + deal.pile().saturating_sub(1))
}

#[test]
fn tiles_are_conserved_by_every_event() {
    let all: FaceCounts = ruleset().tiles.faces().collect();
    in_all_deals(24, |played| {
        for (event, deal) in &played.steps {
            let (seen, hidden) = in_sight(deal);
            assert!(seen.is_subset_of(&all), "{event:?}");
            assert_eq!(seen.total() + hidden, 106, "{event:?}");
        }
    });
}

/// What is nowhere in sight comes to light when the stock and the pile are drawn to their end: no tile is there twice.
#[test]
fn the_tiles_that_nobody_sees_are_the_ones_that_are_missing() {
    let all: FaceCounts = ruleset().tiles.faces().collect();
    in_all_deals(12, |played| {
        for (_, deal) in played.steps.iter().step_by(20).filter(|(_, deal)| deal.end().is_none()) {
            let mut deal = deal.clone();
            let (turn, seat, tiles) = (deal.turn(), deal.seat(), deal.pile() as u8);
            deal.apply(&DealEvent::PileTaken { turn, seat, tiles });
            while deal.stock() > 0 {
                deal.apply(&DealEvent::StockTaken { turn, seat, cause: TurnCause::Chosen });
            }
            assert_eq!(in_sight(&deal), (all.clone(), 0));
        }
    });
}

#[test]
fn a_deal_is_the_fold_of_its_events_at_every_step() {
    in_all_deals(24, |played| {
        let mut again = played.dealt(&played.order);
        for (event, deal) in &played.steps {
            again.apply(event);
            assert_eq!(&again, deal, "{event:?}");
        }
    });
}

#[cfg(feature = "serde")]
#[test]
fn events_that_were_written_and_read_make_the_same_deal_at_every_step() {
    in_all_deals(24, |played| {
        let mut again = played.dealt(&played.order);
        for (event, deal) in &played.steps {
            let text = serde_json::to_string(event).unwrap();
            let read: DealEvent = serde_json::from_str(&text).unwrap();
            assert_eq!(&read, event, "{text}");
            again.apply(&read);
            assert_eq!(&again, deal, "{text}");
        }
    });
}

#[test]
fn a_set_belongs_to_who_laid_it_first() {
    in_all_deals(12, |played| {
        let mut owners = BTreeMap::new();
        for (event, deal) in &played.steps {
            for placed in deal.table() {
                let layer = match event {
                    DealEvent::SetsLaid { seat, .. } => *seat,
                    _ => placed.set.owner(),
                };
                let owner = *owners.entry(placed.id).or_insert(layer);
                assert_eq!(owner, placed.set.owner(), "{event:?}");
            }
        }
    });
}

#[test]
fn who_finishes_is_who_has_no_tile_left() {
    in_all_deals(24, |played| {
        let Some(DealEvent::DealEnded { hands, .. }) = played.events().last() else { return };
        let empty: Vec<usize> = (0..hands.len()).filter(|&seat| hands[seat].is_empty()).collect();
        let finisher = match played.end().end() {
            Some(DealEnd::Finished(finish)) => Some(finish.seat.index()),
            _ => None,
        };
        assert_eq!(empty, finisher.into_iter().collect::<Vec<_>>());
    });
}

#[test]
fn a_player_sees_the_own_hand_and_what_the_own_turn_took() {
    in_all_deals(12, |played| {
        for (event, deal) in &played.steps {
            for seat in (0..played.players).map(Seat) {
                let view = deal.view(Viewer::Player(seat));
                let is_own = seat == deal.seat() && deal.end().is_none();
                let has_taken = *deal.taken() != Taken::Nothing;
                assert_eq!(view.taken.is_some(), is_own && has_taken, "{event:?}");
                assert_eq!(view.step == TurnStep::ToTake, !has_taken, "{event:?}");
                assert_eq!(view.hand.unwrap(), deal.player(seat).unwrap().hand().to_vec(), "{event:?}");
                assert_eq!(view.hands.is_some(), deal.end().is_some(), "{event:?}");
            }
        }
    });
}

#[test]
fn everybody_sees_the_tile_that_was_discarded_last() {
    in_all_deals(12, |played| {
        for (event, deal) in &played.steps {
            if let DealEvent::TileDiscarded { tile, seat, .. } = event {
                assert_eq!(deal.view(Viewer::Player(*seat)).pile_top, Some(*tile));
                assert_eq!(deal.view(Viewer::Spectator).pile_top, Some(*tile));
            }
        }
    });
}

/// A pile that was given back lies as it lay, and so does the hand.
#[test]
fn what_is_given_back_is_as_it_was() {
    in_all_deals(12, |played| {
        let mut before = None;
        for (at, (event, deal)) in played.steps.iter().enumerate() {
            match event {
                DealEvent::PileTaken { .. } => before = at.checked_sub(1).map(|at| &played.steps[at].1),
                DealEvent::PileGivenBack { seat, .. } => {
                    let before: &Deal = before.unwrap();
                    let hand = |deal: &Deal| deal.player(*seat).unwrap().hand().clone();
                    let pile = |deal: &Deal| (deal.pile(), deal.pile_top(), deal.stock());
                    assert_eq!((hand(deal), pile(deal)), (hand(before), pile(before)));
                    let given_back = |deal: &Deal| deal.player(*seat).unwrap().given_back();
                    assert_eq!(given_back(deal), given_back(before) + 1);
                }
                _ => {}
            }
        }
    });
}

#[test]
fn deals_in_which_all_time_runs_out_end_without_a_finisher() {
    for players in 2..=5 {
        let mut deal = begun(players, 0, &order(7));
        while deal.end().is_none() {
            act(&mut deal, &DealAction::RunOutOfTime(None)).unwrap();
        }
        assert_eq!(deal.end(), Some(DealEnd::NobodyFinished));
    }
}
