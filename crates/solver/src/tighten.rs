//! Tighter bounds: rewards for lying in groups, chosen so that the colours agree on them.
//!
//! By itself each colour puts tiles into groups that the other colours have no tiles for. A reward, or a price, for each tile
//! that lies in a group changes no play that can be made as long as the rewards of every possible group add up to nothing or
//! more; the bound stays one, and the rewards that make it least are sought step by step (Lagrangian relaxation).

use crate::{
    bounds::{Bounds, Column, NEVER},
    case::Case,
    runs::Runs,
    supply::Supply,
};

/// How many steps are made at most.
const STEPS: usize = 100;

impl Bounds {
    /// Seeks rewards that make the bound of the whole less, until it is no more than a goal.
    pub(crate) fn tighten(&mut self, supply: &Supply, case: &Case, goal: i32) {
        let mut best = (self.whole().0, self.rewards, self.joker_reward);
        if self.jokers > 0 {
            self.joker_reward = supply.weight(1);
            self.fill_all(supply, case);
        }
        // How much of the way to the goal a step goes, in sixteenths.
        let mut share = 512;
        for _ in 0..STEPS {
            let (most, jokers) = self.whole();
            if most < best.0 {
                best = (most, self.rewards, self.joker_reward);
            } else {
                share = (share * 15 / 16).max(1);
            }
            if most <= goal || most <= NEVER {
                break;
            }
            let traces = [0, 1, 2, 3].map(|colour| self.trace(supply, case, colour, jokers[colour]));
            if !self.step(supply, case, &traces, (most - goal) * share / 512) {
                break;
            }
            self.fill_all(supply, case);
        }
        if (self.rewards, self.joker_reward) != (best.1, best.2) {
            (_, self.rewards, self.joker_reward) = best;
            self.fill_all(supply, case);
        }
    }

    /// The bound of the whole, and how the jokers are given to the colours.
    fn whole(&self) -> (i32, [usize; 4]) {
        let mut best = (NEVER * 4, [0; 4]);
        for a in 0..=self.jokers {
            for b in 0..=self.jokers - a {
                for c in 0..=self.jokers - a - b {
                    let split = [a, b, c, self.jokers - a - b - c];
                    let sum = (0..4).map(|colour| self.of_colour(colour, split[colour])).sum();
                    if sum > best.0 {
                        best = (sum, split);
                    }
                }
            }
        }
        (best.0 + self.joker_reward * i32::from(self.jokers as u8), best.1)
    }

    /// How many tiles of each number a colour puts into groups with others where it sheds most.
    fn trace(&self, supply: &Supply, case: &Case, colour: usize, jokers: usize) -> Trace {
        let mut trace = Trace { grouped: [0; 15], laid: 0 };
        let (mut runs, mut left) = (Runs::default(), jokers);
        for number in 1..=usize::from(supply.numbers) {
            let column = Column::new(supply, case, colour, number, self.jokers as u8);
            let mut best = (NEVER, 0, 0, Runs::default(), 0);
            self.each_choice(&column, runs, left, |choice| {
                if choice.value > best.0 {
                    best = (choice.value, choice.grouped, choice.laid, choice.next, choice.jokers_left);
                }
            });
            if best.0 <= NEVER {
                break;
            }
            trace.grouped[number] = best.1;
            trace.laid += best.2;
            (runs, left) = (best.3, best.4);
        }
        trace
    }

    /// Changes the rewards of numbers at which the colours do not agree, for the bound to become so much less; whether there
    /// are any.
    fn step(&mut self, supply: &Supply, case: &Case, traces: &[Trace; 4], less: i32) -> bool {
        let wanted = |number: usize| [0, 1, 2, 3].map(|colour: usize| traces[colour].grouped[number]);
        let disagree = |number: &usize| case.group_pins[*number] == 0 && !agree(wanted(*number));
        let numbers = || (1..=usize::from(supply.numbers)).filter(disagree);
        let laid: usize = traces.iter().map(|trace| trace.laid).sum();
        let slack = i32::from(self.jokers.saturating_sub(laid) as u8);
        let squares: i32 = numbers().flat_map(wanted).map(|n| i32::from(n) * i32::from(n)).sum();
        if squares == 0 {
            return false;
        }
        let size = (less / (squares + slack * slack)).max(1);
        self.joker_reward = (self.joker_reward - size * slack).max(0);
        for number in numbers() {
            for (colour, n) in wanted(number).into_iter().enumerate() {
                self.rewards[colour][number] -= size * i32::from(n);
            }
        }
        for number in 1..=usize::from(supply.numbers) {
            if case.group_pins[number] == 0 {
                self.make_valid(number, |colour| supply.all(colour, number) > 0);
            }
        }
        // The reward of a joker may have grown meanwhile, which only makes room.
        true
    }

    /// Raises rewards until those of every group add up to nothing or more.
    fn make_valid(&mut self, number: usize, is_there: impl Fn(usize) -> bool) {
        let fewest = if self.jokers == 0 { 3 } else { 3 - self.jokers.min(2) };
        for _ in 0..8 {
            let mut fits = true;
            for group in 1..16u8 {
                let members = || (0..4).filter(move |c| group & 1 << c != 0);
                let size = group.count_ones() as usize;
                if size < fewest || !members().all(&is_there) {
                    continue;
                }
                let jokers = i32::from(3u8.saturating_sub(size as u8));
                let sum: i32 = members().map(|c| self.rewards[c][number]).sum();
                let missing = -(sum + jokers * self.joker_reward);
                if missing > 0 {
                    fits = false;
                    let size = i32::from(size as u8);
                    // A joker's reward grows little by little: it is the same for all numbers.
                    self.joker_reward += jokers * missing / 8;
                    for colour in members() {
                        self.rewards[colour][number] += (missing + size - 1) / size;
                    }
                }
            }
            if fits {
                return;
            }
        }
        for colour in &mut self.rewards {
            colour[number] = colour[number].max(0);
        }
    }
}

/// What one colour does where it sheds most.
struct Trace {
    /// Its tiles in groups, by number.
    grouped: [u8; 15],
    /// How many jokers lie in its runs.
    laid: usize,
}

/// Whether tiles of one number make groups without jokers.
fn agree(tiles: [u8; 4]) -> bool {
    let sum: u8 = tiles.iter().sum();
    let most = tiles.into_iter().max().unwrap_or(0);
    (sum.div_ceil(4)..=sum / 3).any(|groups| groups >= most)
}
