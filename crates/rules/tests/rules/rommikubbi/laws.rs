//! Laws of a deal, whatever is played.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sarja_rules::{
    Face, FaceCounts, Seat, Seed,
    rommikubbi::{Deal, DealAction, DealEvent, TurnStep},
    rummikub::Viewer,
    tile_order,
};

use super::{apply, begun, player, ruleset};

/// A deal that is played with these dice; calls after every action.
fn play(
    seed: [u8; 32],
    players: u8,
    dice: &[u32],
    mut look: impl FnMut(&Deal, &[DealEvent]),
) -> (Vec<Face>, u32) {
    let order = tile_order(&Seed::from_bytes(seed), ruleset().tiles);
    let mut deal = begun(players, seed[0] % players, &order);
    let mut laid = 0;
    for &dice in dice {
        if deal.end().is_some() {
            break;
        }
        let events = match dice % 53 {
            0 => deal.leave(Seat(seed[1] % players)),
            1 => deal.come_back(Seat(seed[1] % players)),
            _ => {
                let action = player::next(&deal, dice);
                deal.decide(deal.seat(), deal.turn(), &action).unwrap_or_else(|error| {
                    assert!(matches!(action, DealAction::EndTurn(_)), "{action:?}: {error}");
                    Vec::new()
                })
            }
        };
        apply(&mut deal, &events);
        laid += events.iter().filter(|event| matches!(event, DealEvent::SetsLaid { .. })).count() as u32;
        look(&deal, &events);
    }
    (order, laid)
}

/// All tiles that somebody can see, and how many nobody can.
fn in_sight(deal: &Deal) -> (FaceCounts, usize) {
    let hands = deal.players().iter().flat_map(|player| player.hand().tiles());
    let table: Vec<Face> = deal.table().iter().flat_map(|placed| placed.set.tiles().to_vec()).collect();
    let seen = hands.chain(table).chain(deal.pile_top()).collect();
    (seen, deal.stock() + deal.pile().saturating_sub(1))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn tiles_are_conserved(seed: [u8; 32], players in 2u8..=5, dice in prop::collection::vec(any::<u32>(), 150)) {
        let all: FaceCounts = ruleset().tiles.faces().collect();
        play(seed, players, &dice, |deal, events| {
            let (seen, hidden) = in_sight(deal);
            assert!(seen.is_subset_of(&all), "{events:?}");
            assert_eq!(seen.total() + hidden, 106, "{events:?}");
        });
    }

    #[test]
    fn a_deal_is_the_fold_of_its_events(seed: [u8; 32], players in 2u8..=5, dice in prop::collection::vec(any::<u32>(), 150)) {
        let mut log = Vec::new();
        let mut last = None;
        let (order, _) = play(seed, players, &dice, |deal, events| {
            log.extend(events.iter().cloned());
            last = Some(deal.clone());
        });
        let mut again = begun(players, seed[0] % players, &order);
        apply(&mut again, &log);
        prop_assert_eq!(Some(again), last);
    }

    #[test]
    fn what_events_say_holds(seed: [u8; 32], players in 2u8..=5, dice in prop::collection::vec(any::<u32>(), 150)) {
        let mut owners = BTreeMap::new();
        play(seed, players, &dice, |deal, events| {
            for placed in deal.table() {
                let owner = *owners.entry(placed.id).or_insert_with(|| placed.set.owner());
                assert_eq!(owner, placed.set.owner(), "a set belongs to who laid it first");
            }
            if let Some(DealEvent::DealEnded { finish, points, hands }) = events.last() {
                assert_eq!(points.len(), usize::from(players));
                let empty: Vec<usize> = (0..hands.len()).filter(|&seat| hands[seat].is_empty()).collect();
                assert_eq!(empty, finish.iter().map(|finish| finish.seat.index()).collect::<Vec<_>>());
            }
            for seat in (0..players).map(Seat) {
                let view = deal.view(Viewer::Player(seat));
                assert_eq!(view.taken.is_some(), seat == deal.seat() && view.step != TurnStep::ToTake && deal.end().is_none());
                assert_eq!(view.hand.unwrap().len(), view.players[seat.index()].tiles);
            }
        });
    }
}

#[test]
fn those_who_play_at_random_lay_sets_and_finish_deals() {
    let (mut laid, mut finished) = (0, 0);
    for number in 0u8..24 {
        let mut word = u32::from(number).wrapping_mul(2_654_435_761);
        let dice: Vec<u32> = (0..400)
            .map(|_| {
                word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                word >> 4
            })
            .collect();
        let mut seed = [number; 32];
        seed[5] = 77;
        let (_, sets) = play(seed, 2 + number % 4, &dice, |_, events| {
            let out = |event: &&DealEvent| matches!(event, DealEvent::DealEnded { finish: Some(_), .. });
            finished += events.iter().filter(out).count();
        });
        laid += sets;
    }
    assert!(laid > 100 && finished > 5, "{laid} times sets were laid, {finished} deals finished");
}
