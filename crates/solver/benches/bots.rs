//! How well bots play, and what a turn costs: rounds of a stronger bot against weaker ones, in a table.
//!
//! `cargo bench -p sarja-solver --bench bots` plays 1,000 rounds of each pairing; a number after `--` asks for another count.
//! Each deal is played as often as there are seats, with the stronger bot in each of them.

#[path = "../tests/solver/bots/game.rs"]
mod game;

use std::{env, io, io::Write, time::Duration};

use rustix::time::{ClockId, clock_gettime};
use sarja_rules::Ruleset;
use sarja_solver::Skill::{self, Easy, Hard, Medium};

use game::Game;

const ROUNDS: u64 = 1_000;

/// The default ruleset, and one that is ranked by points and asks more of jokers.
const RULESETS: [&str; 2] = ["classic-2600", "federation"];

const PAIRINGS: [(Skill, Skill); 2] = [(Hard, Medium), (Medium, Easy)];

/// The 97.5 % quantile of the normal distribution.
const QUANTILE: f64 = 1.959_964;

/// What came of the rounds of one bot against others.
#[derive(Default)]
struct Tally {
    rounds: u32,
    won: u32,
    unwon: u32,
    points: i64,
    /// The sum of their squares, for the error of the mean.
    squares: f64,
    /// What each turn of the stronger bot cost.
    turns: Vec<Duration>,
}

/// What this thread has cost in processor time.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
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
                self.turns.push(processor_time().saturating_sub(began));
            }
            game.act(&action);
        };
        let points = outcome.points[at];
        self.rounds += 1;
        self.won += u32::from(outcome.winner.is_some_and(|winner| winner.index() == at));
        self.unwon += u32::from(outcome.winner.is_none());
        self.points += i64::from(points);
        self.squares += f64::from(points).powi(2);
    }

    /// The share of rounds that were won, and the interval of Wilson (1927) in which it lies at 95 %.
    fn share(&self) -> (f64, f64, f64) {
        let (rounds, share) = (f64::from(self.rounds), f64::from(self.won) / f64::from(self.rounds));
        let square = QUANTILE * QUANTILE / rounds;
        let middle = share + square / 2.0;
        let half = QUANTILE * ((share * (1.0 - share) + square / 4.0) / rounds).sqrt();
        (share, (middle - half) / (1.0 + square), (middle + half) / (1.0 + square))
    }

    /// The mean of the points, and half the width of its interval at 95 %.
    #[expect(clippy::cast_precision_loss, reason = "some thousand rounds of some hundred points")]
    fn mean_points(&self) -> (f64, f64) {
        let rounds = f64::from(self.rounds);
        let mean = self.points as f64 / rounds;
        let variance = (self.squares / rounds - mean * mean).max(0.0);
        (mean, QUANTILE * (variance / rounds).sqrt())
    }

    fn turn(&mut self, of: usize, parts: usize) -> Duration {
        self.turns.sort_unstable();
        let last = self.turns.len() - 1;
        self.turns[(self.turns.len() * of / parts).min(last)]
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
    let (points, error) = tally.mean_points();
    let percent = |part: f64| format!("{:.1}", part * 100.0);
    let times = [tally.turn(1, 2), tally.turn(99, 100), tally.turn(1, 1)].map(|time| {
        let micros = time.as_micros();
        if micros < 1_000 { format!("{micros} µs") } else { format!("{:.1} ms", time.as_secs_f64() * 1e3) }
    });
    writeln!(
        out,
        "| {ruleset} | {seats} | {stronger:?} | {} {weaker:?} | {} % | {}-{} | {} % | {} | {points:+.1} ± {error:.1} | {} |",
        seats - 1,
        percent(share),
        percent(low),
        percent(high),
        100 / seats,
        tally.unwon,
        times.join(" | "),
    )?;
    out.flush()
}
