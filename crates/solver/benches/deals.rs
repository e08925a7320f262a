//! How well bots play Rommikubbi, and what a turn costs: deals of a stronger bot against weaker ones, in a table.
//!
//! `cargo bench -p sarja-solver --bench deals` plays 1,000 deals of each pairing; a number after `--` asks for another count.
//! Each order of tiles is dealt as often as there are seats, with the stronger bot in each of them.

#[path = "../tests/solver/rommikubbi/game.rs"]
#[expect(dead_code, reason = "the tests also look at how the tiles were dealt")]
mod game;

mod figures;

use std::{env, io, io::Write, time::Duration};

use sarja_rules::{
    Points, Ruleset,
    rommikubbi::{DealAction, DealEvent},
};
use sarja_solver::Skill::{self, Easy, Hard, Medium};

use figures::{Mean, Times, processor_time};
use game::Game;

const DEALS: u64 = 1_000;

const PAIRINGS: [(Skill, Skill); 2] = [(Hard, Medium), (Medium, Easy)];

/// What came of the deals of one bot against others.
#[derive(Default)]
struct Tally {
    /// Deals that were won: by more points than any other; a deal that is shared counts as its part.
    won: Mean,
    own: Mean,
    /// What one of the others had on the average.
    other: Mean,
    /// How many deals the stronger bot finished, somebody else, and nobody.
    finished: [u32; 3],
    turns: Mean,
    /// What each turn of the stronger bot cost, both its steps.
    times: Times,
}

impl Tally {
    /// Plays a deal in which the seat `at` has the stronger bot.
    fn play(&mut self, ruleset: &Ruleset, skills: &[Skill], at: usize, number: u64) {
        let mut game = Game::deal(ruleset, skills, number);
        let mut turn = Duration::ZERO;
        while game.points().is_none() {
            let is_own = game.deal.seat().index() == at;
            let began = processor_time();
            let action = game.choice();
            turn += processor_time().saturating_sub(began);
            if !matches!(action, DealAction::TakeStock | DealAction::TakePile) {
                let turn = std::mem::take(&mut turn);
                if is_own {
                    self.times.add(turn);
                }
            }
            game.act(&action);
        }
        self.count(&game, at);
    }

    fn count(&mut self, game: &Game, at: usize) {
        let points = game.points().expect("it is over");
        let most = points.iter().max().copied().unwrap_or_default();
        let best = points.iter().filter(|&&points| points == most).count();
        let others = points.iter().sum::<Points>() - points[at];
        self.own.add(f64::from(points[at]));
        self.other.add(f64::from(others) / as_f64(points.len() - 1));
        self.won.add(if points[at] == most { 1.0 / as_f64(best) } else { 0.0 });
        self.turns.add(f64::from(game.deal.turn().0));
        let finisher = match game.events.last() {
            Some(DealEvent::DealEnded { finish: Some(finish), .. }) => usize::from(finish.seat.index() != at),
            _ => 2,
        };
        self.finished[finisher] += 1;
    }
}

fn as_f64(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

fn main() -> io::Result<()> {
    let asked = env::args().skip(1).find_map(|argument| argument.parse().ok());
    let deals: u64 = asked.unwrap_or(DEALS);
    let ruleset = Ruleset::named("rommikubbi").expect("a printed ruleset");
    let mut out = io::stdout();
    writeln!(
        out,
        "| seats | bot | against | won | fair | points | theirs | finished: bot | others | nobody | turns | turn: p50 | p99 | max |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")?;
    for seats in [2, 4_usize] {
        for (stronger, weaker) in PAIRINGS {
            let mut tally = Tally::default();
            for number in 0..deals {
                let at = (number % seats as u64) as usize;
                let mut skills = vec![weaker; seats];
                skills[at] = stronger;
                tally.play(&ruleset, &skills, at, number / seats as u64);
            }
            line(&mut out, (seats, stronger, weaker), &mut tally)?;
        }
    }
    Ok(())
}

fn line(
    out: &mut impl Write,
    (seats, stronger, weaker): (usize, Skill, Skill),
    tally: &mut Tally,
) -> io::Result<()> {
    let (won, won_error) = tally.won.get();
    let (own, own_error) = tally.own.get();
    let (other, other_error) = tally.other.get();
    let [by_bot, by_others, by_nobody] = tally.finished;
    writeln!(
        out,
        "| {seats} | {stronger:?} | {} {weaker:?} | {:.1} ± {:.1} % | {} % | {own:+.1} ± {own_error:.1} | {other:+.1} ± {other_error:.1} | {by_bot} | {by_others} | {by_nobody} | {:.0} | {} |",
        seats - 1,
        won * 100.0,
        won_error * 100.0,
        100 / seats,
        tally.turns.get().0,
        tally.times.get(),
    )?;
    out.flush()
}
