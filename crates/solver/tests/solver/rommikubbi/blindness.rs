//! What a bot cannot see has no part in what it does.

use proptest::prelude::*;
use sarja_rules::{
    Ruleset, Seat, TurnNumber, Viewer,
    rommikubbi::{Deal, DealAction, DealEvent},
};
use sarja_solver::{
    Skill::{self, Easy, Hard, Medium},
    choose_in_deal,
};

use super::{
    game::Game,
    places::{Places, changed},
};

fn ruleset() -> Ruleset {
    Ruleset::named("rommikubbi").expect("a printed ruleset")
}

/// A deal that bots have played for so many actions, or to the last one before its end.
fn played(skills: &[Skill], number: u64, actions: u32) -> Game {
    let mut game = Game::deal(&ruleset(), skills, number);
    for _ in 0..actions {
        let before = (game.deal.clone(), game.events.len());
        let action = game.choice();
        game.act(&action);
        if game.points().is_some() {
            game.deal = before.0;
            game.events.truncate(before.1);
            break;
        }
    }
    game
}

/// The same deal with the tiles exchanged that the seat has never seen; `None` where there are too few of them.
fn with_hidden_exchanged(game: &Game, own: Seat, shift: usize) -> Option<Deal> {
    let players = game.deal.players().len() as u8;
    let events: Vec<&DealEvent> = game.events.iter().collect();
    let places = Places::new(&game.order, players, game.starter);
    let hidden = places.hidden_from(Viewer::Player(own), &events);
    if hidden.len() < 4 {
        return None;
    }
    let order = changed(&game.order, &hidden, 1 + shift % (hidden.len() - 2));
    assert_ne!(order, game.order);
    let mut deal = Deal::new(&ruleset(), players, game.starter, TurnNumber(0), &order).expect("a deal");
    for event in &game.events {
        deal.apply(event);
    }
    Some(deal)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Two deals that look alike from a seat get the same action, whatever the others hold and whatever comes to be drawn.
    #[test]
    fn deals_that_look_alike_from_a_seat_get_the_same_action(
        number in 0..1_000_u64, players in 2..=5_usize, actions in 0..120_u32, shift in 0..100_usize, chance: u64,
    ) {
        let skills: Vec<Skill> = [Hard, Easy, Medium].into_iter().cycle().take(players).collect();
        let game = played(&skills, number, actions);
        let own = game.deal.seat();
        let Some(twin) = with_hidden_exchanged(&game, own, shift) else { return Ok(()) };
        let (view, twin_view) = (game.deal.view(Viewer::Player(own)), twin.view(Viewer::Player(own)));
        prop_assert_eq!(&view, &twin_view);
        for skill in [Easy, Medium, Hard] {
            let action = choose_in_deal(&ruleset(), &view, own, skill, chance);
            prop_assert!(action.is_some());
            prop_assert_eq!(action, choose_in_deal(&ruleset(), &twin_view, own, skill, chance));
        }
    }
}

#[test]
fn exchanging_what_is_hidden_changes_other_hands_and_nothing_that_is_seen() {
    let game = played(&[Medium; 3], 4, 20);
    let own = game.deal.seat();
    let twin = with_hidden_exchanged(&game, own, 7).expect("much is hidden");
    assert_eq!(game.deal.view(Viewer::Player(own)), twin.view(Viewer::Player(own)));
    let other = own.next(3);
    assert_ne!(game.deal.view(Viewer::Player(other)).hand, twin.view(Viewer::Player(other)).hand);
}

#[test]
fn who_has_no_hand_or_is_not_to_move_has_nothing_to_choose() {
    let game = Game::deal(&ruleset(), &[Medium; 2], 1);
    let own = game.deal.seat();
    for skill in [Easy, Medium, Hard] {
        let choose = |viewer, seat| choose_in_deal(&ruleset(), &game.deal.view(viewer), seat, skill, 0);
        assert_eq!(choose(Viewer::Spectator, own), None);
        assert_eq!(choose(Viewer::Player(own.next(2)), own.next(2)), None);
        assert!(matches!(choose(Viewer::Player(own), own), Some(DealAction::EndTurn(_))));
    }
}
