//! Fourteen stacks of seven and one of eight.

use proptest::prelude::*;
use sarja_rules::{
    FaceCounts, Seat, Seed, TurnNumber, Viewer,
    rommikubbi::{Deal, DealSetUpError, Told},
    tile_order,
};

use super::{begun, order, ruleset};

proptest! {
    #[test]
    fn stacks_are_counted_off_and_dealt_twice_round(seed: [u8; 32], players in 2u8..=5, starter in 0u8..5) {
        let starter = starter % players;
        let order = tile_order(&Seed::from_bytes(seed), ruleset().tiles);
        let deal = Deal::new(&ruleset(), players, Seat(starter), TurnNumber(0), &order).unwrap();
        let counted = order[105].number().map_or(1, |number| usize::from(number.get()));
        let stack = |place: usize| order[place % 15 * 7..][..7].to_vec();
        for seat in 0..players {
            let turn = usize::from((seat + players - starter) % players);
            let mut hand: FaceCounts = stack(counted + turn).into_iter().collect();
            hand.extend(stack(counted + turn + usize::from(players)));
            if seat == starter {
                hand.add(order[105]);
            }
            prop_assert_eq!(deal.player(Seat(seat)).unwrap().hand(), &hand);
        }
        prop_assert_eq!(deal.stock(), 105 - 14 * usize::from(players));
        prop_assert_eq!((deal.pile(), deal.pile_top()), (0, None));
    }

    #[test]
    fn what_a_player_sees_does_not_tell_of_hidden_tiles(seed: [u8; 32], other: [u8; 32], seat in 0u8..3) {
        // The same deal with every tile that is hidden from the seat in another place.
        let order = tile_order(&Seed::from_bytes(seed), ruleset().tiles);
        let first = begun(3, 0, &order);
        let counted = usize::from(first.told().stacks());
        let own = |place: usize| {
            let stack = (place / 7 + 15 - counted) % 15;
            place == 105 || (stack < 6 && stack % 3 == usize::from(seat))
        };
        let mut hidden: Vec<_> = (0..106).filter(|&place| !own(place)).map(|place| order[place]).collect();
        hidden.rotate_left(usize::from(other[0]) % 50 + 1);
        let mut hidden = hidden.into_iter();
        let changed: Vec<_> =
            (0..106).map(|place| if own(place) { order[place] } else { hidden.next().unwrap() }).collect();
        let second = begun(3, 0, &changed);
        let viewer = Viewer::Player(Seat(seat));
        prop_assert_eq!(first.view(viewer), second.view(viewer));
        prop_assert_eq!(first.view(Viewer::Spectator), second.view(Viewer::Spectator));
    }
}

#[test]
fn the_number_of_the_fifteenth_tile_is_told_and_a_joker_counts_as_1() {
    let mut order = order(3);
    let place = |order: &[sarja_rules::Face], text: &str| {
        order.iter().position(|&face| face == text.parse().unwrap()).unwrap()
    };
    for (text, stacks) in [("K13", 13), ("R1", 1), ("J", 1)] {
        let at = place(&order, text);
        order.swap(at, 105);
        let deal = begun(2, 1, &order);
        assert_eq!(deal.told().stacks(), stacks);
        assert_eq!(deal.told() == Told::Joker, text == "J");
        let tiles: Vec<usize> = deal.players().iter().map(|player| player.hand().total()).collect();
        assert_eq!(tiles, [14, 15]);
    }
}

#[test]
fn wrong_tiles_and_too_many_players_are_named() {
    let ruleset = ruleset();
    let new = |players, starter, order: &[_]| {
        Deal::new(&ruleset, players, Seat(starter), TurnNumber(0), order).err()
    };
    let order = order(1);
    assert!(matches!(new(2, 0, &order[1..]), Some(DealSetUpError::WrongTiles { have: 105, need: 106, .. })));
    assert!(matches!(new(2, 0, &[order[0]; 106]), Some(DealSetUpError::WrongTiles { .. })));
    assert_eq!(new(6, 0, &order), Some(DealSetUpError::WrongPlayers { players: 6, fewest: 2, most: 5 }));
    assert_eq!(new(3, 3, &order), Some(DealSetUpError::NoSuchStarter { starter: Seat(3), players: 3 }));
}
