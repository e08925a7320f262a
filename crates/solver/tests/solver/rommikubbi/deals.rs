//! Bots play whole deals of Rommikubbi: every action is legal, deals come to an end, and who plays better has more points.

use sarja_rules::{
    FaceCounts, LaidSet, Points, Ruleset, Seat, Table, Viewer,
    rommikubbi::{DealAction, DealEvent, Laying, TurnStep},
};
use sarja_solver::Skill::{self, Easy, Hard, Medium};

use super::game::Game;

fn ruleset() -> Ruleset {
    Ruleset::named("rommikubbi").expect("a printed ruleset")
}

/// By house rules: whatever an opening is worth, it has a run.
#[test]
fn bots_open_by_house_rules_too() {
    for min_points in [0, 20, 100] {
        let mut rules = ruleset();
        rules.opening.min_points = min_points;
        for (skill, number) in
            [Easy, Medium, Hard].into_iter().flat_map(|skill| (0..12).map(move |n| (skill, n)))
        {
            let mut game = Game::deal(&rules, &[skill; 3], number);
            while game.points().is_none() {
                let action = game.choice();
                game.act(&action);
            }
            let gave_back = |event: &DealEvent| matches!(event, DealEvent::PileGivenBack { .. });
            assert!(!game.events.iter().any(gave_back), "{min_points} {skill:?} {number}");
        }
    }
}

/// Plays a deal to its end; the referee judges every action on the way. Who is no bot takes a tile and discards it.
fn play(skills: &[Skill], number: u64, is_bot: impl Fn(Seat) -> bool) -> Game {
    let mut game = Game::deal(&ruleset(), skills, number);
    while game.points().is_none() {
        let action = if is_bot(game.deal.seat()) { game.choice() } else { draws_and_discards(&game) };
        game.act(&action);
    }
    game
}

fn draws_and_discards(game: &Game) -> DealAction {
    let view = game.deal.view(Viewer::Player(game.deal.seat()));
    if view.step == TurnStep::ToTake {
        return DealAction::TakeStock;
    }
    let sets = view.table.iter().map(|p| LaidSet::declared(p.set.tiles().to_vec(), p.set.kind())).collect();
    let ids = view.table.iter().map(|placed| Some(placed.id)).collect();
    let discard = view.taken.as_ref().and_then(|taken| taken.first().copied());
    DealAction::EndTurn(Laying { table: Table { sets, ids }, discard })
}

/// What occurred in deals.
#[derive(Debug, Default)]
struct Counts {
    finished: usize,
    piles: usize,
    largest_pile: u8,
    laid: usize,
    added: usize,
    swapped: usize,
}

impl Counts {
    fn count(&mut self, game: &Game) {
        let mut before = Vec::new();
        for event in &game.events {
            match event {
                DealEvent::DealEnded { finish, .. } => self.finished += usize::from(finish.is_some()),
                DealEvent::PileTaken { tiles, .. } => {
                    self.piles += 1;
                    self.largest_pile = self.largest_pile.max(*tiles);
                }
                DealEvent::SetsLaid { table, from_hand, .. } => {
                    let after: Vec<FaceCounts> =
                        table.iter().map(|placed| placed.set.tiles().iter().collect()).collect();
                    self.count_laying(&before, &after, from_hand.len());
                    before = after;
                }
                DealEvent::PileGivenBack { .. } => panic!("no bot takes a pile for nothing"),
                _ => {}
            }
        }
    }

    fn count_laying(&mut self, before: &[FaceCounts], after: &[FaceCounts], from_hand: usize) {
        let new: usize = after[before.len()..].iter().map(FaceCounts::total).sum();
        let lost_joker = |(old, new): (&FaceCounts, &FaceCounts)| new.jokers() < old.jokers();
        self.laid += 1;
        self.added += usize::from(new < from_hand);
        self.swapped += usize::from(before.iter().zip(after).any(lost_joker));
    }
}

#[test]
fn bots_play_deals_to_their_end_and_most_are_finished() {
    for (skill, fewest_finished) in [(Easy, 25), (Medium, 50), (Hard, 50)] {
        let mut counts = Counts::default();
        for number in 0..60 {
            let players = 2 + number as usize % 4;
            let game = play(&vec![skill; players], number, |_| true);
            assert_eq!(game.points().map(<[Points]>::len), Some(players));
            counts.count(&game);
        }
        assert!(counts.finished >= fewest_finished, "{skill:?}: {counts:?}");
        assert!(counts.laid > 200 && counts.added > 60 && counts.piles > 20, "{skill:?}: {counts:?}");
        assert_eq!(counts.swapped > 0, skill == Hard, "{skill:?}: {counts:?}");
        assert!(skill == Easy || counts.largest_pile > 10, "{skill:?}: {counts:?}");
    }
}

#[test]
fn bots_of_all_skills_play_together() {
    let mut counts = Counts::default();
    for number in 0..40 {
        let all = [Hard, Easy, Medium].into_iter().cycle().skip(number as usize);
        let skills: Vec<Skill> = all.take(2 + number as usize % 4).collect();
        counts.count(&play(&skills, number, |_| true));
    }
    assert!(counts.finished > 25, "{counts:?}");
}

#[test]
fn a_bot_wins_against_those_who_lay_nothing() {
    for skill in [Easy, Medium, Hard] {
        for number in 0..12 {
            let bot = Seat((number % 3) as u8);
            let game = play(&[skill; 3], number, |seat| seat == bot);
            let points = game.points().expect("it is over");
            let best = points.iter().max().expect("three players");
            assert_eq!(points[bot.index()], *best, "{skill:?}, deal {number}: {points:?}");
        }
    }
}

#[test]
fn a_deal_that_nobody_lays_in_ends_without_a_finisher() {
    let game = play(&[Easy; 2], 3, |_| false);
    assert!(matches!(game.events.last(), Some(DealEvent::DealEnded { finish: None, .. })));
    assert!(game.points().expect("it is over").iter().all(|points| *points < 0));
}

#[test]
fn the_same_deal_is_played_again_from_the_same_chance() {
    let play = || play(&[Easy, Hard, Medium], 5, |_| true).events;
    assert!(play() == play());
}

/// How many points more than the others a deal brings the stronger bot on the average, who sits in each seat in turn.
fn advantage(stronger: Skill, weaker: Skill, seats: usize, deals: usize) -> Points {
    let advantage = |number: usize| -> Points {
        let at = number % seats;
        let mut skills = vec![weaker; seats];
        skills[at] = stronger;
        let game = play(&skills, (number / seats) as u64, |_| true);
        let points = game.points().expect("it is over");
        let others = points.iter().sum::<Points>() - points[at];
        points[at] - others / (Points::try_from(seats).expect("a few seats") - 1)
    };
    (0..deals).map(advantage).sum::<Points>() / Points::try_from(deals).expect("some deals")
}

/// Few deals, and far from even, so that chance cannot turn the test: the benchmark says how far.
#[test]
fn each_skill_has_more_points_than_the_one_below() {
    for (stronger, weaker) in [(Medium, Easy), (Hard, Medium)] {
        let advantage = advantage(stronger, weaker, 4, 120);
        assert!(advantage > 30, "{stronger:?} against {weaker:?}: {advantage}");
    }
}
