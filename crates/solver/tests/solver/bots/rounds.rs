//! Whole rounds between bots, under every ruleset and under rules that rooms may make of them.

use sarja_rules::{
    Family, JokerSets, Points, PoolEmpty, Release, Reuse, RoundEnd, Ruleset, Scoring, TableUse, UnopenedRule,
    rummikub::Action,
};
use sarja_solver::Skill::{self, Easy, Hard, Medium};

use super::game::Game;

const MIXED: [Skill; 6] = [Hard, Medium, Easy, Hard, Easy, Medium];

/// Plays a round to its end; every action is judged on the way.
fn play(ruleset: &Ruleset, skills: &[Skill], number: u64) -> Game {
    let mut game = Game::deal(ruleset, skills, number);
    while game.round.end().is_none() {
        let action = game.choice();
        game.act(&action);
    }
    game
}

fn assert_sound(game: &Game) {
    let outcome = game.outcome().expect("it is over");
    let total: Points = outcome.points.iter().sum();
    let racks = game.round.players().iter().map(|p| p.rack().total()).sum::<usize>();
    let table = game.round.table().iter().map(|placed| placed.set.tiles().len()).sum::<usize>();
    let ruleset = game.round.ruleset();
    assert_eq!(racks + table + game.round.pool(), ruleset.tiles.total(), "{}", ruleset.name);
    if ruleset.scoring == Scoring::ZeroSum {
        assert_eq!(total, 0, "{}", ruleset.name);
    } else {
        assert!(outcome.points.iter().all(|&points| points >= 0), "{:?}", outcome.points);
    }
    if let Some(RoundEnd::Out { winner }) = game.round.end() {
        assert_eq!(game.round.players()[winner.index()].rack().total(), 0);
    }
}

fn family() -> impl Iterator<Item = Ruleset> {
    Ruleset::printed().filter(|ruleset| ruleset.family == Family::Rummikub)
}

#[test]
fn rounds_under_every_printed_ruleset_end_and_add_up_to_nothing() {
    for ruleset in family() {
        for (number, seats) in (ruleset.seats[0]..=ruleset.seats[1]).enumerate() {
            let skills: Vec<Skill> = MIXED.into_iter().cycle().skip(number).take(seats.into()).collect();
            assert_sound(&play(&ruleset, &skills, number as u64));
        }
    }
}

/// What the last turn and the last tile are differs, and so does what a joker may do and what a rack costs.
#[test]
fn rounds_under_house_rules_end_and_add_up() {
    let classic = Ruleset::default();
    let joker = |release, reuse, sets, beside, per_set| {
        let mut ruleset = Ruleset::default();
        ruleset.joker.release = release;
        ruleset.joker.reuse = reuse;
        ruleset.joker.sets = sets;
        ruleset.joker.rack_tiles_beside = beside;
        ruleset.joker.per_set = per_set;
        ruleset
    };
    let mut free = classic.clone();
    free.opening.min_points = 0;
    free.opening.table_use = TableUse::SameTurn;
    let mut dear = Ruleset { rack: 20, ..classic.clone() };
    dear.opening.min_points = 60;
    let rules = [
        Ruleset { pool_empty: PoolEmpty::EndAtOnce, ..classic.clone() },
        Ruleset { pool_empty: PoolEmpty::OneMoreTurn, ..classic.clone() },
        Ruleset { scoring: Scoring::LosersPay, ..classic.clone() },
        Ruleset { unopened: Some(UnopenedRule { could_not: 100, could: 200 }), ..classic.clone() },
        joker(Release::ExactRack, Reuse::OtherSet, JokerSets::Locked, 2, Some(1)),
        joker(Release::Exact, Reuse::Anywhere, JokerSets::Open, 1, Some(2)),
        joker(Release::Any, Reuse::Anywhere, JokerSets::Locked, 0, Some(3)),
        free,
        dear,
    ];
    for (number, ruleset) in rules.iter().enumerate() {
        assert_sound(&play(ruleset, &[Hard, Medium], number as u64));
        assert_sound(&play(ruleset, &[Easy, Hard, Medium], number as u64));
    }
}

#[test]
fn rounds_of_equal_bots_come_to_an_end() {
    for skill in [Easy, Medium, Hard] {
        for seats in [2, 4] {
            assert_sound(&play(&Ruleset::default(), &vec![skill; seats], 7));
        }
    }
}

/// `must_play`: nobody draws or passes who could play.
#[test]
fn who_must_play_rests_only_where_nothing_can_be_played() {
    let ruleset = Ruleset { must_play: true, ..Ruleset::default() };
    for skill in [Easy, Medium, Hard] {
        let mut game = Game::deal(&ruleset, &[skill, Medium], 3);
        while game.round.end().is_none() {
            let action = game.choice();
            if matches!(action, Action::Draw | Action::Pass) {
                let sets = game.round.sets();
                let position = game.round.position(game.round.seat(), &sets).expect("it plays");
                let answer = sarja_solver::can_play(position, sarja_solver::NodeLimit::default());
                assert_eq!(answer, sarja_solver::Answer::No, "{skill:?} rests in turn {}", game.round.turn());
            }
            game.act(&action);
        }
    }
}

#[test]
fn the_same_round_is_played_again_from_the_same_chance() {
    let skills = [Easy, Hard, Medium];
    let (first, again) = (play(&Ruleset::default(), &skills, 5), play(&Ruleset::default(), &skills, 5));
    assert!(first.events == again.events);
}

/// Few rounds, and far from even: medium wins nearly all of them, so that chance cannot turn the test.
#[test]
fn medium_wins_most_rounds_against_easy() {
    let won = (0..20u64).filter(|&number| {
        let at = (number % 2) as usize;
        let mut skills = [Easy; 2];
        skills[at] = Medium;
        let outcome = play(&Ruleset::default(), &skills, number).outcome().expect("it is over");
        outcome.winner.is_some_and(|winner| winner.index() == at)
    });
    assert!(won.count() >= 15);
}
