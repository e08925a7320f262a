//! How long the best play takes in positions that are reached in games, and how that grows.
//!
//! Every seat plays the best play that there is, in rounds that are dealt from the numbers 0, 1, 2 and on, until there are
//! enough positions. Each is solved three times: the first time is what it takes at first sight, as in a game, and the
//! shortest of the three what it takes in a loop, where the processor knows what comes.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use sarja_rules::{
    FaceCounts, Ruleset, Seat, Seed, TableSet, TurnNumber,
    rummikub::{Action, Opened, Position, RackSearch, Round, SeenPosition, choose_simply},
    tile_order,
};
use sarja_solver::{NodeLimit, Objective, Solver};

/// How many positions of each kind are looked at.
const POSITIONS: usize = 10_000;

/// How often each is solved.
const REPEATED: usize = 3;

/// A position of a game.
struct Reached {
    table: Vec<TableSet>,
    rack: FaceCounts,
    opened: Opened,
}

impl Reached {
    fn position<'a>(&'a self, ruleset: &'a Ruleset) -> Position<'a> {
        Position { ruleset, table: &self.table, rack: &self.rack, opened: self.opened }
    }

    fn table_tiles(&self) -> usize {
        self.table.iter().map(|set| set.tiles().len()).sum()
    }

    fn jokers(&self) -> usize {
        usize::from(self.rack.jokers()) + self.table.iter().map(|set| set.jokers().count()).sum::<usize>()
    }
}

fn main() {
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let mut solver = Solver::default();
    println!("| ruleset, objective | positions | again | median | 99 in 100 | worst | not proven |");
    println!("|---|---|---|---|---|---|---|");
    for name in ["classic-2600", "travel-2017", "tactic-2008", "turniej-pl", "sabra-no", "federation", "xp-6"]
    {
        let ruleset = Ruleset::named(name).expect("a printed ruleset");
        let reached = reach(&mut solver, &ruleset);
        for objective in [Objective::Tiles, Objective::Points] {
            let times = time_each(&mut solver, &ruleset, &reached, objective);
            let all: Vec<f64> = times.iter().map(|t| t.first).collect();
            let mut again: Vec<f64> = times.iter().map(|t| t.shortest).collect();
            again.sort_by(f64::total_cmp);
            let again = again[again.len() / 2];
            let unproven = times.iter().filter(|t| !t.is_exact).count();
            println!(
                "| `{name}`, {objective:?} | {} | {again:.1} µs | {} | {unproven} |",
                all.len(),
                figures(all)
            );
            if name == "classic-2600" && objective == Objective::Tiles {
                let by = |of: &dyn Fn(&Reached) -> usize| growth(&reached, &times, of);
                let tables = [
                    ("tiles on the table", by(&|p| p.table_tiles() / 20 * 20)),
                    ("tiles on the rack", by(&|p| p.rack.total() / 5 * 5)),
                    ("jokers", by(&Reached::jokers)),
                ];
                for (title, rows) in tables {
                    for (from, (count, figures)) in rows {
                        println!("|   {title}, from {from} | {count} | | {figures} | |");
                    }
                }
            }
        }
    }
}

/// Positions of rounds in which every seat plays what sheds the most tiles.
fn reach(solver: &mut Solver, ruleset: &Ruleset) -> Vec<Reached> {
    let mut reached = Vec::new();
    for number in 0u32.. {
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&number.to_le_bytes());
        let order = tile_order(&Seed::from_bytes(seed), ruleset.tiles);
        let [fewest, most] = ruleset.seats;
        let players = fewest + (number % u32::from(most - fewest + 1)) as u8;
        let mut round = Round::deal(ruleset, players, Seat(0), TurnNumber(0), &order).expect("a deal");
        for event in round.start(&RackSearch) {
            round.apply(&event);
        }
        while round.end().is_none() {
            if reached.len() == POSITIONS {
                return reached;
            }
            let (seat, turn) = (round.seat(), round.turn());
            let player = round.player(seat).expect("the seat whose turn it is");
            let (rack, opened) = (player.rack(), player.opened());
            let here = Reached { table: round.sets(), rack: rack.clone(), opened };
            let best = solver.solve(here.position(ruleset), Objective::Tiles, NodeLimit::default());
            let action = match best.play() {
                Some(play) => Action::Play(play.table.clone().into()),
                None => choose_simply(SeenPosition {
                    ruleset,
                    table: round.table(),
                    rack,
                    opened,
                    pool: round.pool(),
                }),
            };
            reached.push(here);
            for event in round.decide(seat, turn, &action, &RackSearch).expect("a legal action") {
                round.apply(&event);
            }
        }
    }
    reached
}

/// How long a position took, in microseconds.
struct Took {
    first: f64,
    shortest: f64,
    is_exact: bool,
}

fn time_each(solver: &mut Solver, ruleset: &Ruleset, reached: &[Reached], objective: Objective) -> Vec<Took> {
    reached.iter().map(|at| time(solver, at.position(ruleset), objective)).collect()
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn time(solver: &mut Solver, position: Position<'_>, objective: Objective) -> Took {
    let times: [(Duration, bool); REPEATED] = core::array::from_fn(|_| {
        let began = Instant::now();
        let solution = solver.solve(position, objective, NodeLimit::default());
        (began.elapsed(), solution.is_exact())
    });
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let shortest = times.iter().map(|t| t.0).min().unwrap_or(times[0].0);
    Took { first: micros(times[0].0), shortest: micros(shortest), is_exact: times[0].1 }
}

/// Figures by what a position has so many of.
fn growth(
    reached: &[Reached],
    times: &[Took],
    of: impl Fn(&Reached) -> usize,
) -> BTreeMap<usize, (usize, String)> {
    let mut groups: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (at, time) in reached.iter().zip(times) {
        groups.entry(of(at)).or_default().push(time.first);
    }
    groups.into_iter().map(|(from, times)| (from, (times.len(), figures(times)))).collect()
}

/// Median, 99 in 100 and worst, as cells of a table.
fn figures(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    format!("{:.1} µs | {:.0} µs | {:.2} ms", at(50), at(99), at(100) / 1e3)
}
