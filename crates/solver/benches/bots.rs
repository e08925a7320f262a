//! How well bots play, and what a turn costs: rounds of a stronger bot against weaker ones, in a table.
//!
//! `cargo bench -p sarja-solver --bench bots` plays 1,000 rounds of each pairing; a number after `--` asks for another count.
//! Each deal is played as often as there are seats, with the stronger bot in each of them.

#[path = "../tests/solver/bots/game.rs"]
mod game;

mod figures;

use std::{env, io, io::Write};

use sarja_rules::Ruleset;
use sarja_solver::Skill::{self, Easy, Hard, Medium};

use figures::{Mean, QUANTILE, Times, processor_time};
use game::Game;

const ROUNDS: u64 = 1_000;

/// The default ruleset, and one that is ranked by points and asks more of jokers.
const RULESETS: [&str; 2] = ["classic-2600", "federation"];

const PAIRINGS: [(Skill, Skill); 2] = [(Hard, Medium), (Medium, Easy)];

/// What came of the rounds of one bot against others.
#[derive(Default)]
struct Tally {
    rounds: u32,
    won: u32,
    unwon: u32,
    points: Mean,
    /// What each turn of the stronger bot cost.
    turns: Times,
}

impl Tally {
    /// Plays a round in which the seat `at` has the stronger bot.
    fn play(&mut self, ruleset: &Ruleset, skills: &[Skill], at: usize, number: u64) {
        let mut game = Game::deal(ruleset, skills, number);
        let outcome = loop {
            if let Some(outcome) = game.outcome() {
                break outcome;
            }
            let own = game.round.seat().index() == at;
            let began = processor_time();
            let action = game.choice();
            if own {
                self.turns.add(processor_time().saturating_sub(began));
            }
            game.act(&action);
        };
        self.rounds += 1;
        self.won += u32::from(outcome.winner.is_some_and(|winner| winner.index() == at));
        self.unwon += u32::from(outcome.winner.is_none());
        self.points.add(f64::from(outcome.points[at]));
    }

    /// The share of rounds that were won, and the interval of Wilson (1927) in which it lies at 95 %.
    fn share(&self) -> (f64, f64, f64) {
        let (rounds, share) = (f64::from(self.rounds), f64::from(self.won) / f64::from(self.rounds));
        let square = QUANTILE * QUANTILE / rounds;
        let middle = share + square / 2.0;
        let half = QUANTILE * ((share * (1.0 - share) + square / 4.0) / rounds).sqrt();
        (share, (middle - half) / (1.0 + square), (middle + half) / (1.0 + square))
    }
}

fn main() -> io::Result<()> {
    let asked = env::args().skip(1).find_map(|argument| argument.parse().ok());
    let rounds: u64 = asked.unwrap_or(ROUNDS);
    let mut out = io::stdout();
    writeln!(
        out,
        "| ruleset | seats | bot | against | won | 95 % | fair | nobody won | mean points | turn: p50 | p99 | max |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|---|")?;
    for name in RULESETS {
        let ruleset = Ruleset::named(name).expect("a printed ruleset");
        for seats in [2, 4_usize] {
            for (stronger, weaker) in PAIRINGS {
                let mut tally = Tally::default();
                for number in 0..rounds {
                    let at = (number % seats as u64) as usize;
                    let mut skills = vec![weaker; seats];
                    skills[at] = stronger;
                    tally.play(&ruleset, &skills, at, number / seats as u64);
                }
                line(&mut out, name, (seats, stronger, weaker), &mut tally)?;
            }
        }
    }
    Ok(())
}

fn line(
    out: &mut impl Write,
    ruleset: &str,
    (seats, stronger, weaker): (usize, Skill, Skill),
    tally: &mut Tally,
) -> io::Result<()> {
    let (share, low, high) = tally.share();
    let (points, error) = tally.points.get();
    let percent = |part: f64| format!("{:.1}", part * 100.0);
    writeln!(
        out,
        "| {ruleset} | {seats} | {stronger:?} | {} {weaker:?} | {} % | {}-{} | {} % | {} | {points:+.1} ± {error:.1} | {} |",
        seats - 1,
        percent(share),
        percent(low),
        percent(high),
        100 / seats,
        tally.unwon,
        tally.turns.get(),
    )?;
    out.flush()
}
